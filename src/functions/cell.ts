import type { LookupError, LookupErrorCode } from '../lookup';
import type { Fault } from './fault';
import type { CellErrorKind } from './function-host';
import { quotation } from './quotation';

/** A cell's message is shorter than this, in UTF-16 units. */
export const MESSAGE_LIMIT = 120;

/**
 * The one table from an error's code to what a cell shows. `#VALUE!` means: change the formula or
 * a setting. `#N/A` means: no value now.
 */
export const CELL_ERRORS: Readonly<Record<LookupErrorCode, CellErrorText>> = {
  'invalid-argument': {
    kind: 'value',
    plain: 'An argument cannot be used: check the formula and the cells it reads.',
    about: (about) => `${about}: check the formula and the cells it reads.`,
  },
  'invalid-variable': {
    kind: 'value',
    plain: 'A name cannot be used: write a-z, 0-9 and _, and a comma between names.',
    about: (about) => `"${about}" is not a name: write a-z, 0-9 and _, and a comma between names.`,
  },
  'unknown-model': {
    kind: 'value',
    plain: 'The service has no such model: check the id, or its alias in the Locus pane.',
    about: (about) =>
      `The service has no model "${about}": check the id, or its alias in the Locus pane.`,
  },
  'key-refused': {
    kind: 'value',
    plain: 'The service refused the API key: enter the right one in the Locus pane.',
  },
  rejected: {
    kind: 'value',
    plain: 'The service rejected this question: check the name, the place and the model.',
    about: (about) => `The service rejected "${about}": check how it is written, and the place.`,
  },
  'no-value': {
    kind: 'not-available',
    plain: 'The service has no value here: check the place and the name.',
    about: (about) => `The service has no value by this name: did you mean "${about}"?`,
  },
  'no-key': {
    kind: 'not-available',
    plain: 'No API key on this device: enter yours in the Locus pane.',
  },
  'out-of-credits': {
    kind: 'not-available',
    plain: 'The account is out of credits: top it up, then press Retry failed in the Locus pane.',
  },
  held: {
    kind: 'not-available',
    plain: 'Waiting for approval: approve or trim the calls in the Locus pane.',
  },
  'over-budget': {
    kind: 'not-available',
    plain: "Over the day's budget: raise it in the Locus pane, or ask again tomorrow.",
  },
  previewing: {
    kind: 'not-available',
    plain: 'Not asked while the formula is being typed: press Enter to ask.',
  },
  throttled: {
    kind: 'not-available',
    plain: 'The service is too busy: wait a while, then press Retry failed in the Locus pane.',
  },
  offline: {
    kind: 'not-available',
    plain: 'The service cannot be reached: check the network, then press Retry failed in the pane.',
  },
  'timed-out': {
    kind: 'not-available',
    plain: 'No answer in time: press Retry failed in the Locus pane.',
  },
  'service-failed': {
    kind: 'not-available',
    plain: 'The service failed: wait a while, then press Retry failed in the Locus pane.',
    status: (status) =>
      `The service failed (status ${status}): wait, then press Retry failed in the Locus pane.`,
  },
  'unreadable-reply': {
    kind: 'not-available',
    plain: "The service's reply cannot be read: check its address in the Locus pane, then retry.",
  },
  cancelled: {
    kind: 'not-available',
    plain: 'Cancelled before an answer came: press Retry failed in the Locus pane.',
  },
};

export interface CellErrorText {
  readonly kind: CellErrorKind;
  readonly plain: string;
  /** Where the error says what it is about; it is quoted on one line and cut to fit. */
  readonly about?: (about: string) => string;
  readonly status?: (status: number) => string;
}

/** What a cell shows for this error. */
export function faultOf(error: LookupError): Fault {
  const text = CELL_ERRORS[error.code];
  return { code: error.code, kind: text.kind, message: messageOf(text, error) };
}

function messageOf(text: CellErrorText, { about, status }: LookupError): string {
  if (about !== undefined && text.about !== undefined) {
    const room = MESSAGE_LIMIT - 1 - text.about('').length;
    const quoted = quotation(about, room);
    if (quoted !== '') return text.about(quoted);
  }
  if (status !== undefined && text.status !== undefined) return text.status(status);
  return text.plain;
}
