import {
  BooleanNumber,
  BorderStyleTypes,
  generateRandomId,
  HorizontalAlign,
  VerticalAlign,
  WrapStrategy,
  type ICellData,
  type IStyleData,
  type IWorksheetData,
} from '@univerjs/core';
import {
  cellsOfPage,
  heightOf,
  PAGE_FILL,
  PAGE_LOOKS,
  PAGE_MARGIN,
  PAGE_RULE,
  pageFingerprint,
  type PageColumn,
  type PageRow,
  type PrintedPage,
} from '../../addin/spreadsheet/printed-page';
import type { CellInput } from '../../addin/spreadsheet/sheet';
import { keepingPage } from './page-pictures';
import { onOnePage } from './printing';
import { toCellData } from '../sheet-writing';

/** Creates the sheet with its look, its pictures and its print settings. */
export function sheetOf(page: PrintedPage, name: string): IWorksheetData {
  const { columns, rows } = page;
  const cells = cellsOfPage(page);
  const last = columns.length - 1;
  const pictures = rows.flatMap((row, index) =>
    row.kind === 'drawing'
      ? [
          {
            row: index,
            png: row.png,
            width: row.width,
            height: row.height,
            description: row.description,
          },
        ]
      : [],
  );
  return {
    id: generateRandomId(),
    name,
    tabColor: '',
    hidden: BooleanNumber.FALSE,
    freeze: { xSplit: 0, ySplit: 0, startRow: -1, startColumn: -1 },
    rowCount: Math.max(rows.length + 20, 100),
    columnCount: Math.max(columns.length + 6, 20),
    zoomRatio: 1,
    scrollTop: 0,
    scrollLeft: 0,
    defaultColumnWidth: 88,
    defaultRowHeight: 24,
    mergeData: rows.flatMap(({ kind }, row) =>
      kind === 'heading' || kind === 'line'
        ? []
        : [{ startRow: row, endRow: row, startColumn: 0, endColumn: last }],
    ),
    cellData: Object.fromEntries(
      rows.map((row, r) => [
        r,
        Object.fromEntries(
          columns.map((column, c) => [c, cellOf(row, column, c, cells[r]?.[c] ?? '')]),
        ),
      ]),
    ),
    rowData: Object.fromEntries(
      rows.map((row, r) => [r, { h: heightOf(row), ia: BooleanNumber.FALSE }]),
    ),
    columnData: Object.fromEntries(columns.map(({ width }, c) => [c, { w: width }])),
    showGridlines: BooleanNumber.FALSE,
    rowHeader: { width: 46, hidden: BooleanNumber.FALSE },
    columnHeader: { height: 20, hidden: BooleanNumber.FALSE },
    rightToLeft: BooleanNumber.FALSE,
    custom: {
      ...onOnePage(PAGE_MARGIN),
      ...keepingPage({
        id: page.id,
        made: pageFingerprint(cells),
        rows: rows.length,
        columns: columns.length,
        pictures,
      }),
    },
  };
}

const ALIGN = {
  left: HorizontalAlign.LEFT,
  center: HorizontalAlign.CENTER,
  right: HorizontalAlign.RIGHT,
} as const;

function cellOf(row: PageRow, { align }: PageColumn, at: number, input: CellInput): ICellData {
  if (row.kind === 'drawing') return {};
  const look = PAGE_LOOKS[row.kind];
  const isLine = row.kind === 'line' || row.kind === 'heading';
  const pattern = row.kind === 'line' ? row.formats?.[at] : undefined;
  const style: IStyleData = {
    fs: look.size,
    bl: look.isBold ? BooleanNumber.TRUE : BooleanNumber.FALSE,
    cl: { rgb: look.colour },
    ht: isLine ? ALIGN[align] : HorizontalAlign.LEFT,
    vt: VerticalAlign.MIDDLE,
    tb: WrapStrategy.WRAP,
    ...(row.kind === 'heading' && { bg: { rgb: PAGE_FILL } }),
    ...(isLine && { bd: { b: { s: BorderStyleTypes.THIN, cl: { rgb: PAGE_RULE } } } }),
    ...(pattern !== undefined && { n: { pattern } }),
  };
  const { v, t } = input === '' ? {} : toCellData(input);
  return { s: style, ...(v !== undefined && { v }), ...(t !== undefined && { t }) };
}
