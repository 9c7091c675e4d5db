import { BooleanNumber, CellValueType } from '@univerjs/core';
import type { IColumnData, IRowData, ICellData } from '@univerjs/core';
import type { IConditionFormattingRule } from '@univerjs/preset-sheets-conditional-formatting';
import { MAX_COLUMNS, MAX_ROWS, parseArea } from '../../addin/spreadsheet/cell-address';
import type { Slicer } from '../../engine/lookup';
import { readColourRules } from './colour-rules';
import type { ColourReader } from './colours';
import { readFilter, type SheetFilter } from './filters';
import type { Allowance, SheetBuilder } from './sheet-builder';
import { damaged } from './unreadable-file';
import { XmlScanner } from './xml-scanner';
import { BUSY_TEXT } from '../cell-error';
import type { FormulaReading } from './formula-text';
import type { LeftOut } from './left-out';
import { keptAttributes, OF_VIEW, VIEW } from './kept-looks';
import { keepingParts } from './table-references';
import { withPrinting } from './printing';
import type { ReadStyles } from './cell-styles';
import { DAY_ZERO_1900 } from '../../engine/places/dates';
import { textFromFile } from '../../engine/places/workbook-text';

export interface SheetContext extends CellContext {
  readonly colourOf: ColourReader;
  readonly slice: Slicer;
  /** Takes the rules of this sheet. */
  readonly colourRules: IConditionFormattingRule[];
  /** Takes this sheet's filter buttons that belong to no table. */
  readonly filters: SheetFilter[];
  /** Counts elements of every kind, even empty ones. */
  readonly elements: Allowance;
}

/**
 * Reads a sheet's part into the builder.
 *
 * @throws UnreadableFile
 */
export async function readSheetPart(
  text: string,
  builder: SheetBuilder,
  context: SheetContext,
): Promise<void> {
  const xml = new XmlScanner(text);
  const { sheet } = builder;
  const cells = { row: -1, column: -1 };
  const under: StylesUnder = { row: 0, columns: new Uint32Array(MAX_COLUMNS), count: 0 };
  const cellContext = { ...context, under };
  let isClosed = false;
  /** How deep the last tag is inside an element that the workbench leaves out. */
  let depth = 0;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    const pause = context.slice();
    if (pause !== undefined) await pause;
    xml.rest();
    if (event === 'open') context.elements.take();
    if (depth > 0) {
      if (event === 'open') context.leftOut.skip(xml.name);
      if (event !== 'text') depth += event === 'open' ? 1 : -1;
      continue;
    }
    if (event === 'close') isClosed ||= xml.name === 'worksheet';
    if (event !== 'open') continue;
    switch (xml.name) {
      case 'c':
        readCell(xml, cells, builder, cellContext);
        break;
      case 'row':
        cells.row = rowNumber(xml, cells.row);
        cells.column = -1;
        under.row = xml.isTrue('customFormat') ? Number(xml.attribute('s') ?? 0) : 0;
        readRow(xml, cells.row, builder, context);
        break;
      case 'tabColor':
        sheet.tabColor = context.colourOf(xml) ?? '';
        break;
      case 'sheetView': {
        const zoom = Number(xml.attribute('zoomScale') ?? 100) / 100;
        if (zoom >= LEAST_ZOOM && zoom <= MOST_ZOOM) sheet.zoomRatio = zoom;
        if (!xml.isTrue('showGridLines', true)) sheet.showGridlines = BooleanNumber.FALSE;
        if (xml.isTrue('rightToLeft')) sheet.rightToLeft = BooleanNumber.TRUE;
        const kept = keptAttributes(VIEW, xml, OF_VIEW);
        if (kept !== undefined) sheet.custom = { ...sheet.custom, ...kept };
        break;
      }
      case 'pane':
        readPane(xml, builder);
        break;
      case 'sheetFormatPr': {
        const [height, width] = [
          xml.attribute('defaultRowHeight'),
          xml.attribute('defaultColWidth'),
        ];
        sheet.defaultRowHeight = inPixels(height, PIXELS_PER_POINT) ?? ROW_HEIGHT;
        sheet.defaultColumnWidth = inPixels(width, PIXELS_PER_DIGIT) ?? COLUMN_WIDTH;
        break;
      }
      case 'col':
        readColumns(xml, builder, context, under);
        break;
      case 'mergeCell': {
        const area = parseArea(xml.attribute('ref') ?? '');
        if (area !== undefined && area.endRow < MAX_ROWS && area.endColumn < MAX_COLUMNS) {
          builder.merge(area);
        }
        break;
      }
      case 'autoFilter': {
        const area = parseArea(xml.attribute('ref') ?? '');
        const columns = readFilter(xml, (name) => {
          context.elements.take();
          if (/^(?:color|icon)Filter$/.test(name)) context.leftOut.skip('autoFilter');
        });
        if (area !== undefined) context.filters.push({ sheetId: context.sheetId, area, columns });
        break;
      }
      case 'conditionalFormatting':
        for (const rule of readColourRules(xml, context)) context.colourRules.push(rule);
        break;
      case 'pageSetUpPr':
      case 'printOptions':
      case 'pageMargins':
      case 'pageSetup':
      case 'headerFooter':
      case 'rowBreaks':
      case 'colBreaks':
        sheet.custom = withPrinting(sheet.custom, xml);
        break;
      case 'worksheet':
      case 'sheetPr':
      case 'sheetViews':
      case 'cols':
      case 'sheetData':
      case 'mergeCells':
        break;
      default:
        context.leftOut.skip(xml.name);
        depth = 1;
    }
  }
  // A part that stops in the middle would silently lose rows.
  if (!isClosed || depth > 0) throw damaged();
}

const LEAST_ZOOM = 0.1;
const MOST_ZOOM = 4;

/** The size of cells in a sheet that sets none, in pixels. */
export const ROW_HEIGHT = 20;
export const COLUMN_WIDTH = 64;
/** A pixel is a 96th of an inch, a point a 72nd. */
export const PIXELS_PER_POINT = 96 / 72;
/** A digit of the usual font; widths are counted in digits. */
export const PIXELS_PER_DIGIT = 7;
const MAX_PIXELS = 2_000;

function rowNumber(xml: XmlScanner, before: number): number {
  const written = xml.attribute('r');
  const row = written === undefined ? before + 1 : Number(written) - 1;
  if (!Number.isInteger(row) || row < 0 || row >= MAX_ROWS) throw damaged();
  return row;
}

function readRow(
  xml: XmlScanner,
  row: number,
  builder: SheetBuilder,
  { styles, leftOut }: SheetContext,
): void {
  if (Number(xml.attribute('outlineLevel') ?? 0) > 0) leftOut.skip('outlineLevel');
  const h = inPixels(xml.attribute('ht'), PIXELS_PER_POINT);
  const s = xml.isTrue('customFormat') ? styles.idOf(Number(xml.attribute('s'))) : undefined;
  const data: IRowData = {
    ...(h !== undefined &&
      (xml.isTrue('customHeight')
        ? { h, ia: BooleanNumber.FALSE }
        : { h, ah: h, ia: BooleanNumber.TRUE })),
    ...(xml.isTrue('hidden') && { hd: BooleanNumber.TRUE }),
    ...(s !== undefined && { s }),
  };
  if (Object.keys(data).length > 0) builder.setRow(row, data);
}

function readColumns(
  xml: XmlScanner,
  builder: SheetBuilder,
  { styles, leftOut }: SheetContext,
  under: StylesUnder,
): void {
  if (Number(xml.attribute('outlineLevel') ?? 0) > 0) leftOut.skip('outlineLevel');
  const first = Number(xml.attribute('min')) - 1;
  const last = Number(xml.attribute('max')) - 1;
  if (!(first >= 0 && last >= first && last < MAX_COLUMNS)) return;
  const w = inPixels(xml.attribute('width'), PIXELS_PER_DIGIT);
  const style = Number(xml.attribute('style') ?? 0);
  under.count += 1;
  // No sheet has more than one for each column.
  if (under.count <= MAX_COLUMNS) under.columns.fill(style, first, last + 1);
  const s = styles.idOf(style);
  const data: IColumnData = {
    ...(w !== undefined && { w }),
    ...(xml.isTrue('hidden') && { hd: BooleanNumber.TRUE }),
    ...(s !== undefined && { s }),
  };
  builder.setColumns(first, last, data);
}

function readPane(xml: XmlScanner, { sheet }: SheetBuilder): void {
  if (!/^frozen/.test(xml.attribute('state') ?? '')) return;
  const xSplit = splitOf(xml.attribute('xSplit'), MAX_COLUMNS);
  const ySplit = splitOf(xml.attribute('ySplit'), MAX_ROWS);
  if (xSplit + ySplit === 0) return;
  sheet.freeze = {
    xSplit,
    ySplit,
    startRow: ySplit === 0 ? -1 : ySplit,
    startColumn: xSplit === 0 ? -1 : xSplit,
  };
}

function splitOf(text: string | undefined, most: number): number {
  const split = Number(text ?? 0);
  return Number.isInteger(split) && split > 0 && split < most ? split : 0;
}

function inPixels(text: string | undefined, scale: number): number | undefined {
  const size = Number(text ?? NaN) * scale;
  return size >= 0 ? Math.min(MAX_PIXELS, Math.round(size)) : undefined;
}

export interface CellContext {
  readonly sheetId: string;
  readonly strings: readonly string[];
  readonly styles: ReadStyles;
  readonly formulas: Pick<FormulaReading, 'fromFile'>;
  /** The sheet's name. */
  readonly sheetName: string;
  /** Whether the workbook counts its days from 1904. */
  readonly is1904: boolean;
  readonly leftOut: Pick<LeftOut, 'skip'>;
}

/** The numbers of the styles of the present row and of the columns; 0 for none. */
interface StylesUnder {
  row: number;
  readonly columns: Uint32Array;
  /** How many elements have described columns. */
  count: number;
}

/**
 * The position of the last cell, because a file may leave out the addresses of consecutive cells.
 */
export interface CellPosition {
  row: number;
  column: number;
}

/** Reads the cell just opened into the builder, and sets `position` to the cell's. */
function readCell(
  xml: XmlScanner,
  position: CellPosition,
  builder: SheetBuilder,
  context: CellContext & { readonly under: StylesUnder },
): void {
  const { under } = context;
  moveTo(position, xml.attribute('r'));
  const type = xml.attribute('t') ?? 'n';
  const style = Number(xml.attribute('s') ?? 0);
  const hasOwnValue = xml.attribute('vm') !== undefined;
  const cell: ICellData = {};
  let written: string | undefined;
  let spill: string | undefined;
  for (let event = xml.next(); event !== 'close'; event = xml.next()) {
    if (event === 'end') throw damaged();
    if (event !== 'open') continue;
    if (xml.name === 'f') spill = readFormula(xml, cell, position, context);
    else if (xml.name === 'v') written = xml.innerText();
    else if (xml.name === 'is') written = richText(xml, context.leftOut);
    else xml.within();
  }
  const s = context.styles.idOf(style, under.row, under.columns[position.column] ?? 0);
  if (s !== undefined) cell.s = s;
  // A newer kind of error (#SPILL!) is written as #VALUE!, and its real kind elsewhere.
  const isStandIn = hasOwnValue && type === 'e' && Boolean(cell.f);
  if (written !== undefined && !isStandIn) setValue(cell, type, written, style, context);
  if (Object.keys(cell).length > 0) builder.set(position.row, position.column, cell);
  const area = spill === undefined ? undefined : parseArea(spill);
  if (area?.startRow === position.row && area.startColumn === position.column) {
    if (area.endRow < MAX_ROWS && area.endColumn < MAX_COLUMNS) builder.spill(area);
  }
}

/** Reads the plain text of a string that may have several formats, without its phonetic reading. */
export function richText(xml: XmlScanner, leftOut?: Pick<LeftOut, 'skip'>): string {
  let text = '';
  for (let depth = 1; depth > 0;) {
    const event = xml.next();
    if (event === 'end') throw damaged();
    if (event === 'close') depth -= 1;
    else if (event === 'open' && xml.name === 't') text += xml.innerText();
    else if (event === 'open' && xml.name === 'rPh') xml.within();
    else if (event === 'open') {
      depth += 1;
      leftOut?.skip(xml.name);
    }
  }
  return textFromFile(text);
}

/** The value of a function that had no answer yet when the file was saved. */
export const BUSY_IN_FILE = '#GETTING_DATA';
/** Days from the first day of 1900 to the first day of 1904. */
const DAYS_TO_1904 = 1_462;

/**
 * The field under `custom` of a cell whose formula is an array's and fills no other cell, such as
 * `SUM(LEN(A2:A9))`. Written as an ordinary formula, Excel would take one cell of A2:A9.
 */
export const ONE_CELL_ARRAY = 'locusOneCellArray';
/** Other programs show no saved result of an array that they cannot calculate. */
const CUSTOM_FUNCTION = /_xl(?:dudf_|l\.)/i;

/** Reads a formula into `cell`; returns the range that its results fill, if the file says so. */
function readFormula(
  xml: XmlScanner,
  cell: ICellData,
  { row, column }: CellPosition,
  { sheetId, sheetName, formulas, leftOut }: CellContext,
): string | undefined {
  const type = xml.attribute('t');
  if (type === 'dataTable') leftOut.skip(type);
  const shared = type === 'shared' ? xml.attribute('si') : undefined;
  const area = type === 'array' ? xml.attribute('ref') : undefined;
  const text = textFromFile(xml.innerText()).trim();
  if (text !== '' && type !== 'dataTable') {
    const shown = formulas.fromFile(text, { sheet: sheetName, row, column });
    if (shown?.text) cell.f = `=${shown.text}`;
    const isOneCell = area !== undefined && !area.includes(':') && !CUSTOM_FUNCTION.test(text);
    const custom = { ...keepingParts(shown?.parts), ...(isOneCell && { [ONE_CELL_ARRAY]: true }) };
    if (Object.keys(custom).length > 0) cell.custom = custom;
  }
  if (shared !== undefined) cell.si = `${sheetId}:${shared}`;
  return cell.f ? area : undefined;
}

function setValue(
  cell: ICellData,
  type: string,
  written: string,
  style: number,
  { strings, styles, is1904 }: CellContext,
): void {
  switch (type) {
    case 's':
      setText(cell, strings[Number(written)]);
      return;
    case 'str':
      setText(cell, textFromFile(written));
      return;
    case 'inlineStr':
      setText(cell, written);
      return;
    case 'b':
      cell.v =
        written.trim() === '1' || written === 'true' ? BooleanNumber.TRUE : BooleanNumber.FALSE;
      cell.t = CellValueType.BOOLEAN;
      return;
    case 'e':
      cell.v = written === BUSY_IN_FILE ? BUSY_TEXT : written;
      // A text that names an error is an error only if a formula calculated it.
      if (cell.f || cell.si) cell.t = CellValueType.STRING;
      return;
    case 'd': {
      const serial = serialOf(written);
      if (serial !== undefined) setNumber(cell, serial);
      else if (written.trim() !== '') setText(cell, textFromFile(written));
      return;
    }
    default: {
      const number = Number(written);
      if (written.trim() === '' || !Number.isFinite(number)) return;
      setNumber(cell, is1904 && styles.isDate(style) ? number + DAYS_TO_1904 : number);
    }
  }
}

function setNumber(cell: ICellData, number: number): void {
  cell.v = number;
  cell.t = CellValueType.NUMBER;
}

function setText(cell: ICellData, text: string | undefined): void {
  if (text === undefined) return;
  cell.v = text;
  cell.t = CellValueType.STRING;
}

function moveTo(position: CellPosition, address: string | undefined): void {
  if (address === undefined) position.column += 1;
  else {
    let at = 0;
    let column = 0;
    for (let code = address.charCodeAt(0) & ~32; code >= 65 && code <= 90;) {
      column = column * 26 + code - 64;
      at += 1;
      code = address.charCodeAt(at) & ~32;
    }
    position.column = column - 1;
    position.row = Number(address.slice(at)) - 1;
  }
  const { row, column } = position;
  const isCell =
    Number.isInteger(row) && row >= 0 && row < MAX_ROWS && column >= 0 && column < MAX_COLUMNS;
  if (!isCell) throw damaged();
}

/**
 * The date serial of a point in time, for a sheet that counts its days from 1900; undefined for any
 * other text, and for days before that. Sheets have no time zones: a time with one becomes UTC.
 */
function serialOf(written: string): number | undefined {
  const found = POINT.exec(written.trim().toUpperCase());
  if (found === null) return undefined;
  const [, day, time = '00:00', hours, minutes = '00'] = found;
  const zone = hours === undefined || hours === 'Z' ? 'Z' : `${hours}:${minutes}`;
  const days = Date.parse(`${day ?? FIRST_DAY}T${time}${zone}`) / MS_PER_DAY;
  if (!Number.isFinite(days)) return undefined;
  if (day === undefined) return days;
  const serial = days - DAY_0;
  if (serial >= FIRST_OF_MARCH) return serial;
  // Sheets count a 29th of February in 1900, which never existed.
  return serial >= 2 ? serial - 1 : undefined;
}

/** A day, a time or both, with a zone or without. */
const POINT =
  /^(?=\d|T\d)(\d{4}-\d\d-\d\d)?(?:(?:^T?|[T ])(\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?(?:(Z|[+-]\d\d):?(\d\d)?)?$/;
/** A time alone is counted from this day, which gives a fraction of a day. */
const FIRST_DAY = '1970-01-01';
const MS_PER_DAY = 86_400_000;
/** The sheet's day 0, in days from 1970. */
const DAY_0 = DAY_ZERO_1900 / MS_PER_DAY;
const FIRST_OF_MARCH = 61;
