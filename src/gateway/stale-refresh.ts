import { targetKey, type Clock, type Question } from '../engine/lookup';
import type { QuestionGroup } from './question-group';
import type { Payer } from './state/call-ledger';
import { dayOf } from './state/utc-days';

/** Asks again for answers that were given although they are stale. No request waits for it. */
export class Refreshes {
  /** The targets and names that are being asked for, or whose refresh failed a moment ago. */
  private readonly asked = new Set<string>();

  constructor(
    private readonly clock: Clock,
    private readonly begin: (payer: Payer) => QuestionGroup,
  ) {}

  /** Asks for each once at a time, for its first payer; for none if too many are in flight. */
  ask(questions: readonly Question[], payer: Payer): void {
    const due = questions.filter((question) => !this.asked.has(this.keyOf(question)));
    if (due.length === 0 || this.asked.size + due.length > MOST) return;
    const asking = this.begin(payer);
    const all = due.map(async (question) => {
      const key = this.keyOf(question);
      this.asked.add(key);
      const outcome = await asking.ask(question).catch(() => undefined);
      const isAnswered = outcome?.kind === 'found' || outcome?.kind === 'missing';
      if (isAnswered) this.asked.delete(key);
      // Not every request should ask a service that is down.
      else this.clock.schedule(AGAIN_MS, () => this.asked.delete(key));
    });
    void Promise.all(all).then(() => asking.end());
  }

  private keyOf(question: Question): string {
    return `${targetKey(this.clock, question)}\n${question.kind === 'score' ? '' : question.name}`;
  }
}

/**
 * Whether asking again may give another answer. A score dated before the day it was given never
 * changes.
 *
 * @param at when the service gave it, in epoch milliseconds.
 */
export function canChange(question: Question, at: number): boolean {
  if (question.kind !== 'score' || question.date === undefined) return true;
  const date = DAY.exec(question.date.trim());
  return date === null || date.slice(1).join('-') >= dayOf(at);
}

/** Dates that begin with the year; any other text may mean any day. */
const DAY = /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})$/;
const MOST = 1000;
const AGAIN_MS = 10_000;
