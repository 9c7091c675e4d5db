import type { Clock } from '../../../src/engine/lookup';
import { createFileSlicer } from '../../../src/workbench/files/unreadable-file';
import { readFile, type FileReading } from '../../../src/workbench/files/file-reading';
import { createFormulaText } from '../../../src/workbench/files/formula-text';
import { writeWorkbookFile } from '../../../src/workbench/files/workbook-file-writing';
import type { SavedWorkbook } from '../../../src/workbench/saved-workbook';
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
  const written = await writeWorkbookFile(saved, {
    formulas: createFormulaText(FUNCTION_IDS),
    slice: createFileSlicer(CLOCK),
    activeSheetId,
    newId: () => `00000000-0000-4000-8000-${String((parts += 1)).padStart(12, '0')}`,
  });
  if (written.kind === 'failed') throw new Error(written.message);
  return written.bytes;
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
