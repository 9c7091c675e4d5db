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

/** A line, and for how many rows of a table it stands. */
interface PlannedLine {
  readonly wanted: Wanted;
  readonly rows: number;
}

/** What lines would cost, of which some may be unreadable. Makes no call. */
async function planRows(lines: readonly PlannedLine[], team: TeamEngine): Promise<RowsPlan> {
  const questions = lines.flatMap(({ wanted }): readonly Question[] => questionsOf(wanted));
  const unreadable = lines.filter(({ wanted }) => wanted.kind === 'refused');
  return {
    rows: sumOf(lines),
    places: new Set(questions.map((question) => callKey(question, team))).size,
    unreadable: sumOf(unreadable),
    ...(await planQuestions(questions, team)),
  };
}

export function questionsOf(wanted: Wanted): readonly Question[] {
  if (wanted.kind === 'refused') return [];
  return wanted.kind === 'score' ? [wanted.question] : wanted.questions;
}

function sumOf(lines: readonly PlannedLine[]): number {
  return lines.reduce((sum, { rows }) => sum + rows, 0);
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

/**
 * `POST /v1/plan`: lines as for `/v1/bulk`, of which some may be unreadable. A line may say for how
 * many `rows` it stands.
 */
export async function planLines(
  text: string,
  facts: ReplyFacts,
  team: TeamEngine,
  pincodes: PincodeRule,
): Promise<JsonReply> {
  const lines = readLines(text, pincodes);
  if (lines === undefined) return refusalReply(TOO_MANY_LINES, facts);
  return jsonReply(await planRows(lines, team), facts);
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
  const questions: Question[] = [];
  for (const { wanted } of lines) {
    if (wanted.kind === 'refused') return refusalReply(wanted.refusal, facts);
    questions.push(...questionsOf(wanted));
  }
  return jsonReply(await planQuestions(questions, team), facts);
}

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

/** Questions of one key can travel in one call. */
function callKey(question: Question, { clock }: TeamEngine): string {
  return `${question.kind} ${targetKey(clock, question)}`;
}
