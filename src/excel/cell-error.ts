import type { CellErrorKind } from '../spreadsheet/cell-error';

/**
 * Excel's cell error. Only `#VALUE!` and `#N/A` can carry a message (CustomFunctionsRuntime 1.2),
 * which is why there are just these two kinds.
 */
export function createCellError(kind: CellErrorKind, message: string): CustomFunctions.Error {
  const code =
    kind === 'value'
      ? CustomFunctions.ErrorCode.invalidValue
      : CustomFunctions.ErrorCode.notAvailable;
  return new CustomFunctions.Error(code, message);
}
