import { ownField } from '../engine/contract/json-checks';
import { planOf, targetKey, type Question } from '../engine/lookup';
import type { PincodeRule } from '../engine/places/pincode';
import { lineJson, linesOf, TOO_MANY_LINES } from './bulk';
import { jsonReply, errorReply, type JsonReply, type ReplyFacts } from './json-reply';
import type { Slice } from './processor-turns';
import type { TeamEngine } from './team-engine';
import { readLine, type Wanted } from './question-reading';

/** What a set of questions would cost if they were asked now. */
export interface QuestionsPlan {
  readonly calls: number;
  /** Values that the service must give. */
  readonly values: number;
  readonly known: number;
}

/** A line, and how many rows of a table it represents. */
interface PlannedLine {
  readonly wanted: Wanted;
  readonly rows: number;
}

export interface PlanParts {
  readonly team: TeamEngine;
  readonly pincodes: PincodeRule;
  readonly slice: Slice;
}

/** Counts what questions would cost. They may be added in several steps. Makes no call. */
export class QuestionsPlanner {
  private readonly namesByCall = new Map<string, Set<string>>();
  private known = 0;
  private waiting: Question[] = [];

  constructor(private readonly parts: Pick<PlanParts, 'team' | 'slice'>) {}

  /** @param isRenewal whether the questions are asked again, whatever is known. @default false */
  async add(questions: readonly Question[], isRenewal = false): Promise<void> {
    if (isRenewal) {
      for (const question of questions) this.want(question);
      return;
    }
    for (const question of questions) this.waiting.push(question);
    if (this.waiting.length >= MOST_AT_ONCE) await this.look();
  }

  async plan(): Promise<QuestionsPlan> {
    await this.look();
    const sizes = [...this.namesByCall.values()].map(({ size }) => size);
    return planOf(sizes, this.known);
  }

  private async look(): Promise<void> {
    const questions = this.waiting;
    this.waiting = [];
    await this.parts.slice();
    const isKnown = await this.parts.team.engine.knows(questions);
    questions.forEach((question, index) => {
      if (isKnown[index] === true) this.known += 1;
      else this.want(question);
    });
  }

  private want(question: Question): void {
    const key = callKey(question, this.parts.team);
    const names = this.namesByCall.get(key) ?? new Set();
    this.namesByCall.set(key, names.add(question.kind === 'score' ? '' : question.name));
  }
}

/**
 * Answers `POST /v1/plan`. A line may represent several `rows`. Lines that can't be read are
 * counted. Makes no call.
 */
export async function planLines(
  text: string,
  facts: ReplyFacts,
  parts: PlanParts,
): Promise<JsonReply> {
  const lines = linesOf(text);
  if (lines === undefined) return errorReply(TOO_MANY_LINES, facts);
  const planner = new QuestionsPlanner(parts);
  // Each place counts once for an attribute lookup, and once for each score.
  const places = new Set<string>();
  let rows = 0;
  let unreadable = 0;
  for await (const line of readLines(lines, parts)) {
    rows += line.rows;
    // Rows that would be faulty before any call.
    if (line.wanted.kind === 'error') unreadable += line.rows;
    const questions = questionsOf(line.wanted);
    for (const question of questions.slice(0, 1)) places.add(callKey(question, parts.team));
    await planner.add(questions, isRenewal(line.wanted));
  }
  return jsonReply({ rows, places: places.size, unreadable, ...(await planner.plan()) }, facts);
}

/** Answers `POST /v1/known`: the same, but a line that can't be read is an error. */
export async function countLines(
  text: string,
  facts: ReplyFacts,
  parts: PlanParts,
): Promise<JsonReply> {
  const lines = linesOf(text);
  if (lines === undefined) return errorReply(TOO_MANY_LINES, facts);
  const planner = new QuestionsPlanner(parts);
  for await (const { wanted } of readLines(lines, parts)) {
    if (wanted.kind === 'error') return errorReply(wanted.error, facts);
    await planner.add(wanted.questions, isRenewal(wanted));
  }
  return jsonReply(await planner.plan(), facts);
}

async function* readLines(
  lines: readonly string[],
  { slice, pincodes }: PlanParts,
): AsyncIterable<PlannedLine> {
  for (const line of lines) {
    await slice();
    const json = lineJson(line);
    const rows = ownField(json, 'rows');
    const isCount = typeof rows === 'number' && Number.isSafeInteger(rows) && rows >= 0;
    yield { wanted: readLine(json, pincodes), rows: isCount ? rows : 1 };
  }
}

export function questionsOf(wanted: Wanted): readonly Question[] {
  return wanted.kind === 'error' ? [] : wanted.questions;
}

function isRenewal(wanted: Wanted): boolean {
  return wanted.kind !== 'error' && wanted.isRenewal === true;
}

/** Questions of one key can travel in one call. */
function callKey(question: Question, { clock }: TeamEngine): string {
  return `${question.kind} ${targetKey(clock, question)}`;
}

/** Values: ten places of fifty names. */
const MOST_AT_ONCE = 500;
