/** What the other features use of this one. */
export { readSelectedList } from './selected-list';
export type { ListReading } from './selected-list';
export { RowsHint } from './PlaceFields';
export { SwapOffers } from './SwapOffers';
export { insertNames } from './name-insertion';
export type { InsertionForm } from './name-insertion';
export {
  ownColumns,
  withAddedColumns,
  withOwnColumns,
  withPlacesAround,
  usedNames,
} from './added-columns';
export { SCORE_FORMAT } from './number-format';
export { freeColumn, occupiedMessage, undoColumns } from './column-writing';
export { columnTitle, readPlaceList } from './place-list';
export { shortAddress } from './place-rows';
export type { PlaceList } from './place-list';
export { whyShownOtherwise } from './shown-places';
export { cellsNaming, findRenaming } from './renaming';
export type { Renamed, Renaming } from './renaming';
export { areSwapped, swapRows, swappedRows } from './row-swapping';
export type { LocatedRow, SwapPlace } from './row-swapping';
export { afterFailure, isStillThere, undoAction } from './undo';
export type { UndoParts, UndoWords } from './undo';
export { turnsOf } from './use-enrich-plan';
export { addingCostText } from './plan-messages';
