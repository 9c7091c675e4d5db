import type { Outcome, Question } from '../lookup';
import type { Refusal } from './json-reply';
import { gravest, NOT_SENT, refusalOf, STILL_ASKED } from './outcome-refusal';
import type { OutcomeContext } from './outcome-refusal';
import type { Asking } from './asking';
import { canChange } from './refreshes';
import type { Payer } from './state/call-ledger';
import type { TeamEngine } from './team-engine';
import type { Wanted, WantedAttributes, WantedScore } from './wanted';

export type WantedReply =
  /** An object as JSON, of at least one field. */
  | { readonly kind: 'answered'; readonly json: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** The answer if all of it is known, without waiting. */
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
 * The answer if the store has all of it, without the engine: what many ask for seldom is read as
 * often as it is asked, and takes no memory. What is stale of it is asked for anew, for this payer.
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

/** The answer, asked for where it has to be. */
export async function askedReply(
  wanted: WantedAttributes | WantedScore,
  asking: Asking,
  team: TeamEngine,
): Promise<WantedReply> {
  if (wanted.kind === 'score') {
    const outcome = await asking.ask(wanted.question);
    const refusal =
      withdrawnRefusal(outcome, wanted.question, team) ?? refusalOf(outcome, contextOf(true, team));
    return refusal === undefined ? scoreOf(outcome) : { kind: 'refused', refusal };
  }
  const outcomes = await Promise.all(wanted.questions.map((question) => asking.ask(question)));
  const refusals = outcomes.map((outcome, index) => {
    const question = wanted.questions[index] as Question;
    return withdrawnRefusal(outcome, question, team) ?? refusalOf(outcome, contextOf(false, team));
  });
  const refusal = gravest(refusals.filter((each) => each !== undefined));
  return refusal === undefined ? dataOf(wanted, outcomes) : { kind: 'refused', refusal };
}

/** What to say of a question whose time was up: what was not sent cost nothing. */
function withdrawnRefusal(
  outcome: Outcome,
  question: Question,
  team: TeamEngine,
): Refusal | undefined {
  const isWithdrawn = outcome.kind === 'refused' && outcome.error.code === 'cancelled';
  if (!isWithdrawn || team.isStoreDown) return undefined;
  if (!team.isBeingAsked(question)) return NOT_SENT;
  return question.kind === 'score' ? STILL_ASKED : undefined;
}

function contextOf(isScore: boolean, { isStoreDown }: TeamEngine): OutcomeContext {
  return { isScore, isStoreDown };
}

/**
 * A name without a value is null, whether or not the service knows the name. Names hold letters,
 * digits and underscores alone, and values are finite: see the contract.
 */
function dataOf({ questions }: WantedAttributes, outcomes: readonly Outcome[]): WantedReply {
  let data = '';
  outcomes.forEach((outcome, index) => {
    const { name } = questions[index] as WantedAttributes['questions'][number];
    const value = outcome.kind === 'found' ? outcome.value : null;
    // Written as it goes: names are many, and the object of them would be for its text alone.
    data += `${index === 0 ? '' : ','}"${name}":${value}`;
  });
  return { kind: 'answered', json: `{"data":{${data}},"status":200}` };
}

function scoreOf(outcome: Outcome): WantedReply {
  const score = outcome.kind === 'found' ? outcome.value : null;
  return { kind: 'answered', json: `{"score":${score},"status":200}` };
}
