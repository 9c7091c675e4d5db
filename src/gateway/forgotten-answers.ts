import { randomUUID } from 'node:crypto';
import type { AnswerStore, StoredAnswer, StoredEntry } from '../engine/lookup';
import { modelOfTarget } from '../node/score-permits';
import { pricedModel } from './call-admission';
import type { RecordStore } from './state/shared-state';

/** Which answers no longer count: without names and models, all from before that time. */
export interface Forgetting {
  readonly names?: readonly string[] | undefined;
  readonly models?: readonly string[] | undefined;
  /** Epoch milliseconds. */
  readonly before: number;
}

/** What an answer is about: an attribute's name, or a score's model. */
export interface AnswerSubject {
  readonly name: string;
  readonly model: string | undefined;
  readonly at: number;
}

interface StoredForgetting extends Forgetting {
  readonly id: string;
}

/**
 * Answers that an administrator had forgotten. Places and models are concealed where answers are
 * stored, so what no longer counts is known by rules, applied to each answer as it is read.
 */
export class ForgottenAnswers {
  private rules: readonly StoredForgetting[] = [];

  constructor(
    private readonly records: Pick<RecordStore, 'load' | 'put' | 'remove'>,
    /** How long answers are kept. A rule is needed for no longer. */
    private readonly keptMs: number,
  ) {}

  /** Reads what other gateways had forgotten. Returns whether there is anything new. */
  async load(now: number): Promise<boolean> {
    const stored = (await this.records.load(KIND)) as readonly StoredForgetting[];
    const ended = stored.filter(({ before }) => before < now - this.keptMs);
    if (ended.length > 0)
      await this.records.remove(
        KIND,
        ended.map(({ id }) => id),
      );
    const known = new Set(this.rules.map(({ id }) => id));
    this.rules = stored.filter((rule) => !ended.includes(rule));
    return this.rules.some(({ id }) => !known.has(id));
  }

  async add(forgetting: Forgetting): Promise<void> {
    const rule = { id: randomUUID(), ...forgetting };
    await this.records.put(KIND, rule.id, rule);
    this.rules = [...this.rules, rule];
  }

  isForgotten({ name, model, at }: AnswerSubject): boolean {
    return this.rules.some(({ names, models, before }) => {
      if (at >= before) return false;
      if (names === undefined && models === undefined) return true;
      return model === undefined
        ? names?.includes(name) === true
        : models?.includes(pricedModel(model)) === true;
    });
  }

  /** The store without what is forgotten. */
  within(store: AnswerStore): AnswerStore {
    return {
      read: async (keys) => {
        const found = await store.read(keys);
        if (this.rules.length === 0) return found;
        return new Map([...found].map(([key, answers]) => [key, this.left(key, answers)]));
      },
      write: (entries) => store.write(entries),
      clear: () => store.clear(),
      size: () => store.size(),
      subscribe: (listener) =>
        store.subscribe?.((added) => listener(added.map((entry) => this.leftOf(entry)))),
    };
  }

  private leftOf(entry: StoredEntry): StoredEntry {
    return { ...entry, answers: this.left(entry.key, entry.answers) };
  }

  private left(key: string, answers: readonly StoredAnswer[]): readonly StoredAnswer[] {
    if (this.rules.length === 0) return answers;
    const model = key.split('\n', 2)[1] === 'score' ? modelOfTarget(key) : undefined;
    return answers.filter(({ name, at }) => !this.isForgotten({ name, model, at }));
  }
}

const KIND = 'forgetting';
