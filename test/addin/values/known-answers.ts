import { createKnownCalculation } from '../../../src/addin/functions/known-calculation';
import type { Outcome, Question } from '../../../src/engine/lookup';
import type { CalculateKnown } from '../../../src/addin/spreadsheet/frozen-cells';

export interface KnownAnswers {
  readonly calculate: CalculateKnown;
  /** What the engine was asked for, which may cost a call. */
  readonly asked: Question[];
}

/**
 * An engine that knows some answers, and the calculation with them.
 *
 * @param valueOf undefined for what is not known, NaN for what is known to have no value.
 * @param isKept whether the answers are on the device, so that memory knows none.
 */
export function knownAnswers(
  valueOf: (question: Question) => number | undefined,
  isKept = false,
): KnownAnswers {
  const asked: Question[] = [];
  const outcomeOf = (question: Question): Outcome | undefined => {
    const value = valueOf(question);
    if (value === undefined) return undefined;
    const origin = 'memory' as const;
    if (Number.isNaN(value)) return { kind: 'missing', at: 1, origin };
    return { kind: 'found', value, at: 1, origin, isStale: false };
  };
  return {
    asked,
    calculate: createKnownCalculation({
      engine: {
        peek: (question) => (isKept ? undefined : outcomeOf(question)),
        knows: (questions) =>
          Promise.resolve(questions.map((question) => valueOf(question) !== undefined)),
        ask(question) {
          asked.push(question);
          const outcome = outcomeOf(question);
          return outcome === undefined
            ? Promise.reject(new Error('this would be a call'))
            : Promise.resolve(outcome);
        },
      },
      workbook: {
        modelId: (alias) => (alias === 'Shops' ? 'shops-7' : undefined),
        dateStyle: { uses1904Dates: false, format: 'YYYY-MM-DD' },
      },
      pincodes: 'india',
    }),
  };
}

/** 100 at latitude 12, 101 at 12.01 and so on; south of that nothing is known. */
export function byLatitude({ place }: Question): number | undefined {
  if (place.kind !== 'coordinates' || place.lat < 12) return undefined;
  return 100 + Math.round((place.lat - 12) * 100);
}

/** 1 and 12, then 2 and no value, then 3 and 14: `w_pop` and `w_age` of the stores, by row. */
export function twoNames(question: Question): number | undefined {
  const row = byLatitude(question);
  if (row === undefined || question.kind !== 'attribute') return undefined;
  if (question.name === 'w_pop') return row - 99;
  return row === 101 ? NaN : row - 88;
}
