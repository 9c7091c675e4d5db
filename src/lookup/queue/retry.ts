import type { CallKind, SourceFailure, SourceFailureCode } from '../source';

/**
 * Whether the same call may be retried without a person. A lookup may, if time or a slower rate can
 * help. A score with an unknown outcome may already have been charged, so it is asked again only if
 * the service certainly refused it.
 */
export function isRetryable(
  kind: CallKind,
  { code, status = 500 }: Pick<SourceFailure, 'code' | 'status'>,
): boolean {
  // A missing page, or a wrong method, will not be different next time.
  const isForGood = code === 'service-failed' && status < 500;
  return REFUSED_FOR_NOW.has(code) || (kind === 'lookup' && UNKNOWN.has(code) && !isForGood);
}

/** The service wants fewer calls: a sign about the rate, not an error of this call. */
export function isSlowDown(code: SourceFailureCode): boolean {
  return REFUSED_FOR_NOW.has(code);
}

/** A call that certainly cost nothing, because the service did not take it. */
export function isUncharged(code: SourceFailureCode): boolean {
  return isSlowDown(code) || NOT_LET_IN.has(code);
}

const NOT_LET_IN: ReadonlySet<SourceFailureCode> = new Set([
  'key-refused',
  'out-of-credits',
  'over-budget',
  'no-key',
]);
const REFUSED_FOR_NOW: ReadonlySet<SourceFailureCode> = new Set(['throttled', 'unavailable']);
const UNKNOWN: ReadonlySet<SourceFailureCode> = new Set(['offline', 'timed-out', 'service-failed']);

export interface BackOff {
  readonly backOffMs: number;
  readonly maxBackOffMs: number;
}

/**
 * Full jitter: a random delay from 0 to a bound that doubles with each attempt, so that clients
 * that failed together do not return together.
 *
 * @param attempts made so far, at least 1.
 */
export function backOffMs(attempts: number, random: () => number, limits: BackOff): number {
  return random() * Math.min(limits.maxBackOffMs, limits.backOffMs * 2 ** (attempts - 1));
}
