import { ownField } from './json-checks';

/** A budget at a gateway that has no room for another call. */
export interface SpentBudget {
  /** Whose budget it is: the person's own, or one that others share. */
  readonly of: 'person' | 'team' | 'account';
  readonly period: 'day' | 'month';
  readonly unit: 'calls' | 'price';
  readonly limit: number;
  /** When the budget resets, in ISO 8601: `2026-11-26T00:00:00.000Z`. */
  readonly resetsAt: string;
}

/** Reads the budget that a reply names. Returns undefined if the reply names none. */
export function readSpentBudget(json: unknown): SpentBudget | undefined {
  const field = <Word extends string>(name: string, words: readonly Word[]): Word | undefined =>
    words.find((word) => word === ownField(json, name));
  const of = field('of', ['person', 'team', 'account']);
  const period = field('period', ['day', 'month']);
  const unit = field('unit', ['calls', 'price']);
  const limit = ownField(json, 'limit');
  const resets = ownField(json, 'resetsAt');
  const resetsAt = typeof resets === 'string' ? Date.parse(resets) : NaN;
  if (of === undefined || period === undefined || unit === undefined) return undefined;
  if (typeof limit !== 'number' || !(limit >= 0) || Number.isNaN(resetsAt)) return undefined;
  return { of, period, unit, limit, resetsAt: new Date(resetsAt).toISOString() };
}
