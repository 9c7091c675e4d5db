import type { LookupErrorCode } from '../lookup';
import type { CellErrorKind } from '../spreadsheet/cell-error';

// The build reads this file on its own, for the help pages and docs/cell-messages.md, so it imports
// only types.

/** What a cell says in place of a value: `What happened: what to do.` */
export interface CellErrorText extends CellSentence {
  /** `value`: change the formula or a setting. `not-available`: no value now. */
  readonly kind: CellErrorKind;
  /** Replacements if the error names what it is about, which is cut to fit on one line. */
  readonly about?: (about: string) => Partial<CellSentence>;
  /** Replacements if the service gave a status. */
  readonly status?: (status: number) => Partial<CellSentence>;
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
    finding: 'An argument cannot be used',
    advice: 'check the formula and the cells it reads',
    about: (about) => ({ finding: about }),
  },
  'invalid-variable': {
    kind: 'value',
    finding: 'A name cannot be used',
    advice: 'write a-z, 0-9 and _, and a comma between names',
    about: (about) => ({ finding: `"${about}" is not a name` }),
  },
  'unknown-model': {
    kind: 'value',
    finding: 'The service has no such model',
    advice: 'check the id, or its alias in the Locus pane',
    about: (about) => ({ finding: `The service has no model "${about}"` }),
  },
  'key-refused': {
    kind: 'value',
    finding: 'The service refused the API key',
    advice: 'enter the right one in the Locus pane',
  },
  rejected: {
    kind: 'value',
    finding: 'The service rejected this question',
    advice: 'check the name, the place and the model',
    about: (about) => ({
      finding: `The service rejected "${about}"`,
      advice: 'check how it is written, and the place',
    }),
  },
  'no-value': {
    kind: 'not-available',
    finding: 'The service has no value here',
    advice: 'check the place and the name',
    about: (about) => ({
      finding: 'The service has no value by this name',
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
    finding: 'The account is out of credits',
    advice: 'top it up, then press Retry failed in the Locus pane',
  },
  held: {
    kind: 'not-available',
    finding: 'Waiting for approval',
    advice: 'approve or trim the calls in the Locus pane',
  },
  'over-budget': {
    kind: 'not-available',
    finding: "Over the day's budget",
    advice: 'raise it in the Locus pane, or ask again tomorrow',
    // By a gateway's count, not this device's.
    status: () => ({
      finding: 'Your budget for calls is used up',
      advice: 'wait until it resets, or ask for more in the Locus pane',
    }),
  },
  previewing: {
    kind: 'not-available',
    finding: 'Not asked while the formula is being typed',
    advice: 'press Enter to ask',
  },
  throttled: {
    kind: 'not-available',
    finding: 'The service is too busy',
    advice: 'wait a while, then press Retry failed in the Locus pane',
  },
  offline: {
    kind: 'not-available',
    finding: 'The service cannot be reached',
    advice: 'check the network, then press Retry failed in the Locus pane',
  },
  'timed-out': {
    kind: 'not-available',
    finding: 'No answer in time',
    advice: 'press Retry failed in the Locus pane',
  },
  'service-failed': {
    kind: 'not-available',
    finding: 'The service failed',
    advice: 'wait a while, then press Retry failed in the Locus pane',
    status: (status) => ({ finding: `The service failed (status ${String(status)})` }),
  },
  'unreadable-reply': {
    kind: 'not-available',
    finding: "The service's reply cannot be read",
    advice: 'check its address in the Locus pane, then press Retry failed',
  },
  cancelled: {
    kind: 'not-available',
    finding: 'Cancelled before an answer came',
    advice: 'press Retry failed in the Locus pane',
  },
};

/** A cell's message: one line, ending in a full stop or a question mark. */
export function sentence({ finding, advice }: CellSentence): string {
  return `${finding}: ${advice}${advice.endsWith('?') ? '' : '.'}`;
}
