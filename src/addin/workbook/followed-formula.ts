import { MAX_COLUMNS, MAX_ROWS } from '../spreadsheet/cell-address';
import {
  formulaParts,
  referenceText,
  type Corner,
  type FormulaPart,
  type FormulaReference,
} from '../spreadsheet/formula-parts';
import type { SheetArea } from '../spreadsheet/sheet';
import type { FrozenBlock } from './frozen-formulas';

/** A block's formula where its cells are now. */
export interface FollowedFormula {
  /** What it reads, from the block's first row to its last. */
  readonly reads: readonly SheetArea[];
  /** As it reads in that row of the block. */
  at(row: number): string;
}

/**
 * Follows a block's formula to where its cells and what it reads are. `=LOCATTR(B2,$F$1,"x")` in
 * rows 2 to 4 reads B2:B4 and F1; after an insertion above all of them it reads B3:B5 and F2.
 * Undefined if something it reads is gone, or has not grown and shrunk with the block: then nobody
 * knows which of those cells belong to which row.
 *
 * @param area where the block is now.
 */
export function followFormula(
  { kind, area: was, formula, reads }: Pick<FrozenBlock, 'kind' | 'area' | 'formula' | 'reads'>,
  area: SheetArea,
  areas: ReadonlyMap<string, SheetArea | undefined>,
): FollowedFormula | undefined {
  const parts = formulaParts(formula) ?? [];
  const [rowsThen, rows] = kind === 'spill' ? [1, 1] : [was.rows, area.rows];
  const now: SheetArea[] = [];
  for (const part of parts) {
    if (typeof part === 'string') continue;
    const then = coveredArea(part, { ...was, rows: rowsThen });
    const place = areas.get(reads[now.length] ?? '');
    if (then === undefined || place === undefined) return undefined;
    const isStill = !isMoving(part, part.start) && !isMoving(part, part.end);
    // What a single formula reads grows with the rows inserted into it.
    const isAlone = rowsThen === 1 && rows === 1;
    if (!isStill && !isAlone && place.rows - rows !== then.rows - rowsThen) return undefined;
    now.push(place);
  }
  if (parts.length === 0 || now.length !== reads.length) return undefined;
  return { reads: now, at: (row) => formulaAt(parts, now, row, { sheet: area.sheet, rows }) };
}

/**
 * All the cells that a reference of a block's first formula covers when the formula is in every row
 * of the block. Undefined if it would leave the sheet, or if its corners would change places.
 */
export function coveredArea(reference: FormulaReference, block: SheetArea): SheetArea | undefined {
  const { start, end } = reference;
  const down = (corner: Corner): number => (isMoving(reference, corner) ? block.rows - 1 : 0);
  const bottom = end.row + down(end);
  const isUpright = start.row <= end.row && start.row + down(start) <= bottom;
  if (!isUpright || start.column > end.column) return undefined;
  if (bottom >= MAX_ROWS || end.column >= MAX_COLUMNS) return undefined;
  return {
    sheet: reference.sheet ?? block.sheet,
    row: start.row,
    column: start.column,
    rows: bottom - start.row + 1,
    columns: end.column - start.column + 1,
  };
}

/** The formula as it read in that row of the block when it was frozen. */
export function formulaThen({ kind, area, formula }: FrozenBlock, row: number): string {
  const parts = formulaParts(formula) ?? [formula];
  const block = { ...area, rows: kind === 'spill' ? 1 : area.rows };
  const then = parts.flatMap((part) =>
    typeof part === 'string' ? [] : (coveredArea(part, block) ?? []),
  );
  return formulaAt(parts, then, row, block);
}

/** @param now where the cells of each reference are, from the block's first row to its last. */
function formulaAt(
  parts: readonly FormulaPart[],
  now: readonly SheetArea[],
  row: number,
  block: Pick<SheetArea, 'sheet' | 'rows'>,
): string {
  let at = 0;
  return parts
    .map((part) => {
      const place = typeof part === 'string' ? undefined : now[at++];
      return typeof part === 'string' || place === undefined
        ? part
        : referenceText(referenceAt(part, place, row, block));
    })
    .join('');
}

/** What the reference is in that row of a block, which may have moved to another sheet. */
function referenceAt(
  reference: FormulaReference,
  { sheet, row: top, column, rows, columns }: SheetArea,
  row: number,
  block: Pick<SheetArea, 'sheet' | 'rows'>,
): FormulaReference {
  const { start, end } = reference;
  const bottom = top + rows - 1;
  const isElsewhere = sheet.toLowerCase() !== block.sheet.toLowerCase();
  return {
    ...reference,
    sheet: reference.sheet !== undefined || isElsewhere ? sheet : undefined,
    start: { ...start, column, row: isMoving(reference, start) ? top + row : top },
    end: {
      ...end,
      column: column + columns - 1,
      row: isMoving(reference, end) ? bottom - (block.rows - 1 - row) : bottom,
    },
  };
}

/** Whether a corner moves down the sheet with the formula. */
function isMoving({ form }: FormulaReference, corner: Corner): boolean {
  return form !== 'columns' && !corner.isRowFixed;
}
