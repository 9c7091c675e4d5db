import { isFormula, MAX_FORMULA } from '../spreadsheet/block-writing';
import { canonicalJson, isJsonObject, ownJson, readList } from './json-document';
import type { Json, JsonObject } from './json-document';
import { LAST_STAMP } from './workbook-merge';
import type { SheetArea } from '../spreadsheet/sheet';

/** Formulas that became values, as a workbook keeps them: of one column, or one that spills. */
export interface FrozenFormulas {
  readonly id: string;
  /** When they were frozen, in epoch milliseconds. */
  readonly at: number;
  readonly kind: 'column' | 'spill';
  /** Where they were; for a spill, every cell that it filled. */
  readonly area: SheetArea;
  /** The hidden name that has followed the area since. */
  readonly anchor: string;
  /** The hidden name that has followed a spill's first cell since; undefined for a column. */
  readonly origin: string | undefined;
  readonly references: readonly FrozenReference[];
  /** Each as text and indices of `references`. A spill has one formula. */
  readonly formulas: readonly (readonly (string | number)[])[];
  /**
   * From the area's first row on: a formula's index, or -1 for none, and for how many rows. Ten rows
   * of one formula are `[[0, 10]]`. Empty for a spill.
   */
  readonly repeats: readonly (readonly [formula: number, rows: number])[];
  /** How many of the cells were left blank; undefined if an earlier version froze them. */
  readonly blanks?: number | undefined;
  /** Whether a thaw has tried to put them back, and left their values. */
  readonly isLeft: boolean;
}

/** A reference, shared by all the formulas that contain it. */
export interface FrozenReference {
  /** The hidden name that follows every cell it covers, from the column's first row to its last. */
  readonly anchor: string;
  /** Where those cells were. */
  readonly area: SheetArea;
  readonly form: 'cell' | 'range' | 'columns' | 'rows';
  /** Whether the formula writes the sheet's name before it. */
  readonly isQualified: boolean;
  /** Where a `$` is: `c` and `r` for the first corner's column and row, `C` and `R` the second. */
  readonly fixed: string;
}

/** Locus reads no more than this, since workbooks may be hostile or broken. */
export const FROZEN_LIMITS = {
  rows: 1_048_576,
  columns: 16_384,
  sheetName: 100,
  references: 200,
  anchors: 5_000,
  cells: 500_000,
  /** Formulas kept together count once. */
  entries: 5_000,
} as const;

const ANCHOR_PREFIX = '_locus_frozen_';
const ANCHOR = /^_locus_frozen_[a-z0-9_]{1,60}$/;
const ID = /^[a-z0-9-]{1,60}$/;
const FORMS: ReadonlySet<Json | undefined> = new Set(['cell', 'range', 'columns', 'rows']);

/** The prefix of our hidden names: all of them, or those of one act of freezing. */
export function anchorPrefix(act?: string): string {
  return act === undefined ? ANCHOR_PREFIX : `${ANCHOR_PREFIX}${act}_`;
}

export function toFrozenJson(frozen: FrozenFormulas): JsonObject {
  const { at, kind, area, anchor, origin, references, formulas, repeats, blanks, isLeft } = frozen;
  return {
    at,
    kind,
    area: areaJson(area),
    anchor,
    ...(origin === undefined ? {} : { origin }),
    references: references.map(({ area: covered, form, isQualified, fixed, anchor: name }) => ({
      anchor: name,
      area: areaJson(covered),
      form,
      fixed,
      ...(isQualified ? { isQualified } : {}),
    })),
    formulas,
    runs: repeats,
    ...(blanks === undefined ? {} : { blanks }),
    ...(isLeft ? { isLeft } : {}),
  };
}

/**
 * Undefined if the JSON is not frozen formulas, or contradicts itself. The first version also kept
 * hashes of each cell (`values`, `marks`, `others`), which nothing reads any more.
 */
export function readFrozenJson(id: string, json: Json): FrozenFormulas | undefined {
  if (!isJsonObject(json) || !ID.test(id)) return undefined;
  const at = ownJson(json, 'at');
  const kind = ownJson(json, 'kind');
  const area = readArea(ownJson(json, 'area'));
  const anchor = readAnchor(ownJson(json, 'anchor'));
  const origin = readAnchor(ownJson(json, 'origin'));
  const references = readList(ownJson(json, 'references'), FROZEN_LIMITS.references, readReference);
  const formulas = readList(ownJson(json, 'formulas'), FROZEN_LIMITS.cells, readFormula);
  const repeats = readList(ownJson(json, 'runs'), FROZEN_LIMITS.cells, readRepeat);
  if (typeof at !== 'number' || !Number.isSafeInteger(at) || at < 0 || at > LAST_STAMP) {
    return undefined;
  }
  if (area === undefined || anchor === undefined || references === undefined) return undefined;
  if (formulas === undefined || repeats === undefined) return undefined;
  if (kind !== 'column' && kind !== 'spill') return undefined;
  const isLeft = ownJson(json, 'isLeft') === true;
  const blanks = ownJson(json, 'blanks');
  const frozen: FrozenFormulas = {
    id,
    at,
    kind,
    area,
    anchor,
    origin,
    references,
    formulas,
    repeats,
    ...(isCount(blanks, 0) ? { blanks } : {}),
    isLeft,
  };
  return isConsistent(frozen) ? frozen : undefined;
}

/** Joins equal neighbours, as `repeats` has them: `[0, 0, -1]` are two rows of 0 and one of none. */
export function repeatsOf(byRow: Iterable<number>): (readonly [formula: number, rows: number])[] {
  const repeats: [number, number][] = [];
  for (const formula of byRow) {
    const last = repeats.at(-1);
    if (last?.[0] === formula) last[1] += 1;
    else repeats.push([formula, 1]);
  }
  return repeats;
}

/** How many cells hold values in place of these formulas. */
export function frozenCount({ kind, area, repeats }: FrozenFormulas): number {
  if (kind === 'spill') return area.rows * area.columns;
  return repeats.reduce((sum, [formula, rows]) => sum + (formula < 0 ? 0 : rows), 0);
}

/** How many cells had a formula that fits; a formula that spills counts once. */
export function formulaCount(
  { kind, formulas, repeats }: FrozenFormulas,
  fits: (formula: string) => boolean = () => true,
): number {
  const rows = kind === 'spill' ? [[0, 1] as const] : repeats;
  // Any reference will do.
  const isFit = formulas.map((parts) =>
    fits(parts.map((part) => (typeof part === 'string' ? part : 'A1')).join('')),
  );
  return rows.reduce((sum, [at, count]) => sum + (isFit[at] === true ? count : 0), 0);
}

/** The greater of two with the same id: the one that holds more cells, else the greater text. */
export function greaterFrozen(one: FrozenFormulas, other: FrozenFormulas): FrozenFormulas {
  const byCount = frozenCount(one) - frozenCount(other);
  if (byCount !== 0) return byCount > 0 ? one : other;
  const isGreater = canonicalJson(toFrozenJson(one)) >= canonicalJson(toFrozenJson(other));
  return isGreater ? one : other;
}

function isConsistent(frozen: FrozenFormulas): boolean {
  const { kind, area, origin, references, formulas, repeats } = frozen;
  const isKnown = (part: string | number): boolean =>
    typeof part === 'string' || part < references.length;
  if (!formulas.every((parts) => parts.every(isKnown))) return false;
  if (frozenCount(frozen) > FROZEN_LIMITS.cells) return false;
  if (kind === 'spill') {
    return formulas.length === 1 && origin !== undefined && repeats.length === 0;
  }
  if (repeats.some(([formula]) => formula >= formulas.length)) return false;
  const rows = repeats.reduce((sum, [, count]) => sum + count, 0);
  const isWhole = rows === area.rows && frozenCount(frozen) > 0;
  return isWhole && area.columns === 1 && origin === undefined;
}

function areaJson({ sheet, row, column, rows, columns }: SheetArea): Json {
  return [sheet, row, column, rows, columns];
}

function readArea(json: Json | undefined): SheetArea | undefined {
  if (!Array.isArray(json)) return undefined;
  const [sheet, row, column, rows, columns] = json as readonly Json[];
  if (typeof sheet !== 'string' || sheet.length > FROZEN_LIMITS.sheetName) return undefined;
  if (!isCount(row, 0) || !isCount(column, 0) || !isCount(rows, 1) || !isCount(columns, 1)) {
    return undefined;
  }
  const isInside = row + rows <= FROZEN_LIMITS.rows && column + columns <= FROZEN_LIMITS.columns;
  return isInside ? { sheet, row, column, rows, columns } : undefined;
}

function readReference(json: Json): FrozenReference | undefined {
  if (!isJsonObject(json)) return undefined;
  const anchor = readAnchor(ownJson(json, 'anchor'));
  const area = readArea(ownJson(json, 'area'));
  const form = ownJson(json, 'form');
  const fixed = ownJson(json, 'fixed');
  if (anchor === undefined || area === undefined || !FORMS.has(form)) return undefined;
  if (typeof fixed !== 'string' || !/^c?r?C?R?$/.test(fixed)) return undefined;
  const isQualified = ownJson(json, 'isQualified') === true;
  return { anchor, area, form: form as FrozenReference['form'], isQualified, fixed };
}

function readFormula(json: Json): (string | number)[] | undefined {
  if (!Array.isArray(json)) return undefined;
  const parts = json as readonly Json[];
  let length = 0;
  for (const part of parts) {
    if (typeof part === 'string') length += part.length;
    else if (!isCount(part, 0)) return undefined;
    else length += 1;
  }
  const isWhole = isFormula(parts[0]) && length <= MAX_FORMULA;
  return isWhole ? (parts as (string | number)[]) : undefined;
}

function readRepeat(json: Json): [number, number] | undefined {
  if (!Array.isArray(json)) return undefined;
  const [formula, rows] = json as readonly Json[];
  return isCount(formula, -1) && isCount(rows, 1) ? [formula, rows] : undefined;
}

function readAnchor(json: Json | undefined): string | undefined {
  return typeof json === 'string' && ANCHOR.test(json) ? json : undefined;
}

function isCount(json: Json | undefined, least: number): json is number {
  return typeof json === 'number' && Number.isSafeInteger(json) && json >= least;
}
