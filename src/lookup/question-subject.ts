import type { Question } from './question';
import { customVariablesKey } from './question';
import type { CallKind } from './source';
import type { ModelQuestion } from './subject';

export function kindOf(question: Question): CallKind {
  return question.kind === 'attribute' ? 'lookup' : 'score';
}

/** A score is one value: it needs no name beside its subject. */
export function nameOf(question: Question): string {
  return question.kind === 'attribute' ? question.name : '';
}

export function modelOf(question: Question): ModelQuestion | undefined {
  if (question.kind === 'attribute') return undefined;
  const { model, date, customVariables } = question;
  return { model, date, customVariables };
}

/** The canonical text of what one call about the question would be about. */
export function subjectKey(clock: { today(): string }, question: Question): string {
  if (question.kind === 'attribute') return question.place.key;
  const { place, model, date, customVariables } = question;
  const day = date === undefined ? ['today', clock.today()] : ['date', date];
  return JSON.stringify([place.key, model, ...day, customVariablesKey(customVariables)]);
}
