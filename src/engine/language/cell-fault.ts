import type { LookupError, LookupErrorCode } from '../lookup';
import {
  CELL_MESSAGES,
  sentence,
  type BudgetWords,
  type CellErrorKind,
  type CellErrorText,
} from './cell-messages';
import type { SpentBudget } from '../contract/spent-budget';
import { numberLocale } from './languages';
import { quotation } from './quotation';

/** An error for a cell, ready to be shown. */
export interface Fault {
  readonly code: LookupErrorCode;
  readonly kind: CellErrorKind;
  /** What happened and what to do, in under 120 characters. */
  readonly message: string;
}

/** Cell messages are shorter than this, in UTF-16 units. */
export const MESSAGE_LIMIT = 120;

/** What a cell shows for this error. */
export function faultOf(error: LookupError): Fault {
  const text = CELL_MESSAGES[error.code];
  return { code: error.code, kind: text.kind, message: messageOf(text, error) };
}

function messageOf(text: CellErrorText, { about, status, budget, reason }: LookupError): string {
  if (budget !== undefined && text.budget !== undefined) {
    return sentence(text.budget(wordsOf(budget)));
  }
  if (about !== undefined && text.about !== undefined) {
    const room = MESSAGE_LIMIT - 1 - sentence({ ...text, ...text.about('') }).length;
    const quoted = quotation(about, room);
    if (quoted !== '') return sentence({ ...text, ...text.about(quoted) });
  }
  if (reason !== undefined && text.reason !== undefined) {
    const room = MESSAGE_LIMIT - 1 - sentence(text.reason('')).length;
    // A colon would part the message in another place.
    const quoted = quotation(reason.replace(/\.$/, '').replaceAll(': ', ', '), room);
    if (quoted !== '') return sentence(text.reason(quoted));
  }
  if (status !== undefined && text.status !== undefined) {
    return sentence({ ...text, ...text.status(status) });
  }
  return sentence(text);
}

/** In the reader's own time: midnight in London is 5:30 am in Mumbai. */
function wordsOf({ of, period, unit, limit, resetsAt }: SpentBudget): BudgetWords {
  const locale = numberLocale(new Intl.DateTimeFormat().resolvedOptions().locale);
  const isOfDay = period === 'day';
  const amount = new Intl.NumberFormat(locale).format(limit);
  const date = isOfDay ? {} : ({ day: 'numeric', month: 'short' } as const);
  const when = new Intl.DateTimeFormat(locale, { ...date, hour: 'numeric', minute: '2-digit' });
  return {
    isShared: of !== 'person',
    isOfDay,
    amount: unit === 'price' ? amount : `${amount} ${limit === 1 ? 'call' : 'calls'}`,
    // Some locales put a narrow blank, which not every font of a sheet has, before "am".
    when: when.format(new Date(resetsAt)).replace(/\s/gu, ' '),
  };
}
