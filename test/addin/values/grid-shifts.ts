import {
  formulaParts,
  referenceText,
  type FormulaReference,
} from '../../../src/addin/spreadsheet/formula-parts';
import type { SheetArea } from '../../../src/addin/spreadsheet/sheet';

/** What a person does to a sheet, as it bears on references. */
export type Shift =
  | { readonly by: 'row' | 'column'; readonly at: number; readonly inserted: number }
  | { readonly by: 'row' | 'column'; readonly at: number; readonly deleted: number }
  /** Cells cut and pasted. */
  | {
      readonly by: 'move';
      readonly from: SheetArea;
      readonly to: Pick<SheetArea, 'sheet' | 'row' | 'column'>;
    }
  | { readonly by: 'name'; readonly name: string }
  /** A formula copied so many rows down. */
  | { readonly by: 'copy'; readonly rows: number };

/** Where an area of the shifted sheet is afterwards; undefined when it is gone. */
export function shiftedArea(area: SheetArea, shift: Shift): SheetArea | undefined {
  if (shift.by === 'name' || shift.by === 'copy') return area;
  if (shift.by === 'move') {
    const { from, to } = shift;
    const isInside =
      area.sheet.toLowerCase() === from.sheet.toLowerCase() &&
      area.row >= from.row &&
      area.column >= from.column &&
      area.row + area.rows <= from.row + from.rows &&
      area.column + area.columns <= from.column + from.columns;
    if (!isInside) return area;
    const { sheet } = to;
    const row = area.row + to.row - from.row;
    return { ...area, sheet, row, column: area.column + to.column - from.column };
  }
  const isByRow = shift.by === 'row';
  const first = isByRow ? area.row : area.column;
  const span = shiftedSpan({ first, count: isByRow ? area.rows : area.columns }, shift);
  if (span === undefined) return undefined;
  return isByRow
    ? { ...area, row: span.first, rows: span.count }
    : { ...area, column: span.first, columns: span.count };
}

/** @param own the sheet that the formula stands on, @param sheet the one that is shifted. */
export function shiftedFormula(formula: string, own: string, sheet: string, shift: Shift): string {
  const parts = formulaParts(formula) ?? [formula];
  return parts
    .map((part) => (typeof part === 'string' ? part : shiftedText(part, own, sheet, shift)))
    .join('');
}

function shiftedText(
  reference: FormulaReference,
  own: string,
  sheet: string,
  shift: Shift,
): string {
  if (shift.by === 'copy') return referenceText(copied(reference, shift.rows));
  const on = reference.sheet ?? own;
  if (on.toLowerCase() !== sheet.toLowerCase()) return referenceText(reference);
  if (shift.by === 'name') {
    const isNamed = reference.sheet !== undefined;
    return referenceText(isNamed ? { ...reference, sheet: shift.name } : reference);
  }
  const { start, end } = reference;
  const area = {
    sheet: on,
    row: start.row,
    column: start.column,
    rows: end.row - start.row + 1,
    columns: end.column - start.column + 1,
  };
  const now = shiftedArea(area, shift);
  if (now === undefined) return '#REF!';
  return referenceText({
    ...reference,
    sheet: now.sheet === on ? reference.sheet : now.sheet,
    start: { ...start, row: now.row, column: now.column },
    end: { ...end, row: now.row + now.rows - 1, column: now.column + now.columns - 1 },
  });
}

function copied({ start, end, ...rest }: FormulaReference, rows: number): FormulaReference {
  const moved = (corner: FormulaReference['start']): FormulaReference['start'] =>
    corner.isRowFixed ? corner : { ...corner, row: corner.row + rows };
  return { ...rest, start: moved(start), end: moved(end) };
}

interface Span {
  readonly first: number;
  readonly count: number;
}

function shiftedSpan({ first, count }: Span, shift: Shift): Span | undefined {
  if ('inserted' in shift) {
    const { at, inserted } = shift;
    if (at <= first) return { first: first + inserted, count };
    return at < first + count ? { first, count: count + inserted } : { first, count };
  }
  if (!('deleted' in shift)) return { first, count };
  const { at, deleted } = shift;
  const end = at + deleted;
  const lost = Math.max(0, Math.min(first + count, end) - Math.max(first, at));
  if (lost === count) return undefined;
  const before = Math.max(0, Math.min(first, end) - at);
  return { first: first - before, count: count - lost };
}
