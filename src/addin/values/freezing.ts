import { t } from '../../engine/language/speech';
import {
  anchorPrefix,
  FROZEN_LIMITS,
  frozenCount,
  rowRuns,
  type FrozenBlock,
} from '../workbook/frozen-formulas';
import type { FrozenStore } from '../workbook/frozen-store';
import { isFormula, textAsInput } from '../spreadsheet/block-writing';
import type {
  Anchor,
  CellBlock,
  CellExchange,
  FrozenCells,
  NewContent,
} from '../spreadsheet/frozen-cells';
import type { CannotDo, SheetArea } from '../spreadsheet/sheet';
import type { CellContent } from '../../engine/places/cell';
import { findConvertible, type ConvertibleBlock, type LeftFormula } from './convertible';
import {
  isBlank,
  isSameArea,
  isSameContent,
  keepRest,
  placeOf,
  releaseUnused,
  standing,
} from './frozen-areas';

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
  const { cells, store, turn } = parts;
  const state = await store.read();
  if (state.kind === 'failed') return state;
  const anchored = await cells.anchors(anchorPrefix());
  if (anchored.kind === 'failed') return anchored;
  const places = state.blocks.flatMap((block) => placeOf(block, anchored.areas) ?? []);
  const found = await findConvertible(cells, within, places, turn);
  if (found.kind === 'failed') return found;
  const { blocks, left, formulas } = found;
  if (blocks.length === 0) return { kind: 'frozen', cells: 0, left, problems: [] };
  const taken = [...anchored.areas.keys(), ...state.blocks.map(({ anchor }) => anchor)];
  const names = createNames(parts.now(), taken);
  const freezings = blocks.map((block) => ({ frozen: names.block(block), ...exchangeOf(block) }));
  const count = freezings.reduce((sum, { frozen }) => sum + frozenCount(frozen), 0);
  if (count > FROZEN_LIMITS.cells) return tooManyCells();
  const anchors = names.all();
  if (anchors.length > FROZEN_LIMITS.anchors) return tooManyFormulas();
  // Undo has brought these back, and they are frozen once more: kept twice, they would count twice.
  const replaced = standing(state.blocks, anchored.areas, formulas);
  const kept = await keep(freezings, anchors, replaced, parts);
  if (kept.kind === 'failed') return kept;
  return { kind: 'frozen', left, ...(await exchangeAll(freezings, parts)) };
}

/** A block that is kept, and the cells that become values then. */
interface Freezing {
  readonly frozen: FrozenBlock;
  readonly exchange: CellExchange;
}

interface Names {
  /** The block as it is kept. */
  block(block: ConvertibleBlock): FrozenBlock;
  all(): Anchor[];
}

/** One name for an area, however many formulas read it. */
function createNames(now: number, taken: readonly string[]): Names {
  let at = Math.max(0, Math.floor(now));
  const prefix = (): string => anchorPrefix(at.toString(36));
  while (taken.some((name) => name.startsWith(prefix()))) at += 1;
  const anchors = new Map<string, Anchor>();
  const nameOf = (area: SheetArea): string => {
    const { sheet, row, column, rows, columns } = area;
    const key = `${row},${column},${rows},${columns},${sheet.toLowerCase()}`;
    const anchor = anchors.get(key) ?? { name: `${prefix()}${anchors.size + 1}`, area };
    anchors.set(key, anchor);
    return anchor.name;
  };
  return {
    block({ kind, area, formula, reads, rows, now: { contents } }) {
      const isValue = (row: number): boolean => rows[row] === 'value';
      const blanks = contents.filter(([content], row) => isValue(row) && isBlank(content)).length;
      return {
        ...{ anchor: nameOf(area), at, kind, area, formula, blanks },
        reads: reads.map(nameOf),
        rows: rowRuns(rows),
      };
    },
    all: () => [...anchors.values()],
  };
}

function exchangeOf({ kind, area, rows, now }: ConvertibleBlock): Pick<Freezing, 'exchange'> {
  const isAllOrNone = kind === 'spill';
  const to = now.contents.map((line, row) =>
    line.map((content) => (isAllOrNone || rows[row] === 'value' ? asConstant(content) : null)),
  );
  return { exchange: { area, from: now, to, isAllOrNone } };
}

/** Text stays text, whatever it looks like; an error stays an error. */
function asConstant(content: CellContent): NewContent {
  if (content === null) return '';
  return typeof content === 'string' ? textAsInput(content) : content;
}

/** Stores the names first, because without them the formulas could not be placed. */
async function keep(
  freezings: readonly Freezing[],
  anchors: readonly Anchor[],
  replaced: readonly FrozenBlock[],
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
        removed: replaced.map(({ anchor }) => anchor),
        added: freezings.map(({ frozen }) => frozen),
      })
    : notFollowed();
  if (saved.kind === 'saved') {
    await releaseUnused(replaced, { cells, store });
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
  const unsure: FrozenBlock[] = [];
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
    const values = valuesLeft(exchange, now.blocks[0]);
    count += values;
    if (values === frozenCount(frozen)) continue;
    if (result.kind !== 'failed') problems.add(changed());
    if (values === 0) unsure.push(frozen);
  }
  if (unsure.length > 0) {
    const formulas = await cells.formulas();
    const anchored = await cells.anchors(anchorPrefix());
    if (formulas.kind !== 'failed' && anchored.kind !== 'failed') {
      const unchanged = standing(unsure, anchored.areas, formulas.formulas, true);
      if (unchanged.length > 0) {
        await keepRest(
          unchanged.map((block) => ({ ...block, rows: [] })),
          { cells, store },
        );
      }
    }
  }
  return { cells: count, problems: [...problems] };
}

/** How many cells hold the value put there, rather than a formula's result. */
function valuesLeft({ from, to, isAllOrNone }: CellExchange, now: CellBlock | undefined): number {
  if (now === undefined || (isAllOrNone && isFormula(now.inputs[0]?.[0]))) return 0;
  return to.flatMap((line, row) =>
    line.filter((content, column) => {
      if (content === null || isFormula(now.inputs[row]?.[column])) return false;
      const shown = now.contents[row]?.[column] ?? null;
      return isSameContent(shown, from.contents[row]?.[column] ?? null);
    }),
  ).length;
}

/** Words for what has changed between reading and writing. */
export const changed = (): string =>
  t('Some cells changed in the meantime and were left as they are.');
const tooManyFormulas = (): CannotDo =>
  failed(t('That’s more formulas than a workbook can keep. Select fewer cells and try again.'));
const tooManyCells = (): CannotDo =>
  failed(
    t('You can convert up to {cells} cells at once. Select fewer.', {
      cells: FROZEN_LIMITS.cells.toLocaleString('en'),
    }),
  );
const notFollowed = (): CannotDo =>
  failed(t('The workbook couldn’t keep track of the cells. Nothing was converted.'));
const failed = (message: string): CannotDo => ({ kind: 'failed', message });
