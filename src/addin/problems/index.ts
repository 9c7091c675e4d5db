/** What the other features use of this one. */
export { fixCells } from './fix-cells';
export { fixOf } from './problem-groups';
export { REMEDIES, RETRYABLE, fixTitle, problemTexts } from './problem-messages';
