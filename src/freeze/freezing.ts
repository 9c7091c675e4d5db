import { t } from '../language/speech';
import { anchorPrefix, FROZEN_LIMITS } from '../workbook/frozen-formulas';
import type { FrozenFormulas } from '../workbook/frozen-formulas';
import type { FrozenSaving, FrozenStore } from '../workbook/frozen-store';
import { isFormula } from '../spreadsheet/block-writing';
import type { CellBlock, FrozenCells } from '../spreadsheet/frozen-cells';
import type { CannotDo, SheetArea } from '../spreadsheet/sheet';
import { cellHash } from './cell-hash';
import { findFreezable } from './freezable';
import type { LeftFormula } from './freezable';
import { planFreezing } from './freezing-plan';
import type { Freezing, PlannedFreezing } from './freezing-plan';
import { anchorsOf, frozenAt, isSameArea } from './frozen-areas';
import type { AnchoredAreas } from './frozen-areas';
import { readCells } from './row-hashes';
import { findSuperseded } from './superseded';
import { earliestThaws, frozenNow, outdatedThaws } from './undone-thaws';

export interface FreezingParts {
  readonly cells: FrozenCells;
  readonly store: FrozenStore;
  /** Epoch milliseconds. */
  now(): number;
  /** Yields to the page between two pieces of work. */
  turn(): Promise<void>;
}

export type FreezeResult =
  | {
      readonly kind: 'frozen';
      /** Cells that are values now. */
      readonly cells: number;
      readonly left: readonly LeftFormula[];
      /** What else could not be done, in words for a person. */
      readonly problems: readonly string[];
    }
  | CannotDo;

/**
 * Turns formulas into values. The formulas are stored in the workbook, and read back from there,
 * before the first cell is changed: whatever happens in between, none is lost.
 *
 * @param within undefined for the whole workbook.
 */
export async function freeze(
  within: SheetArea | undefined,
  parts: FreezingParts,
): Promise<FreezeResult> {
  const { cells, store } = parts;
  const found = await findFreezable(cells, within);
  if (found.kind === 'failed') return found;
  const { formulas, left } = found;
  if (formulas.length === 0) return { kind: 'frozen', cells: 0, left, problems: [] };
  const filled = formulas.reduce((sum, { rows, columns }) => sum + rows * columns, 0);
  if (filled > FROZEN_LIMITS.cells) return TOO_MANY;

  const state = await store.read();
  if (state.kind === 'failed') return state;
  const anchored = await cells.anchors(anchorPrefix());
  if (anchored.kind === 'failed') return anchored;
  const known = await frozenNow(state.formulas, anchored.areas, parts);
  if (known.kind === 'failed') return known;
  const superseded = await findSuperseded(state.formulas, anchored.areas, formulas, parts);
  if (superseded.kind === 'failed') return superseded;
  const { at, act } = actOf(parts.now(), anchored.areas, state.formulas);
  const planned = await planFreezing(formulas, {
    cells,
    at,
    act,
    prefix: anchorPrefix(act),
    isFrozen: frozenAt(known.formulas, anchored.areas),
    turn: () => parts.turn(),
  });
  if (planned.kind === 'failed') return planned;

  const replaced = new Set([
    ...superseded.formulas,
    ...outdatedThaws(state.formulas, known.formulas, parts.now()),
  ]);
  const rest = state.formulas.filter((frozen) => !replaced.has(frozen));
  const excess = rest.length + planned.freezings.length - FROZEN_LIMITS.entries;
  const gone = [...replaced, ...earliestThaws(rest, known.formulas, excess)];
  const kept = await keep(planned, gone, parts);
  if (kept.kind === 'failed') return kept;
  const exchanged = await exchangeAll(planned.freezings, parts);
  return { kind: 'frozen', left, ...exchanged };
}

const TOO_MANY: CannotDo = {
  kind: 'failed',
  get message() {
    return t('You can convert up to {cells} cells at once. Select fewer.', {
      cells: FROZEN_LIMITS.cells.toLocaleString('en'),
    });
  },
};
const NOT_FOLLOWED: CannotDo = {
  kind: 'failed',
  get message() {
    return t('The workbook couldn’t keep track of the cells. Nothing was converted.');
  },
};
const changed = (): string => t('Some cells changed in the meantime and were left as they are.');

/** A time that nothing in the workbook carries yet. */
function actOf(
  now: number,
  areas: AnchoredAreas,
  formulas: readonly FrozenFormulas[],
): { readonly at: number; readonly act: string } {
  for (let at = Math.max(0, Math.floor(now)); ; at += 1) {
    const act = at.toString(36);
    const isTaken =
      [...areas.keys()].some((name) => name.startsWith(anchorPrefix(act))) ||
      formulas.some(({ id }) => id.startsWith(`${act}-`));
    if (!isTaken) return { at, act };
  }
}

/** Stores the names first, because without them the formulas could not be placed. */
async function keep(
  { freezings, anchors }: PlannedFreezing,
  gone: readonly FrozenFormulas[],
  { cells, store }: FreezingParts,
): Promise<{ readonly kind: 'kept' } | CannotDo> {
  const names = anchors.map(({ name }) => name);
  const anchoring = await cells.anchor(anchors);
  const anchored = anchoring.kind === 'failed' ? anchoring : await cells.anchors(anchorPrefix());
  if (anchored.kind === 'failed') {
    await cells.release(names);
    return anchored;
  }
  const isFollowed = anchors.every(({ name, area }) => isSameArea(anchored.areas.get(name), area));
  const saved = isFollowed
    ? await store.change({
        removed: gone.map(({ id }) => id),
        added: freezings.map(({ frozen }) => frozen),
      })
    : NOT_FOLLOWED;
  if (saved.kind === 'saved') {
    await releaseUnused(gone, { cells, store });
    return { kind: 'kept' };
  }
  await cells.release(names);
  return saved;
}

/** Turns the cells into values, and drops formulas of which no cell could be changed. */
async function exchangeAll(
  freezings: readonly Freezing[],
  { cells, store, turn }: FreezingParts,
): Promise<{ readonly cells: number; readonly problems: readonly string[] }> {
  const problems = new Set<string>();
  const without: FrozenFormulas[] = [];
  let count = 0;
  for (const { frozen, exchange } of freezings) {
    await turn();
    const result = await cells.exchange(exchange);
    if (result.kind === 'failed') problems.add(result.message);
    const now = await cells.read([exchange.area]);
    if (now.kind === 'failed') {
      problems.add(now.message);
      continue;
    }
    const frozenCells = valuesLeft({ frozen, exchange }, now.blocks[0]);
    count += frozenCells;
    if (frozenCells === frozen.valueHashes.length) continue;
    if (result.kind !== 'failed') problems.add(changed());
    if (frozenCells === 0 || frozen.kind === 'spill') without.push(frozen);
  }
  const unchanged = await findUnchanged(without, cells);
  if (unchanged.length > 0) await letGo(unchanged, { cells, store });
  return { cells: count, problems: [...problems] };
}

/** How many cells hold the value put there, rather than a formula's result. */
function valuesLeft({ frozen, exchange }: Freezing, now: CellBlock | undefined): number {
  if (frozen.kind === 'spill' && isFormula(now?.inputs[0]?.[0])) return 0;
  let index = 0;
  let count = 0;
  exchange.to.forEach((line, row) =>
    line.forEach((content, column) => {
      if (content === null) return;
      const hash = frozen.valueHashes[index];
      index += 1;
      const isValue = now !== undefined && !isFormula(now.inputs[row]?.[column]);
      if (isValue && cellHash(now.contents[row]?.[column] ?? null) === hash) count += 1;
    }),
  );
  return count;
}

/** Those of which no cell has become a value, even if rows have moved in the meantime. */
async function findUnchanged(
  formulas: readonly FrozenFormulas[],
  cells: FrozenCells,
): Promise<FrozenFormulas[]> {
  if (formulas.length === 0) return [];
  const anchored = await cells.anchors(anchorPrefix());
  if (anchored.kind === 'failed') return [];
  const placed = formulas.flatMap((frozen) => {
    const area = anchored.areas.get(frozen.anchor);
    return area === undefined ? [] : [{ frozen, area }];
  });
  const read = await readCells(
    cells,
    placed.map(({ area }) => area),
  );
  if (read.kind === 'failed') return [];
  return placed.flatMap(({ frozen, area }) =>
    isUnchanged(frozen, read.cells.block(area)) ? [frozen] : [],
  );
}

function isUnchanged({ kind, valueHashes }: FrozenFormulas, now: CellBlock | undefined): boolean {
  const inputs = now?.inputs ?? [];
  if (kind === 'spill') {
    // A spill that was stopped halfway is blocked by its own values, and shows an error.
    const shown = now?.contents[0]?.[0];
    return isFormula(inputs[0]?.[0]) && (typeof shown !== 'object' || shown === null);
  }
  const ours = new Set(valueHashes);
  const isOurs = (row: number, column: number): boolean =>
    ours.has(cellHash(now?.contents[row]?.[column] ?? null));
  return (
    inputs.some((line) => line.some(isFormula)) &&
    inputs.every((line, row) =>
      line.every((input, column) => input === '' || isFormula(input) || !isOurs(row, column)),
    )
  );
}

/** Drops formulas, and the hidden names that nothing else needs. */
export async function letGo(
  formulas: readonly FrozenFormulas[],
  { cells, store }: Pick<FreezingParts, 'cells' | 'store'>,
): Promise<FrozenSaving> {
  const saved = await store.change({ removed: formulas.map(({ id }) => id), added: [] });
  if (saved.kind === 'saved') await releaseUnused(formulas, { cells, store });
  return saved;
}

async function releaseUnused(
  formulas: readonly FrozenFormulas[],
  { cells, store }: Pick<FreezingParts, 'cells' | 'store'>,
): Promise<void> {
  if (formulas.length === 0) return;
  const state = await store.read();
  const needed = state.kind === 'frozen' ? anchorsOf(state.formulas) : anchorsOf(formulas);
  await cells.release([...anchorsOf(formulas)].filter((name) => !needed.has(name)));
}
