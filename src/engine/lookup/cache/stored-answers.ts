import type { StoredAnswer } from './answer-store';

/** Whether this may be stored and given out; a store may return anything. */
export function isStorable(answer: unknown): answer is StoredAnswer {
  if (typeof answer !== 'object' || answer === null) return false;
  const { name, value, at } = answer as Partial<Record<keyof StoredAnswer, unknown>>;
  return (
    typeof name === 'string' && (value === null || Number.isFinite(value)) && Number.isFinite(at)
  );
}

/**
 * Whether a new answer replaces the stored one. The later wins; of two with the same time, the one
 * added last. An answer stored while the clock was far ahead gives way to any other.
 */
export function isReplacedBy(
  known: StoredAnswer | undefined,
  next: StoredAnswer,
  now = Number.POSITIVE_INFINITY,
): boolean {
  return known === undefined || next.at >= known.at || isOfTheFuture(known, now);
}

/** Later than now by more than clocks usually differ: its age cannot be known. */
export function isOfTheFuture({ at }: Pick<StoredAnswer, 'at'>, now: number): boolean {
  return at > now + DAY_MS;
}

const DAY_MS = 86_400_000;
