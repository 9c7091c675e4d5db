import type { Outcome, Question } from '../engine/lookup';
import { mayBeCharged } from '../node/score-permits';
import { failureText, unknownOutcome } from './failure-text';
import type { RowOutcome } from './recent-outcomes';

/** Combines the outcomes of a row's questions into one for the row. */
export function outcomeOf(
  outcomes: readonly Outcome[],
  questions: readonly Question[],
  isGateway: boolean,
): RowOutcome {
  const values = outcomes.map((outcome) => (outcome.kind === 'found' ? outcome.value : null));
  const errors = new Map<string, string[]>();
  outcomes.forEach((outcome, index) => {
    if (outcome.kind !== 'failed' && outcome.kind !== 'refused') return;
    const question = questions[index];
    const text = textOf(outcome, question?.kind === 'score', isGateway);
    const names = errors.get(text) ?? [];
    errors.set(text, [...names, question?.kind === 'attribute' ? question.name : '']);
  });
  if (errors.size === 0) return { values, error: '', isWhole: false, isOverBudget: false };
  const isWhole = [...errors.values()].some((names) => names.length === outcomes.length);
  const texts = [...errors].map(([text, names]) =>
    isWhole ? text : `${names.join(', ')}: ${text}`,
  );
  const error = texts.join(' ');
  return { values, error, isWhole, isOverBudget: outcomes.some(isOverBudget) };
}

export function codeOf(outcome: Outcome): string | undefined {
  return 'error' in outcome ? outcome.error.code : undefined;
}

/** Whether calls or credits ran out. */
export function isOverBudget(outcome: Outcome): boolean {
  return OVER_BUDGET.has(codeOf(outcome) ?? '');
}

const OVER_BUDGET: ReadonlySet<string> = new Set(['over-budget', 'out-of-credits']);

/** Why there is no value, for people. */
export function textOf(
  outcome: Extract<Outcome, { readonly error: object }>,
  isScore: boolean,
  isGateway: boolean,
): string {
  const isUnknown = isScore && outcome.kind === 'failed' && mayBeCharged(outcome.error);
  return isUnknown ? unknownOutcome(isGateway) : failureText(outcome.error);
}
