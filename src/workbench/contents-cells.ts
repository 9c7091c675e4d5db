import type { FWorksheet } from '@univerjs/sheets/facade';
import { cellName, formatArea } from '../taskpane/cell-address';
import type { CellTexts, ContentsReading } from '../taskpane/workbook-contents';
import { toCellData } from './cell-data';
import type { ChangeableText } from './contents-texts';
import { cellsOf } from './sheet-reading';
import type { Spreadsheet } from './spreadsheet';

/** So many at once: a few milliseconds. */
const CELLS_AT_ONCE = 5_000;

type CellsReading = Extract<ContentsReading, { readonly kind: 'cells' }>;

/** The last row and column that hold anything; -1 where none does. */
export interface CellsEnd {
  readonly row: number;
  readonly column: number;
}

/** The texts of a sheet's cells, from a row on. */
export function readCellTexts(
  spreadsheet: Spreadsheet,
  sheet: FWorksheet,
  from: number,
  end: CellsEnd,
): CellsReading {
  const cells = cellsOf(spreadsheet, sheet);
  const matrix = sheet.getSheet().getCellMatrix();
  const columns = end.column + 1;
  const count = Math.max(0, Math.min(end.row + 1 - from, rowsAtOnce(columns)));
  const values: string[][] = [];
  const formulas: string[][] = [];
  for (let row = from; row < from + count; row += 1) {
    const shown: string[] = [];
    const written: string[] = [];
    for (let column = 0; column < columns; column += 1) {
      const content = cells.content(row, column);
      const input = content === null ? '' : cells.input(row, column);
      const text = content !== null && typeof content === 'object' ? content.error : content;
      shown.push(text === null ? richText(matrix.getValue(row, column)?.p) : String(text));
      written.push(typeof input === 'string' && input.startsWith('=') ? input : '');
    }
    values.push(shown);
    formulas.push(written);
  }
  const block: CellTexts = { sheet: sheet.getSheetName(), row: from, column: 0, values, formulas };
  const next = from + count <= end.row ? from + count : undefined;
  return { kind: 'cells', ...block, next };
}

/** Addresses behind the texts of a sheet's cells. */
export function linksOf(sheet: FWorksheet): ChangeableText[] {
  const links: ChangeableText[] = [];
  sheet
    .getSheet()
    .getCellMatrix()
    .forValue((row, column, cell) => {
      const ranges = (cell?.p?.body?.customRanges ?? []) as readonly {
        readonly properties?: { readonly url?: unknown };
      }[];
      for (const { properties } of ranges) {
        if (typeof properties?.url !== 'string') continue;
        const area = { startRow: row, startColumn: column, endRow: row, endColumn: column };
        const address = formatArea({ ...area, sheet: sheet.getSheetName() });
        const id = `${sheet.getSheetId()}!${cellName(row, column)}`;
        links.push({
          place: { kind: 'link', id, field: 'url', label: address, address, repair: 'remove' },
          text: properties.url,
          put: () => void sheet.getRange(row, column).setValue(toCellData(richText(cell?.p))),
        });
      }
    });
  return links;
}

/** Looks at every cell, which takes a while where there are many. */
export function endOfCells(spreadsheet: Spreadsheet, sheet: FWorksheet): CellsEnd {
  return cellsOf(spreadsheet, sheet).endOf(EVERYWHERE);
}

const EVERYWHERE = { startRow: 0, startColumn: 0, endRow: Infinity, endColumn: Infinity };

function rowsAtOnce(columns: number): number {
  return Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, columns)));
}

/** Of a cell with several formats Univer keeps the text apart. */
function richText(document: unknown): string {
  const { body } = (document ?? {}) as { readonly body?: { readonly dataStream?: unknown } };
  return typeof body?.dataStream === 'string' ? body.dataStream.replace(/\r\n$/, '') : '';
}
