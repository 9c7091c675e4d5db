import type { CallKind, SourceFailure, SourceFailureCode } from '../source';

/**
 * Whether the same call may be made again by itself. A lookup may whenever time or a slower pace
 * can help. A score whose outcome is unknown may already have been charged, so it is asked again
 * only where the service certainly refused it.
 */
export function isRetryable(
  kind: CallKind,
  { code, status = 500 }: Pick<SourceFailure, 'code' | 'status'>,
): boolean {
  // A page that is not there, or not for this method, will not be the next time either.
  const isForGood = code === 'service-failed' && status < 500;
  return REFUSED_FOR_NOW.has(code) || (kind === 'lookup' && UNKNOWN.has(code) && !isForGood);
}

/** The service wants fewer calls: not an error of this call, but a word about the pace. */
export function isSlowDown(code: SourceFailureCode): boolean {
  return REFUSED_FOR_NOW.has(code);
}

/** A call that certainly cost nothing: the service would not take it. */
export function isUncharged(code: SourceFailureCode): boolean {
  return isSlowDown(code) || NOT_LET_IN.has(code);
}

const NOT_LET_IN: ReadonlySet<SourceFailureCode> = new Set([
  'key-refused',
  'out-of-credits',
  'no-key',
]);
const REFUSED_FOR_NOW: ReadonlySet<SourceFailureCode> = new Set(['throttled', 'unavailable']);
const UNKNOWN: ReadonlySet<SourceFailureCode> = new Set(['offline', 'timed-out', 'service-failed']);

export interface BackOff {
  readonly backOffMs: number;
  readonly maxBackOffMs: number;
}

/**
 * Full jitter: anywhere from nothing to a bound that doubles with each attempt, so that many
 * clients that failed together do not come back together.
 *
 * @param attempts made so far, at least 1.
 */
export function backOffMs(attempts: number, random: () => number, limits: BackOff): number {
  return random() * Math.min(limits.maxBackOffMs, limits.backOffMs * 2 ** (attempts - 1));
}
