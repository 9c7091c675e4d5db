import { LocaleType } from '@univerjs/core';
import { freeSheetName, MAX_COLUMNS, MAX_ROWS } from '../../addin/spreadsheet/cell-address';
import { t } from '../../engine/language/speech';
import type { Clock } from '../../engine/lookup';
import { findFormat, readRows } from '../../engine/places/delimited-text';
import { fileKindFault } from '../../engine/places/file-kinds';
import { encodingNamed, readTextFile, type TextEncoding } from '../../engine/places/text-encoding';
import { deviceFormats } from '../local-formats';
import type { SavedWorkbook } from '../saved-workbook';
import { CalledOff, createFileSlicer, tooLarge, UnreadableFile } from './unreadable-file';
import { createCsvValues } from './csv-values';
import { createFormulaText } from './formula-text';
import { openPackage } from './package-reading';
import { createAllowance, createSheetBuilder } from './sheet-builder';
import { readWorkbookFile, type ReadWorkbook } from './workbook-file-reading';

export type FileReading =
  | ({
      readonly kind: 'workbook';
      readonly format: FileFormat;
      /** For a text file: how it was read. */
      readonly notes?: string;
    } & ReadWorkbook)
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'called-off' };

export type FileFormat = 'xlsx' | 'csv';

export interface FileReadingOptions {
  readonly functionIds: readonly string[];
  readonly clock: Clock;
  readonly signal?: AbortSignal;
}

/** The workbench does not read a larger file. */
export const MAX_FILE_BYTES = 100_000_000;

/**
 * Reads a file, and recognises it by its content rather than its name. Never rejects: a failure
 * says why the file cannot be opened. Executes, follows and fetches nothing that a file contains.
 */
export async function readFile(
  bytes: Uint8Array<ArrayBuffer>,
  fileName: string,
  { functionIds, clock, signal }: FileReadingOptions,
): Promise<FileReading> {
  const name = fileName.replace(/\.[^.]*$/, '');
  try {
    if (bytes.length > MAX_FILE_BYTES) throw tooLarge(t('it’s larger than 100 MB'));
    if (bytes.length === 0) throw new UnreadableFile(t('The file is empty.'));
    const fault = fileKindFault(bytes);
    if (fault !== undefined) throw new UnreadableFile(fault);
    if (startsWith(bytes, ZIP)) {
      const slice = createFileSlicer(clock, signal);
      const opened = await openPackage(bytes, PACKAGE_LIMITS, slice);
      const formulas = createFormulaText(functionIds);
      const read = await readWorkbookFile(opened, name, { formulas, slice });
      return { kind: 'workbook', format: 'xlsx', ...read };
    }
    if (/\.xls[xmb]?$/i.test(fileName)) throw new UnreadableFile(onlyNamedWorkbook());
    const read = await readCsvFile(bytes, name, clock, signal);
    return { kind: 'workbook', format: 'csv', activeSheetId: undefined, leftOut: [], ...read };
  } catch (reason) {
    if (reason instanceof CalledOff) return { kind: 'called-off' };
    if (reason instanceof UnreadableFile) return { kind: 'failed', message: reason.message };
    return {
      kind: 'failed',
      message: t('Couldn’t read the file. Open it in Excel and save a new copy.'),
    };
  }
}

const PACKAGE_LIMITS = { maxParts: 5_000, maxBytes: 400_000_000 };
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const onlyNamedWorkbook = (): string =>
  t(
    'This file is damaged, or isn’t an Excel workbook although it’s named like one. Get another copy, or open it in Excel and save a new copy.',
  );
function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

interface ReadCsv {
  readonly saved: SavedWorkbook;
  /** How its bytes were read, as sentences: " Read as UTF-8, separated by commas." */
  readonly notes: string;
}

/**
 * Reads the cells of a text file into a workbook of one sheet. Nothing becomes a formula: a text
 * that begins with `=`, `+`, `-` or `@` stays text, unless it is a number. What is not certainly a
 * number stays as it is written: see `csv-values.ts`.
 *
 * @throws UnreadableFile
 */
async function readCsvFile(
  bytes: Uint8Array,
  name: string,
  clock: Pick<Clock, 'schedule'>,
  signal?: AbortSignal,
): Promise<ReadCsv> {
  const { text, encoding } = readTextFile(bytes);
  if (encoding.isUnsure === true) throw new UnreadableFile(unsureEncoding());
  const format = findFormat(text);
  const { delimiter } = format;
  const local = deviceFormats();
  const values = createCsvValues({ ...local, delimiter });
  const allowance = createAllowance(MAX_CELLS, t('filled cells'));
  const builder = createSheetBuilder(
    'sheet1',
    freeSheetName(name.slice(0, MAX_FILE_NAME) || 'Sheet1', []),
    allowance,
  );
  let row = -1;
  let fault: UnreadableFile | undefined;
  const take = (cells: readonly string[]): void => {
    row += 1;
    if (row >= MAX_ROWS) throw tooLarge(t('it has more rows than a sheet'));
    if (cells.length > MAX_COLUMNS) throw tooLarge(t('it has more columns than a sheet'));
    cells.forEach((cell, column) => {
      if (cell !== '') builder.set(row, column, values.cellOf(cell, column));
    });
  };
  await readRows(text, format, clock, ({ cells, line, fault: broken }) => {
    if (fault !== undefined || signal?.aborted === true) return;
    try {
      if (broken !== undefined && broken.kind !== 'stray-quote') throw openQuote(line);
      take(cells);
    } catch (reason) {
      if (!(reason instanceof UnreadableFile)) throw reason;
      fault = reason;
    }
  });
  if (signal?.aborted === true) throw new CalledOff();
  if (fault !== undefined) throw fault;
  const { styles, hasLocalDates } = values.finish();
  const saved: SavedWorkbook = {
    id: 'opened',
    name,
    locale: LocaleType.EN_US,
    styles,
    sheetOrder: ['sheet1'],
    sheets: { sheet1: builder.finish().sheet },
  };
  const order = hasLocalDates ? orderOfDates(local.isDayFirst) : '';
  return { saved, notes: `${notesOn(encoding, delimiter)}${order}` };
}

function notesOn({ label, lines }: TextEncoding, delimiter: string): string {
  const encoding = encodingNamed(label).name;
  const how = SEPARATED[delimiter]?.() ?? t('separated by {delimiter}', { delimiter });
  const broken = t(' Some lines are in another encoding, or broken: look for �.');
  return [
    t(' Read as {encoding}, {how}.', { encoding, how }),
    lines === undefined ? '' : broken,
    t(' Text was kept as text, never as formulas.'),
  ].join('');
}

function orderOfDates(isDayFirst: boolean): string {
  return isDayFirst
    ? t(' Dates were read as day, month, year.')
    : t(' Dates were read as month, day, year.');
}

const SEPARATED: Readonly<Record<string, () => string>> = {
  ',': () => t('separated by commas'),
  ';': () => t('separated by semicolons'),
  '\t': () => t('separated by tabs'),
  '|': () => t('separated by vertical bars'),
};

const MAX_CELLS = 1_000_000;
function unsureEncoding(): string {
  return t(
    'Locus can’t tell this file’s encoding. Open the file in a program that shows its text correctly, save it as "CSV UTF-8" and open that.',
  );
}

function openQuote(line: number): UnreadableFile {
  return new UnreadableFile(
    t('A quotation mark that opens on line {line} never closes. Fix it and open the file again.', {
      line: String(line),
    }),
  );
}

/** No system accepts a longer one. */
const MAX_FILE_NAME = 255;
