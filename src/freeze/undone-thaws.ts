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

/** Nothing is undone a day later. */
export function outdatedThaws(formulas: readonly FrozenFormulas[], now: number): FrozenFormulas[] {
  return formulas.filter(({ thawedAt }) => thawedAt !== undefined && now - thawedAt > KEPT_MS);
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
