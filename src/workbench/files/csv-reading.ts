import { LocaleType } from '@univerjs/core';

import { t } from '../../engine/language/speech';
import type { Clock } from '../../engine/lookup';
import { findFormat, readRows } from '../../engine/places/delimited-text';
import { encodingNamed, readTextFile } from '../../engine/places/text-encoding';
import type { TextEncoding } from '../../engine/places/text-encoding';
import { freeSheetName, MAX_COLUMNS, MAX_ROWS } from '../../addin/spreadsheet/cell-address';
import { deviceFormats } from '../local-formats';
import type { SavedWorkbook } from '../saved-workbook';
import { CalledOff } from './called-off';
import { createCsvValues } from './csv-values';
import { createAllowance, createSheetBuilder } from './sheet-builder';
import { tooLarge, UnreadableFile } from './unreadable-file';

export interface ReadCsv {
  readonly saved: SavedWorkbook;
  /** How its bytes were read, as sentences: " Read as UTF-8, separated by commas." */
  readonly notes: string;
}

/**
 * A workbook of one sheet with the file's cells. Nothing in such a file becomes a formula: a text
 * that begins with `=`, `+`, `-` or `@` stays text, unless it is a number. What is no number for
 * sure stays as it is written: see `csv-values.ts`. Throws `UnreadableFile`.
 */
export async function readCsvFile(
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
    'The letters of this file can’t be told. Open it where it shows well, save it as "CSV UTF-8" and open that.',
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
