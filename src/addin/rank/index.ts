/** What the other features use of this one. */
export { measureColumns, rowLabel } from './list-rows';
export type { ListRow, ListRows } from './list-rows';
export { numberIn, rangeOf, shareOf } from './ranking-rule';
export type { ValueRange } from './ranking-rule';
