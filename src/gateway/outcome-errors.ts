import type { SpentBudget } from '../engine/contract/spent-budget';
import { caseOf } from '../engine/language/cell-fault';
import { written } from '../engine/language/cell-messages';
import { PROGRAM_MESSAGES } from '../engine/language/program-messages';
import type { LookupError, LookupErrorCode, Outcome } from '../engine/lookup';
import type { ErrorReply } from './json-reply';
import { mayBeCharged } from '../node/score-permits';
import type { TeamEngine } from './team-engine';

/** Why there is no answer, if there is none. That our key was refused is not their fault. */
export function errorOf(
  outcome: Outcome,
  isScore: boolean,
  team: Pick<TeamEngine, 'isStoreDown' | 'hasForgotten'>,
): ErrorReply | undefined {
  if (outcome.kind === 'found' || outcome.kind === 'missing') return undefined;
  const { error } = outcome;
  const { code, status } = error;
  if (UNSENT_WITHOUT_STORE.has(code)) {
    if (team.hasForgotten) return STORE_FORGOT;
    if (team.isStoreDown) return STORE_DOWN;
  }
  if (isScore && code === 'service-failed' && status === 503) return { ...BUSY, ...replied(error) };
  // A score that was sent never ends as `offline`.
  const isUnknown = isScore && code !== 'offline' && mayBeCharged(error);
  return isUnknown ? UNKNOWN_OUTCOME : { ...REPLIES[code], ...replied(error) };
}

function replied(error: LookupError): Pick<ErrorReply, 'message' | 'reason'> {
  const { of, quoted } = caseOf(error, undefined);
  const message = written(PROGRAM_MESSAGES[of].gateway, quoted);
  return of === 'offline' ? { message, reason: 'unreachable' } : { message };
}

/** The error that says most about what to do: the others may be answered next time. */
export function gravest(errors: readonly ErrorReply[]): ErrorReply | undefined {
  return [...errors].sort((one, other) => rank(one) - rank(other))[0];
}

/** Whether it is about one name alone, and asking again would cost a call and help nothing. */
export function isOfName({ status, reason }: ErrorReply): boolean {
  return status === 400 || reason === 'unreadable-reply';
}

/** The reason of one question among many, for programs. */
export function reasonOf({ status, reason }: ErrorReply, wasAsked: boolean): string {
  return reason ?? (wasAsked ? (REASONS[status] ?? 'service-failed') : 'invalid-argument');
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'rejected',
  404: 'unknown-model',
  429: 'throttled',
  503: 'throttled',
};

/** One error for all names that failed while others have values: "a, b: The service refused …". */
export function errorOfNames(failures: ReadonlyMap<string, ErrorReply>): ErrorReply | undefined {
  const error = gravest([...failures.values()]);
  if (error === undefined) return undefined;
  const namesOf = new Map<string, string[]>();
  for (const [name, { message }] of failures) {
    namesOf.set(message, [...(namesOf.get(message) ?? []), name]);
  }
  const texts = [...namesOf].map(([message, names]) => `${names.join(', ')}: ${message}`);
  return { ...error, message: texts.join(' ') };
}

export function overBudget(budget: SpentBudget): ErrorReply {
  const { of, limit, unit, period, resetsAt } = budget;
  const amount = unit === 'calls' ? `${limit} calls` : String(limit);
  const when = period === 'day' ? 'today' : 'this month';
  const message = `${OWNERS[of]} budget of ${amount} for ${when} is used up. It resets at ${resetsAt}.`;
  return { status: 402, reason: 'over-budget', message, budget };
}

const OWNERS = { person: 'Your', team: 'Your team’s', account: 'The account’s' } as const;

/** From what asking again cannot fix to what it may. */
function rank({ status }: ErrorReply): number {
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

const UNKNOWN_OUTCOME: ErrorReply = {
  status: 504,
  reason: 'unknown-outcome',
  message:
    'The outcome of this score is unknown, and it may have been charged. It is not asked again until ' +
    'an administrator says so.',
};
/** The score was still being asked when the time was up. */
export const STILL_ASKED: ErrorReply = {
  status: 504,
  reason: 'unknown-outcome',
  message:
    'This score has been requested, but has not arrived. Ask again to wait for it, at no extra cost.',
};
/** The question waited for its turn until the time was up. */
export const NOT_SENT: ErrorReply = {
  status: 503,
  message: 'The service is busy, and this was not sent. Try again soon.',
  retryAfterSeconds: 1,
};
export const UNREACHABLE: ErrorReply = {
  status: 503,
  reason: 'unreachable',
  message: 'The gateway cannot reach the service, and this was not sent. Try again soon.',
  retryAfterSeconds: 1,
};
export const STORE_DOWN: ErrorReply = {
  status: 503,
  reason: 'shared-store-down',
  message: 'The gateway cannot reach its store, so it sends nothing. Try again soon.',
  retryAfterSeconds: 5,
};
export const STORE_FORGOT: ErrorReply = {
  status: 503,
  reason: 'store-forgot',
  message:
    'The gateway’s store has lost data, so calls are stopped until an administrator resumes them.',
  retryAfterSeconds: 60,
};
/** How a reply says it to a program; the words are in PROGRAM_MESSAGES. */
type ReplyForm = Omit<ErrorReply, 'message'>;

const BUSY: ReplyForm = { status: 503, retryAfterSeconds: 1 };
const FAILED: ReplyForm = { status: 502 };
const UPSTREAM_STOPPED: ReplyForm = {
  status: 503,
  reason: 'upstream-refused-key',
  retryAfterSeconds: 30,
};
const TIMED_OUT: ReplyForm = { status: 504, reason: 'timed-out' };
const REJECTED: ReplyForm = { status: 400 };

const REPLIES: Readonly<Record<LookupErrorCode, ReplyForm>> = {
  'invalid-argument': REJECTED,
  'invalid-variable': REJECTED,
  rejected: REJECTED,
  'unknown-model': { status: 404 },
  'key-refused': UPSTREAM_STOPPED,
  'no-key': UPSTREAM_STOPPED,
  'out-of-credits': { status: 402, reason: 'out-of-credits' },
  'over-budget': { status: 402, reason: 'over-budget' },
  held: { status: 402, reason: 'held' },
  'no-value': FAILED,
  previewing: FAILED,
  offline: FAILED,
  'service-failed': FAILED,
  'wrong-address': { ...FAILED, reason: 'wrong-address' },
  untrusted: { ...FAILED, reason: 'untrusted' },
  // A lookup has been asked twice: the client need not ask again.
  'unreadable-reply': { ...FAILED, reason: 'unreadable-reply' },
  // The service is a gateway, too.
  'gateway-failed': FAILED,
  throttled: { ...BUSY, status: 429 },
  'timed-out': TIMED_OUT,
  // The question was withdrawn when its time was up.
  cancelled: TIMED_OUT,
};
