import type { ICellData, Nullable } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/preset-sheets-core';
import type { FWorksheet } from '@univerjs/sheets/facade';
import { isFormula } from '../addin/spreadsheet/block-writing';
import { cellName, formatArea } from '../addin/spreadsheet/cell-address';
import type { CellTexts, ContentsReading } from '../addin/spreadsheet/workbook-contents';
import { toCellData } from './cell-data';
import type { ChangeableText } from './contents-texts';
import { cellsOf } from './sheet-reading';
import type { Spreadsheet } from './spreadsheet';

/** Reading this many takes a few milliseconds. */
const CELLS_AT_ONCE = 5_000;

type CellsReading = Extract<ContentsReading, { readonly kind: 'cells' }>;

/** The last row and column that hold anything; -1 if none does. */
export interface CellsEnd {
  readonly row: number;
  readonly column: number;
}

/** The texts of a sheet's cells, from row `from` on. */
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
      written.push(isFormula(input) ? input : '');
    }
    values.push(shown);
    formulas.push(written);
  }
  const block: CellTexts = { sheet: sheet.getSheetName(), row: from, column: 0, values, formulas };
  const next = from + count <= end.row ? from + count : undefined;
  return { kind: 'cells', ...block, next };
}

/** The link addresses behind texts in a sheet's cells. */
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

/** Looks at every cell, and yields to the page now and then. */
export async function endOfCells(spreadsheet: Spreadsheet, sheet: FWorksheet): Promise<CellsEnd> {
  const matrix = sheet.getSheet().getCellMatrix();
  const { injector, workbook } = spreadsheet;
  const spilled = injector.get(FormulaDataModel).getArrayFormulaCellData();
  const spills = spilled[workbook().getId()]?.[sheet.getSheetId()] ?? {};
  const end = { row: -1, column: -1 };
  let looked = 0;
  const look = (row: string, line: object | undefined): void => {
    for (const [column, cell] of Object.entries(line ?? {})) {
      looked += 1;
      if (!holdsText(cell as Nullable<ICellData>)) continue;
      end.row = Math.max(end.row, Number(row));
      end.column = Math.max(end.column, Number(column));
    }
  };
  for (const rows of [matrix.getMatrix(), spills]) {
    for (const [row, line] of Object.entries(rows)) {
      look(row, line as object | undefined);
      if (looked < LOOKED_AT_ONCE) continue;
      looked = 0;
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  return end;
}

/** More than `CELLS_AT_ONCE`, since this only checks whether a cell holds text. */
const LOOKED_AT_ONCE = 20_000;

/** Many cells have a format and nothing else. */
function holdsText(cell: Nullable<ICellData>): boolean {
  if (!cell) return false;
  const { v: value, f: formula, si: shared, p: document } = cell;
  return Boolean(formula) || Boolean(shared) || Boolean(document) || (value ?? '') !== '';
}

function rowsAtOnce(columns: number): number {
  return Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, columns)));
}

/** The text of a cell with several formats, which Univer stores separately. */
function richText(document: unknown): string {
  const { body } = (document ?? {}) as { readonly body?: { readonly dataStream?: unknown } };
  return typeof body?.dataStream === 'string' ? body.dataStream.replace(/\r\n$/, '') : '';
}
