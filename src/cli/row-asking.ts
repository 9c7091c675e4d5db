import type { Question } from '../engine/lookup';
import type { KnownRow } from './output-columns';
import type { RowAsking } from './row-reader';

/** The questions of a row that an earlier run has not answered. */
export interface MissingQuestions {
  /** Rows with the same key ask the same questions. */
  readonly key: string;
  readonly questions: () => readonly Question[];
  /** How many questions there are. */
  readonly width: number;
  /** For each wanted value, whether it is asked for; undefined if all are. */
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
