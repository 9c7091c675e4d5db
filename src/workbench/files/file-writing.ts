import type { Clock, Slicer } from '../../engine/lookup';
import type { SavedWorkbook } from '../saved-workbook';
import type { Spreadsheet } from '../spreadsheet';
import { CalledOff, createFileSlicer } from './unreadable-file';
import type { FileFormat } from './file-reading';
import { createFormulaText } from './formula-text';
import { writeWorkbookFile } from './workbook-file-writing';
import { CellValueType } from '@univerjs/core';
import { deviceFormats, type LocalFormats } from '../local-formats';
import { cellsOf, EVERYWHERE } from '../sheet-reading';
import { dateFromSerial } from 'numfmt';
import { guarded } from '../../engine/catalogue/formula-guard';
import { isDateFormat, isTimeFormat } from '../../engine/places/dates';

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

/** Writes the workbook as a file, or the active sheet as CSV. */
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
  const end = cells.endOf(EVERYWHERE);
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

/** A cell with everything that it contains: see `fullText`. */
export interface FullCell {
  readonly text: string;
  readonly isText: boolean;
}

/**
 * Returns the text of a CSV file for this person's Excel: with a byte order mark and Windows line
 * ends, and with semicolons between the cells if the decimal sign is a comma. A text that a
 * spreadsheet would read as a formula gets a leading apostrophe, which `readCsvFile` removes again.
 */
export function writeCsv(
  rows: readonly (readonly FullCell[])[],
  { hasDecimalComma }: Pick<LocalFormats, 'hasDecimalComma'>,
): string {
  const delimiter = hasDecimalComma ? ';' : ',';
  const field = ({ text, isText }: FullCell): string => {
    if (hasDecimalComma && !isText && PLAIN_NUMBER.test(text)) return text.replace('.', ',');
    return fieldOf(text);
  };
  const lines = rows.map((row) => `${row.map(field).join(delimiter)}\r\n`);
  return `\uFEFF${lines.join('')}`;
}

/**
 * Returns a number with all its digits, even if its format shows fewer, or other signs: 0.125 for
 * 13 %. Zeros at its end stay. A date is written as 2026-11-21, which every region reads as the
 * same day, and a time with its seconds unless these are 0.
 */
export function fullText(value: number, shown: string, pattern: string): string {
  if (isDateFormat(pattern)) return dateText(value, isTimeFormat(pattern, 'hs')) ?? shown;
  if (isTimeFormat(pattern)) return value < 0 ? shown : timeText(value);
  // Fifteen digits, as a spreadsheet has them: 0.3 for 0.30000000000000004.
  return Number(shown) === value ? shown : String(Number(value.toPrecision(15)));
}

/** @param hasTime whether the cell shows a time of day too */
function dateText(serial: number, hasTime: boolean): string | undefined {
  const [year, month, day] = dateFromSerial(serial) ?? [];
  if (year === undefined || serial < 0) return undefined;
  const date = [String(year).padStart(4, '0'), two(month), two(day)].join('-');
  return hasTime ? `${date} ${timeText(serial % 1)}` : date;
}

function timeText(days: number): string {
  const seconds = Math.round(days * SECONDS_A_DAY);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = seconds % 60 === 0 ? '' : `:${two(seconds % 60)}`;
  return `${two(hours)}:${two(minutes)}${rest}`;
}

function two(number = 0): string {
  return String(number).padStart(2, '0');
}

const SECONDS_A_DAY = 86_400;
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]\d+)?$/i;

/**
 * What no program calculates, whatever sign it begins with: a number with nothing but its usual
 * marks, a telephone number in groups, signs alone (`-` for nothing), and a text as Excel's users
 * write it into CSV (`="007"`). A number's format may come from someone else and contain any text.
 */
const HARMLESS =
  /^[+-]?\s?(?:\p{Sc}\s?)?\d[\d.,\s]*(?:E[+-]?\d+)?\s?[%\p{Sc}]?\s?$|^[+-]+\s*$|^="[^"]*"$/u;

function fieldOf(text: string): string {
  const safe = HARMLESS.test(text) ? text : guarded(text);
  return /["\r\n,;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
