import { t } from '../language/speech';
import type { FrozenFormulas } from '../workbook/frozen-formulas';
import { isFormula } from '../spreadsheet/block-writing';
import type { FrozenCells } from '../spreadsheet/frozen-cells';
import type { CannotDo, SheetArea } from '../spreadsheet/sheet';
import { holdsCell, isSameSheet } from './frozen-areas';
import type { AnchoredAreas } from './frozen-areas';
import { frozenRest } from './frozen-rest';
import { readCells } from './row-hashes';
import { placeSpill } from './spill-placement';
import type { PlacedRun } from './run-thawing';

/** What became of formulas that were kept together. */
export interface Outcome {
  /** Cells that got their formula back. */
  readonly cells: number;
  /** Formulas without a place. */
  readonly left: number;
  /** The id of what is no longer kept, and what replaces it. */
  readonly removed?: string;
  readonly added: readonly FrozenFormulas[];
  readonly problem?: string;
}

/** Types the formulas into the cells that were found for them. */
export type PutBack = () => Promise<Outcome>;

export interface PutBackParts {
  readonly cells: Pick<FrozenCells, 'read' | 'exchange'>;
  /** Undefined for the whole workbook. */
  readonly within: SheetArea | undefined;
  /** An id that no kept formulas have. */
  idOf(): string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export function runPutBack(
  frozen: FrozenFormulas,
  { area, block, placement }: PlacedRun,
  { cells, within, idOf, at }: PutBackParts,
): PutBack {
  const first = area.row - block.area.row;
  const isInside = (row: number): boolean =>
    within === undefined ||
    (isSameSheet(within.sheet, area.sheet) && holdsCell(within, area.row + row, area.column));
  const to = block.inputs.map((_, index) => {
    const row = index - first;
    return [isInside(row) ? (placement.formulas.get(row) ?? null) : null];
  });
  return async () => {
    const isAnything = to.some(([text]) => text !== null);
    const result = isAnything
      ? await cells.exchange({ area: block.area, from: block, to, isAllOrNone: false })
      : undefined;
    const again = await readCells(cells, [block.area]);
    if (again.kind === 'failed') return failed(again);
    const back = new Set<number>();
    again.cells.block(block.area)?.inputs.forEach(([input], index) => {
      if (isFormula(input)) back.add(index - first);
    });
    const isBack = (index: number): boolean => {
      const row = placement.rows[index];
      return row !== undefined && isInside(row) && back.has(row);
    };
    // If a person chose an area, formulas elsewhere are not reported.
    const isLost = (index: number): boolean =>
      within === undefined && placement.reasons.has(index) && !isBack(index);
    const typed = to.flatMap(([text], index) => (text === null ? [] : [index - first]));
    const cellCount = typed.filter((row) => back.has(row)).length;
    const problem = result?.kind === 'failed' ? result : CHANGED;
    return {
      ...restOf(frozen, isBack, isLost, { idOf, at }),
      cells: cellCount,
      ...(cellCount < typed.length ? { problem: problem.message } : {}),
    };
  };
}

/** Puts a formula that spills back into its first cell, and clears its values to make room. */
export async function spillPutBack(
  frozen: FrozenFormulas,
  areas: AnchoredAreas,
  { cells, idOf, at }: PutBackParts,
): Promise<PutBack> {
  const area = areas.get(frozen.anchor);
  const origin = areas.get(frozen.origin ?? '');
  const stays: PutBack = () => Promise.resolve(lost(frozen, idOf));
  if (area === undefined || area.rows * area.columns > MOST_CELLS) return stays;
  const read = await readCells(cells, [area]);
  if (read.kind === 'failed') return () => Promise.resolve(failed(read));
  const block = read.cells.block(area);
  if (block === undefined) return stays;
  const placement = placeSpill(frozen, {
    area,
    origin: origin !== undefined && isSameSheet(origin.sheet, area.sheet) ? origin : undefined,
    inputs: block.inputs,
    contents: block.contents,
    references: frozen.references.map(({ anchor }) => areas.get(anchor)),
  });
  if (placement.kind === 'left') return stays;
  const thawed = { ...frozen, id: idOf(), isLeft: false, thawedAt: at };
  const done: Outcome = { cells: 1, left: 0, removed: frozen.id, added: [thawed] };
  if (placement.kind === 'there') return () => Promise.resolve({ ...done, cells: 0 });
  return async () => {
    const exchange = { area, from: block, to: placement.cells, isAllOrNone: true };
    const result = await cells.exchange(exchange);
    const again = await readCells(cells, [area]);
    if (again.kind === 'failed') return failed(again);
    if (isFormula(again.cells.block(area)?.inputs[0]?.[0])) return done;
    return failed(result.kind === 'failed' ? result : CHANGED);
  };
}

/** None of the formulas can be placed: they stay kept, marked as having no place. */
export function lost(frozen: FrozenFormulas, idOf: () => string): Outcome {
  const left = frozen.kind === 'spill' ? 1 : frozen.valueHashes.length;
  if (frozen.isLeft) return { cells: 0, left, added: [] };
  return {
    cells: 0,
    left,
    removed: frozen.id,
    added: [{ ...frozen, id: idOf(), isLeft: true, thawedAt: undefined }],
  };
}

/** The formulas stay kept as they are. */
export function failed({ message }: CannotDo): Outcome {
  return { cells: 0, left: 0, added: [], problem: message };
}

const MOST_CELLS = 1_000_000;
export const CHANGED: CannotDo = {
  kind: 'failed',
  get message() {
    return t('Some cells changed in the meantime and were left as they are.');
  },
};

/**
 * What stays kept: formulas that were not asked for or not written, those without a place, and
 * those that are back, for as long as a person may undo that.
 */
function restOf(
  frozen: FrozenFormulas,
  isBack: (index: number) => boolean,
  isLost: (index: number) => boolean,
  { idOf, at }: Pick<PutBackParts, 'idOf' | 'at'>,
): Omit<Outcome, 'cells'> {
  const stays = (index: number): boolean => !isBack(index) && !isLost(index);
  const rest = frozenRest(frozen, stays, { id: idOf(), isLeft: frozen.isLeft });
  const without = frozenRest(frozen, isLost, { id: idOf(), isLeft: true });
  const left = without?.valueHashes.length ?? 0;
  const isUnchanged =
    rest?.valueHashes.length === frozen.valueHashes.length ||
    (frozen.isLeft && left === frozen.valueHashes.length);
  if (isUnchanged) return { left, added: [] };
  const thawed = frozenRest(frozen, isBack, { id: idOf(), isLeft: false, thawedAt: at });
  const added = [rest, without, thawed].flatMap((kept) => kept ?? []);
  return { left, removed: frozen.id, added };
}
