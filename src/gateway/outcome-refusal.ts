import type { SpentBudget } from '../engine/contract/spent-budget';
import type { LookupErrorCode, Outcome } from '../engine/lookup';
import type { Refusal } from './json-reply';
import { mayBeCharged } from '../node/score-permits';
import type { TeamEngine } from './team-engine';

/** Why there is no answer, if there is none. That our key was refused is not their fault. */
export function refusalOf(
  outcome: Outcome,
  isScore: boolean,
  team: Pick<TeamEngine, 'isStoreDown' | 'hasForgotten'>,
): Refusal | undefined {
  if (outcome.kind === 'found' || outcome.kind === 'missing') return undefined;
  const { error } = outcome;
  const { code, status } = error;
  if (error.code === 'unreadable-reply' && error.redirectsTo !== undefined) {
    return {
      ...UNREADABLE,
      message: `The service redirects to ${error.redirectsTo}, and nothing is sent there.`,
    };
  }
  if (error.code === 'rejected' && error.reason !== undefined) {
    return { ...REJECTED, message: error.reason };
  }
  if (UNSENT_WITHOUT_STORE.has(code)) {
    if (team.hasForgotten) return STORE_FORGOT;
    if (team.isStoreDown) return STORE_DOWN;
  }
  if (!isScore) return REFUSALS[code] ?? FAILED;
  if (code === 'service-failed' && status === 503) return BUSY;
  return mayBeCharged(error) ? UNKNOWN_OUTCOME : (REFUSALS[code] ?? FAILED);
}

/** The refusal that says most about what to do: the others may be answered next time. */
export function gravest(refusals: readonly Refusal[]): Refusal | undefined {
  return [...refusals].sort((one, other) => rank(one) - rank(other))[0];
}

export function overBudget(budget: SpentBudget): Refusal {
  const { of, limit, unit, period, resetsAt } = budget;
  const amount = unit === 'calls' ? `${limit} calls` : String(limit);
  const when = period === 'day' ? 'today' : 'this month';
  const message = `${OWNERS[of]} budget of ${amount} for ${when} is used up. It resets at ${resetsAt}.`;
  return { status: 402, reason: 'over-budget', message, budget };
}

const OWNERS = { person: 'Your', team: 'Your team’s', account: 'The account’s' } as const;

/** From what asking again cannot fix to what it may. */
function rank({ status }: Refusal): number {
  const position = [400, 404, 402, 503, 429, 504, 502].indexOf(status);
  return position === -1 ? Number.POSITIVE_INFINITY : position;
}

/** How a question that could not be sent may end: an earlier failure of the service decides. */
const UNSENT_WITHOUT_STORE: ReadonlySet<LookupErrorCode> = new Set([
  'timed-out',
  'cancelled',
  'offline',
  'service-failed',
  'throttled',
]);

const UNKNOWN_OUTCOME: Refusal = {
  status: 504,
  reason: 'unknown-outcome',
  message:
    'Nobody knows how this score ended, and it may have been charged. It is not asked again until ' +
    'an administrator says so.',
};
/** The score was still being asked when the time was up. */
export const STILL_ASKED: Refusal = {
  status: 504,
  reason: 'unknown-outcome',
  message: 'This score is still being asked. Ask again to wait for its answer: it costs no more.',
};
/** The question waited for its turn until the time was up. */
export const NOT_SENT: Refusal = {
  status: 503,
  message: 'The service is busy, and this was not sent. Try again soon.',
  retryAfterSeconds: 1,
};
export const STORE_DOWN: Refusal = {
  status: 503,
  reason: 'shared-store-down',
  message: 'The gateway cannot reach its store, so it sends nothing. Try again soon.',
  retryAfterSeconds: 5,
};
export const STORE_FORGOT: Refusal = {
  status: 503,
  reason: 'store-forgot',
  message:
    'The gateway’s store has lost data, so calls are stopped until an administrator resumes them.',
  retryAfterSeconds: 60,
};
const BUSY: Refusal = {
  status: 503,
  message: 'The service is busy. Try again soon.',
  retryAfterSeconds: 1,
};
const FAILED: Refusal = { status: 502, message: 'The service gave no usable answer.' };
/** A lookup has been asked twice: the client need not ask again. */
const UNREADABLE: Refusal = { ...FAILED, reason: 'unreadable-reply' };
const UPSTREAM_REFUSED: Refusal = {
  status: 503,
  reason: 'upstream-refused-key',
  message: "The service refused the gateway's key. An administrator can see why.",
  retryAfterSeconds: 30,
};
const TIMED_OUT: Refusal = {
  status: 504,
  reason: 'timed-out',
  message: 'The service did not answer in time. Try again.',
};

const REJECTED: Refusal = { status: 400, message: 'The service refused this request.' };

const REFUSALS: Partial<Record<LookupErrorCode, Refusal>> = {
  rejected: REJECTED,
  'unknown-model': { status: 404, message: 'There is no model of that identifier.' },
  'key-refused': UPSTREAM_REFUSED,
  'no-key': UPSTREAM_REFUSED,
  'out-of-credits': {
    status: 402,
    reason: 'out-of-credits',
    message: "The gateway's account has no credits left.",
  },
  'over-budget': {
    status: 402,
    reason: 'over-budget',
    message: 'Your budget for calls is used up. See GET /v1/me for when it resets.',
  },
  'unreadable-reply': UNREADABLE,
  held: { status: 402, reason: 'held', message: 'These calls wait for approval.' },
  throttled: { ...BUSY, status: 429 },
  'timed-out': TIMED_OUT,
  // The question was withdrawn when its time was up.
  cancelled: TIMED_OUT,
};
