import type { AnswerMemory } from './cache/answer-memory';
import type { CompleteEngineOptions } from './engine-options';
import { isFresh } from './cache/cache-entry';
import type { Known } from './cache/cache-entry';
import type { Names } from './cache/names';
import type { Question } from './question';
import { kindOf, modelOf, nameOf, subjectKey } from './question-target';
import type { Recall, SoughtSubject } from './cache/tier-reader';
import { Waiting } from './queue/pending-question';

export interface ForesightParts {
  readonly options: Pick<
    CompleteEngineOptions,
    'clock' | 'source' | 'freshMs' | 'negativeFreshMs' | 'tiers'
  >;
  readonly memory: AnswerMemory;
  readonly names: Names;
  readonly recall: Recall;
}

/** Tells what asking would cost, and leaves no trace of having been asked. */
export class Foresight {
  constructor(private readonly parts: ForesightParts) {}

  /** For each question whether it takes no call of its own: it is answered, or on its way. */
  async knows(questions: readonly Question[]): Promise<readonly boolean[]> {
    const unsure = new Map<string, SoughtSubject>();
    const findings = questions.map((question) => {
      const finding = this.recollect(question);
      if (typeof finding === 'object') unsure.set(identity(finding), finding);
      return finding;
    });
    if (unsure.size === 0) return findings.map((finding) => finding === true);
    const sought = [...unsure.values()];
    const kept = await this.parts.recall.look(sought);
    const fresh = new Map<string, ReadonlySet<string>>();
    kept.forEach((answers, index) => {
      const names = answers.filter(({ known }) => this.isFresh(known)).map(({ name }) => name);
      fresh.set(identity(sought[index] as SoughtSubject), new Set(names));
    });
    return findings.map((finding, index) => {
      if (typeof finding !== 'object') return finding;
      return fresh.get(identity(finding))?.has(nameOf(questions[index] as Question)) === true;
    });
  }

  /** Where the tiers below may know more than the memory: what to look for there. */
  private recollect(question: Question): boolean | SoughtSubject {
    const { options, memory, names, recall } = this.parts;
    const scope = options.source.scope(kindOf(question));
    const key = subjectKey(options.clock, question);
    const subject = memory.find(scope, key);
    const entry = subject?.find(names.find(nameOf(question)));
    if (entry instanceof Waiting) return true;
    if (entry !== undefined && this.isFresh(entry)) return true;
    const mayRecall = subject === undefined || recall.isNeeded(subject, options.clock.elapsed());
    return mayRecall && { scope, key, model: modelOf(options.clock, question) };
  }

  private isFresh(known: Known): boolean {
    return isFresh(known, this.parts.options.clock.now(), this.parts.options);
  }
}

/** Line breaks cannot stand in a scope; a place and a score of it never have the same key. */
function identity({ scope, key }: SoughtSubject): string {
  return `${scope}\n${key}`;
}
