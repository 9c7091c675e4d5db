import { faultOf } from '../engine/language/cell-fault';
import type { LookupError, LookupErrorCode } from '../engine/lookup';

/** Why a row has no value: a cell's message, with advice that fits a terminal. */
export function failureText(error: LookupError): string {
  // A gateway's refusal has a status; without one the limit is that of the command line.
  if (error.code === 'over-budget' && error.status === undefined) return ALLOWANCE_SPENT;
  const { message } = faultOf(error);
  if (error.budget !== undefined) return message;
  const advice = ADVICE[error.code];
  return advice === undefined ? message : `${message.slice(0, message.indexOf(': '))}: ${advice}.`;
}

const AGAIN = 'run it again with this file as input';
const ALLOWANCE_SPENT = `Not asked, because of --max-calls: ${AGAIN}.`;

/** Replaces advice that is about the pane. */
const ADVICE: Readonly<Partial<Record<LookupErrorCode, string>>> = {
  'unknown-model': 'check its ID',
  'key-refused': 'check LOCUS_KEY or --key-file',
  'no-key': 'set LOCUS_KEY, or use --key-file',
  'out-of-credits': `add credits, then ${AGAIN}`,
  'over-budget': `allow more calls, then ${AGAIN}`,
  throttled: `wait a moment, then ${AGAIN}`,
  offline: AGAIN,
  'timed-out': AGAIN,
  'service-failed': `wait a moment, then ${AGAIN}`,
  'unreadable-reply': 'check the address of the service',
  cancelled: AGAIN,
};

/** For a score that may have been charged. A gateway makes sure that it is charged only once. */
export function unknownOutcome(isGateway: boolean): string {
  return isGateway ? UNKNOWN_TO_GATEWAY : UNKNOWN_OUTCOME;
}

const UNKNOWN_OUTCOME =
  'Nobody knows whether this score was charged: use --force to ask again, which may cost it twice.';
const UNKNOWN_TO_GATEWAY = `This score did not arrive: ${AGAIN}. It is charged once; the gateway’s administrator can have it asked again.`;
