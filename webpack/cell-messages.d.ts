export interface CellMessages {
  readonly code: string;
  readonly error: '#VALUE!' | '#N/A';
  /** The plain message first. */
  readonly messages: readonly string[];
}

export const CELL_MESSAGES_FILE: string;
export function readCellMessages(file?: string): readonly CellMessages[];
