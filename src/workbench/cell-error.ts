import type { CellErrorKind } from '../spreadsheet/cell-error';

/** As Excel writes it while a function has not answered. Univer does not know it by itself. */
export const BUSY_TEXT = '#BUSY!';

/** The workbench's kind of cell error: what Excel's `CustomFunctions.Error` is there. */
export class WorkbenchCellError {
  constructor(
    /** What stands in the cell, such as `#N/A`. */
    readonly text: string,
    readonly message: string,
  ) {}
}

const TEXT_OF_KIND: Readonly<Record<CellErrorKind, string>> = {
  value: '#VALUE!',
  'not-available': '#N/A',
};

export function createCellError(kind: CellErrorKind, message: string): WorkbenchCellError {
  return new WorkbenchCellError(TEXT_OF_KIND[kind], message);
}
