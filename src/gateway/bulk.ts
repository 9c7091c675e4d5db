import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ownField } from '../engine/contract/checked';
import { parseRequestJson } from '../engine/contract/json-text';
import { MAX_BULK_LINES } from '../engine/contract/gateway-requests';
import { planOf, targetKey } from '../engine/lookup';
import type { Question } from '../engine/lookup';
import type { PincodeRule } from '../engine/places/pincode';
import type { GatewayMetrics } from './gateway-metrics';
import { jsonReply, refusalReply } from './json-reply';
import type { JsonReply, Refusal, ReplyFacts } from './json-reply';
import { askedReply, knownReply, storedReply } from './replies-to-wanted';
import type { WantedReply } from './replies-to-wanted';
import type { Payer } from './state/call-ledger';
import type { TeamEngine } from './team-engine';
import type { Backlog } from './backlog';
import { readLine, valuesOf } from './wanted';
import type { Wanted, WantedAttributes, WantedScore } from './wanted';

export interface BulkRequest {
  readonly outgoing: Pick<ServerResponse, 'once' | 'off'>;
  readonly text: string;
  readonly facts: ReplyFacts;
  readonly team: TeamEngine;
  readonly backlog: Backlog;
  readonly metrics: GatewayMetrics;
  readonly payer: Payer;
  readonly pincodes: PincodeRule;
  /** What a line says whose question failed unexpectedly. */
  refusalFor(this: void, error: unknown): Refusal;
}

/**
 * Sends each line's answer as it comes, in any order: one JSON object per line, with the id of the
 * request's line. A line is read when there is room for its question, and for its answer.
 */
export function answerLines(request: BulkRequest): Response | JsonReply {
  const { text, facts, metrics } = request;
  const lines = linesOf(text);
  if (lines.length > MAX_BULK_LINES) return refusalReply(TOO_MANY_LINES, facts);
  metrics.bulkQuestions(lines.length);
  return new Response(streamOf(lines, request), {
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // A proxy that buffers would hold the answers back.
      'x-accel-buffering': 'no',
      'x-request-id': facts.requestId,
      ...facts.cors,
    },
  });
}

function streamOf(
  lines: readonly string[],
  { team, backlog, payer, outgoing, refusalFor, pincodes }: BulkRequest,
): ReadableStream<Uint8Array> {
  const asking = team.begin(payer);
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let isLeft = false;
  /** Values that this request waits for. */
  let own = 0;
  let written: string[] = [];
  let resume = (): void => {};
  const whenResumed = (): Promise<void> => new Promise((resolve) => (resume = resolve));
  const leave = (): void => {
    isLeft = true;
    asking.leave();
    resume();
  };
  // Answers of one turn of the event loop leave in one piece.
  const flush = (): void => {
    if (written.length === 0 || isLeft) return;
    controller.enqueue(encoder.encode(written.join('')));
    written = [];
  };
  const write = (id: string, reply: WantedReply): void => {
    if (written.length === 0) setImmediate(flush);
    written.push(`${toLine(id, reply)}\n`);
  };
  /** Takes room for the values; while this request itself takes some, it waits for its answers. */
  const enter = async (values: number): Promise<Refusal | undefined> => {
    const mustWait = (): boolean =>
      own + values > MOST_OWN || backlog.objection(payer.person, values) !== undefined;
    while (own > 0 && mustWait()) await whenResumed();
    return backlog.enter(payer.person, values);
  };
  const ask = async (id: string, wanted: WantedAttributes | WantedScore): Promise<void> => {
    // Fresh answers are left to the engine, which reads many from the store at once.
    const stale = team.servesStale ? await storedReply(wanted, team, payer) : undefined;
    write(id, stale ?? (await askedReply(wanted, asking, team)));
  };
  const answer = async (line: string, pending: Set<Promise<void>>): Promise<void> => {
    let id = 'null';
    const refuse = (refusal: Refusal): void => write(id, { kind: 'refused', refusal });
    const fail = (error: unknown): void => refuse(refusalFor(error));
    try {
      const numbered = readNumbered(line, pincodes);
      const { wanted } = numbered;
      ({ id } = numbered);
      const known = knownReply(wanted, team);
      if (known !== undefined || wanted.kind === 'refused') {
        write(id, known as WantedReply);
        return;
      }
      const values = valuesOf(wanted);
      const refusal = await enter(values);
      if (refusal !== undefined) {
        refuse(refusal);
        return;
      }
      own += values;
      const asked = ask(id, wanted)
        .catch(fail)
        .finally(() => {
          own -= values;
          backlog.leave(payer.person, values);
          pending.delete(asked);
          resume();
        });
      pending.add(asked);
    } catch (error) {
      fail(error);
    }
  };
  const run = async (): Promise<void> => {
    const pending = new Set<Promise<void>>();
    let turnAt = performance.now();
    for (const line of lines) {
      if (isLeft) break;
      await answer(line, pending);
      if (performance.now() - turnAt > LONGEST_TURN_MS) {
        await nextTurn();
        turnAt = performance.now();
      }
      // The client reads no faster.
      while ((controller.desiredSize ?? 0) <= 0 && !isLeft) await whenResumed();
    }
    await Promise.all(pending);
    asking.end();
    outgoing.off('close', leave);
    if (isLeft) return;
    flush();
    controller.close();
  };
  outgoing.once('close', leave);
  return new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given;
        void run();
      },
      pull: () => resume(),
      cancel: leave,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MOST_UNSENT_BYTES }),
  );
}

function readNumbered(
  line: string,
  pincodes: PincodeRule,
): { readonly id: string; readonly wanted: Wanted } {
  const json = parseRequestJson(line);
  if (json === undefined) return { id: 'null', wanted: NOT_JSON };
  const id = ownField(json, 'id') ?? null;
  if (typeof id === 'object' && id !== null) return { id: 'null', wanted: BAD_ID };
  const text = typeof id === 'number' ? numberText(line, id) : JSON.stringify(id);
  return { id: text, wanted: readLine(json, pincodes) };
}

/** An id as it was written: `12345678901234567890` is no number here, but one of a database. */
function numberText(line: string, id: number): string {
  const usual = String(id);
  const isFirst = line.startsWith(`{"id":${usual},`);
  if (isFirst && line.lastIndexOf('"id"') === 1 && !line.includes('\\')) return usual;
  let depth = 0;
  let name = '""';
  let text = usual;
  for (const [token] of line.matchAll(JSON_TOKENS)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth !== 1 || token === ',' || token === ':') continue;
    else if (token.startsWith('"')) name = token;
    // As JSON.parse() does, the last of several counts.
    else if (JSON.parse(name) === 'id') text = token;
  }
  return text;
}

const JSON_TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** What these lines would cost. Makes no call. */
export async function countLines(
  text: string,
  facts: ReplyFacts,
  team: TeamEngine,
  pincodes: PincodeRule,
): Promise<JsonReply> {
  const lines = linesOf(text);
  if (lines.length > MAX_BULK_LINES) return refusalReply(TOO_MANY_LINES, facts);
  const questions: Question[] = [];
  for (const line of lines) {
    const wanted = readLine(parseRequestJson(line), pincodes);
    if (wanted.kind === 'refused') return refusalReply(wanted.refusal, facts);
    questions.push(...(wanted.kind === 'score' ? [wanted.question] : wanted.questions));
  }
  const isKnown = await team.engine.knows(questions);
  const namesByTarget = new Map<string, Set<string>>();
  questions.forEach((question, index) => {
    if (isKnown[index] === true) return;
    const key = `${question.kind} ${targetKey(team.clock, question)}`;
    const names = namesByTarget.get(key) ?? new Set();
    namesByTarget.set(key, names.add(question.kind === 'score' ? '' : question.name));
  });
  const known = isKnown.filter(Boolean).length;
  return jsonReply(
    planOf(
      [...namesByTarget.values()].map(({ size }) => size),
      known,
    ),
    facts,
  );
}

/** @param id as JSON. */
function toLine(id: string, reply: WantedReply): string {
  if (reply.kind === 'answered') return `{"id":${id},${reply.json.slice(1)}`;
  const { status, message, reason, retryAfterSeconds: retryAfter, budget } = reply.refusal;
  // JSON leaves out what is undefined.
  const fields = JSON.stringify({ status, message, reason, retryAfter, budget });
  return `{"id":${id},${fields.slice(1)}`;
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

const NOT_JSON: Wanted = {
  kind: 'refused',
  refusal: { status: 400, message: 'Each line must be a JSON object, in UTF-8.' },
};
const BAD_ID: Wanted = {
  kind: 'refused',
  refusal: { status: 400, message: 'id must be a text, a number, true, false or null.' },
};
const TOO_MANY_LINES: Refusal = {
  status: 413,
  message: `A request may hold at most ${MAX_BULK_LINES} questions.`,
};
/** Values that one request waits for before it reads on: more than fill every slot for a while. */
const MOST_OWN = 20_000;
/** Of a reply; what the client has not read of it. */
const MOST_UNSENT_BYTES = 256 * 1024;
/** Others have their turn in between. */
const LONGEST_TURN_MS = 5;
