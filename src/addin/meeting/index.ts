/** What the other features use of this one. */
export { undoAddedSheet } from './added-sheet';
export { fittedText } from './bar-chart';
export { MeetingPageAction } from './MeetingPageAction';
export { numberPattern, PAGE_WIDTH } from './meeting-page';
export type { FormatOf, MeetingContent, MeetingLine } from './meeting-page';
