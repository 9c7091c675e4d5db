import type { Clock } from '../../../src/engine/lookup';
import { readFile, type FileReading } from '../../../src/workbench/files/file-reading';
import { writeFile } from '../../../src/workbench/files/file-writing';
import { resourceIn, type SavedWorkbook } from '../../../src/workbench/saved-workbook';
import type { Spreadsheet } from '../../../src/workbench/spreadsheet';
import { FUNCTION_IDS } from './example-workbook';

/** Never tired, and soon is at once. */
export const CLOCK: Clock = {
  now: () => 0,
  elapsed: () => 0,
  today: () => '2026-11-21',
  schedule(_ms, run) {
    const timer = setImmediate(run);
    return () => clearImmediate(timer);
  },
};

/** The file's bytes; a failure to write it is thrown. */
export async function write(
  saved: SavedWorkbook,
  activeSheetId?: string,
): Promise<Uint8Array<ArrayBuffer>> {
  let parts = 0;
  // Only a CSV file is written from what the spreadsheet shows.
  const written = await writeFile({} as Spreadsheet, saved, {
    format: 'xlsx',
    functionIds: FUNCTION_IDS,
    activeSheetId: activeSheetId ?? '',
    clock: CLOCK,
    signal: new AbortController().signal,
    newId: () => `00000000-0000-4000-8000-${String((parts += 1)).padStart(12, '0')}`,
  });
  if (written.kind === 'failed') throw new Error(written.message);
  if (written.kind !== 'file' || typeof written.content === 'string') {
    throw new Error('This is no workbook.');
  }
  return written.content;
}

export function read(bytes: Uint8Array, name = 'file.xlsx'): Promise<FileReading> {
  const options = { functionIds: FUNCTION_IDS, clock: CLOCK };
  return readFile(new Uint8Array(bytes), name, options);
}

/** What is read of a file that can be opened. */
export async function readWhole(
  bytes: Uint8Array,
  name?: string,
): Promise<Extract<FileReading, { kind: 'workbook' }>> {
  const reading = await read(bytes, name);
  if (reading.kind !== 'workbook') throw new Error(JSON.stringify(reading));
  return reading;
}

/** A name as Univer loads it. */
export interface LoadedName {
  readonly name: string;
  readonly formulaOrRefString: string;
  readonly localSheetId?: string;
  readonly hidden?: boolean;
  readonly comment?: string;
}

export function namesIn(saved: SavedWorkbook): LoadedName[] {
  return Object.values(resourceIn<Record<string, LoadedName>>(saved, NAMES) ?? {});
}

export const NAMES = 'SHEET_DEFINED_NAME_PLUGIN';

/** Univer's notes: sheet, row, column and text. */
export function notesIn(saved: SavedWorkbook): (readonly [string, number, number, string])[] {
  type Notes = Record<string, Record<string, Record<string, { readonly note: string }>>>;
  const notes = resourceIn<Notes>(saved, 'SHEET_NOTE_PLUGIN') ?? {};
  return Object.entries(notes).flatMap(([sheet, rows]) =>
    Object.entries(rows).flatMap(([row, columns]) =>
      Object.entries(columns).map(
        ([column, { note }]) => [sheet, Number(row), Number(column), note] as const,
      ),
    ),
  );
}
