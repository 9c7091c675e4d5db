import { targetKey } from '../lookup';
import type { Clock, Question } from '../lookup';
import type { Asking } from './asking';
import type { Payer } from './state/call-ledger';

/** Asks anew for answers that were told although they are stale. Nobody waits for it. */
export class Refreshes {
  /** By target and name: asked for now, or not long after that went wrong. */
  private readonly asked = new Set<string>();

  constructor(
    private readonly clock: Clock,
    private readonly begin: (payer: Payer) => Asking,
  ) {}

  /** Each once at a time, for the person who asks first; where too many are out, another time. */
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
      // A service that is away is not asked with every request.
      else this.clock.schedule(AGAIN_MS, () => this.asked.delete(key));
    });
    void Promise.all(all).then(() => asking.end());
  }

  private keyOf(question: Question): string {
    return `${targetKey(this.clock, question)}\n${question.kind === 'score' ? '' : question.name}`;
  }
}

/**
 * A score of a day before that on which it was given stays what it is: asking anew would only cost.
 *
 * @param at when it was given, in epoch milliseconds.
 */
export function canChange(question: Question, at: number): boolean {
  if (question.kind !== 'score' || question.date === undefined) return true;
  const date = DAY.exec(question.date.trim());
  return date === null || date.slice(1).join('-') >= new Date(at).toISOString().slice(0, 10);
}

/** The forms of a date that begin with the year; whatever else is written may mean any day. */
const DAY = /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})$/;
const MOST = 1000;
const AGAIN_MS = 10_000;
