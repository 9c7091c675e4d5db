import type { FrozenFormulas } from '../workbook/frozen-formulas';
import type { CannotDo, SheetArea } from '../spreadsheet/sheet';
import { cellHash } from './cell-hash';
import { wholePlaces } from './frozen-areas';
import type { AnchoredAreas, FrozenPlace } from './frozen-areas';
import { createTurnCount } from './page-turns';
import { readCells } from './row-hashes';
import type { FrozenNowParts } from './undone-thaws';

export type SupersededReading =
  { readonly kind: 'superseded'; readonly formulas: readonly FrozenFormulas[] } | CannotDo;

/**
 * What is already kept for cells that are formulas again, as after Undo, and are being frozen
 * again: kept twice, they would be counted and listed twice. An entry stays if any of its other
 * cells may still show one of its values.
 */
export async function findSuperseded(
  kept: readonly FrozenFormulas[],
  areas: AnchoredAreas,
  formulas: readonly SheetArea[],
  { cells, turn }: FrozenNowParts,
): Promise<SupersededReading> {
  if (kept.length === 0) return { kind: 'superseded', formulas: [] };
  const isTurn = createTurnCount();
  const anew = new Set<string>();
  for (const key of keysOf(formulas)) {
    if (isTurn()) await turn();
    anew.add(key);
  }
  const placed = kept.filter(({ isLeft }) => !isLeft);
  const found: (FrozenPlace & { readonly isAnew: readonly boolean[] })[] = [];
  for (const { frozen, area } of wholePlaces(placed, areas)) {
    const isAnew: boolean[] = [];
    let count = 0;
    for (const key of keysOf([area])) {
      if (isTurn()) await turn();
      const is = anew.has(key);
      isAnew.push(is);
      if (is) count += 1;
    }
    if (count >= frozen.valueHashes.length) found.push({ frozen, area, isAnew });
  }
  const read = await readCells(
    cells,
    found.map(({ area }) => area),
  );
  if (read.kind === 'failed') return read;
  const superseded: FrozenFormulas[] = [];
  for (const { frozen, area, isAnew } of found) {
    const hashes = new Set(frozen.valueHashes);
    const contents = read.cells.block(area)?.contents.flat() ?? [];
    let isOther = false;
    for (const [index, is] of isAnew.entries()) {
      if (isTurn()) await turn();
      isOther ||= !is && hashes.has(cellHash(contents[index] ?? null));
    }
    if (!isOther) superseded.push(frozen);
  }
  return { kind: 'superseded', formulas: superseded };
}

/** A key for each cell of the areas, row by row. */
function* keysOf(areas: readonly SheetArea[]): Generator<string, void, undefined> {
  for (const { sheet, row, column, rows, columns } of areas) {
    for (let index = 0; index < rows * columns; index += 1) {
      const at = `${row + Math.floor(index / columns)},${column + (index % columns)}`;
      yield `${at},${sheet.toLowerCase()}`;
    }
  }
}
