import type { FrozenFormulas } from '../workbook/frozen-formulas';
import { isFormula } from '../spreadsheet/block-writing';
import type { CellBlock, FrozenCells } from '../spreadsheet/frozen-cells';
import type { CannotDo } from '../spreadsheet/sheet';
import { BLANK_HASH, cellHash } from './cell-hash';
import { frozenAt, wholePlaces } from './frozen-areas';
import type { AnchoredAreas } from './frozen-areas';
import { readCells } from './row-hashes';

export type FrozenNow =
  { readonly kind: 'frozen'; readonly formulas: readonly FrozenFormulas[] } | CannotDo;

/**
 * What is frozen at this moment. Undo takes formulas out of their cells again, and brings nothing
 * back that was kept: so what was thawed is kept on for a while, and counts as frozen again where
 * the cells show all the values that freezing had left.
 */
export async function frozenNow(
  formulas: readonly FrozenFormulas[],
  areas: AnchoredAreas,
  cells: Pick<FrozenCells, 'read'>,
): Promise<FrozenNow> {
  const still = formulas.filter(({ thawedAt }) => thawedAt === undefined);
  const thawed = wholePlaces(
    formulas.filter(({ thawedAt }) => thawedAt !== undefined),
    areas,
  );
  if (thawed.length === 0) return { kind: 'frozen', formulas: still };
  const read = await readCells(
    cells,
    thawed.map(({ area }) => area),
  );
  if (read.kind === 'failed') return read;
  const undone = new Set<FrozenFormulas>();
  for (const { frozen, area } of thawed) {
    const placed = still.filter(({ isLeft }) => !isLeft);
    const isOthers = frozenAt(
      placed.filter(({ anchor }) => anchor !== frozen.anchor),
      areas,
    );
    const left = hashesLeft(read.cells.block(area), isOthers);
    // Formulas of the same column that were not thawed: their values are not ours.
    const besides = placed.filter(({ anchor }) => anchor === frozen.anchor);
    for (const { valueHashes } of besides) valueHashes.forEach((hash) => take(left, hash));
    const isShown = frozen.valueHashes.some((hash) => hash !== BLANK_HASH);
    if (isShown && frozen.valueHashes.every((hash) => take(left, hash))) undone.add(frozen);
  }
  return {
    kind: 'frozen',
    formulas: formulas.filter((frozen) => frozen.thawedAt === undefined || undone.has(frozen)),
  };
}

/**
 * What was thawed and is kept no longer: nothing is undone a day later. What has been undone is
 * frozen, and stays.
 *
 * @param known what counts as frozen.
 */
export function outdatedThaws(
  formulas: readonly FrozenFormulas[],
  known: readonly FrozenFormulas[],
  now: number,
): FrozenFormulas[] {
  return thawsOf(formulas, known).filter(({ thawedAt = now }) => now - thawedAt > KEPT_MS);
}

/** The earliest of them: they make room for what is frozen now. */
export function earliestThaws(
  formulas: readonly FrozenFormulas[],
  known: readonly FrozenFormulas[],
  count: number,
): FrozenFormulas[] {
  return thawsOf(formulas, known)
    .sort((one, other) => (one.thawedAt ?? 0) - (other.thawedAt ?? 0))
    .slice(0, Math.max(0, count));
}

function thawsOf(
  formulas: readonly FrozenFormulas[],
  known: readonly FrozenFormulas[],
): FrozenFormulas[] {
  const frozen = new Set(known);
  return formulas.filter((kept) => kept.thawedAt !== undefined && !frozen.has(kept));
}

const KEPT_MS = 24 * 60 * 60 * 1_000;

/** How often each hash stands there as a value of nobody else's. */
function hashesLeft(
  block: CellBlock | undefined,
  isOthers: (sheet: string, row: number, column: number) => boolean,
): Map<number, number> {
  const hashes = new Map<number, number>();
  block?.contents.forEach((line, row) =>
    line.forEach((content, column) => {
      const { area, inputs } = block;
      if (isFormula(inputs[row]?.[column])) return;
      if (isOthers(area.sheet, area.row + row, area.column + column)) return;
      const hash = cellHash(content);
      hashes.set(hash, (hashes.get(hash) ?? 0) + 1);
    }),
  );
  return hashes;
}

function take(hashes: Map<number, number>, hash: number): boolean {
  const count = hashes.get(hash) ?? 0;
  hashes.set(hash, count - 1);
  return count > 0;
}
