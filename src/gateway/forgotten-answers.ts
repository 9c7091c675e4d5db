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
  private limits = limitsOf([]);

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
    this.limits = limitsOf(this.rules);
    return this.rules.some(({ id }) => !known.has(id));
  }

  /**
   * Adds a rule. Rules that it makes needless are dropped.
   *
   * @returns false if there would be too many.
   */
  async add(forgetting: Forgetting): Promise<boolean> {
    if (this.rules.some((rule) => covers(rule, forgetting))) return true;
    const rule = { id: randomUUID(), ...forgetting };
    const rules = [...this.rules.filter((known) => !covers(rule, known)), rule];
    if (rules.flatMap(subjectsOf).length > MOST_SUBJECTS) return false;
    await this.records.put(KIND, rule.id, rule);
    const needless = this.rules.filter((known) => !rules.includes(known)).map(({ id }) => id);
    if (needless.length > 0) await this.records.remove(KIND, needless);
    this.rules = rules;
    this.limits = limitsOf(rules);
    return true;
  }

  isForgotten({ name, model, at }: AnswerSubject): boolean {
    const { all, bySubject } = this.limits;
    if (at < all) return true;
    if (bySubject.size === 0) return false;
    const subject = model === undefined ? `name ${name}` : `model ${pricedModel(model)}`;
    return at < (bySubject.get(subject) ?? 0);
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

/** Whether a rule forgets all that the other one does. */
function covers(rule: Forgetting, other: Forgetting): boolean {
  if (rule.before < other.before) return false;
  if (isOfAll(rule)) return true;
  if (isOfAll(other)) return false;
  const subjects = new Set(subjectsOf(rule));
  return subjectsOf(other).every((subject) => subjects.has(subject));
}

/** The times from before which answers are forgotten: all of them, and those of a name or model. */
function limitsOf(rules: readonly Forgetting[]) {
  const bySubject = new Map<string, number>();
  let all = 0;
  for (const rule of rules) {
    if (isOfAll(rule)) all = Math.max(all, rule.before);
    for (const subject of subjectsOf(rule)) {
      bySubject.set(subject, Math.max(bySubject.get(subject) ?? 0, rule.before));
    }
  }
  return { all, bySubject };
}

function isOfAll({ names, models }: Forgetting): boolean {
  return names === undefined && models === undefined;
}

function subjectsOf({ names = [], models = [] }: Forgetting): readonly string[] {
  return [...names.map((name) => `name ${name}`), ...models.map((model) => `model ${model}`)];
}

const KIND = 'forgetting';
/** Names and models of all rules, which stay in memory. */
const MOST_SUBJECTS = 10_000;
