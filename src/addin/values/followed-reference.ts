import type { FrozenFormulas, FrozenReference } from '../workbook/frozen-formulas';
import { MAX_COLUMNS, MAX_ROWS } from '../spreadsheet/cell-address';
import type { SheetArea } from '../spreadsheet/sheet';
import { referenceText } from '../spreadsheet/formula-parts';
import type { Corner, FormulaReference } from '../spreadsheet/formula-parts';

/** Part of one column, whose formulas are kept together. */
export interface RunArea {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
}

/** A reference for all rows of a run, without the hidden name that will follow it. */
export type RunReference = Omit<FrozenReference, 'anchor'>;

/**
 * All the cells that a reference covers when its formula is in every row of the run. Undefined if
 * it would leave the sheet, or if its corners would change places on the way.
 *
 * @param row the row of the formula that the reference was read from.
 */
export function runReference(
  reference: FormulaReference,
  row: number,
  run: RunArea,
): RunReference | undefined {
  const { form, start, end } = reference;
  const first = cornersAt(reference, row, run.row);
  const last = cornersAt(reference, row, run.row + run.rows - 1);
  if (first.start > first.end || last.start > last.end || start.column > end.column) {
    return undefined;
  }
  const top = Math.min(first.start, last.start);
  const bottom = Math.max(first.end, last.end);
  if (top < 0 || bottom >= MAX_ROWS || end.column >= MAX_COLUMNS) return undefined;
  return {
    area: {
      sheet: reference.sheet ?? run.sheet,
      row: top,
      column: start.column,
      rows: bottom - top + 1,
      columns: end.column - start.column + 1,
    },
    form,
    isQualified: reference.sheet !== undefined,
    fixed: fixedText(start, end),
  };
}

/** Whether each corner moves down the sheet with the formula. */
function followsRows({ form, fixed }: RunReference): {
  readonly start: boolean;
  readonly end: boolean;
} {
  if (form === 'columns') return { start: false, end: false };
  return { start: !fixed.includes('r'), end: !fixed.includes('R') };
}

/**
 * Where the cells of each reference are now. Undefined for cells that are gone, and for those that
 * have not grown and shrunk with the run: nobody knows which of them belong to which row.
 *
 * @param area where the run is now.
 */
export function referencesNow(
  { kind, area: was, references }: FrozenFormulas,
  area: SheetArea,
  areas: ReadonlyMap<string, SheetArea | undefined>,
): (SheetArea | undefined)[] {
  const [rowsThen, rows] = kind === 'spill' ? [1, 1] : [was.rows, area.rows];
  return references.map((reference) => {
    const now = areas.get(reference.anchor);
    if (now === undefined) return undefined;
    const follows = followsRows(reference);
    const isStill = !follows.start && !follows.end;
    // The range of a single formula grows with the rows inserted into it.
    const isAlone = rowsThen === 1 && rows === 1;
    const isInStep = now.rows - rows === reference.area.rows - rowsThen;
    return isStill || isAlone || isInStep ? now : undefined;
  });
}

/** The formula as it reads in a row of the run now; undefined if a reference has no place. */
export function followedFormula(
  { formulas, references }: Pick<FrozenFormulas, 'formulas' | 'references'>,
  now: readonly (SheetArea | undefined)[],
  formula: number,
  row: RunArea & { readonly index: number },
): string | undefined {
  let text = '';
  for (const part of formulas[formula] ?? []) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const reference = references[part];
    const place = now[part];
    if (reference === undefined || place === undefined) return undefined;
    text += followedText(reference, place, row.index, row);
  }
  return text;
}

/** Which rows of `now` the reference means, for the run's row with this index. */
function rowsOf(
  reference: RunReference,
  now: SheetArea,
  index: number,
  rows: number,
): { readonly first: number; readonly last: number } {
  const follows = followsRows(reference);
  const end = now.row + now.rows - 1;
  return {
    first: follows.start ? now.row + index : now.row,
    last: follows.end ? end - (rows - 1 - index) : end,
  };
}

/** The reference's text in the formula of that row, which may have moved to another sheet. */
function followedText(
  reference: RunReference,
  now: SheetArea,
  index: number,
  run: { readonly sheet: string; readonly rows: number },
): string {
  const { first, last } = rowsOf(reference, now, index, run.rows);
  const { form, fixed, isQualified } = reference;
  const isElsewhere = now.sheet.toLowerCase() !== run.sheet.toLowerCase();
  const start: Corner = {
    row: first,
    column: now.column,
    isRowFixed: fixed.includes('r'),
    isColumnFixed: fixed.includes('c'),
  };
  const end: Corner = {
    row: last,
    column: now.column + now.columns - 1,
    isRowFixed: fixed.includes('R'),
    isColumnFixed: fixed.includes('C'),
  };
  const sheet = isQualified || isElsewhere ? now.sheet : undefined;
  return referenceText({ sheet, form, start, end: form === 'cell' ? start : end });
}

function cornersAt(
  { form, start, end }: FormulaReference,
  row: number,
  at: number,
): { readonly start: number; readonly end: number } {
  if (form === 'columns') return { start: start.row, end: end.row };
  return {
    start: start.isRowFixed ? start.row : start.row - row + at,
    end: end.isRowFixed ? end.row : end.row - row + at,
  };
}

function fixedText(start: Corner, end: Corner): string {
  const mark = (isFixed: boolean, letter: string): string => (isFixed ? letter : '');
  return (
    mark(start.isColumnFixed, 'c') +
    mark(start.isRowFixed, 'r') +
    mark(end.isColumnFixed, 'C') +
    mark(end.isRowFixed, 'R')
  );
}
