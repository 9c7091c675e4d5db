import type { LookupErrorCode } from '../lookup';

// The build reads this file on its own, for the help pages and docs/analysts/cell-messages.md, so it imports
// only types.

/** `value`: change the formula or a setting. `not-available`: no value now. */
export type CellErrorKind = 'value' | 'not-available';

/** What a cell says in place of a value: `What happened: what to do.` */
export interface CellErrorText extends CellSentence {
  /** `value`: change the formula or a setting. `not-available`: no value now. */
  readonly kind: CellErrorKind;
  /** Replacements if the error names what it is about, which is cut to fit on one line. */
  readonly about?: (about: string) => Partial<CellSentence>;
  /** Replacements if the service says what is wrong, which is cut to fit on one line. */
  readonly reason?: (reason: string) => CellSentence;
  /** Replacements if a gateway says which budget is used up, and when it resets. */
  readonly budget?: (budget: BudgetWords) => CellSentence;
  /** Replacements if the service gave a status. */
  readonly status?: (status: number) => Partial<CellSentence>;
}

export interface BudgetWords {
  /** Whether others spend it too, as a team does. */
  readonly isShared: boolean;
  readonly isOfDay: boolean;
  /** Such as `200 calls`. */
  readonly amount: string;
  /** Such as `5:30 am`. */
  readonly when: string;
}

export interface CellSentence {
  /** What happened. */
  readonly finding: string;
  /** What to do about it; may be a question. */
  readonly advice: string;
}

/** The one table from an error's code to what a cell shows. */
export const CELL_MESSAGES: Readonly<Record<LookupErrorCode, CellErrorText>> = {
  'invalid-argument': {
    kind: 'value',
    finding: "An argument isn't valid",
    advice: 'check the formula and the cells it uses',
    about: (about) => ({ finding: about }),
  },
  'invalid-variable': {
    kind: 'value',
    finding: "An attribute isn't valid",
    advice: 'use a-z, 0-9 and _, with commas between attributes',
    about: (about) => ({ finding: `"${about}" isn't an attribute` }),
  },
  'unknown-model': {
    kind: 'value',
    finding: "The service doesn't have this model",
    advice: 'check the ID, or its alias in the Locus pane',
    about: (about) => ({ finding: `The service has no model "${about}"` }),
  },
  'key-refused': {
    kind: 'value',
    finding: 'The service rejected your API key',
    advice: 'enter a valid key in the Locus pane',
  },
  rejected: {
    kind: 'value',
    finding: 'The service rejected this request',
    advice: 'check the place, the model, the date and the variables',
    about: (about) => ({
      finding: `The service rejected "${about}"`,
      advice: 'check the spelling and the place',
    }),
    reason: (reason) => ({ finding: `The service says "${reason}"`, advice: 'check the formula' }),
  },
  'no-value': {
    kind: 'not-available',
    finding: 'The service has no value here',
    advice: 'check the place and the attribute',
    about: (about) => ({
      finding: 'The service has no value of this attribute',
      advice: `did you mean "${about}"?`,
    }),
  },
  'no-key': {
    kind: 'not-available',
    finding: 'No API key on this device',
    advice: 'enter yours in the Locus pane',
  },
  'out-of-credits': {
    kind: 'not-available',
    finding: "You're out of credits",
    advice: 'add credits, then select Retry failed in the Locus pane',
  },
  held: {
    kind: 'not-available',
    finding: 'Needs your approval',
    advice: 'approve or retry it in the Locus pane',
  },
  'over-budget': {
    kind: 'not-available',
    finding: "Over today's budget",
    advice: 'raise it in the Locus pane, or try again tomorrow',
    budget: ({ isShared, isOfDay, amount, when }) => ({
      finding: isShared
        ? isOfDay
          ? `The budget of ${amount} that you share is used up for today`
          : `The budget of ${amount} that you share is used up for this month`
        : isOfDay
          ? `Your budget of ${amount} for today is used up`
          : `Your budget of ${amount} for this month is used up`,
      advice: `wait until it resets at ${when}`,
    }),
    // A gateway counts this budget, not this device.
    status: () => ({
      finding: 'Your budget for calls is used up',
      advice: 'wait until it resets, or ask for more in the Locus pane',
    }),
  },
  previewing: {
    kind: 'not-available',
    finding: 'Not requested while you type',
    advice: 'press Enter to finish the formula',
  },
  throttled: {
    kind: 'not-available',
    finding: 'The service is busy',
    advice: 'wait a moment, then select Retry failed in the Locus pane',
  },
  offline: {
    kind: 'not-available',
    finding: "Can't reach the service",
    advice: 'wait, and Locus retries when it can',
    // It replies, and each of its replies is a failure.
    status: (status) => ({
      finding: `The service isn't working (status ${status})`,
      advice: 'wait a little, and Locus tries again by itself',
    }),
  },
  'timed-out': {
    kind: 'not-available',
    finding: 'The request timed out',
    advice: 'select Retry failed in the Locus pane',
  },
  'service-failed': {
    kind: 'not-available',
    finding: 'Service error',
    advice: 'wait a moment, then select Retry failed in the Locus pane',
    status: (status) => ({ finding: `Service error (status ${status})` }),
  },
  'unreadable-reply': {
    kind: 'not-available',
    finding: "Can't read the service's reply",
    advice: 'check its address, then select Retry failed in the Locus pane',
    about: (about) => ({
      finding: `The service redirects to ${about}`,
      advice: 'check its address in the Locus pane',
    }),
  },
  cancelled: {
    kind: 'not-available',
    finding: 'The request was cancelled',
    advice: 'select Retry failed in the Locus pane',
  },
};

/** A cell's message: one line, ending in a full stop or a question mark. */
export function sentence({ finding, advice }: CellSentence): string {
  return `${finding}: ${advice}${advice.endsWith('?') ? '' : '.'}`;
}
