/** What the other features use of this one. */
export { sizeText } from './answer-messages';
export { readAskedWorkbook } from './asked-workbook';
export { receiptRows } from './receipt';
