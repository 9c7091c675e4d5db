import type { IWorkbookData } from '@univerjs/core';
import { MAX_COLUMNS, MAX_ROWS, parseArea } from '../../addin/spreadsheet/cell-address';
import type { SavedWorkbook } from '../saved-workbook';
import type { Slicer } from '../../engine/lookup';
import { richText } from './cell-reading';
import type { ReadPackage } from './package-reading';
import { relationsOf, targetOf } from './package-relations';
import type { Allowance } from './sheet-builder';
import { XmlScanner, xmlText } from './xml-scanner';

/** A note at a cell; row and column are zero-based. */
export interface Note {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

export interface SheetNotes {
  readonly sheetId: string;
  readonly notes: readonly Note[];
}

type Resource = NonNullable<IWorkbookData['resources']>[number];

/** Where Univer keeps notes, as JSON by sheet, row and column. */
const RESOURCE = 'SHEET_NOTE_PLUGIN';
const WIDTH = 160;
const HEIGHT = 72;

/** The notes at a sheet's cells; for a threaded comment, what older programs show of it. */
export async function readNotes(
  opened: ReadPackage,
  sheetPart: string,
  allowance: Allowance,
  slice: Slicer,
): Promise<Note[]> {
  const part = targetOf(opened, await relationsOf(opened, sheetPart), 'comments');
  const bytes = part === undefined ? undefined : await opened.read(part);
  if (bytes === undefined) return [];
  const notes: Note[] = [];
  const xml = new XmlScanner(xmlText(bytes));
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    const pause = slice();
    if (pause !== undefined) await pause;
    xml.rest();
    if (event !== 'open' || xml.name !== 'comment') continue;
    const area = parseArea(xml.attribute('ref') ?? '');
    const text = richText(xml);
    if (area === undefined || area.startRow >= MAX_ROWS || area.startColumn >= MAX_COLUMNS)
      continue;
    allowance.take();
    notes.push({ row: area.startRow, column: area.startColumn, text });
  }
  return notes;
}

export function noteResource(sheets: readonly SheetNotes[]): Resource {
  const data: Record<string, Record<number, Record<number, object>>> = {};
  for (const { sheetId, notes } of sheets) {
    for (const { row, column, text } of notes) {
      const id = `${sheetId}-${String(row)}-${String(column)}`;
      const note = { id, row, col: column, width: WIDTH, height: HEIGHT, note: text, show: false };
      ((data[sheetId] ??= {})[row] ??= {})[column] = note;
    }
  }
  return { name: RESOURCE, data: JSON.stringify(data) };
}

export function notesOf(saved: SavedWorkbook): SheetNotes[] {
  const data = saved.resources?.find(({ name }) => name === RESOURCE)?.data;
  if (data === undefined || data === '') return [];
  const sheets = JSON.parse(data) as Record<string, Record<string, Record<string, SavedNote>>>;
  return Object.entries(sheets).map(([sheetId, rows]) => ({
    sheetId,
    notes: Object.values(rows)
      .flatMap((columns) => Object.values(columns))
      .map(({ row, col, note }) => ({ row, column: col, text: note }))
      .sort((a, b) => a.row - b.row || a.column - b.column),
  }));
}

interface SavedNote {
  readonly row: number;
  readonly col: number;
  readonly note: string;
}
