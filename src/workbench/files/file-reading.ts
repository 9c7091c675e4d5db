import { t } from '../../language/speech';
import type { Clock } from '../../lookup';
import { CalledOff, createFileSlicer } from './called-off';
import { readCsvFile } from './csv-reading';
import { createFormulaText } from './formula-text';
import { openPackage, passwordProtected } from './package-reading';
import { tooLarge, UnreadableFile } from './unreadable-file';
import { readWorkbookFile } from './workbook-file-reading';
import type { ReadWorkbook } from './workbook-file-reading';

export type FileReading =
  | ({ readonly kind: 'workbook'; readonly format: FileFormat } & ReadWorkbook)
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
    if (startsWith(bytes, ZIP)) {
      const slice = createFileSlicer(clock, signal);
      const opened = await openPackage(bytes, PACKAGE_LIMITS, slice);
      const formulas = createFormulaText(functionIds);
      const read = await readWorkbookFile(opened, name, { formulas, slice });
      return { kind: 'workbook', format: 'xlsx', ...read };
    }
    if (startsWith(bytes, COMPOUND_FILE)) throw new UnreadableFile(compoundFault(bytes));
    if (/\.xls[xmb]?$/i.test(fileName)) throw new UnreadableFile(onlyNamedWorkbook());
    if (isBinary(bytes)) throw new UnreadableFile(noWorkbook());
    const saved = await readCsvFile(bytes, name, clock, signal);
    return { kind: 'workbook', format: 'csv', saved, activeSheetId: undefined, leftOut: [] };
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
/** The start of old workbooks, and of new ones with a password. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];
const oldWorkbook = (): string =>
  t(
    'This is an older Excel workbook (.xls). Open it in Excel, save it as "Excel Workbook (.xlsx)" and open that.',
  );
const onlyNamedWorkbook = (): string =>
  t(
    'This file is damaged, or isn’t an Excel workbook although it’s named like one. Get another copy, or open it in Excel and save a new copy.',
  );
const noWorkbook = (): string =>
  t(
    'The workbench can’t open this kind of file. Open a workbook (.xlsx, .xlsm) or a text file (.csv, .tsv, .txt).',
  );
const BYTES_LOOKED_AT = 4_096;

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/** The names of what is inside are in UTF-16, at multiples of 128 bytes. */
function compoundFault(bytes: Uint8Array): string {
  const name = [...'EncryptedPackage'].flatMap((sign) => [sign.charCodeAt(0), 0]);
  for (let at = 0; at + name.length <= bytes.length; at += 128) {
    if (name.every((byte, index) => bytes[at + index] === byte)) return passwordProtected();
  }
  return oldWorkbook();
}

/** No text contains zero bytes, except in UTF-16, which its byte order mark reveals. */
function isBinary(bytes: Uint8Array): boolean {
  const isUtf16 = startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff]);
  return !isUtf16 && bytes.subarray(0, BYTES_LOOKED_AT).includes(0);
}
