import type { CellContent } from '../../engine/places/cell';

/** What a person wants: the columns that count, and the places that qualify. */
export interface Ranking {
  readonly criteria: readonly Criterion[];
  readonly filters: readonly Filter[];
}

/** One column that counts. Columns are those of the list, from 0. */
export interface Criterion {
  readonly column: number;
  /** The weight. It counts only above 0. */
  readonly weight: number;
  readonly better: Better;
  /** The best value, if closest is better. Undefined until a person has entered it. */
  readonly target?: number | undefined;
}

export type Better = 'more' | 'less' | 'closest';

/** A condition that places must meet. Without a limit, all places do. */
export interface Filter {
  readonly column: number;
  readonly condition: Condition;
  readonly limit: number | string;
}

/** `from` and `to` include their limit. `is` and `is-not` compare texts, and ignore capitals. */
export type Condition = 'under' | 'over' | 'from' | 'to' | 'is' | 'is-not';

/** The rank of a place, or why it has none, with the column that is the reason. */
export type RankOutcome =
  | { readonly kind: 'ranked'; readonly score: number; readonly rank: number }
  | { readonly kind: 'missing'; readonly column: number }
  | { readonly kind: 'filtered'; readonly column: number }
  /** Closest is better, but nobody has said closest to what. */
  | { readonly kind: 'targetless'; readonly column: number }
  /** No column has a weight. */
  | { readonly kind: 'weightless' };

/** The least and the most of a column's numbers. */
export interface ValueRange {
  readonly least: number;
  readonly most: number;
}

/**
 * Ranks rows by the same rule as the formulas of `rank-formulas`, so that people see the result
 * before these are written. With weights of 3 for sales (10 to 20, more is better) and 1 for rent
 * (50 to 90, less is better), a place with 15 and 60 scores 75 × 0.5 + 25 × 0.75 = 56.25. If the
 * rent should be closest to 60 instead, 90 is the farthest away, by 30. A rent of 50 is 10 away,
 * and gets 25 × 2/3.
 */
export function rankRows(
  rows: readonly (readonly CellContent[])[],
  ranking: Ranking,
): readonly RankOutcome[] {
  const criteria = scaledCriteria(rows, ranking.criteria);
  const scores = rows.map((cells) => scoreOf(cells, criteria, ranking.filters));
  const ranks = ranksOf(scores.filter((score) => typeof score === 'number'));
  return scores.map((score) =>
    typeof score === 'number' ? { kind: 'ranked', score, rank: ranks.get(score) ?? 0 } : score,
  );
}

/**
 * Returns the range of the numbers in a column; undefined if it has none. Text that looks like a
 * number does not count.
 */
export function rangeOf(
  rows: readonly (readonly CellContent[])[],
  column: number,
): ValueRange | undefined {
  const numbers = rows.flatMap((cells) => numberIn(cells, column) ?? []);
  if (numbers.length === 0) return undefined;
  return numbers.reduce<ValueRange>(
    ({ least, most }, number) => ({ least: Math.min(least, number), most: Math.max(most, number) }),
    { least: Infinity, most: -Infinity },
  );
}

/**
 * Returns the position of a value in its range: 0 is the least, 1 the most, and 1 if all are equal.
 */
export function shareOf(value: number, { least, most }: ValueRange): number {
  return most === least ? 1 : clamped((value - least) / (most - least));
}

/** Returns the number in a cell; undefined for text, an error or an empty cell. */
export function numberIn(cells: readonly CellContent[], column: number): number | undefined {
  const cell = cells[column];
  return typeof cell === 'number' ? cell : undefined;
}

interface ScaledCriterion {
  readonly column: number;
  readonly points: number;
  readonly worst: number;
  /** Undefined where closest is better, and nobody has said to what. */
  readonly best: number | undefined;
  readonly isClosest: boolean;
}

function scaledCriteria(
  rows: readonly (readonly CellContent[])[],
  criteria: readonly Criterion[],
): readonly ScaledCriterion[] {
  const counting = criteria.filter(({ weight }) => weight > 0);
  const total = counting.reduce((sum, { weight }) => sum + weight, 0);
  return counting.map(({ column, weight, better, target }) => {
    const { least, most } = rangeOf(rows, column) ?? { least: 0, most: 0 };
    const isClosest = better === 'closest';
    const best = isClosest ? target : better === 'more' ? most : least;
    const worst = best !== undefined && most - best > best - least ? most : least;
    return { column, points: (100 * weight) / total, worst, best, isClosest };
  });
}

function scoreOf(
  cells: readonly CellContent[],
  criteria: readonly ScaledCriterion[],
  filters: readonly Filter[],
): number | Exclude<RankOutcome, { readonly kind: 'ranked' }> {
  for (const filter of filters) {
    if (meets(cells, filter)) continue;
    const { column, condition } = filter;
    const isText = condition === 'is' || condition === 'is-not';
    const isMissing = !isText && numberIn(cells, column) === undefined;
    return { kind: isMissing ? 'missing' : 'filtered', column };
  }
  let score = 0;
  const aimless = criteria.find(({ best }) => best === undefined);
  if (aimless !== undefined) return { kind: 'targetless', column: aimless.column };
  for (const { column, points, worst, best = worst, isClosest } of criteria) {
    const value = numberIn(cells, column);
    if (value === undefined) return { kind: 'missing', column };
    const difference = best - worst;
    const share = isClosest
      ? 1 - Math.abs(value - best) / Math.abs(difference)
      : (value - worst) / difference;
    score += points * (difference === 0 ? 1 : clamped(share));
  }
  // Rounded, so that places that are equal but for the last bits of a number share a rank.
  return criteria.length === 0 ? { kind: 'weightless' } : Math.round(score * 1e6) / 1e6;
}

function meets(cells: readonly CellContent[], { column, condition, limit }: Filter): boolean {
  if (limit === '') return true;
  const cell = cells[column] ?? null;
  if (condition === 'is' || condition === 'is-not') {
    if (typeof cell === 'object' && cell !== null) return false;
    return (comparable(cell) === comparable(limit)) === (condition === 'is');
  }
  if (typeof cell !== 'number' || typeof limit !== 'number') return false;
  switch (condition) {
    case 'under':
      return cell < limit;
    case 'over':
      return cell > limit;
    case 'from':
      return cell >= limit;
    case 'to':
      return cell <= limit;
  }
}

function comparable(content: string | number | boolean | null): string {
  return String(content ?? '')
    .trim()
    .toLowerCase();
}

function clamped(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** The rank of each score; equal scores share one, and the next is as much further. */
function ranksOf(scores: readonly number[]): ReadonlyMap<number, number> {
  const sorted = Float64Array.from(scores).sort().reverse();
  const ranks = new Map<number, number>();
  for (const [at, score] of sorted.entries()) if (!ranks.has(score)) ranks.set(score, at + 1);
  return ranks;
}
