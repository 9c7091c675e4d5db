import type { LookupError, Outcome, Question } from '../engine/lookup';
import { mayBeCharged } from '../node/score-permits';
import type { RowOutcome } from './recent-outcomes';
import { messageOf } from '../engine/language/cell-fault';
import { CELL_MESSAGES } from '../engine/language/cell-messages';
import { AGAIN, PLACE_MESSAGES, PROGRAM_MESSAGES } from '../engine/language/program-messages';

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
    const text = textOf(outcome, question?.kind === 'score', isGateway, 'file');
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

/** Returns the code of an error; undefined for an answer. */
export function codeOf(outcome: Outcome): string | undefined {
  return 'error' in outcome ? outcome.error.code : undefined;
}

/** Whether calls or credits ran out. */
export function isOverBudget(outcome: Outcome): boolean {
  if (!('error' in outcome)) return false;
  const { error } = outcome;
  return OVER_BUDGET.has((error.code === 'gateway-failed' && error.trouble) || error.code);
}

const OVER_BUDGET: ReadonlySet<string> = new Set(['over-budget', 'out-of-credits', 'held']);

/**
 * Says why there is no value, for people.
 *
 * @param asked whether it is about a row of a file or about one place.
 */
export function textOf(
  outcome: Extract<Outcome, { readonly error: object }>,
  isScore: boolean,
  isGateway: boolean,
  asked: keyof typeof AGAIN,
): string {
  // A score that was sent never ends as `offline`.
  const { code } = outcome.error;
  const isUnknown = isScore && code !== 'offline' && mayBeCharged(outcome.error);
  if (!isUnknown) return failureText(outcome.error, asked);
  // A gateway makes sure that a score is charged only once.
  return isGateway ? unknownToGateway(AGAIN[asked]) : UNKNOWN_OUTCOME;
}

/** Why a row has no value: a cell's message, with advice that fits a terminal. */
function failureText(error: LookupError, asked: keyof typeof AGAIN): string {
  const messages = asked === 'file' ? PROGRAM_MESSAGES : PLACE_MESSAGES;
  return messageOf(error, undefined, (of) => ({ ...CELL_MESSAGES[of], ...messages[of].terminal }));
}

const UNKNOWN_OUTCOME =
  'This score may have been charged: use --force to ask again, which may charge it twice.';

function unknownToGateway(again: string): string {
  return `This score did not arrive: ${again}. It is charged once; the gateway’s administrator can have it asked again.`;
}
