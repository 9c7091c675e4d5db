/** What the other features use of this one. */
export { sizeText } from './carried-messages';
export { readAskedWorkbook } from './asked-workbook';
export { receiptSheet } from './receipt';
