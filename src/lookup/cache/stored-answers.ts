import type { StoredAnswer } from './answer-store';

/** What may be kept and given out; anything may have been handed in. */
export function isStorable(answer: unknown): answer is StoredAnswer {
  if (typeof answer !== 'object' || answer === null) return false;
  const { name, value, at } = answer as Partial<Record<keyof StoredAnswer, unknown>>;
  return (
    typeof name === 'string' && (value === null || Number.isFinite(value)) && Number.isFinite(at)
  );
}

/**
 * Of two answers to one name the later stays; of two of the same time, the one that came last. One
 * that was stored while the clock was far ahead gives way to any.
 */
export function isReplacedBy(
  known: StoredAnswer | undefined,
  next: StoredAnswer,
  now = Number.POSITIVE_INFINITY,
): boolean {
  return known === undefined || next.at >= known.at || isOfTheFuture(known, now);
}

/** Later than now by more than clocks that are nearly right differ: its age cannot be known. */
export function isOfTheFuture({ at }: Pick<StoredAnswer, 'at'>, now: number): boolean {
  return at > now + DAY_MS;
}

const DAY_MS = 86_400_000;
