import type { AnswerStore } from '../engine/lookup';

export interface AnsweredScoreOptions {
  /** Answers that other processes store, too. */
  readonly store: Pick<AnswerStore, 'read'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** How long the engine gives an answer, and how long "no score here", without asking again. */
  readonly freshMs: number;
  readonly negativeFreshMs: number;
}

/**
 * Whether the store holds an answer that the engine would give. While a question waits for its
 * turn, another process may ask it, store the answer and end its claim.
 *
 * @param target the key under which the answer is stored.
 */
export async function isScoreAnswered(
  target: string,
  { store, now, freshMs, negativeFreshMs }: AnsweredScoreOptions,
): Promise<boolean> {
  const answers = (await store.read([target])).get(target) ?? [];
  return answers.some(({ value, at }) => {
    const ageMs = now() - at;
    // The engine does not give one of the future, whose age nobody knows.
    return ageMs >= -DAY_MS && ageMs <= (value === null ? negativeFreshMs : freshMs);
  });
}

const DAY_MS = 86_400_000;
