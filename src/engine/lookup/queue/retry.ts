import type { CompleteEngineOptions } from '../engine-options';
import type { CallKind, SourceFailure, SourceFailureCode } from '../source';

/**
 * Whether the same call may be retried without a person. A lookup may, if time or a slower rate can
 * help. A score with an unknown outcome may already have been charged, so it is asked again only if
 * the service certainly turned it away or never got it.
 */
export function isRetryable(
  kind: CallKind,
  { code, status = 500, isUnsent }: Omit<SourceFailure, 'kind'>,
): boolean {
  if (isUnsent === true && code === 'offline') return true;
  // A firewall's empty 403, or its page, may have been a moment's. So may a page, half a JSON or
  // nothing at all in place of an answer; a redirect, or what a gateway could not read, is not.
  const isAtTheDoor = status === 401 || status === 403;
  if (code === 'unreadable-reply') return kind === 'lookup' && (status < 300 || isAtTheDoor);
  // A missing page, or a wrong method, will not be different next time.
  const isForGood = code === 'service-failed' && status < 500 && !isAtTheDoor;
  return SLOW_DOWN.has(code) || (kind === 'lookup' && UNKNOWN.has(code) && !isForGood);
}

/** The service wants fewer calls: a sign about the rate, not an error of this call. */
export function isSlowDown(code: SourceFailureCode): boolean {
  return SLOW_DOWN.has(code);
}

/**
 * A call that the service did not take is no attempt. Nor is one without a reply while no call gets
 * through: that is not its questions' fault.
 *
 * @param isIdle no call gets through.
 */
export function isTurnedAway({ code, isUnsent }: SourceFailure, isIdle: boolean): boolean {
  return isSlowDown(code) || isUnsent === true || (UNREACHED.has(code) && isIdle);
}

/** `free` the service did not take it · `unsent` it never got it · `unknown` it did not reply. */
export type CallCost = 'spent' | 'free' | 'unsent' | 'unknown';

export function costOf(
  kind: CallKind,
  end: { readonly kind: 'answered' } | SourceFailure,
): CallCost {
  if (end.kind === 'answered') return 'spent';
  if (end.isUnsent === true) return 'unsent';
  if (kind === 'score' && isUnscored(end)) return 'free';
  if (NOTHING_THERE.has(end.code)) return 'free';
  if (isSlowDown(end.code) || NOT_LET_IN.has(end.code)) return 'free';
  return UNREACHED.has(end.code) ? 'unknown' : 'spent';
}

/**
 * The service refused what was asked, or something before it did, so that no model saw it. Of a
 * lookup this is not known: one name may spoil a call whose other names were looked up.
 */
function isUnscored({ code, status = 500 }: SourceFailure): boolean {
  const isNoReply = code === 'service-failed' || code === 'unreadable-reply';
  return code === 'rejected' || (isNoReply && status >= 300 && status < 500);
}

/** There is no such model or no service, or nothing is sent to it: nothing was scored. */
const NOTHING_THERE: ReadonlySet<SourceFailureCode> = new Set([
  'unknown-model',
  'wrong-address',
  'untrusted',
]);
/** Failures of the account, not of the question; they cost nothing. */
export const NOT_LET_IN: ReadonlySet<SourceFailureCode> = new Set([
  'key-refused',
  'out-of-credits',
  'over-budget',
  'no-key',
]);
const SLOW_DOWN: ReadonlySet<SourceFailureCode> = new Set(['throttled', 'unavailable']);
/** The service was not reached, or did not reply. */
export const UNREACHED: ReadonlySet<SourceFailureCode> = new Set(['offline', 'timed-out']);
const UNKNOWN: ReadonlySet<SourceFailureCode> = new Set(['offline', 'timed-out', 'service-failed']);

/**
 * The failure to report for a call that is not retried. A call without a reply may have arrived and
 * been charged, so its failure must not be `offline`: offline questions are asked again
 * automatically.
 */
export function withoutReply(failure: SourceFailure): SourceFailure {
  return failure.code === 'offline' ? { ...failure, code: 'timed-out' } : failure;
}

/**
 * Full jitter: a random delay from 0 to a bound that doubles with each attempt, so that clients
 * that failed together do not return together.
 *
 * @param attempts made so far, at least 1.
 */
export function backOffMs(
  attempts: number,
  random: () => number,
  limits: Pick<CompleteEngineOptions, 'backOffMs' | 'maxBackOffMs'>,
): number {
  return random() * Math.min(limits.maxBackOffMs, limits.backOffMs * 2 ** (attempts - 1));
}
