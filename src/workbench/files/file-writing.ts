import type { Clock, Slicer } from '../../engine/lookup';
import type { SavedWorkbook } from '../saved-workbook';
import type { Spreadsheet } from '../spreadsheet';
import { CalledOff, createFileSlicer } from './called-off';
import { fullText, writeCsv, type FullCell } from './csv-writing';
import type { FileFormat } from './file-reading';
import { createFormulaText } from './formula-text';
import { writeWorkbookFile } from './workbook-file-writing';
import { CellValueType } from '@univerjs/core';
import { deviceFormats } from '../local-formats';
import { cellsOf } from '../sheet-reading';

export type FileWriting =
  | { readonly kind: 'file'; readonly content: string | Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'called-off' };

export interface FileWritingOptions {
  readonly format: FileFormat;
  readonly functionIds: readonly string[];
  readonly activeSheetId: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  newId(): string;
}

/** Writes the workbook as a file or, as CSV, the active sheet. */
export async function writeFile(
  spreadsheet: Spreadsheet,
  saved: SavedWorkbook,
  { format, functionIds, activeSheetId, clock, signal, newId }: FileWritingOptions,
): Promise<FileWriting> {
  const slice = createFileSlicer(clock, signal);
  try {
    if (format === 'csv') {
      const rows = await readFullCells(spreadsheet, slice);
      return { kind: 'file', content: writeCsv(rows, deviceFormats()) };
    }
    const formulas = createFormulaText(functionIds);
    const written = await writeWorkbookFile(saved, { formulas, slice, activeSheetId, newId });
    return written.kind === 'file' ? { kind: 'file', content: written.bytes } : written;
  } catch (reason) {
    if (reason instanceof CalledOff) return { kind: 'called-off' };
    throw reason;
  }
}

/** The active sheet, from its first cell to the last that is filled. */
async function readFullCells(spreadsheet: Spreadsheet, slice: Slicer): Promise<FullCell[][]> {
  const sheet = spreadsheet.workbook().getActiveSheet();
  const cells = cellsOf(spreadsheet, sheet);
  const end = cells.endOf({ startRow: 0, startColumn: 0, endRow: Infinity, endColumn: Infinity });
  const styles = spreadsheet.workbook().getWorkbook().getStyles();
  const rows: FullCell[][] = [];
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
