import { CellValueType } from '@univerjs/core';
import { cellsOf } from '../sheet-reading';
import type { Spreadsheet } from '../spreadsheet';
import type { Slicer } from '../../engine/lookup';
import { fullText } from './csv-writing';
import type { ShownCell } from './csv-writing';

/** What a person sees on the active sheet, and all digits of its numbers, from its first cell to the last that is filled. */
export async function readShownCells(
  spreadsheet: Spreadsheet,
  slice: Slicer,
): Promise<ShownCell[][]> {
  const sheet = spreadsheet.workbook().getActiveSheet();
  const cells = cellsOf(spreadsheet, sheet);
  const end = cells.endOf({ startRow: 0, startColumn: 0, endRow: Infinity, endColumn: Infinity });
  const styles = spreadsheet.workbook().getWorkbook().getStyles();
  const rows: ShownCell[][] = [];
  for (let start = 0; start <= end.row; start += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, end.row + 1 - start);
    const range = sheet.getRange(start, 0, count, end.column + 1);
    const data = range.getCellDatas();
    const texts = range.getDisplayValues();
    texts.forEach((line, index) => {
      const row = start + index;
      rows.push(
        line.map((text, column) => {
          const cell = data[index]?.[column];
          const content = cells.content(row, column);
          const isTruth = cell?.t === CellValueType.BOOLEAN;
          const pattern = styles.getStyleByCell(cell)?.n?.pattern ?? '';
          const full = typeof content === 'number' ? fullText(content, text, pattern) : text;
          return {
            text: isTruth ? (cell?.v ? 'TRUE' : 'FALSE') : full,
            isText: typeof content === 'string',
          };
        }),
      );
    });
    await slice();
  }
  return rows;
}

const ROWS_AT_ONCE = 200;
