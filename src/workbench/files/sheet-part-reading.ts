import { BooleanNumber, type IColumnData, type IRowData } from '@univerjs/core';
import type { IConditionFormattingRule } from '@univerjs/preset-sheets-conditional-formatting';
import { MAX_COLUMNS, MAX_ROWS, parseArea } from '../../addin/spreadsheet/cell-address';
import type { Slicer } from '../../engine/lookup';
import { readCell, type CellContext } from './cell-reading';
import { readColourRules } from './colour-rules';
import type { ColourReader } from './colours';
import { readFilter, type SheetFilter } from './filters';
import type { Allowance, SheetBuilder } from './sheet-builder';
import { damaged } from './unreadable-file';
import { XmlScanner } from './xml-scanner';

export interface SheetContext extends CellContext {
  readonly colourOf: ColourReader;
  readonly slice: Slicer;
  /** Receives the rules of this sheet. */
  readonly colourRules: IConditionFormattingRule[];
  /** Receives the buttons of this sheet that are no table's. */
  readonly filters: SheetFilter[];
  /** Counts elements of every kind, even empty ones. */
  readonly elements: Allowance;
}

/** Reads a sheet's part into the builder. Throws `UnreadableFile`. */
export async function readSheetPart(
  text: string,
  builder: SheetBuilder,
  context: SheetContext,
): Promise<void> {
  const xml = new XmlScanner(text);
  const { sheet } = builder;
  const cells = { row: -1, column: -1 };
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
        readCell(xml, cells, builder, context);
        break;
      case 'row':
        cells.row = rowNumber(xml, cells.row);
        cells.column = -1;
        readRow(xml, cells.row, builder, context);
        break;
      case 'tabColor':
        sheet.tabColor = context.colourOf(xml) ?? '';
        break;
      case 'sheetView':
        if (!xml.isTrue('showGridLines', true)) sheet.showGridlines = BooleanNumber.FALSE;
        if (xml.isTrue('rightToLeft')) sheet.rightToLeft = BooleanNumber.TRUE;
        break;
      case 'pane':
        readPane(xml, builder);
        break;
      case 'sheetFormatPr':
        sheet.defaultRowHeight = toPixels(xml.attribute('defaultRowHeight')) ?? ROW_HEIGHT;
        sheet.defaultColumnWidth = toWidth(xml.attribute('defaultColWidth')) ?? COLUMN_WIDTH;
        break;
      case 'col':
        readColumns(xml, builder, context);
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
        const columns = readFilter(xml, () => context.leftOut.skip('autoFilter'));
        if (area !== undefined) context.filters.push({ sheetId: context.sheetId, area, columns });
        break;
      }
      case 'conditionalFormatting':
        context.colourRules.push(...readColourRules(xml, context));
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

const ROW_HEIGHT = 20;
const COLUMN_WIDTH = 64;
/** A pixel is a 96th of an inch, a point a 72nd. */
const PIXELS_PER_POINT = 96 / 72;
/** A digit of the usual font; widths are counted in digits. */
const PIXELS_PER_DIGIT = 7;
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
  const h = toPixels(xml.attribute('ht'));
  const s = xml.isTrue('customFormat') ? styles.idOf(Number(xml.attribute('s'))) : undefined;
  const data: IRowData = {
    ...(h !== undefined && { h, ia: BooleanNumber.FALSE }),
    ...(xml.isTrue('hidden') && { hd: BooleanNumber.TRUE }),
    ...(s !== undefined && { s }),
  };
  if (Object.keys(data).length > 0) builder.setRow(row, data);
}

function readColumns(
  xml: XmlScanner,
  builder: SheetBuilder,
  { styles, leftOut }: SheetContext,
): void {
  if (Number(xml.attribute('outlineLevel') ?? 0) > 0) leftOut.skip('outlineLevel');
  const first = Number(xml.attribute('min')) - 1;
  const last = Number(xml.attribute('max')) - 1;
  if (!(first >= 0 && last >= first && last < MAX_COLUMNS)) return;
  const w = toWidth(xml.attribute('width'));
  const s = styles.idOf(Number(xml.attribute('style') ?? 0));
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

/** Converts a height in points. */
function toPixels(text: string | undefined): number | undefined {
  return inPixels(text, PIXELS_PER_POINT);
}

function toWidth(text: string | undefined): number | undefined {
  return inPixels(text, PIXELS_PER_DIGIT);
}

function inPixels(text: string | undefined, scale: number): number | undefined {
  const size = Number(text ?? NaN) * scale;
  return size >= 0 ? Math.min(MAX_PIXELS, Math.round(size)) : undefined;
}
