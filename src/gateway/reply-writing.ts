import type { Outcome, Question } from '../engine/lookup';
import type { Refusal } from './json-reply';
import {
  gravest,
  NOT_SENT,
  overBudget,
  refusalOf,
  STILL_ASKED,
  type OutcomeContext,
} from './outcome-refusal';
import type { QuestionGroup } from './question-group';
import { canChange } from './stale-refresh';
import type { Payer } from './state/call-ledger';
import type { TeamEngine } from './team-engine';
import type { Wanted, WantedAttributes, WantedScore } from './question-reading';

export type WantedReply =
  | {
      readonly kind: 'answered';
      /** The contract's reply, a JSON object. */
      readonly json: string;
      /** Its values alone, a JSON object: `{"w_pop_tt":43650}`, `{"score":0.7}`. */
      readonly values: string;
      /** One for each name, in the order of the names; a single one of a score. */
      readonly outcomes: readonly Outcome[];
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** The answer if memory has all of it, without waiting. */
export function knownReply(wanted: Wanted, { engine }: TeamEngine): WantedReply | undefined {
  if (wanted.kind === 'refused') return wanted;
  const questions = wanted.kind === 'score' ? [wanted.question] : wanted.questions;
  const outcomes: Outcome[] = [];
  for (const question of questions) {
    const outcome = engine.peek(question, false);
    if (outcome === undefined) return undefined;
    outcomes.push(outcome);
  }
  return wanted.kind === 'score' ? scoreOf(outcomes[0] as Outcome) : dataOf(wanted, outcomes);
}

/**
 * The answer if the store has all of it, without the engine: answers that are rarely asked for are
 * read each time, and take no memory. Stale ones are asked for again, for this payer.
 */
export async function storedReply(
  wanted: WantedAttributes | WantedScore,
  team: TeamEngine,
  payer: Payer,
): Promise<WantedReply | undefined> {
  const questions: readonly Question[] =
    wanted.kind === 'score' ? [wanted.question] : wanted.questions;
  const find = await team.stored(questions[0] as Question);
  if (find === undefined) return undefined;
  const outcomes: Outcome[] = [];
  const stale: Question[] = [];
  for (const question of questions) {
    const found = find(question.kind === 'score' ? '' : question.name);
    if (found === undefined) return undefined;
    outcomes.push(found.outcome);
    if (found.isStale && canChange(question, found.at)) stale.push(question);
  }
  if (stale.length > 0) team.refresh(stale, payer);
  return wanted.kind === 'score' ? scoreOf(outcomes[0] as Outcome) : dataOf(wanted, outcomes);
}

/** The answer, for which the service is asked if necessary. */
export async function askedReply(
  wanted: WantedAttributes | WantedScore,
  asking: QuestionGroup,
  team: TeamEngine,
): Promise<WantedReply> {
  if (wanted.kind === 'score') {
    const outcome = await asking.ask(wanted.question);
    const refusal =
      withdrawnRefusal(outcome, wanted.question, team) ?? refusalOf(outcome, contextOf(true, team));
    return refusal === undefined ? scoreOf(outcome) : refusedReply(refusal, asking, team);
  }
  const outcomes = await Promise.all(wanted.questions.map((question) => asking.ask(question)));
  const refusals = outcomes.map((outcome, index) => {
    const question = wanted.questions[index] as Question;
    return withdrawnRefusal(outcome, question, team) ?? refusalOf(outcome, contextOf(false, team));
  });
  const refusal = gravest(refusals.filter((each) => each !== undefined));
  return refusal === undefined ? dataOf(wanted, outcomes) : refusedReply(refusal, asking, team);
}

/** A person who is over a budget is told its amount, and when it resets. */
async function refusedReply(
  refusal: Refusal,
  { payer }: QuestionGroup,
  team: TeamEngine,
): Promise<WantedReply> {
  const isOver = refusal.reason === 'over-budget';
  const budget = isOver ? await team.spentBudget(payer) : undefined;
  return { kind: 'refused', refusal: budget === undefined ? refusal : overBudget(budget) };
}

/** The refusal for a question whose time was up: one that was not sent cost nothing. */
function withdrawnRefusal(
  outcome: Outcome,
  question: Question,
  team: TeamEngine,
): Refusal | undefined {
  const isWithdrawn = outcome.kind === 'refused' && outcome.error.code === 'cancelled';
  if (!isWithdrawn || team.isStoreDown || team.hasForgotten) return undefined;
  if (!team.isBeingAsked(question)) return NOT_SENT;
  return question.kind === 'score' ? STILL_ASKED : undefined;
}

function contextOf(isScore: boolean, team: TeamEngine): OutcomeContext {
  const { isStoreDown, hasForgotten } = team;
  return { isScore, isStoreDown, hasForgotten };
}

/**
 * A name without a value is null, whether or not the service knows the name. Names hold only
 * letters, digits and underscores, and values are finite (see the contract), so nothing needs
 * escaping.
 */
function dataOf({ questions }: WantedAttributes, outcomes: readonly Outcome[]): WantedReply {
  let data = '';
  outcomes.forEach((outcome, index) => {
    const { name } = questions[index] as WantedAttributes['questions'][number];
    const value = outcome.kind === 'found' ? outcome.value : null;
    // Written directly: names are many, and an object would be built only to be serialised.
    data += `${index === 0 ? '' : ','}"${name}":${value}`;
  });
  const values = `{${data}}`;
  return { kind: 'answered', json: `{"data":${values},"status":200}`, values, outcomes };
}

function scoreOf(outcome: Outcome): WantedReply {
  const score = `"score":${outcome.kind === 'found' ? outcome.value : null}`;
  return {
    kind: 'answered',
    json: `{${score},"status":200}`,
    values: `{${score}}`,
    outcomes: [outcome],
  };
}
