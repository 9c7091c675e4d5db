import type { Outcome, ScoreQuestion } from '../../../src/engine/lookup';
import type { PanePorts } from '../../../src/addin/pane/parts/pane-ports';

/** An engine for the pane alone: it answers when a test says so. */
export interface FakeScores {
  readonly scores: PanePorts['scores'];
  readonly askScore: (question: ScoreQuestion) => Promise<Outcome>;
  readonly asked: ScoreQuestion[];
  /** Settles the oldest question that waits. */
  answer(outcome: Outcome): void;
  /** From now on, everything is known to be this. */
  know(outcome: Outcome | undefined): void;
}

export function createFakeScores(): FakeScores {
  const asked: ScoreQuestion[] = [];
  const waiting: ((outcome: Outcome) => void)[] = [];
  let known: Outcome | undefined;
  return {
    asked,
    answer: (outcome) => waiting.shift()?.(outcome),
    know: (outcome) => void (known = outcome),
    scores: {
      peek: () => known,
      knows: (questions) => Promise.resolve(questions.map(() => known !== undefined)),
    },
    askScore(question) {
      asked.push(question);
      return known === undefined
        ? new Promise((resolve) => waiting.push(resolve))
        : Promise.resolve(known);
    },
  };
}
