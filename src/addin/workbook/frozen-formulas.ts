import { isFormula, MAX_FORMULA } from '../spreadsheet/block-writing';
import { MAX_COLUMNS, MAX_ROWS } from '../spreadsheet/cell-address';
import type { SheetArea } from '../spreadsheet/sheet';
import { canonicalJson, isJsonObject, ownJson, type Json, type JsonObject } from './json-document';
import { LAST_STAMP } from './workbook-settings';

/** A block of cells that had one formula and are values now, as a workbook keeps it. */
export interface FrozenBlock {
  /** The hidden name that has followed the block since. No other block has it. */
  readonly anchor: string;
  /** When it was frozen, in epoch milliseconds. */
  readonly at: number;
  /** Rows of one column that a formula was filled into, or one formula that filled all the cells. */
  readonly kind: 'column' | 'spill';
  /** Where it was. */
  readonly area: SheetArea;
  /** As it read in the first row. */
  readonly formula: string;
  /** Hidden names that have followed what it reads, from the first row to the last, in its order. */
  readonly reads: readonly string[];
  /** From the first row on; for a spill, a single one. */
  readonly rows: readonly RowRun[];
  /** How many of the cells showed nothing. */
  readonly blanks: number;
}

/**
 * What a row holds: `value`, in place of its formula; `left`, a value too, which a thaw has left;
 * `none`, neither: it never had the formula, or has it again.
 */
export type RowState = 'value' | 'left' | 'none';

/** Neighbours that are alike: ten rows of values are `['value', 10]`. */
export type RowRun = readonly [state: RowState, rows: number];

/** Locus keeps no more than this. */
export const FROZEN_LIMITS = { anchors: 5_000, cells: 500_000 } as const;

const ANCHOR_PREFIX = '_locus_frozen_';
const ANCHOR = /^_locus_frozen_[a-z0-9_]{1,60}$/;
const STATES: ReadonlySet<Json | undefined> = new Set(['value', 'left', 'none']);
/** Longer than Excel permits. */
const MOST_SHEET_NAME = 100;

/** The prefix of our hidden names: all of them, or those of one act of freezing. */
export function anchorPrefix(act?: string): string {
  return act === undefined ? ANCHOR_PREFIX : `${ANCHOR_PREFIX}${act}_`;
}

/** The state of each row. */
export function rowStates({ rows }: Pick<FrozenBlock, 'rows'>): RowState[] {
  return rows.flatMap(([state, count]) => new Array<RowState>(count).fill(state));
}

export function rowRuns(states: Iterable<RowState>): RowRun[] {
  const runs: [RowState, number][] = [];
  for (const state of states) {
    const last = runs.at(-1);
    if (last?.[0] === state) last[1] += 1;
    else runs.push([state, 1]);
  }
  return runs;
}

/** How many formulas are values in these states; a formula that spills counts once. */
export function formulaCount(
  { rows }: Pick<FrozenBlock, 'rows'>,
  states: readonly RowState[] = ['value', 'left'],
): number {
  return rows.reduce((sum, [state, count]) => sum + (states.includes(state) ? count : 0), 0);
}

/** How many cells hold values in place of the formula. */
export function frozenCount(block: FrozenBlock, states?: readonly RowState[]): number {
  const { kind, area } = block;
  return formulaCount(block, states) * (kind === 'spill' ? area.rows * area.columns : 1);
}

/** Without its anchor, which is the key. */
export function toFrozenJson({ at, kind, area, formula, reads, rows, blanks }: FrozenBlock) {
  const { sheet, row, column } = area;
  return {
    at,
    kind,
    area: [sheet, row, column, area.rows, area.columns],
    formula,
    reads,
    rows,
    blanks,
  } satisfies JsonObject;
}

/** Undefined if the JSON is not a frozen block, or contradicts itself. */
export function readFrozenJson(anchor: string, json: Json): FrozenBlock | undefined {
  if (!isJsonObject(json)) return undefined;
  const at = ownJson(json, 'at');
  const kind = ownJson(json, 'kind');
  const area = readArea(ownJson(json, 'area'));
  const formula = ownJson(json, 'formula');
  const reads = readList(ownJson(json, 'reads'), FROZEN_LIMITS.anchors, readAnchor);
  const rows = readList(ownJson(json, 'rows'), MAX_ROWS, readRun);
  const blanks = ownJson(json, 'blanks');
  if (!isCount(at, 0) || !isCount(blanks, 0) || area === undefined) return undefined;
  if (typeof formula !== 'string') return undefined;
  if (kind !== 'column' && kind !== 'spill') return undefined;
  if (reads === undefined || rows === undefined) return undefined;
  const block: FrozenBlock = { anchor, at, kind, area, formula, reads, rows, blanks };
  return isConsistent(block) ? block : undefined;
}

/** What either of two with the same anchor still holds, as after two copies of a file were joined. */
export function mergedFrozen(one: FrozenBlock, other: FrozenBlock): FrozenBlock {
  const text = (block: FrozenBlock): string => canonicalJson(toFrozenJson(block));
  const [first, second] = text(one) >= text(other) ? [one, other] : [other, one];
  const others = rowStates(second);
  const states = rowStates(first);
  if (states.length !== others.length) {
    return formulaCount(first) >= formulaCount(second) ? first : second;
  }
  const held = states.map((state, row) => (state === 'none' ? (others[row] ?? state) : state));
  return { ...first, rows: rowRuns(held) };
}

/** Also guards the time that reading takes. */
function isConsistent(block: FrozenBlock): boolean {
  const { anchor, at, kind, area, formula, rows } = block;
  if (!ANCHOR.test(anchor) || at > LAST_STAMP) return false;
  if (!isFormula(formula) || formula.length > MAX_FORMULA) return false;
  const length = rows.reduce((sum, [, count]) => sum + count, 0);
  const isWhole = kind === 'spill' ? length === 1 : length === area.rows && area.columns === 1;
  const count = frozenCount(block);
  return isWhole && count > 0 && count <= FROZEN_LIMITS.cells;
}

function readArea(json: Json | undefined): SheetArea | undefined {
  if (!Array.isArray(json)) return undefined;
  const [sheet, row, column, rows, columns] = json as readonly Json[];
  if (typeof sheet !== 'string' || sheet.length > MOST_SHEET_NAME) return undefined;
  if (!isCount(row, 0) || !isCount(column, 0) || !isCount(rows, 1) || !isCount(columns, 1)) {
    return undefined;
  }
  const isInside = row + rows <= MAX_ROWS && column + columns <= MAX_COLUMNS;
  return isInside ? { sheet, row, column, rows, columns } : undefined;
}

function readAnchor(json: Json | undefined): string | undefined {
  return typeof json === 'string' && ANCHOR.test(json) ? json : undefined;
}

function readRun(json: Json): RowRun | undefined {
  if (!Array.isArray(json)) return undefined;
  const [state, rows] = json as readonly Json[];
  return STATES.has(state) && isCount(rows, 1) ? [state as RowState, rows] : undefined;
}

function isCount(json: Json | undefined, least: number): json is number {
  return typeof json === 'number' && Number.isSafeInteger(json) && json >= least;
}

/** All items of a list; undefined if there are more than `most`, or if any of them is unusable. */
function readList<Item>(
  json: Json | undefined,
  most: number,
  read: (json: Json) => Item | undefined,
): Item[] | undefined {
  if (!Array.isArray(json) || json.length > most) return undefined;
  const items: Item[] = [];
  for (const part of json as readonly Json[]) {
    const item = read(part);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}
