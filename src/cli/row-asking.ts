import type { Question } from '../lookup';
import type { KnownRow } from './output-columns';
import type { RowAsking } from './row-reader';

/** What is still to be asked of a row of which some values may be there. */
export interface MissingQuestions {
  /** Rows with the same text ask for the same. */
  readonly key: string;
  readonly questions: () => readonly Question[];
  /** How many those are. */
  readonly width: number;
  /** For each value wanted, whether it is asked for; undefined: all are. */
  readonly isAsked: readonly boolean[] | undefined;
}

export function missingQuestions(
  { key, questions, width }: RowAsking,
  known: KnownRow | undefined,
): MissingQuestions {
  if (known === undefined || known.values.every((value) => value === '')) {
    return { key, questions, width, isAsked: undefined };
  }
  const isAsked = known.values.map((value) => value === '');
  return {
    key: `${key}\n${isAsked.map(Number).join('')}`,
    questions: () => questions().filter((_, index) => isAsked[index]),
    width: isAsked.filter(Boolean).length,
    isAsked,
  };
}
