import { BooleanNumber, BorderStyleTypes, type IStyleData } from '@univerjs/core';
import { contains } from '../addin/spreadsheet/cell-address';
import type { Table } from './files/table-references';

type TableShape = Pick<Table, 'area' | 'headerRows' | 'totalsRows' | 'look'>;

/**
 * How a cell of a table looks beneath its own format, after the table's style: `TableStyleMedium2`
 * has white headers on blue, and every second row light blue. Excel has 60 styles; this shows the
 * colour of each, and of its lines only the one below the headers. Undefined outside the table, and
 * for a table without a style.
 */
export function tableLook(
  { area, headerRows, totalsRows, look }: TableShape,
  row: number,
  column: number,
): IStyleData | undefined {
  const [, family = '', number = ''] = STYLE.exec(look['name'] ?? '') ?? [];
  if (!contains(area, { row, column }) || family === '') return undefined;
  const { fill, band } = COLOURS[(Number(number) - 1) % COLOURS.length] ?? {};
  const isFilled = family !== 'Light' || (Number(number) > 7 && Number(number) < 15);
  if (row < area.startRow + headerRows) {
    if (isFilled) return { bg: { rgb: fill }, cl: { rgb: '#FFFFFF' }, bl: BooleanNumber.TRUE };
    const line = { s: BorderStyleTypes.THIN, cl: { rgb: fill } };
    return { bl: BooleanNumber.TRUE, bd: { b: line } };
  }
  const isTotal = row > area.endRow - totalsRows;
  const isEdge =
    (look['showFirstColumn'] === '1' && column === area.startColumn) ||
    (look['showLastColumn'] === '1' && column === area.endColumn);
  const isBanded =
    (look['showRowStripes'] === '1' && (row - area.startRow - headerRows) % 2 === 0) ||
    (look['showColumnStripes'] === '1' && (column - area.startColumn) % 2 === 0);
  return {
    ...((isTotal || isEdge) && { bl: BooleanNumber.TRUE }),
    ...(isBanded && !isTotal && { bg: { rgb: band } }),
  };
}

const STYLE = /^TableStyle(Light|Medium|Dark)(\d{1,2})$/;
/** Black, then the six accents of Office, as headers and as bands have them. */
const COLOURS: readonly { readonly fill: string; readonly band: string }[] = [
  { fill: '#404040', band: '#D9D9D9' },
  { fill: '#4472C4', band: '#D9E1F2' },
  { fill: '#C65911', band: '#FCE4D6' },
  { fill: '#7B7B7B', band: '#EDEDED' },
  { fill: '#8A6A00', band: '#FFF2CC' },
  { fill: '#2F75B5', band: '#DDEBF7' },
  { fill: '#548235', band: '#E2EFDA' },
];
