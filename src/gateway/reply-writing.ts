import type { Outcome, Question } from '../engine/lookup';
import type { ErrorReply } from './json-reply';
import {
  errorOf,
  errorOfNames,
  gravest,
  isOfName,
  NOT_SENT,
  overBudget,
  reasonOf,
  STILL_ASKED,
  UNREACHABLE,
} from './outcome-errors';
import type { Payer } from './state/call-ledger';
import { type QuestionGroup, type TeamEngine } from './team-engine';
import type { Wanted, WantedValues } from './question-reading';

export type WantedReply =
  | {
      readonly kind: 'answered';
      /** The contract's reply, a JSON object. */
      readonly json: string;
      /** Only the reply's values, a JSON object: `{"w_pop_tt":43650}`, `{"score":0.7}`. */
      readonly values: string;
      /** When the oldest of the values was fetched, in ISO 8601. */
      readonly at: string;
      /** Whether the reply needed no call. */
      readonly isKept: boolean;
      /** One outcome for each name, in the order of the names; a single one for a score. */
      readonly outcomes: readonly Outcome[];
      /** Why some of the names have neither a value nor null. */
      readonly failures: ReadonlyMap<string, ErrorReply>;
    }
  | { readonly kind: 'error'; readonly error: ErrorReply };

/** Answers from memory without waiting; undefined if memory does not have every value. */
export function knownReply(wanted: Wanted, { engine }: TeamEngine): WantedReply | undefined {
  if (wanted.kind === 'error') return wanted;
  if (wanted.isRenewal === true) return undefined;
  const outcomes: Outcome[] = [];
  for (const question of wanted.questions) {
    const outcome = engine.peek(question, false);
    if (outcome === undefined) return undefined;
    outcomes.push(outcome);
  }
  return answerOf(wanted, outcomes);
}

/**
 * Answers from the store; undefined if it does not have every value. Stale values are asked for
 * again, for this payer.
 */
export async function storedReply(
  wanted: WantedValues,
  team: TeamEngine,
  payer: Payer,
): Promise<WantedReply | undefined> {
  if (wanted.isRenewal === true) return undefined;
  const find = await team.stored(wanted.questions[0] as Question);
  if (find === undefined) return undefined;
  const outcomes: Outcome[] = [];
  const stale: Question[] = [];
  for (const question of wanted.questions) {
    const found = find(question.kind === 'score' ? '' : question.name);
    if (found === undefined) return undefined;
    outcomes.push(found.outcome);
    if (found.isStale && team.canChange(question, found.at)) stale.push(question);
  }
  if (stale.length > 0) team.refresh(stale, payer);
  return answerOf(wanted, outcomes);
}

/** Answers with a call to the service if one is needed. A renewal always needs one. */
export async function askedReply(
  wanted: WantedValues,
  asking: QuestionGroup,
  team: TeamEngine,
): Promise<WantedReply> {
  const questions: readonly Question[] = wanted.questions;
  const newerThan = wanted.isRenewal === true ? asking.begunAt : 0;
  const outcomes = await Promise.all(questions.map((question) => asking.ask(question, newerThan)));
  const failures = new Map<string, ErrorReply>();
  for (const [index, question] of questions.entries()) {
    const outcome = outcomes[index] as Outcome;
    const isScore = question.kind === 'score';
    const error = withdrawnError(outcome, question, team) ?? errorOf(outcome, isScore, team);
    if (error !== undefined) failures.set(isScore ? 'score' : question.name, error);
  }
  const errors = [...failures.values()];
  const others = errors.filter((each) => !isOfName(each));
  const hasAnswer = failures.size < questions.length;
  // What may be asked again decides: the answers are known next time.
  const error = gravest(hasAnswer ? others : errors);
  if (error === undefined) return answerOf(wanted, outcomes, failures);
  if (error.status === 400 && failures.size > 1) {
    return { kind: 'error', error: { ...error, failures: eachOf(failures) } };
  }
  // Who is over a budget is told its amount, and when it resets.
  const isOver = error.reason === 'over-budget';
  const budget = isOver ? await team.spentBudget(asking.payer) : undefined;
  return { kind: 'error', error: budget === undefined ? error : overBudget(budget) };
}

/** The error for a question whose time was up: one that was not sent cost nothing. */
function withdrawnError(
  outcome: Outcome,
  question: Question,
  team: TeamEngine,
): ErrorReply | undefined {
  const isWithdrawn = outcome.kind === 'refused' && outcome.error.code === 'cancelled';
  if (!isWithdrawn || team.isStoreDown || team.hasForgotten) return undefined;
  if (!team.isBeingAsked(question)) return team.isUnreachable ? UNREACHABLE : NOT_SENT;
  return question.kind === 'score' ? STILL_ASKED : undefined;
}

/**
 * A name without a value is null. Names hold only letters, digits and underscores, and values are
 * finite, so nothing needs escaping, and no object is built only to be serialised.
 */
function answerOf(
  wanted: WantedValues,
  outcomes: readonly Outcome[],
  failures: ReadonlyMap<string, ErrorReply> = NO_FAILURES,
): WantedReply {
  let data = '';
  let at = Number.POSITIVE_INFINITY;
  let isKept = failures.size === 0;
  for (let index = 0; index < outcomes.length; index += 1) {
    const outcome = outcomes[index] as Outcome;
    const name = wanted.kind === 'score' ? 'score' : wanted.questions[index]?.name;
    const isFound = outcome.kind === 'found';
    if (!isFound && outcome.kind !== 'missing') continue;
    if (outcome.at < at) ({ at } = outcome);
    if (outcome.origin === 'service') isKept = false;
    data += `${data === '' ? '' : ','}"${name}":${isFound ? outcome.value : 'null'}`;
  }
  const values = `{${data}}`;
  const failed = failures.size === 0 ? '' : `,${failureFields(failures)}`;
  const json =
    wanted.kind === 'score' ? `{${data},"status":200}` : `{"data":${values},"status":200${failed}}`;
  const fetched = new Date(at).toISOString();
  return { kind: 'answered', json, values, at: fetched, isKept, outcomes, failures };
}

/** As JSON: each name's failure, and all in one sentence. */
function failureFields(failures: ReadonlyMap<string, ErrorReply>): string {
  const { message, reason } = toFields(errorOfNames(failures) as ErrorReply);
  return JSON.stringify({ failures: eachOf(failures), message, reason }).slice(1, -1);
}

/** Each name's failure as a reply would say it, if it were of this name alone. */
function eachOf(failures: ReadonlyMap<string, ErrorReply>): Readonly<Record<string, object>> {
  return Object.fromEntries([...failures].map(([name, error]) => [name, toFields(error)]));
}

function toFields(error: ErrorReply) {
  const { status, message } = error;
  return { status, message, reason: reasonOf(error, true) };
}

const NO_FAILURES: ReadonlyMap<string, ErrorReply> = new Map();
