/** What the other features use of this one. */
export { sizeText } from './carried-messages';
export { readAskedWorkbook } from './asked-workbook';
export { receiptRows } from './receipt';
