/** What the other features use of this one. */
export { fixCells } from './fix-cells';
export { fixOf } from './problem-groups';
export { RETRYABLE, fixTitle, problemTexts } from './problem-messages';
