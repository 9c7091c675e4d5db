import type { FrozenFormulas } from '../workbook/frozen-formulas';
import type { FrozenCells } from '../spreadsheet/frozen-cells';
import type { CannotDo, SheetArea } from '../spreadsheet/sheet';
import { cellHash } from './cell-hash';
import { wholePlaces } from './frozen-areas';
import type { AnchoredAreas } from './frozen-areas';
import { readCells } from './row-hashes';

export type SupersededReading =
  { readonly kind: 'superseded'; readonly formulas: readonly FrozenFormulas[] } | CannotDo;

/**
 * What is kept already of cells that are formulas again, as after Undo, and are frozen anew: kept
 * twice, they would be counted and listed twice. What has any value left that may be its own stays.
 */
export async function findSuperseded(
  kept: readonly FrozenFormulas[],
  areas: AnchoredAreas,
  formulas: readonly SheetArea[],
  cells: Pick<FrozenCells, 'read'>,
): Promise<SupersededReading> {
  if (kept.length === 0) return { kind: 'superseded', formulas: [] };
  const anew = new Set(formulas.flatMap(keysOf));
  const placed = kept.filter(({ isLeft }) => !isLeft);
  const found = wholePlaces(placed, areas)
    .map((place) => ({ ...place, isAnew: keysOf(place.area).map((key) => anew.has(key)) }))
    .filter(({ frozen, isAnew }) => isAnew.filter(Boolean).length >= frozen.valueHashes.length);
  const read = await readCells(
    cells,
    found.map(({ area }) => area),
  );
  if (read.kind === 'failed') return read;
  const superseded = found.filter(({ frozen, area, isAnew }) => {
    const hashes = new Set(frozen.valueHashes);
    const contents = read.cells.block(area)?.contents.flat() ?? [];
    return isAnew.every((is, index) => is || !hashes.has(cellHash(contents[index] ?? null)));
  });
  return { kind: 'superseded', formulas: superseded.map(({ frozen }) => frozen) };
}

/** Its cells, row by row. */
function keysOf({ sheet, row, column, rows, columns }: SheetArea): string[] {
  return Array.from({ length: rows * columns }, (_, index) => {
    const at = `${row + Math.floor(index / columns)},${column + (index % columns)}`;
    return `${at},${sheet.toLowerCase()}`;
  });
}
