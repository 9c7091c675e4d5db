import { t } from '../../engine/language/speech';
import { guarded } from '../../engine/catalogue/formula-guard';
import type { ColumnUse } from '../../engine/catalogue/import-columns';
import { readNames, type NameImport } from '../../engine/catalogue/name-import';
import { eachInSlices, type Clock } from '../../engine/lookup';
import { fileKindFault } from '../../engine/places/file-kinds';
import { readTextFile } from '../../engine/places/text-encoding';

/** A list as it was read, before anything in it is taken. */
export interface ReadList {
  readonly text: string;
  readonly list: NameImport;
  /** Cells beside the names that a spreadsheet would read as formulas. */
  readonly formulaCount: number;
}

export async function readList(
  text: string,
  clock: Clock,
  uses?: readonly ColumnUse[],
): Promise<ReadList> {
  const list = await readNames(text, { clock, ...(uses !== undefined && { uses }) });
  let formulaCount = 0;
  await eachInSlices(list.names, clock, ({ title, unit, description, others = [] }) => {
    const texts = [title, unit, description, ...others.map((other) => other.text)];
    formulaCount += texts.filter((one) => one !== undefined && isLikeFormula(one)).length;
  });
  return { text, list, formulaCount };
}

/** Why a file is not read, for people. */
export interface FileFault {
  readonly message: string;
}

/** Several times the longest text that is read. */
const MAX_BYTES = 200_000_000;

/** A file's text, whatever its encoding; never rejects. */
export async function readFile(file: File): Promise<string | FileFault> {
  if (file.size > MAX_BYTES) return faulty(t('This file is too large for a list of attributes.'));
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return faulty(t('Couldn’t read this file. It may be open elsewhere or deleted.'));
  }
  const fault = fileKindFault(bytes);
  if (isArchive(bytes) && fault === undefined) {
    return faulty(t('This is a workbook, not a CSV file. Copy its cells and paste them here.'));
  }
  if (fault !== undefined) return faulty(fault);
  const text = readTextFile(bytes).text;
  if (text.includes('\0')) return faulty(t('This isn’t a text file. Save the list as CSV first.'));
  return text.trim() === '' ? faulty(t('This file is empty.')) : text;
}

function faulty(message: string): FileFault {
  return { message };
}

/** A minus before a number does not make a formula. */
function isLikeFormula(text: string): boolean {
  return guarded(text) !== text && !Number.isFinite(Number(text));
}

/** Excel's files are archives. */
function isArchive([first, second]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b;
}
