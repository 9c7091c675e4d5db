import { ownField, parseRequestJson } from '../engine/contract/json-checks';
import { MAX_BULK_LINES } from '../engine/contract/paths';
import { planOf, targetKey, type Question } from '../engine/lookup';
import type { PincodeRule } from '../engine/places/pincode';
import { linesOf, TOO_MANY_LINES } from './bulk';
import { jsonReply, refusalReply, type JsonReply, type ReplyFacts } from './json-reply';
import type { TeamEngine } from './team-engine';
import { readLine, type Wanted } from './question-reading';

/** What a set of questions would cost, asked now. */
export interface QuestionsPlan {
  readonly calls: number;
  /** Values wanted from the service. */
  readonly values: number;
  readonly known: number;
}

/** A line, and for how many rows of a table it stands. */
interface PlannedLine {
  readonly wanted: Wanted;
  readonly rows: number;
}

/** Makes no call. */
export async function planQuestions(
  questions: readonly Question[],
  team: TeamEngine,
): Promise<QuestionsPlan> {
  const isKnown = await team.engine.knows(questions);
  const namesByCall = new Map<string, Set<string>>();
  questions.forEach((question, index) => {
    if (isKnown[index] === true) return;
    const key = callKey(question, team);
    const names = namesByCall.get(key) ?? new Set();
    namesByCall.set(key, names.add(question.kind === 'score' ? '' : question.name));
  });
  const known = isKnown.filter(Boolean).length;
  return planOf(
    [...namesByCall.values()].map(({ size }) => size),
    known,
  );
}

/** `POST /v1/plan`: some lines may be unreadable, and stand for several `rows`. Makes no call. */
export async function planLines(
  text: string,
  facts: ReplyFacts,
  team: TeamEngine,
  pincodes: PincodeRule,
): Promise<JsonReply> {
  const lines = readLines(text, pincodes);
  if (lines === undefined) return refusalReply(TOO_MANY_LINES, facts);
  const questions = lines.flatMap(({ wanted }) => questionsOf(wanted));
  const plan = {
    rows: sumOf(lines),
    // Of an attribute lookup or a score, each once.
    places: new Set(questions.map((question) => callKey(question, team))).size,
    // Rows that would be refused before any call.
    unreadable: sumOf(lines.filter(({ wanted }) => wanted.kind === 'refused')),
    ...(await planQuestions(questions, team)),
  };
  return jsonReply(plan, facts);
}

/** `POST /v1/known`: the same for questions that are all readable. */
export async function countLines(
  text: string,
  facts: ReplyFacts,
  team: TeamEngine,
  pincodes: PincodeRule,
): Promise<JsonReply> {
  const lines = readLines(text, pincodes);
  if (lines === undefined) return refusalReply(TOO_MANY_LINES, facts);
  const refused = lines.map(({ wanted }) => wanted).find(({ kind }) => kind === 'refused');
  if (refused?.kind === 'refused') return refusalReply(refused.refusal, facts);
  const questions = lines.flatMap(({ wanted }) => questionsOf(wanted));
  return jsonReply(await planQuestions(questions, team), facts);
}

/** Undefined if there are too many. */
function readLines(text: string, pincodes: PincodeRule): readonly PlannedLine[] | undefined {
  const lines = linesOf(text);
  if (lines.length > MAX_BULK_LINES) return undefined;
  return lines.map((line) => {
    const json = parseRequestJson(line);
    const rows = ownField(json, 'rows');
    const isCount = typeof rows === 'number' && Number.isSafeInteger(rows) && rows >= 0;
    return { wanted: readLine(json, pincodes), rows: isCount ? rows : 1 };
  });
}

export function questionsOf(wanted: Wanted): readonly Question[] {
  return wanted.kind === 'refused' ? [] : wanted.questions;
}

function sumOf(lines: readonly PlannedLine[]): number {
  return lines.reduce((sum, { rows }) => sum + rows, 0);
}

/** Questions of one key can travel in one call. */
function callKey(question: Question, { clock }: TeamEngine): string {
  return `${question.kind} ${targetKey(clock, question)}`;
}
