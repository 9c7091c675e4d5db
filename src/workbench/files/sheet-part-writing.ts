import { BooleanNumber, CellValueType } from '@univerjs/core';
import type { ICellData, IColumnData, IRowData, IWorksheetData } from '@univerjs/core';
import { LexerTreeBuilder } from '@univerjs/engine-formula';
import {
  cellName,
  formatArea,
  MAX_COLUMNS,
  MAX_ROWS,
  type CellArea,
} from '../../addin/spreadsheet/cell-address';
import type { SheetSpills } from '../saved-workbook';
import { readFormulasAfresh } from '../univer/formula-parsing';
import type { Slicer } from '../../engine/lookup';
import { keptParts, type FormulaPlace, type NamedParts } from './table-references';
import { RELATIONS_NAMESPACE, SHEET_NAMESPACE, XML_DECLARATION } from './xml-writing';
import type { StringTable } from './xml-writing';
import { colourOf, type StyleTable } from './cell-styles';
import { BUSY_TEXT } from '../cell-error';
import {
  BUSY_IN_FILE,
  COLUMN_WIDTH,
  ONE_CELL_ARRAY,
  PIXELS_PER_DIGIT,
  PIXELS_PER_POINT,
  ROW_HEIGHT,
} from './sheet-part-reading';
import { attributesOf, VIEW } from './kept-looks';
import { printingOf } from './printing';
import { textToFile } from '../../engine/places/workbook-text';

export interface SheetToWrite {
  readonly sheet: Partial<IWorksheetData>;
  readonly spills: SheetSpills;
  readonly isActive: boolean;
  /** The relation to its pictures. */
  readonly drawingRelation: string | undefined;
  /** The relation to the drawing of its notes. */
  readonly noteRelation: string | undefined;
  /** The element of its own filter buttons; "" if it has none. */
  readonly filter: string;
  /** Elements for colour scales and the like. */
  readonly conditions: string;
  /** The relations to its tables. */
  readonly tableRelations: readonly string[];
}

export interface WritingContext {
  readonly styles: StyleTable;
  readonly strings: StringTable;
  /**
   * Returns a formula in the file's notation; undefined if it names something that the file lacks.
   */
  inFile(formula: string, at: FormulaPlace, parts: NamedParts | undefined): string | undefined;
  readonly slice: Slicer;
}

/** Writes a sheet's part in pieces, with its elements in the order that the format requires. */
export async function writeSheetPart(
  written: SheetToWrite,
  context: WritingContext,
): Promise<string[]> {
  const { sheet, spills, isActive, drawingRelation, noteRelation } = written;
  const { filter, conditions, tableRelations } = written;
  const columns = entriesOf<IColumnData>(sheet.columnData).filter(([c]) => c < MAX_COLUMNS);
  const colour = colourOf({ rgb: sheet.tabColor ?? '' });
  const printing = printingOf(sheet.custom);
  return [
    `${XML_DECLARATION}<worksheet xmlns="${SHEET_NAMESPACE}" xmlns:r="${RELATIONS_NAMESPACE}">`,
    propertiesOf(colour, printing.ofSheet),
    viewOf(sheet, isActive),
    formatOf(sheet),
    columnsOf(columns, context.styles),
    '<sheetData>',
    ...(await rowsOf(sheet, spills, new Map(columns), context)),
    '</sheetData>',
    filter,
    mergesOf(sheet),
    conditions,
    ...printing.ofPages,
    drawingRelation === undefined ? '' : `<drawing r:id="${drawingRelation}"/>`,
    noteRelation === undefined ? '' : `<legacyDrawing r:id="${noteRelation}"/>`,
    tablePartsOf(tableRelations),
    '</worksheet>',
  ];
}

function propertiesOf(colour: string | undefined, printing: string): string {
  const tab = colour === undefined ? '' : `<tabColor rgb="${colour}"/>`;
  return tab + printing === '' ? '' : `<sheetPr>${tab}${printing}</sheetPr>`;
}

function viewOf(sheet: Partial<IWorksheetData>, isActive: boolean): string {
  const view =
    '<sheetView' +
    (sheet.showGridlines === BooleanNumber.FALSE ? ' showGridLines="0"' : '') +
    (sheet.rightToLeft === BooleanNumber.TRUE ? ' rightToLeft="1"' : '') +
    attributesOf(sheet.custom?.[VIEW]) +
    (isActive ? ' tabSelected="1"' : '') +
    zoomOf(sheet) +
    ' workbookViewId="0"';
  const { xSplit = 0, ySplit = 0 } = sheet.freeze ?? {};
  if (xSplit <= 0 && ySplit <= 0) return `<sheetViews>${view}/></sheetViews>`;
  const place = xSplit <= 0 ? 'bottomLeft' : ySplit <= 0 ? 'topRight' : 'bottomRight';
  const pane =
    '<pane' +
    (xSplit > 0 ? ` xSplit="${xSplit}"` : '') +
    (ySplit > 0 ? ` ySplit="${ySplit}"` : '') +
    ` topLeftCell="${cellName(Math.max(0, ySplit), Math.max(0, xSplit))}"` +
    ` activePane="${place}" state="frozen"/><selection pane="${place}"/>`;
  return `<sheetViews>${view}>${pane}</sheetView></sheetViews>`;
}

function zoomOf({ zoomRatio = 1 }: Partial<IWorksheetData>): string {
  const zoom = Math.round(zoomRatio * 100);
  return zoom === 100 ? '' : ` zoomScale="${zoom}" zoomScaleNormal="${zoom}"`;
}

function formatOf({ defaultRowHeight, defaultColumnWidth }: Partial<IWorksheetData>): string {
  const height = defaultRowHeight ?? ROW_HEIGHT;
  const width = defaultColumnWidth ?? COLUMN_WIDTH;
  return (
    `<sheetFormatPr defaultColWidth="${toDigits(width)}" defaultRowHeight="${toPoints(height)}"` +
    (height === ROW_HEIGHT ? '/>' : ' customHeight="1"/>')
  );
}

function columnsOf(
  columns: readonly (readonly [number, IColumnData])[],
  styles: StyleTable,
): string {
  const runs: { first: number; last: number; looks: string }[] = [];
  for (const [column, { w, hd, s }] of columns) {
    const style = s ? styles.numberOf(s) : 0;
    const looks =
      (w === undefined
        ? ` width="${toDigits(COLUMN_WIDTH)}"`
        : ` width="${toDigits(w)}" customWidth="1"`) +
      (style === 0 ? '' : ` style="${style}"`) +
      (hd === BooleanNumber.TRUE ? ' hidden="1"' : '');
    const last = runs.at(-1);
    if (last?.last === column - 1 && last.looks === looks) last.last = column;
    else runs.push({ first: column, last: column, looks });
  }
  if (runs.length === 0) return '';
  const written = runs.map(
    ({ first, last, looks }) => `<col min="${first + 1}" max="${last + 1}"${looks}/>`,
  );
  return `<cols>${written.join('')}</cols>`;
}

async function rowsOf(
  sheet: Partial<IWorksheetData>,
  spills: SheetSpills,
  columns: ReadonlyMap<number, IColumnData>,
  { styles, strings, inFile, slice }: WritingContext,
): Promise<string[]> {
  const cellData: Record<number, Record<number, ICellData>> = sheet.cellData ?? {};
  const rowData = new Map(entriesOf<IRowData>(sheet.rowData));
  const formulaOf = createFormulaReader(cellData);
  const numbers = new Set([...keysOf(cellData), ...keysOf(spills.cells), ...rowData.keys()]);
  const pieces: string[] = [];
  for (const row of [...numbers].sort((a, b) => a - b)) {
    if (row >= MAX_ROWS) break;
    const data = rowData.get(row);
    const own = cellData[row] ?? {};
    const spilt = spills.cells[row] ?? {};
    const written: string[] = [];
    for (const column of [...new Set([...keysOf(own), ...keysOf(spilt)])].sort((a, b) => a - b)) {
      if (column >= MAX_COLUMNS) break;
      const cell = own[column] ?? {};
      const { formula, parts: named } = formulaOf(row, column);
      const range = spills.ranges[row]?.[column] ?? oneCellArray(cell, row, column);
      const spilled = formula === '' ? spilt[column] : undefined;
      const style = styles.numberOf(columns.get(column)?.s, data?.s, cell.s);
      const shown = formula.replace(/^=/, '');
      const at = { sheet: sheet.name ?? '', row, column };
      const parts = {
        cell: spilled ?? cell,
        isCalculated: shown !== '' || spilled !== undefined,
        formula: shown === '' ? undefined : inFile(shown, at, named),
        spill: range && { ...range, sheet: undefined, startRow: row, startColumn: column },
      };
      written.push(writeCell(cellName(row, column), style, parts, strings));
      const pause = slice();
      if (pause !== undefined) await pause;
    }
    const looks = rowLooks(data, styles);
    if (written.length > 0 || looks !== '') {
      pieces.push(`<row r="${row + 1}"${looks}>${written.join('')}</row>`);
    }
  }
  return pieces;
}

function oneCellArray({ custom }: ICellData, row: number, column: number): CellArea | undefined {
  if (custom?.[ONE_CELL_ARRAY] !== true) return undefined;
  return { sheet: undefined, startRow: row, startColumn: column, endRow: row, endColumn: column };
}

/** Univer stores a filled-down formula once, under an id that the other cells refer to. */
function createFormulaReader(
  cellData: Record<number, Record<number, ICellData>>,
): (row: number, column: number) => { formula: string; parts: NamedParts | undefined } {
  const lexer = readFormulasAfresh(new LexerTreeBuilder());
  const firsts = new Map<string, { cell: ICellData; row: number; column: number }>();
  for (const [row, line] of entriesOf<Record<number, ICellData>>(cellData)) {
    for (const [column, cell] of entriesOf<ICellData>(line)) {
      if (cell.f && cell.si) firsts.set(cell.si, { cell, row, column });
    }
  }
  return (row, column) => {
    const { f, si, custom } = cellData[row]?.[column] ?? {};
    if (f) return { formula: f, parts: keptParts(custom) };
    const first = si ? firsts.get(si) : undefined;
    if (!first?.cell.f) return { formula: '', parts: undefined };
    const by = [column - first.column, row - first.row] as const;
    return {
      formula: lexer.moveFormulaRefOffset(first.cell.f, ...by),
      parts: keptParts(first.cell.custom),
    };
  };
}

function rowLooks(data: IRowData | undefined, styles: StyleTable): string {
  if (data === undefined) return '';
  // A height that follows the text is none that a person has set: it follows the text in Excel too.
  const isOwn = data.ia === BooleanNumber.FALSE || (data.ah === undefined && data.ia === undefined);
  const height = isOwn ? data.h : (data.ah ?? data.h);
  const style = data.s ? styles.numberOf(data.s) : 0;
  return (
    (style === 0 ? '' : ` s="${style}" customFormat="1"`) +
    (height === undefined ? '' : ` ht="${toPoints(height)}"${isOwn ? ' customHeight="1"' : ''}`) +
    (data.hd === BooleanNumber.TRUE ? ' hidden="1"' : '')
  );
}

function tablePartsOf(relations: readonly string[]): string {
  if (relations.length === 0) return '';
  const parts = relations.map((id) => `<tablePart r:id="${id}"/>`);
  return `<tableParts count="${parts.length}">${parts.join('')}</tableParts>`;
}

function mergesOf({ mergeData = [] }: Partial<IWorksheetData>): string {
  if (mergeData.length === 0) return '';
  const cells = mergeData.map(
    ({ startRow, startColumn, endRow, endColumn }) =>
      `<mergeCell ref="${formatArea({ sheet: undefined, startRow, startColumn, endRow, endColumn })}"/>`,
  );
  return `<mergeCells count="${cells.length}">${cells.join('')}</mergeCells>`;
}

/** The entries with numeric keys, in order: others are no cells. */
function entriesOf<T>(of: object | undefined): [number, T][] {
  return Object.entries((of ?? {}) as Record<string, T | null>)
    .filter((entry): entry is [string, T] => entry[1] !== null && /^\d+$/.test(entry[0]))
    .map(([key, value]) => [Number(key), value]);
}

function keysOf(of: object): number[] {
  return Object.keys(of).map(Number).filter(Number.isInteger);
}

function toPoints(pixels: number): number {
  return Math.round((pixels / PIXELS_PER_POINT) * 100) / 100;
}

function toDigits(pixels: number): number {
  return Math.round((pixels / PIXELS_PER_DIGIT) * 10_000) / 10_000;
}

interface WrittenCell {
  readonly cell: ICellData;
  /** Whether its value is the result of a formula, its own or another cell's. */
  readonly isCalculated: boolean;
  /** In the file's notation; undefined if the result stands alone. */
  readonly formula: string | undefined;
  /** The cells that the formula's results fill, if they fill more than its own. */
  readonly spill: CellArea | undefined;
}

/**
 * A formula that fills several cells is written as Excel writes dynamic arrays. One that fills only
 * its own is not, though ours could fill more: other programs do not show an array's saved result.
 */
function writeCell(
  name: string,
  style: number,
  { cell, isCalculated, formula, spill }: WrittenCell,
  strings: StringTable,
): string {
  const value = valueOf(cell, isCalculated, strings);
  const array = spill === undefined ? '' : ` t="array" ref="${formatArea(spill)}"`;
  const isArray = formula !== undefined && array !== '';
  return (
    `<c r="${name}"` +
    (style === 0 ? '' : ` s="${style}"`) +
    (value === undefined || value.type === '' ? '' : ` t="${value.type}"`) +
    (isArray ? ' cm="1">' : '>') +
    (formula === undefined ? '' : `<f${array}>${textToFile(formula)}</f>`) +
    (value === undefined ? '' : `<v>${value.text}</v>`) +
    '</c>'
  );
}

/** Errors that every reader of the format knows. */
const KNOWN_ERRORS = new Set([
  '#NULL!',
  '#DIV/0!',
  '#VALUE!',
  '#REF!',
  '#NAME?',
  '#NUM!',
  '#N/A',
  BUSY_IN_FILE,
]);
/** Newer errors are written as this one, as in Excel. */
const ANY_ERROR = '#VALUE!';
/** Univer's own names of errors. */
const ERROR = /^#(?:[A-Z]+(?:\/[A-Z0-9]+)?[!?]?|N\/A|DIV\/0!)$/;

function valueOf(
  cell: ICellData,
  isCalculated: boolean,
  strings: StringTable,
): { type: string; text: string } | undefined {
  const value = cell.v ?? plainText(cell);
  if (value === undefined) return undefined;
  if (cell.t === CellValueType.BOOLEAN || typeof value === 'boolean') {
    return { type: 'b', text: value && value !== '0' ? '1' : '0' };
  }
  if (typeof value === 'number') {
    return Number.isFinite(value)
      ? { type: '', text: String(value) }
      : { type: 'e', text: '#NUM!' };
  }
  if ((isCalculated || cell.t !== CellValueType.STRING) && ERROR.test(value)) {
    const error = value === BUSY_TEXT ? BUSY_IN_FILE : value;
    return { type: 'e', text: KNOWN_ERRORS.has(error) ? error : ANY_ERROR };
  }
  if (isCalculated) return { type: 'str', text: textToFile(value) };
  return value === '' ? undefined : { type: 's', text: String(strings.numberOf(value)) };
}

/** The text of a cell with several formats, which Univer keeps as a document with \r line ends. */
function plainText({ p }: ICellData): string | undefined {
  const stream = p?.body?.dataStream;
  return stream?.replace(/\r\n$/, '').replaceAll('\r', '\n');
}
