import { CellValueType, type ICellData, type IStyleData } from '@univerjs/core';
import { Font, FontCache, SpreadsheetExtensionRegistry } from '@univerjs/engine-render';
import { numberThatFits } from '../number-that-fits';

/**
 * Univer cuts a number off where its cell ends, and 1234567 in a narrow column reads as 1234. This
 * shows `####` there, as Excel does. Call it before a sheet is drawn.
 */
export function hashWideNumbers(): void {
  const extensions = SpreadsheetExtensionRegistry.getData() as unknown[];
  const place = extensions.indexOf(Font);
  if (place !== -1) extensions[place] = FittingFont;
}

/** Univer's own draws the text of each cell. */
const FontOfCells = Font as unknown as new () => {
  _renderText(context: unknown, row: number, column: number, font: CellFont, more: unknown): void;
};

class FittingFont extends FontOfCells {
  override _renderText(
    context: unknown,
    row: number,
    column: number,
    font: CellFont,
    more: unknown,
  ): void {
    super._renderText(context, row, column, fitting(font), more);
  }
}

/** As much as this needs of what Univer knows of a cell that it draws. */
interface CellFont {
  readonly fontCache?: {
    readonly cellData?: ICellData;
    readonly fontString: string;
    readonly style?: IStyleData;
    readonly vertexAngle?: number;
  };
  readonly startX: number;
  readonly endX: number;
}

const MARGIN = 2;

function fitting(font: CellFont): CellFont {
  const { fontCache: cache, startX, endX } = font;
  const { v: value, t: type } = cache?.cellData ?? {};
  const isUntyped = type === undefined || type === null;
  const isNumber = isUntyped ? typeof value === 'number' : type === CellValueType.NUMBER;
  const isThere = value !== undefined && value !== null;
  if (!cache || !isNumber || !isThere || cache.vertexAngle) return font;
  const { l, r } = cache.style?.pd ?? {};
  const width = endX - startX - (l ?? MARGIN) - (r ?? MARGIN);
  const v = numberThatFits(
    value,
    // As wide as the cell, a number is legible.
    (text) => FontCache.getMeasureText(text, cache.fontString).width <= width + 1,
  );
  if (v === String(value)) return font;
  return { ...font, fontCache: { ...cache, cellData: { ...cache.cellData, v } } };
}
