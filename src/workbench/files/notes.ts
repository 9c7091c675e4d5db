import { MAX_COLUMNS, MAX_ROWS, parseArea, cellName } from '../../addin/spreadsheet/cell-address';
import { resourceIn, resourceOf, type Resource, type SavedWorkbook } from '../saved-workbook';
import type { Slicer } from '../../engine/lookup';
import { richText } from './sheet-part-reading';
import { type ReadPackage, relationsOf, targetOf } from './package-reading';
import type { Allowance } from './sheet-builder';
import { XmlScanner } from './xml-scanner';
import { textElement, SHEET_NAMESPACE, XML_DECLARATION } from './xml-writing';

/** A note at a cell. Row and column count from 0. */
export interface Note {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

export interface SheetNotes {
  readonly sheetId: string;
  readonly notes: readonly Note[];
}

/** Where Univer keeps notes, as JSON by sheet, row and column. */
const RESOURCE = 'SHEET_NOTE_PLUGIN';
const WIDTH = 160;
const HEIGHT = 72;

/** Reads the notes at a sheet's cells. Of a threaded comment, it reads what older programs show. */
export async function readNotes(
  opened: ReadPackage,
  sheetPart: string,
  allowance: Allowance,
  slice: Slicer,
): Promise<Note[]> {
  const part = targetOf(opened, await relationsOf(opened, sheetPart), 'comments');
  const notes: Note[] = [];
  const xml = new XmlScanner(await opened.text(part));
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

/** Returns the notes as a Univer snapshot stores them. */
export function noteResource(sheets: readonly SheetNotes[]): Resource {
  const data: Record<string, Record<number, Record<number, object>>> = {};
  for (const { sheetId, notes } of sheets) {
    for (const { row, column, text } of notes) {
      const id = `${sheetId}-${String(row)}-${String(column)}`;
      const note = { id, row, col: column, width: WIDTH, height: HEIGHT, note: text, show: false };
      ((data[sheetId] ??= {})[row] ??= {})[column] = note;
    }
  }
  return resourceOf(RESOURCE, data);
}

/** Returns the notes of an open workbook, row by row. */
export function notesOf(saved: SavedWorkbook): SheetNotes[] {
  type Sheets = Record<string, Record<string, Record<string, SavedNote>>>;
  const sheets = resourceIn<Sheets>(saved, RESOURCE) ?? {};
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

/** Writes the part with the notes of a sheet. */
export function notesPart(notes: readonly Note[]): string {
  const written = notes.map(
    ({ row, column, text }) =>
      `<comment ref="${cellName(row, column)}" authorId="0"><text>${textElement(text)}</text></comment>`,
  );
  return (
    `${XML_DECLARATION}<comments xmlns="${SHEET_NAMESPACE}"><authors><author></author></authors>` +
    `<commentList>${written.join('')}</commentList></comments>`
  );
}

/** Writes the notes' drawing in the older format (VML). Without it, Excel shows no notes. */
export function noteDrawingPart(notes: readonly Note[]): string {
  const shapes = notes.map(
    ({ row, column }, index) =>
      `<v:shape id="_x0000_s${1025 + index}" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">` +
      '<v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox/>' +
      '<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>' +
      `<x:Anchor>${column + 1}, 15, ${row}, 2, ${column + 3}, 31, ${row + 4}, 1</x:Anchor>` +
      `<x:AutoFill>False</x:AutoFill><x:Row>${row}</x:Row><x:Column>${column}</x:Column>` +
      '</x:ClientData></v:shape>',
  );
  return (
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">' +
    '<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout>' +
    '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>' +
    `${shapes.join('')}</xml>`
  );
}
