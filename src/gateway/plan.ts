import { MAX_BULK_LINES } from '../engine/contract/gateway-requests';
import { parseRequestJson } from '../engine/contract/json-text';
import { planOf, targetKey } from '../engine/lookup';
import type { Question } from '../engine/lookup';
import type { PincodeRule } from '../engine/places/pincode';
import { linesOf, TOO_MANY_LINES } from './bulk';
import { jsonReply, refusalReply } from './json-reply';
import type { JsonReply, ReplyFacts } from './json-reply';
import type { TeamEngine } from './team-engine';
import { readLine } from './wanted';
import type { Wanted } from './wanted';

/** What a set of questions would cost, asked now. */
interface QuestionsPlan {
  readonly calls: number;
  /** Values wanted from the service. */
  readonly values: number;
  /** Values that are known already, and cost nothing. */
  readonly known: number;
}

interface RowsPlan extends QuestionsPlan {
  readonly rows: number;
  /** Of an attribute lookup or a score, each once. */
  readonly places: number;
  /** Rows that would be refused before any call. */
  readonly unreadable: number;
}

/** What rows would cost, of which some may be unreadable. Makes no call. */
async function planRows(rows: readonly Wanted[], team: TeamEngine): Promise<RowsPlan> {
  const readable = rows.filter((row) => row.kind !== 'refused');
  const questions = readable.flatMap((row): readonly Question[] =>
    row.kind === 'score' ? [row.question] : row.questions,
  );
  return {
    rows: rows.length,
    places: new Set(questions.map((question) => callKey(question, team))).size,
    unreadable: rows.length - readable.length,
    ...(await planQuestions(questions, team)),
  };
}

/** Makes no call. */
async function planQuestions(
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

/** `POST /v1/plan`: lines as for `/v1/bulk`, of which some may be unreadable. */
export async function planLines(
  text: string,
  facts: ReplyFacts,
  team: TeamEngine,
  pincodes: PincodeRule,
): Promise<JsonReply> {
  const rows = readLines(text, pincodes);
  if (rows === undefined) return refusalReply(TOO_MANY_LINES, facts);
  return jsonReply(await planRows(rows, team), facts);
}

/** `POST /v1/known`: the same for questions that are all readable. */
export async function countLines(
  text: string,
  facts: ReplyFacts,
  team: TeamEngine,
  pincodes: PincodeRule,
): Promise<JsonReply> {
  const rows = readLines(text, pincodes);
  if (rows === undefined) return refusalReply(TOO_MANY_LINES, facts);
  const questions: Question[] = [];
  for (const row of rows) {
    if (row.kind === 'refused') return refusalReply(row.refusal, facts);
    questions.push(...(row.kind === 'score' ? [row.question] : row.questions));
  }
  return jsonReply(await planQuestions(questions, team), facts);
}

function readLines(text: string, pincodes: PincodeRule): readonly Wanted[] | undefined {
  const lines = linesOf(text);
  if (lines.length > MAX_BULK_LINES) return undefined;
  return lines.map((line) => readLine(parseRequestJson(line), pincodes));
}

/** Questions of one key can travel in one call. */
function callKey(question: Question, { clock }: TeamEngine): string {
  return `${question.kind} ${targetKey(clock, question)}`;
}
