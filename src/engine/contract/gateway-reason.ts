/**
 * Why a gateway gives no answer although this person's question and token are valid. The person
 * cannot correct any of these, so each has its own sentence.
 */
export type GatewayTrouble =
  | 'held'
  | 'out-of-credits'
  | 'upstream-refused-key'
  | 'shared-store-down'
  | 'store-forgot'
  | 'unknown-outcome'
  | 'unreadable-reply'
  | 'wrong-address'
  | 'untrusted'
  | 'unreachable';

/** What a gateway says besides the status: the header `x-locus-reason`, or a line's `reason`. */
export type GatewayReason =
  GatewayTrouble | 'over-budget' | 'timed-out' | 'too-much-waiting' | 'too-much-work';

type FailureCode =
  'over-budget' | 'throttled' | 'timed-out' | 'unavailable' | 'unreadable-reply' | 'wrong-address';

interface ReasonMeaning {
  /** How the call ends, as if the service itself had replied in this way. */
  readonly code: FailureCode;
  /** Whether the reason is one that no reply of the service gives. */
  readonly isTrouble: boolean;
}

const MEANINGS: Readonly<Record<GatewayReason, ReasonMeaning>> = {
  'over-budget': { code: 'over-budget', isTrouble: false },
  'timed-out': { code: 'timed-out', isTrouble: false },
  'too-much-waiting': { code: 'throttled', isTrouble: false },
  'too-much-work': { code: 'throttled', isTrouble: false },
  // Final and free. The gateway itself notices when there are credits again, so nothing stops here.
  held: { code: 'over-budget', isTrouble: true },
  'out-of-credits': { code: 'over-budget', isTrouble: true },
  'upstream-refused-key': { code: 'unavailable', isTrouble: true },
  'shared-store-down': { code: 'unavailable', isTrouble: true },
  'store-forgot': { code: 'unavailable', isTrouble: true },
  'unknown-outcome': { code: 'timed-out', isTrouble: true },
  'unreadable-reply': { code: 'unreadable-reply', isTrouble: true },
  'wrong-address': { code: 'wrong-address', isTrouble: true },
  untrusted: { code: 'wrong-address', isTrouble: true },
  unreachable: { code: 'unavailable', isTrouble: true },
};

/** Returns a reason's meaning; undefined for a text that no gateway of this version sends. */
export function meaningOf(
  reason: string | null | undefined,
): { readonly code: FailureCode; readonly trouble?: GatewayTrouble } | undefined {
  if (typeof reason !== 'string' || !Object.hasOwn(MEANINGS, reason)) return undefined;
  const { code, isTrouble } = MEANINGS[reason as GatewayReason];
  return isTrouble ? { code, trouble: reason as GatewayTrouble } : { code };
}
