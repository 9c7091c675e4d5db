import { t } from '../language/speech';
import { saveFile } from '../device/file-saving';
import type { Clock } from '../lookup';
import type { FileFormat } from './files/file-reading';
import type { KeptWorkbook, KeptWorkbooks } from './kept-workbooks';
import { saveWorkbook } from './saved-workbook';
import type { SavedWorkbook } from './saved-workbook';
import type { Spreadsheet } from './spreadsheet';
import type { WorkbookKeeper } from './workbook-keeper';

/** The open workbook as a file of this machine's. Nothing here rejects. */
export interface WorkbookFiles {
  /** The file takes the place of the open workbook. */
  open(file: File, signal: AbortSignal): Promise<FileOpening>;
  /** A workbook that this device has kept takes the place of the open one. */
  reopen(kept: KeptWorkbook): Promise<Reopening>;
  /** Offers the file for saving; CSV is the sheet in front alone. */
  save(name: string, format: FileFormat, signal: AbortSignal): Promise<FileSaving>;
  /** What the workbook is called, without an ending. */
  name(): string;
}

export type FileOpening =
  | {
      readonly kind: 'opened';
      readonly format: FileFormat;
      /** What the file holds and the workbench does not. */
      readonly leftOut: readonly string[];
      /** Puts the workbook back that was open before. */
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
  readonly keeper: Pick<WorkbookKeeper, 'opened' | 'saved' | 'flush'>;
}

export function createWorkbookFiles(
  spreadsheet: Spreadsheet,
  { functionIds, clock, page, kept, keeper }: WorkbookFilesOptions,
): WorkbookFiles {
  const savedNow = (): SavedWorkbook => saveWorkbook(spreadsheet.workbook(), spreadsheet.injector);
  const activeId = (): string => spreadsheet.workbook().getActiveSheet().getSheetId();
  const show = (saved: SavedWorkbook, sheetId: string | undefined): void => {
    // What is open now is kept before it is gone.
    void keeper.flush();
    spreadsheet.open(saved);
    if (sheetId !== undefined) {
      spreadsheet.workbook().getSheetBySheetId(sheetId)?.activate();
    }
  };
  return {
    name: () => spreadsheet.workbook().getName(),
    open: (file, signal) =>
      attempt(async () => {
        const { MAX_FILE_BYTES, readFile } = await readingCode();
        // Not even brought into memory.
        const isTooLarge = file.size > MAX_FILE_BYTES;
        const bytes = isTooLarge ? new Uint8Array(0) : new Uint8Array(await file.arrayBuffer());
        if (isTooLarge) return failed(t('The workbench opens files of up to 100 MB.'));
        const read = await readFile(bytes, file.name, { functionIds, clock, signal });
        if (read.kind !== 'workbook') return read;
        const before = savedNow();
        const sheetBefore = activeId();
        show(read.saved, read.activeSheetId);
        return {
          kind: 'opened',
          format: read.format,
          leftOut: read.leftOut,
          goBack: () => show(before, sheetBefore),
        };
      }),
    reopen: ({ id }) =>
      attempt(async () => {
        const [content = '', { readKeptContent }] = await Promise.all([kept.read(id), keptCode()]);
        const saved = readKeptContent(content);
        if (saved === undefined) return failed(t('This workbook can no longer be read.'));
        const before = savedNow();
        try {
          show(saved, undefined);
        } catch {
          show(before, undefined);
          return failed(t('This workbook can no longer be opened.'));
        }
        keeper.opened({ isWork: true, keptId: id });
        return { kind: 'reopened' };
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
        // The other sheets and the formulas are in no CSV.
        if (format === 'xlsx') {
          // Kept under the name that a person has given it.
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

/** Two pages in ten thousand open a file: what it takes is fetched when somebody does. */
const readingCode = () => import(/* webpackChunkName: "files" */ './files/file-reading');
const keptCode = () => import(/* webpackChunkName: "files" */ './kept-content');
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

/** Most systems take no longer one. */
const MAX_NAME = 200;

/** Without the ending, which the format adds, and without what no system takes in a name. */
function safeName(name: string, format: FileFormat): string {
  const safe = name
    .slice(0, MAX_NAME)
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, ' ')
    .replace(new RegExp(`\\.${format}$`, 'i'), '')
    .replace(/[. ]+$/, '')
    .trim();
  return safe === '' ? t('Workbook') : safe;
}
