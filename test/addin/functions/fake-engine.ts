import type { FunctionHost } from './test-host';
import type { AskOptions, Outcome, OutcomeListener, Question } from '../../../src/engine/lookup';

type Asked = FunctionHost['engine'];

/** An engine that does what the test says and records what it was asked. */
export class FakeEngine implements Asked {
  readonly asked: Question[] = [];
  readonly known = new Map<string, Outcome>();
  /** Breaks the engine's promise never to throw. */
  isBroken = false;
  private readonly open: OutcomeListener[] = [];

  peek(question: Question): Outcome | undefined {
    return question.kind === 'attribute' ? this.known.get(question.name) : undefined;
  }

  request(question: Question, listener: OutcomeListener, { signal }: AskOptions = {}): void {
    if (this.isBroken) throw new Error('secret-key-123 leaked');
    this.asked.push(question);
    this.open.push(listener);
    const cancelled: Outcome = { kind: 'failed', error: { code: 'cancelled' } };
    signal?.addEventListener('abort', () => listener.handleOutcome(cancelled));
  }

  /** Settles the asking with that index, counted from 0 in order of arrival. */
  settle(index: number, outcome: Outcome): void {
    this.open[index]?.handleOutcome(outcome);
  }

  settleAll(outcome: Outcome): void {
    for (const listener of this.open) listener.handleOutcome(outcome);
  }
}

export function found(value: number): Outcome {
  return { kind: 'found', value, at: 0, origin: 'service', isStale: false };
}
