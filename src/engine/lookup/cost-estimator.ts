import type { AnswerMemory } from './cache/answer-memory';
import type { CompleteEngineOptions } from './engine-options';
import { isFresh } from './cache/cache-entry';
import type { CacheEntry } from './cache/cache-entry';
import type { Names } from './cache/name-ids';
import type { Question } from './question';
import { kindOf, modelOf, nameOf, targetKey } from './question-target';
import type { TierReader, SoughtTarget } from './cache/tier-reader';
import { PendingQuestion } from './queue/pending-questions';

export interface CostEstimatorParts {
  readonly options: Pick<
    CompleteEngineOptions,
    'clock' | 'source' | 'freshMs' | 'negativeFreshMs' | 'tiers'
  >;
  readonly memory: AnswerMemory;
  readonly names: Names;
  readonly tierReader: TierReader;
}

/** Estimates what asking would cost. Nothing is asked, and nothing counts as asked. */
export class CostEstimator {
  constructor(private readonly parts: CostEstimatorParts) {}

  /** For each question, whether it needs no call of its own: it is answered, or on its way. */
  async knows(questions: readonly Question[]): Promise<readonly boolean[]> {
    const unsure = new Map<string, SoughtTarget>();
    const findings = questions.map((question) => {
      const finding = this.recollect(question);
      if (typeof finding === 'object') unsure.set(identity(finding), finding);
      return finding;
    });
    if (unsure.size === 0) return findings.map((finding) => finding === true);
    const sought = [...unsure.values()];
    const kept = await this.parts.tierReader.look(sought);
    const fresh = new Map<string, ReadonlySet<string>>();
    kept.forEach((answers, index) => {
      const names = answers.filter(({ entry }) => this.isFresh(entry)).map(({ name }) => name);
      fresh.set(identity(sought[index] as SoughtTarget), new Set(names));
    });
    return findings.map((finding, index) => {
      if (typeof finding !== 'object') return finding;
      return fresh.get(identity(finding))?.has(nameOf(questions[index] as Question)) === true;
    });
  }

  /** Whether memory knows the answer; or the target to look for, if a tier may know more. */
  private recollect(question: Question): boolean | SoughtTarget {
    const { options, memory, names, tierReader } = this.parts;
    const scope = options.source.scope(kindOf(question));
    const key = targetKey(options.clock, question);
    const target = memory.find(scope, key);
    const entry = target?.find(names.find(nameOf(question)));
    if (entry instanceof PendingQuestion) return true;
    if (entry !== undefined && this.isFresh(entry)) return true;
    const mayRecall = target === undefined || tierReader.isNeeded(target, options.clock.elapsed());
    return mayRecall && { scope, key, model: modelOf(options.clock, question) };
  }

  private isFresh(entry: CacheEntry): boolean {
    return isFresh(entry, this.parts.options.clock.now(), this.parts.options);
  }
}

/** A scope has no line breaks, and a place and a score of it never share a key. */
function identity({ scope, key }: SoughtTarget): string {
  return `${scope}\n${key}`;
}
