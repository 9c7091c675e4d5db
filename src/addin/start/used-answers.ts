import type { Problems } from '../functions/problems';
import {
  targetKey,
  type Engine,
  type Found,
  type Missing,
  type Outcome,
  type Question,
} from '../../engine/lookup';
import { areSameAddresses, type ServiceAddresses } from '../../engine/client/connection';

/** What the open workbook's formulas have asked since it was opened, and the answers they got. */
export interface UsedAnswers {
  /** What formulas calculate with: the shared engine and problems, wrapped to be recorded. */
  readonly recorded: {
    readonly engine: Pick<Engine, 'peek' | 'request'>;
    readonly problems: Problems;
  };
  /** Oldest first. Each covers a time in which the same service answered. */
  readonly batches: UsedBatch[];
  /** The cells that have calculated; set only while they are counted. */
  calculated: Set<string> | undefined;
  /** Begins a batch, and returns its index. */
  turn(): number;
  /** Drops everything, as when another workbook is opened. */
  clear(): void;
}

export interface UsedBatch {
  readonly addresses: ServiceAddresses;
  /**
   * Keyed by the name, a line break, and the engine's key of the subject without the account.
   * Undefined for a question that has no answer.
   */
  readonly answers: Map<string, Found | Missing | undefined>;
}

export interface UsedAnswersParts {
  readonly engine: Pick<Engine, 'peek' | 'request'>;
  readonly problems: Problems;
  readonly clock: { today(): string };
  addresses(): ServiceAddresses;
}

/** More than a workbook may carry. Beyond this, a batch drops its oldest answers. */
export const MOST_USED = 300_000;

export function createUsedAnswers(parts: UsedAnswersParts): UsedAnswers {
  const { engine, problems, clock } = parts;
  const batch = (): UsedBatch => ({ addresses: parts.addresses(), answers: new Map() });
  let latest = batch();

  function keyOf(question: Question): string {
    const kind = question.kind === 'score' ? '\nscore\n' : `${question.name}\nlookup\n`;
    return kind + targetKey(clock, question);
  }

  /** If the service or day has changed since the question was asked, either may have answered. */
  function record(
    question: Question,
    outcome: Found | Missing,
    asked: UsedBatch,
    key: string,
  ): void {
    const keyNow = keyOf(question);
    const between = used.batches.slice(used.batches.indexOf(asked));
    const others = between.filter(({ addresses }) => !areSameAddresses(addresses, asked.addresses));
    if (others.length === 0 && keyNow === key) {
      remember(asked, key, outcome);
      return;
    }
    const known = engine.peek(question, false);
    const isOfNow = known?.kind === outcome.kind && known.at === outcome.at;
    if (isOfNow) remember(latest, keyNow, outcome);
    else if (isOneService(others)) remember(asked, key, outcome);
  }

  const used: UsedAnswers = {
    recorded: {
      engine: {
        peek(question, isShown) {
          const outcome = engine.peek(question, isShown);
          if (outcome?.kind === 'found' || outcome?.kind === 'missing') {
            remember(latest, keyOf(question), outcome);
          }
          return outcome;
        },
        request(question, listener, options) {
          const asked = latest;
          const key = keyOf(question);
          if (!asked.answers.has(key)) remember(asked, key, undefined);
          const handleOutcome = (outcome: Outcome): void => {
            if (outcome.kind === 'found' || outcome.kind === 'missing') {
              record(question, outcome, asked, key);
            }
            listener.handleOutcome(outcome);
          };
          engine.request(question, { handleOutcome }, options);
        },
      },
      problems: {
        ...problems,
        report(address, entries) {
          used.calculated?.add(address);
          problems.report(address, entries);
        },
      },
    },
    batches: [latest],
    calculated: undefined,
    turn: () => used.batches.push((latest = batch())) - 1,
    clear() {
      used.batches.length = 0;
      used.turn();
    },
  };
  return used;
}

/** Formulas over RAND() would ask for new places forever, so the oldest answers go. */
function remember({ answers }: UsedBatch, key: string, outcome: Found | Missing | undefined): void {
  answers.set(key, outcome);
  if (answers.size > MOST_USED) answers.delete(answers.keys().next().value ?? '');
}

/** After more than one change of service, nobody can tell which one answered. */
function isOneService(batches: readonly UsedBatch[]): boolean {
  const [first] = batches;
  return (
    first === undefined ||
    batches.every(({ addresses }) => areSameAddresses(addresses, first.addresses))
  );
}
