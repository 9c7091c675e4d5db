import type { CellErrorKind } from '../engine/language/cell-messages';

/** What Excel shows while a function has not answered. Univer itself does not know this error. */
export const BUSY_TEXT = '#BUSY!';

/** The workbench's cell error, like `CustomFunctions.Error` in Excel. */
export class WorkbenchCellError {
  constructor(
    /** What the cell shows, such as `#N/A`. */
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
