import { customVariablesKey, type Question } from './question';
import type { CallKind } from './source';
import type { ModelQuestion, CallTarget } from './queue/pending-questions';

export function kindOf(question: Question): CallKind {
  return question.kind === 'attribute' ? 'lookup' : 'score';
}

/** A score is a single value: it needs no name beside its target. */
export function nameOf(question: Question): string {
  return question.kind === 'attribute' ? question.name : '';
}

export function modelOf(clock: { today(): string }, question: Question): ModelQuestion | undefined {
  if (question.kind === 'attribute') return undefined;
  const { model, date, customVariables } = question;
  return { model, date, day: date === undefined ? clock.today() : undefined, customVariables };
}

/**
 * Returns the canonical text of a question's target: for an attribute, its place; for a score, the
 * place with the model, the day and the variables. One call asks about one target.
 */
export function targetKey(clock: { today(): string }, question: Question): string {
  if (question.kind === 'attribute') return question.place.key;
  const { place, model, date, customVariables } = question;
  const day = date === undefined ? ['today', clock.today()] : ['date', date];
  return JSON.stringify([place.key, model, ...day, customVariablesKey(customVariables)]);
}

/** The question that a target and one of its names identify. */
export function questionOf(
  { place, model }: Pick<CallTarget, 'place' | 'model'>,
  name: string,
): Question {
  if (model === undefined) return { kind: 'attribute', place, name };
  return {
    kind: 'score',
    place,
    model: model.model,
    ...(model.date === undefined ? {} : { date: model.date }),
    ...(model.customVariables === undefined ? {} : { customVariables: model.customVariables }),
  };
}

/**
 * Whether asking now would give the same target: the same account and, without a date, the same
 * day. A question without a date is for the day on which it is sent.
 */
export function isCurrent(
  { scope, model }: Pick<CallTarget, 'scope' | 'model'>,
  current: string,
  clock: { today(): string },
): boolean {
  return scope === current && (model?.day === undefined || model.day === clock.today());
}
