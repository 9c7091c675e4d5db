import { t } from '../engine/language/speech';
import { saveFile } from '../addin/device/file-saving';
import type { Clock } from '../engine/lookup';
import type { FileFormat } from './files/file-reading';
import { readKept, type LastWork, type KeptWorkbook, type KeptWorkbooks } from './kept-workbooks';
import { createFormulaSheet } from './formula-sheet';
import { isToBeCalculated, leftOutIn, saveWorkbook, type SavedWorkbook } from './saved-workbook';
import { createSampleWorkbook } from './sample-workbook';
import type { Spreadsheet } from './spreadsheet';
import type { Opening, WorkbookKeeper } from './workbook-keeper';

/** Opens and saves workbooks as files on this machine. Nothing here rejects. */
export interface WorkbookFiles {
  /** Replaces the open workbook with the file. */
  open(file: File, signal: AbortSignal): Promise<FileOpening>;
  /** Replaces the open workbook with one that this device has kept. */
  reopen(kept: KeptWorkbook): Promise<Reopening>;
  /** Opens the workbook that a person left last, in place of one that nobody has worked on. */
  resume(last: LastWork): Reopening;
  /** Replaces the open workbook with a new copy of the sample. */
  openSample(): void;
  /** Offers the file for saving. CSV has only the active sheet. */
  save(name: string, format: FileFormat, signal: AbortSignal): Promise<FileSaving>;
  /**
   * Returns what the workbench left out of the open workbook's file, and a saved file therefore
   * lacks.
   */
  lost(): readonly string[];
  /** Returns the name of a file of this format, without its extension. */
  name(format: FileFormat): string;
}

export type FileOpening =
  | {
      readonly kind: 'opened';
      /** What the file contains, but the workbench left out. */
      readonly leftOut: readonly string[];
      /** For a text file, how it was read; for a workbook, what was not calculated. */
      readonly notes: string;
      /** Reopens the workbook that was open before. */
      goBack(): void;
    }
  | FileFailure;

export type Reopening = { readonly kind: 'reopened' } | FileFailure;

export type FileSaving = { readonly kind: 'saved'; readonly fileName: string } | FileFailure;

export type FileFailure =
  { readonly kind: 'failed'; readonly message: string } | { readonly kind: 'called-off' };

export interface WorkbookFilesOptions {
  readonly functionIds: readonly string[];
  readonly clock: Clock;
  readonly page: Window & typeof globalThis;
  readonly kept: Pick<KeptWorkbooks, 'read'>;
  readonly keeper: Pick<WorkbookKeeper, 'opened' | 'openNow' | 'saved' | 'flush'>;
}

/** Creates what opens and saves files, for one spreadsheet. */
export function createWorkbookFiles(
  spreadsheet: Spreadsheet,
  { functionIds, clock, page, kept, keeper }: WorkbookFilesOptions,
): WorkbookFiles {
  const savedNow = (): SavedWorkbook => saveWorkbook(spreadsheet.workbook(), spreadsheet.injector);
  const activeId = (): string => spreadsheet.workbook().getActiveSheet().getSheetId();
  const show = (saved: SavedWorkbook, sheetId: string | undefined): void => {
    // Keeps the open workbook before it is gone.
    void keeper.flush();
    spreadsheet.open(saved);
    if (sheetId !== undefined) {
      spreadsheet.workbook().getSheetBySheetId(sheetId)?.activate();
    }
  };
  const reopened = (
    { workbook: { id }, saved }: LastWork,
    opened: Omit<Opening, 'keptId' | 'isWork'>,
  ): Reopening => {
    if (saved === undefined) return failed(t('This workbook can no longer be read.'));
    const before = savedNow();
    const opening = keeper.openNow();
    try {
      show(saved, undefined);
    } catch {
      show(before, undefined);
      keeper.opened(opening);
      return failed(t('This workbook can no longer be opened.'));
    }
    keeper.opened({ ...opened, isWork: true, keptId: id });
    return { kind: 'reopened' };
  };
  /** Where a file is calculated as it opens, what is not. */
  const keptNote = (saved: SavedWorkbook): string => {
    const isAll = createFormulaSheet(spreadsheet.workbook()).callers(functionIds).length === 0;
    if (isAll || !isToBeCalculated(saved)) return '';
    return t(' Locus’s formulas show what was saved. To ask for their values, press F9.');
  };
  return {
    resume: (last) => reopened(last, { isUnsaved: false }),
    openSample() {
      show(createSampleWorkbook(), undefined);
      keeper.opened({ isWork: false });
    },
    lost: () =>
      leftOutIn({ custom: spreadsheet.workbook().getWorkbook().getCustomMetadata() ?? {} }),
    name(format) {
      const workbook = spreadsheet.workbook();
      return format === 'csv' ? workbook.getActiveSheet().getSheetName() : workbook.getName();
    },
    open: (file, signal) =>
      attempt(async () => {
        const { MAX_FILE_BYTES, readFile } = await readingCode();
        // Not even loaded into memory.
        const isTooLarge = file.size > MAX_FILE_BYTES;
        const bytes = isTooLarge ? new Uint8Array(0) : new Uint8Array(await file.arrayBuffer());
        if (isTooLarge) return failed(t('The workbench opens files of up to 100 MB.'));
        const read = await readFile(bytes, file.name, { functionIds, clock, signal });
        if (read.kind !== 'workbook') return read;
        const before = savedNow();
        const sheetBefore = activeId();
        const opening = keeper.openNow();
        show(read.saved, read.activeSheetId);
        return {
          kind: 'opened',
          leftOut: read.leftOut,
          notes: read.notes ?? keptNote(read.saved),
          goBack() {
            show(before, sheetBefore);
            keeper.opened(opening);
          },
        };
      }),
    reopen: (workbook) =>
      attempt(async () => {
        const saved = await readKept(kept, workbook);
        return reopened({ workbook, saved }, {});
      }),
    save: (name, format, signal) =>
      attempt(async () => {
        const { writeFile } = await writingCode();
        const written = await writeFile(spreadsheet, savedNow(), {
          format,
          functionIds,
          activeSheetId: activeId(),
          clock,
          signal,
          newId: () => page.crypto.randomUUID(),
        });
        if (written.kind !== 'file') return written;
        const fileName = `${safeName(name, format)}.${format}`;
        if (!saveFile(fileName, written.content, page, TYPES[format])) {
          return failed(t('Your browser doesn’t let this page save files.'));
        }
        // CSV lacks the formulas and the other sheets, so it does not count as saved work.
        if (format === 'xlsx') {
          // The workbook takes the name that the person gave the file.
          if (name.trim() !== '') spreadsheet.workbook().setName(name.trim());
          keeper.saved();
        }
        return { kind: 'saved', fileName };
      }),
  };
}

const TYPES: Readonly<Record<FileFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv;charset=utf-8',
};

/** Most pages neither open nor save a file, so the code for it is fetched only then. */
const readingCode = () => import(/* webpackChunkName: "files" */ './files/file-reading');
const writingCode = () => import(/* webpackChunkName: "files" */ './files/file-writing');

async function attempt<Result>(work: () => Promise<Result>): Promise<Result | FileFailure> {
  try {
    return await work();
  } catch {
    return failed(t('Something went wrong. Reload the page and try again.'));
  }
}

function failed(message: string): FileFailure {
  return { kind: 'failed', message };
}

/** Most systems accept no longer name. */
const MAX_NAME = 200;

/** Drops the extension, which the format adds, and characters that file names cannot contain. */
function safeName(name: string, format: FileFormat): string {
  const safe = name
    .slice(0, MAX_NAME)
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, ' ')
    .replace(new RegExp(`\\.${format}$`, 'i'), '')
    .replace(/[. ]+$/, '')
    .trim();
  return safe === '' ? t('Workbook') : safe;
}
