import type { ICellData, Nullable } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/preset-sheets-core';
import type { FWorksheet, FWorkbook } from '@univerjs/sheets/facade';
import { isFormula } from '../addin/spreadsheet/block-writing';
import { cellAddress } from '../addin/spreadsheet/cell-address';
import { t } from '../engine/language/speech';
import {
  changeableText,
  keyedTexts,
  currentText,
  textsReading,
  type ChangeableText,
} from '../addin/spreadsheet/changeable-text';
import type {
  CellTexts,
  ContentsReading,
  WorkbookContents,
} from '../addin/spreadsheet/workbook-contents';
import { leftOutIn, SPILLS, partsIn, withParts } from './saved-workbook';
import { cellsOf } from './sheet-reading';
import type { Spreadsheet } from './spreadsheet';
import { rootNamespace } from '../addin/spreadsheet/xml-element';

/**
 * Returns the texts of the workbench's workbook in which to look for a key. What the workbench left
 * out of a file cannot be checked here. It stays in that file.
 */
export function createWorkbookContents(spreadsheet: Spreadsheet): WorkbookContents {
  /** Kept so that a reading that continues the last one need not find the end again. */
  let latest: { readonly area: string; readonly next: number; readonly end: number } | undefined;
  const sheets = () => spreadsheet.workbook().getSheets();
  const sheetOf = (area: string) =>
    sheets().find((sheet) => sheet.getSheetId() === area.slice(area.indexOf(' ') + 1));

  async function read(area: string, from: number): Promise<ContentsReading> {
    if (area === TEXTS) return textsReading(textsOf(spreadsheet));
    const sheet = sheetOf(area);
    if (sheet === undefined) return { kind: 'failed', message: t('A sheet no longer exists.') };
    const before = latest?.area === area && latest.next === from ? latest.end : undefined;
    const end = before ?? (await lastRowOf(spreadsheet, sheet));
    const reading = readCellTexts(spreadsheet, sheet, from, end);
    latest = reading.next === undefined ? undefined : { area, next: reading.next, end };
    return reading;
  }

  return {
    survey: () =>
      Promise.resolve({
        kind: 'survey',
        areas: [
          ...sheets().map((sheet) => ({
            id: `${CELLS}${sheet.getSheetId()}`,
            size: roomOf(sheet),
          })),
          { id: TEXTS, size: SMALL },
        ],
        unseen: [
          ...leftOutIn({
            custom: spreadsheet.workbook().getWorkbook().getCustomMetadata() ?? {},
          }),
          t('filters'),
          t('conditional formatting'),
          t('number formats'),
          t('links'),
        ],
      }),
    read,
    change(place, before, after) {
      const found = currentText(textsOf(spreadsheet), place, before);
      if (found === undefined) return Promise.resolve({ kind: 'gone' });
      found.put(after);
      return Promise.resolve({ kind: 'changed' });
    },
  };
}

/** An estimate from the sheet's rows, good enough to show how far a check has got. */
function roomOf(sheet: FWorksheet): number {
  return Math.max(1, sheet.getSheet().getCellMatrix().getLength()) * USUAL_COLUMNS;
}

const CELLS = 'cells ';
const USUAL_COLUMNS = 8;
const TEXTS = 'texts';
/** The size of an area that is read at once, in cells. */
const SMALL = 100;

/** Reading this many takes a few milliseconds. */
const CELLS_AT_ONCE = 5_000;

type CellsReading = Extract<ContentsReading, { readonly kind: 'cells' }>;

/**
 * The texts of a sheet's cells, from row `from` on. Passes over rows without any, and reads no row
 * beyond its own last cell: of a cell in the last row and one in the last column, only these two.
 */
function readCellTexts(
  spreadsheet: Spreadsheet,
  sheet: FWorksheet,
  from: number,
  lastRow: number,
): CellsReading {
  const cells = cellsOf(spreadsheet, sheet);
  const matrix = sheet.getSheet().getCellMatrix();
  const rows = [matrix.getMatrix(), spillsOf(spreadsheet, sheet)];
  const values: string[][] = [];
  const formulas: string[][] = [];
  let first = from;
  let columns = 0;
  let row = from;
  for (; row <= lastRow; row += 1) {
    const own = lengthOf(rows, row);
    if (columns === 0) first = row;
    columns = Math.max(columns, own);
    if (columns === 0) continue;
    if (row > first && (row + 1 - first) * columns > CELLS_AT_ONCE) break;
    const shown: string[] = [];
    const written: string[] = [];
    for (let column = 0; column < own; column += 1) {
      const content = cells.content(row, column);
      const input = content === null ? '' : cells.input(row, column);
      const text = content !== null && typeof content === 'object' ? content.error : content;
      shown.push(text === null ? richText(matrix.getValue(row, column)?.p) : String(text));
      written.push(isFormula(input) ? input : '');
    }
    values.push(shown);
    formulas.push(written);
  }
  const block: CellTexts = { sheet: sheet.getSheetName(), row: first, column: 0, values, formulas };
  return { kind: 'cells', ...block, next: row <= lastRow ? row : undefined };
}

/** What other cells' formulas show in the sheet, by row and column. */
function spillsOf({ injector, workbook }: Spreadsheet, sheet: FWorksheet): CellRows {
  const spilled = injector.get(FormulaDataModel).getArrayFormulaCellData();
  return spilled[workbook().getId()]?.[sheet.getSheetId()] ?? {};
}

type CellRows = Readonly<Record<number, object | null | undefined>>;

/** How many columns a row has, up to its last cell. */
function lengthOf(rows: readonly CellRows[], row: number): number {
  let length = 0;
  for (const each of rows) {
    for (const column of Object.keys(each[row] ?? {}))
      length = Math.max(length, Number(column) + 1);
  }
  return length;
}

/** Looks at every cell for the last row with a text, and yields to the page now and then. */
async function lastRowOf(spreadsheet: Spreadsheet, sheet: FWorksheet): Promise<number> {
  const matrix = sheet.getSheet().getCellMatrix();
  let last = -1;
  let looked = 0;
  for (const rows of [matrix.getMatrix(), spillsOf(spreadsheet, sheet)]) {
    for (const [row, line] of Object.entries(rows)) {
      for (const cell of Object.values(line ?? {})) {
        looked += 1;
        if (holdsText(cell as Nullable<ICellData>)) last = Math.max(last, Number(row));
      }
      if (looked < LOOKED_AT_ONCE) continue;
      looked = 0;
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  return last;
}

/** More than `CELLS_AT_ONCE`, since this only checks whether a cell holds text. */
const LOOKED_AT_ONCE = 20_000;

/** Many cells have a format and nothing else. */
function holdsText(cell: Nullable<ICellData>): boolean {
  if (!cell) return false;
  const { v: value, f: formula, si: shared, p: document } = cell;
  return Boolean(formula) || Boolean(shared) || Boolean(document) || (value ?? '') !== '';
}

/** The text of a cell with several formats, which Univer stores separately. */
function richText(document: unknown): string {
  const { body } = (document ?? {}) as { readonly body?: { readonly dataStream?: unknown } };
  return typeof body?.dataStream === 'string' ? body.dataStream.replace(/\r\n$/, '') : '';
}

/** Returns the texts outside cells. */
export function textsOf(spreadsheet: Spreadsheet): ChangeableText[] {
  const workbook = spreadsheet.workbook();
  return [
    ...sheetNames(workbook),
    ...names(workbook),
    ...notes(workbook),
    ...settings(workbook),
    ...parts(workbook),
    title(workbook),
  ];
}

function sheetNames(workbook: FWorkbook): ChangeableText[] {
  return workbook.getSheets().map((sheet) => {
    const name = sheet.getSheetName();
    const label = sheet.isSheetHidden() ? `${name} (hidden)` : name;
    const place = { kind: 'sheet', id: sheet.getSheetId(), field: 'name', label } as const;
    return changeableText(place, name, (text) => void sheet.setName(text ?? 'Sheet'));
  });
}

function names(workbook: FWorkbook): ChangeableText[] {
  return workbook.getDefinedNames().flatMap((name) => {
    const label = name.getName();
    const place = { kind: 'name', id: `${name.getLocalSheetId() ?? ''}!${label}`, label } as const;
    const remove = (): void => name.delete();
    return [
      changeableText({ ...place, field: 'name', repair: 'remove' }, label, remove),
      changeableText({ ...place, field: 'formula' }, name.getFormulaOrRefString(), (text) => {
        if (text === null) remove();
        else name.setRef(text);
      }),
      changeableText({ ...place, field: 'comment' }, name.getComment(), (text) =>
        name.setComment(text ?? ''),
      ),
    ];
  });
}

function notes(workbook: FWorkbook): ChangeableText[] {
  return workbook.getSheets().flatMap((sheet) =>
    sheet.getNotes().map((note) => {
      const address = cellAddress(sheet.getSheetName(), note.row, note.col);
      const id = `${sheet.getSheetId()}!${note.id}`;
      return changeableText({ kind: 'note', id, label: address, address }, note.note, (text) => {
        const range = sheet.getRange(note.row, note.col);
        if (text === null) range.deleteNote();
        else range.createOrUpdateNote({ ...note, note: text });
      });
    }),
  );
}

/** Whatever a workbook keeps under `custom`, as Excel keeps a document's settings. */
function settings(workbook: FWorkbook): ChangeableText[] {
  const model = workbook.getWorkbook();
  const own = settingsIn('', model.getCustomMetadata() ?? {}, (custom) =>
    model.setCustomMetadata(custom),
  );
  const ofSheets = workbook.getSheets().flatMap((sheet) =>
    settingsIn(sheet.getSheetId(), sheet.getCustomMetadata() ?? {}, (custom) => {
      sheet.setCustomMetadata(custom);
    }),
  );
  return [...own, ...ofSheets];
}

function settingsIn(
  owner: string,
  custom: Readonly<Record<string, unknown>>,
  keep: (custom: Record<string, unknown>) => void,
): ChangeableText[] {
  return Object.entries(custom).flatMap(([name, value]) => {
    const isParts = name === SPILLS || partsIn({ custom: { [name]: value } }).length > 0;
    if (owner === '' && isParts) return [];
    return keyedTexts(
      { kind: 'setting', id: `${owner}!${name}`, label: name },
      value,
      (text) => keep({ ...custom, [name]: text }),
      () => keep(Object.fromEntries(Object.entries(custom).filter(([other]) => other !== name))),
    );
  });
}

function parts(workbook: FWorkbook): ChangeableText[] {
  const model = workbook.getWorkbook();
  const kept = partsIn({ custom: model.getCustomMetadata() ?? {} });
  return kept.map((xml, index) => {
    const label = rootNamespace(xml) ?? `${index + 1}`;
    return changeableText({ kind: 'part', id: `${index}`, label }, xml, (text) => {
      const next = kept.flatMap((part, at) => (at === index ? (text ?? []) : part));
      model.setCustomMetadata(withParts({ custom: model.getCustomMetadata() ?? {} }, next).custom);
    });
  });
}

function title(workbook: FWorkbook): ChangeableText {
  const place = { kind: 'property', id: 'name', label: 'Title' } as const;
  const { name } = workbook.getWorkbook().getSnapshot();
  return changeableText(place, name, (text) => void workbook.setName(text ?? ''));
}
