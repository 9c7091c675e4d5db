import type { GatewayTrouble } from '../contract/gateway-reason';
import type { LookupErrorCode } from '../lookup';

// The build reads this file on its own, for the help pages and docs/analysts/cell-messages.md, so it imports
// only types.

/** `value`: change the formula or a setting. `not-available`: no value now. */
export type CellErrorKind = 'value' | 'not-available';

/** Codes for which a person must change the formula or a setting. */
const VALUE_CODES: ReadonlySet<LookupErrorCode> = new Set<LookupErrorCode>([
  'invalid-argument',
  'invalid-variable',
  'unknown-model',
  'key-refused',
  'rejected',
]);

export function kindOf(code: LookupErrorCode): CellErrorKind {
  return VALUE_CODES.has(code) ? 'value' : 'not-available';
}

/**
 * An error's code alone, or with a detail that makes the message say something else. The details are
 * told apart in cell-fault.ts.
 */
export type ErrorCase =
  | LookupErrorCode
  | 'invalid-variable/written'
  | 'unknown-model/asked'
  | 'rejected/too-large'
  | 'rejected/reason'
  | 'rejected/attribute'
  | 'no-value/meant'
  | 'no-value/score'
  | 'over-budget/your-day'
  | 'over-budget/your-month'
  | 'over-budget/shared-day'
  | 'over-budget/shared-month'
  | 'over-budget/gateway'
  | 'offline/failing'
  | 'offline/cut'
  | 'timed-out/status'
  | 'timed-out/cut'
  | 'wrong-address/status'
  | 'service-failed/status'
  | 'service-failed/refused'
  | 'unreadable-reply/redirect'
  | 'unreadable-reply/elsewhere'
  | `gateway-failed/${GatewayTrouble}`;

/** A text, or one that quotes: first a name or a reason, which is cut to fit, then what is short. */
export type Quoting = string | ((...quoted: readonly string[]) => string);

/** What a cell says in place of a value: `What happened: what to do.` */
export interface CellMessage {
  /** What happened. */
  readonly finding: Quoting;
  /** What to do about it; may be a question. */
  readonly advice: Quoting;
}

/** The one table from an error to what a cell shows. */
export const CELL_MESSAGES: Readonly<Record<ErrorCase, CellMessage>> = {
  'invalid-argument': {
    finding: "An argument isn't valid",
    advice: 'check the formula and the cells it uses',
  },
  'invalid-variable': {
    finding: "An attribute isn't valid",
    advice: 'use a-z, 0-9 and _, with commas between attributes',
  },
  'invalid-variable/written': {
    finding: (written) => `"${written}" isn't an attribute`,
    advice: 'use a-z, 0-9 and _, with commas between attributes',
  },
  'unknown-model': {
    finding: "The service doesn't have this model",
    advice: 'check the ID, or its alias in the Locus pane',
  },
  'unknown-model/asked': {
    finding: (model) => `The service has no model "${model}"`,
    advice: 'check the ID, or its alias in the Locus pane',
  },
  'key-refused': {
    finding: 'The service rejected your API key',
    advice: 'enter a valid key in the Locus pane',
  },
  rejected: {
    finding: 'The service rejected this request',
    advice: 'check the place, the model, the date and the variables',
  },
  'rejected/too-large': {
    finding: (status) => `The request is too large for the service (status ${status})`,
    advice: 'shorten the address or the variables',
  },
  'rejected/reason': {
    // A colon would part the message in another place.
    finding: (reason) => `The service says "${reason?.replace(/\.$/, '').replaceAll(': ', ', ')}"`,
    advice: 'check the formula',
  },
  'rejected/attribute': {
    finding: (name) => `The service rejected "${name}"`,
    advice: 'check the spelling and the place',
  },
  'no-value': {
    finding: 'The service has no value here',
    advice: 'check the place and the attribute',
  },
  'no-value/meant': {
    finding: 'The service has no value for this attribute',
    advice: (meant) => `did you mean "${meant}"?`,
  },
  'no-value/score': {
    finding: 'The service has no score here',
    advice: 'check the place and the model',
  },
  'no-key': {
    finding: 'No API key on this device',
    advice: 'enter yours in the Locus pane',
  },
  'out-of-credits': {
    finding: "You're out of credits",
    advice: 'add credits, then select Retry failed in the Locus pane',
  },
  held: {
    finding: 'Needs your approval',
    advice: 'approve or retry it in the Locus pane',
  },
  'over-budget': {
    finding: "Over today's budget",
    advice: 'raise it in the Locus pane, or try again tomorrow',
  },
  'over-budget/your-day': {
    finding: (amount) => `Your budget of ${amount} for today is used up`,
    advice: (_amount, when) => `wait until it resets at ${when}`,
  },
  'over-budget/your-month': {
    finding: (amount) => `Your budget of ${amount} for this month is used up`,
    advice: (_amount, when) => `wait until it resets at ${when}`,
  },
  'over-budget/shared-day': {
    finding: (amount) => `The budget of ${amount} that you share is used up for today`,
    advice: (_amount, when) => `wait until it resets at ${when}`,
  },
  'over-budget/shared-month': {
    finding: (amount) => `The budget of ${amount} that you share is used up for this month`,
    advice: (_amount, when) => `wait until it resets at ${when}`,
  },
  // A gateway counts this budget, not this device.
  'over-budget/gateway': {
    finding: 'Your budget for calls is used up',
    advice: 'wait until it resets, or ask for more in the Locus pane',
  },
  previewing: {
    finding: 'Not requested while you type',
    advice: 'press Enter to finish the formula',
  },
  throttled: {
    finding: 'The service is busy',
    advice: 'wait a moment, then select Retry failed in the Locus pane',
  },
  offline: {
    finding: "Can't reach the service",
    advice: 'wait, and Locus retries when it can',
  },
  // It replies, and each of its replies is a failure.
  'offline/failing': {
    finding: (status) => `The service isn't working (status ${status})`,
    advice: 'wait a moment, and Locus tries again by itself',
  },
  'offline/cut': {
    finding: "The service's reply broke off",
    advice: 'select Retry failed in the Locus pane',
  },
  'timed-out': {
    finding: 'No reply arrived',
    advice: 'select Retry failed in the Locus pane',
  },
  'timed-out/status': {
    finding: (status) => `The service ran out of time (status ${status})`,
    advice: 'select Retry failed in the Locus pane',
  },
  'timed-out/cut': {
    finding: "The service's reply broke off",
    advice: 'select Retry failed in the Locus pane',
  },
  'service-failed': {
    finding: 'Service error',
    advice: 'wait a moment, then select Retry failed in the Locus pane',
  },
  'service-failed/status': {
    finding: (status) => `Service error (status ${status})`,
    advice: 'wait a moment, then select Retry failed in the Locus pane',
  },
  // Nothing that passes with time.
  'service-failed/refused': {
    finding: (status) => `The service doesn't accept this request (status ${status})`,
    advice: 'check its address in the Locus pane',
  },
  'wrong-address': {
    finding: "The service's address isn't valid",
    advice: 'check it in the Locus pane',
  },
  'wrong-address/status': {
    finding: (status) => `The service isn't at its address (status ${status})`,
    advice: 'check the address in the Locus pane',
  },
  untrusted: {
    finding: 'The service has no certificate that is trusted here',
    advice: 'check its address, or ask your administrator',
  },
  'unreadable-reply': {
    finding: "Can't read the service's reply",
    advice: 'check its address, then select Retry failed in the Locus pane',
  },
  'unreadable-reply/redirect': {
    finding: (origin) => `The service redirects to ${origin}`,
    advice: 'check its address in the Locus pane',
  },
  // A browser doesn't say where to, and not every redirect does.
  'unreadable-reply/elsewhere': {
    finding: 'The service redirects elsewhere',
    advice: 'check its address in the Locus pane',
  },
  'gateway-failed': {
    finding: 'The gateway could not answer',
    advice: 'select Retry failed in the Locus pane, or ask its administrator',
  },
  'gateway-failed/held': {
    finding: 'The gateway holds this request for approval',
    advice: 'ask its administrator',
  },
  'gateway-failed/out-of-credits': {
    finding: "Your team's account is out of credits",
    advice: "ask the gateway's administrator to add credits",
  },
  'gateway-failed/upstream-refused-key': {
    finding: "The service rejects the gateway's key",
    advice: "ask the gateway's administrator to replace it",
  },
  'gateway-failed/shared-store-down': {
    finding: "The gateway can't reach its store",
    advice: 'wait a moment, then select Retry failed in the Locus pane',
  },
  'gateway-failed/store-forgot': {
    finding: 'The gateway has lost data and makes no calls',
    advice: 'ask its administrator to resume them',
  },
  // The score may still be under way. Asking again waits for it, and makes no second call.
  'gateway-failed/unknown-outcome': {
    finding: 'No score has arrived, and the gateway requests it only once',
    advice: 'select Retry failed later, or ask its administrator',
  },
  'gateway-failed/unreadable-reply': {
    finding: "The gateway can't read the service's reply",
    advice: 'select Retry failed in the Locus pane, or ask its administrator',
  },
  'gateway-failed/wrong-address': {
    finding: "The gateway can't find the service at its address",
    advice: 'ask its administrator to check the address',
  },
  'gateway-failed/untrusted': {
    finding: "The gateway doesn't trust the service's certificate",
    advice: 'ask its administrator to check the address',
  },
  'gateway-failed/unreachable': {
    finding: "The gateway can't reach the service",
    advice: 'wait a moment, then select Retry failed in the Locus pane',
  },
  cancelled: {
    finding: 'The request was cancelled',
    advice: 'select Retry failed in the Locus pane',
  },
};

/** A message: one line, ending in a full stop or a question mark. */
export function sentence({ finding, advice }: CellMessage, quoted: readonly string[] = []): string {
  const advised = written(advice, quoted);
  return `${written(finding, quoted)}: ${advised}${advised.endsWith('?') ? '' : '.'}`;
}

export function written(text: Quoting, quoted: readonly string[]): string {
  return typeof text === 'string' ? text : text(...quoted);
}
