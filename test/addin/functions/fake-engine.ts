import type { FunctionHost } from '../../../src/addin/functions/function-host';
import type { AskOptions, Outcome, Question } from '../../../src/engine/lookup';

type Asked = FunctionHost['engine'];

/** An engine that does what the test says and records what it was asked. */
export class FakeEngine implements Asked {
  readonly asked: Question[] = [];
  readonly known = new Map<string, Outcome>();
  private readonly open: Asking[] = [];

  peek(question: Question): Outcome | undefined {
    return question.kind === 'attribute' ? this.known.get(question.name) : undefined;
  }

  ask(question: Question, { signal }: AskOptions = {}): Promise<Outcome> {
    this.asked.push(question);
    return new Promise((resolve, reject) => {
      this.open.push({ resolve, reject });
      signal?.addEventListener('abort', () =>
        resolve({ kind: 'failed', error: { code: 'cancelled' } }),
      );
    });
  }

  /** Settles the asking with that index, counted from 0 in order of arrival. */
  settle(index: number, outcome: Outcome): void {
    this.open[index]?.resolve(outcome);
  }

  settleAll(outcome: Outcome): void {
    for (const { resolve } of this.open) resolve(outcome);
  }

  /** Breaks the engine's promise never to reject. */
  breakAll(): void {
    for (const { reject } of this.open) reject(new Error('secret-key-123 leaked'));
  }
}

interface Asking {
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (cause: Error) => void;
}

export function found(value: number): Outcome {
  return { kind: 'found', value, at: 0, origin: 'service', isStale: false };
}
