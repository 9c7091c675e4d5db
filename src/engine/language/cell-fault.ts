import type { LookupError, LookupErrorCode, Question } from '../lookup';
import {
  CELL_MESSAGES,
  kindOf,
  sentence,
  type CellErrorKind,
  type CellMessage,
  type ErrorCase,
} from './cell-messages';
import type { SpentBudget } from '../contract/spent-budget';
import { numberLocale } from './languages';
import { quotation } from './quotation';

/** An error that a cell can show. */
export interface Fault {
  readonly code: LookupErrorCode;
  readonly kind: CellErrorKind;
  /** What happened and what to do, in under 120 characters. */
  readonly message: string;
}

/** Cell messages are shorter than this, in UTF-16 units. */
export const MESSAGE_LIMIT = 120;

/** What a message says about the question: which attribute, or which model. */
export type AskedFor =
  | Pick<Extract<Question, { kind: 'attribute' }>, 'kind' | 'name'>
  | Pick<Extract<Question, { kind: 'score' }>, 'kind' | 'model'>;

/** Returns what a cell shows for this error. The message names the question, if one is given. */
export function faultOf(error: LookupError, asked?: AskedFor): Fault {
  const { code } = error;
  return { code, kind: kindOf(code), message: messageOf(error, asked) };
}

/** @param wordsOf each case's words. What they quote is cut to fit on one short line. */
export function messageOf(
  error: LookupError,
  asked?: AskedFor,
  wordsOf = (of: ErrorCase): CellMessage => CELL_MESSAGES[of],
): string {
  const { of, quoted } = caseOf(error, asked);
  const [first, ...others] = quoted;
  if (first === undefined) return sentence(wordsOf(of));
  const room = MESSAGE_LIMIT - 1 - sentence(wordsOf(of), ['', ...others]).length;
  const cut = quotation(first, room);
  return cut === '' ? sentence(wordsOf(error.code)) : sentence(wordsOf(of), [cut, ...others]);
}

interface Case {
  readonly of: ErrorCase;
  /** What its message quotes. */
  readonly quoted: readonly string[];
}

/** Which message an error has, by its details and what was asked. */
export function caseOf(error: LookupError, asked: AskedFor | undefined): Case {
  const { status } = error;
  switch (error.code) {
    case 'invalid-variable':
      return error.written === undefined
        ? plain(error)
        : quoting(`${error.code}/written`, error.written);
    case 'unknown-model':
      return asked?.kind === 'score' ? quoting(`${error.code}/asked`, asked.model) : plain(error);
    case 'rejected':
      if (status === 413 || status === 414) return quoting(`${error.code}/too-large`, `${status}`);
      if (error.reason !== undefined) return quoting(`${error.code}/reason`, error.reason);
      // A rejected score does not say which argument was wrong.
      return asked?.kind === 'attribute'
        ? quoting(`${error.code}/attribute`, asked.name)
        : plain(error);
    case 'no-value':
      if (asked?.kind === 'score') return quoting(`${error.code}/score`);
      return error.meant === undefined ? plain(error) : quoting(`${error.code}/meant`, error.meant);
    case 'over-budget':
      if (error.budget !== undefined) return ofBudget(error.budget);
      return status === undefined ? plain(error) : quoting(`${error.code}/gateway`);
    case 'offline':
      if (status === undefined) return plain(error);
      return status < 400
        ? quoting(`${error.code}/cut`)
        : quoting(`${error.code}/failing`, `${status}`);
    case 'timed-out':
      if (status === undefined) return plain(error);
      return status < 400
        ? quoting(`${error.code}/cut`)
        : quoting(`${error.code}/status`, `${status}`);
    case 'wrong-address':
      return status === undefined ? plain(error) : quoting(`${error.code}/status`, `${status}`);
    case 'service-failed':
      if (status === undefined) return plain(error);
      return quoting(`${error.code}/${status < 500 ? 'refused' : 'status'}`, `${status}`);
    case 'unreadable-reply':
      if (error.redirectsTo !== undefined)
        return quoting(`${error.code}/redirect`, error.redirectsTo);
      return REDIRECTS.has(status) ? quoting(`${error.code}/elsewhere`) : plain(error);
    case 'gateway-failed':
      return error.trouble === undefined ? plain(error) : quoting(`${error.code}/${error.trouble}`);
    default:
      return plain(error);
  }
}

const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

function plain({ code }: LookupError): Case {
  return quoting(code);
}

function quoting(of: ErrorCase, ...quoted: readonly string[]): Case {
  return { of, quoted };
}

/** In the reader's own time: midnight in London is 5:30 am in Mumbai. */
function ofBudget({ of, period, unit, limit, resetsAt }: SpentBudget): Case {
  const locale = numberLocale(new Intl.DateTimeFormat().resolvedOptions().locale);
  const amount = new Intl.NumberFormat(locale).format(limit);
  const date = period === 'day' ? {} : ({ day: 'numeric', month: 'short' } as const);
  const when = new Intl.DateTimeFormat(locale, { ...date, hour: 'numeric', minute: '2-digit' });
  return quoting(
    `over-budget/${of === 'person' ? 'your' : 'shared'}-${period}`,
    unit === 'price' ? amount : `${amount} ${limit === 1 ? 'call' : 'calls'}`,
    // Some locales put a narrow blank, which not every font of a sheet has, before "am".
    when.format(new Date(resetsAt)).replace(/\s/gu, ' '),
  );
}
