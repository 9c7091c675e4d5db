import { t } from '../../engine/language/speech';
import type { Clock } from '../../engine/lookup';
import { fileKindFault } from '../../engine/places/file-kinds';
import { CalledOff, createFileSlicer } from './called-off';
import { readCsvFile } from './csv-reading';
import { createFormulaText } from './formula-text';
import { openPackage } from './package-reading';
import { tooLarge, UnreadableFile } from './unreadable-file';
import { readWorkbookFile } from './workbook-file-reading';
import type { ReadWorkbook } from './workbook-file-reading';

export type FileReading =
  | ({
      readonly kind: 'workbook';
      readonly format: FileFormat;
      /** Of a text file: how it was read. */
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

/** The workbench does not even look at a larger file. */
export const MAX_FILE_BYTES = 100_000_000;

/**
 * Reads a file, recognising it by its content rather than its name. Never rejects: a failure says
 * why the file cannot be opened. Executes, follows and fetches nothing that a file contains.
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
