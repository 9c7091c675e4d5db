import type { Clock } from '../../engine/lookup';
import type { SavedWorkbook } from '../saved-workbook';
import type { Spreadsheet } from '../spreadsheet';
import { CalledOff, createFileSlicer } from './called-off';
import { writeCsv } from './csv-writing';
import type { FileFormat } from './file-reading';
import { createFormulaText } from './formula-text';
import { readShownCells } from './shown-cells';
import { writeWorkbookFile } from './workbook-file-writing';

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
      return { kind: 'file', content: writeCsv(await readShownCells(spreadsheet, slice)) };
    }
    const formulas = createFormulaText(functionIds);
    const written = await writeWorkbookFile(saved, { formulas, slice, activeSheetId, newId });
    return written.kind === 'file' ? { kind: 'file', content: written.bytes } : written;
  } catch (reason) {
    if (reason instanceof CalledOff) return { kind: 'called-off' };
    throw reason;
  }
}
