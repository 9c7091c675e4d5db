import type { CellErrorKind } from '../engine/language/cell-messages';

/**
 * Excel's cell error. Only `#VALUE!` and `#N/A` can carry a message (CustomFunctionsRuntime 1.2),
 * which is why there are just these two kinds.
 */
export function createCellError(kind: CellErrorKind, message: string): CustomFunctions.Error {
  const { Error, ErrorCode } = CustomFunctions;
  return new Error(kind === 'value' ? ErrorCode.invalidValue : ErrorCode.notAvailable, message);
}
