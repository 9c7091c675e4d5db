import type { ServerResponse } from 'node:http';
import { jsonIn, ownField, parseRequestJson } from '../engine/contract/json-checks';
import { MAX_BULK_LINES } from '../engine/contract/paths';
import type { PincodeRule } from '../engine/places/pincode';
import type { GatewayMetrics } from './gateway-metrics';
import { errorReply, type JsonReply, type ErrorReply, type ReplyFacts } from './json-reply';
import { BulkQuestions, type BulkQuestionsOptions } from './bulk-questions';
import { reasonOf } from './outcome-errors';
import type { WantedReply } from './reply-writing';
import { readLine, type Wanted } from './question-reading';
import { MOST_CALL_BYTES } from './request-body';

export interface BulkRequest extends BulkQuestionsOptions {
  readonly outgoing: Pick<ServerResponse, 'once' | 'off'>;
  readonly text: string;
  readonly facts: ReplyFacts;
  readonly metrics: GatewayMetrics;
  readonly pincodes: PincodeRule;
}

/**
 * Sends each line's answer as it comes, in any order: one JSON object per line, with the id of the
 * request's line. A line is read when there is room for its question, and for its answer.
 */
export function answerLines(request: BulkRequest): Response | JsonReply {
  const { text, facts, metrics } = request;
  const lines = linesOf(text);
  if (lines === undefined) return errorReply(TOO_MANY_LINES, facts);
  metrics.bulkQuestions.inc(lines.length);
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

function streamOf(lines: readonly string[], request: BulkRequest): ReadableStream<Uint8Array> {
  const { outgoing, errorReplyFor, pincodes } = request;
  const answers = new BulkQuestions(request);
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let written: string[] = [];
  let resume = (): void => {};
  const whenResumed = (): Promise<void> => new Promise((resolve) => (resume = resolve));
  const leave = (): void => {
    answers.leave();
    resume();
  };
  // Answers of one turn of the event loop leave in one piece.
  const flush = (): void => {
    if (written.length === 0 || answers.hasLeft) return;
    controller.enqueue(encoder.encode(written.join('')));
    written = [];
  };
  const write = (id: string, reply: WantedReply, wasAsked: boolean): void => {
    if (written.length === 0) setImmediate(flush);
    written.push(`${toLine(id, reply, wasAsked)}\n`);
  };
  const answer = async (line: string): Promise<void> => {
    let numbered: Numbered;
    try {
      numbered = readNumbered(line, pincodes);
    } catch (error) {
      write('null', { kind: 'error', error: errorReplyFor(error) }, true);
      return;
    }
    const { id, wanted } = numbered;
    await answers.take(wanted, (reply) => write(id, reply, wanted.kind !== 'error'));
  };
  const run = async (): Promise<void> => {
    for (const line of lines) {
      if (answers.hasLeft) break;
      await answer(line);
      // The client reads no faster.
      while ((controller.desiredSize ?? 0) <= 0 && !answers.hasLeft) await whenResumed();
    }
    await answers.end();
    outgoing.off('close', leave);
    if (answers.hasLeft) return;
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

interface Numbered {
  /** As JSON. */
  readonly id: string;
  readonly wanted: Wanted;
}

function readNumbered(line: string, pincodes: PincodeRule): Numbered {
  const json = lineJson(line);
  if (json === undefined) return { id: 'null', wanted: NOT_JSON };
  const given = ownField(json, 'id') ?? null;
  // A long number is read as its digits, and goes back as a number.
  const id = typeof given === 'string' ? (ownField(jsonIn(line), 'id') ?? null) : given;
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

/** @param id as JSON. */
function toLine(id: string, reply: WantedReply, wasAsked: boolean): string {
  if (reply.kind === 'answered') {
    const kept = reply.isKept ? ',"kept":true' : '';
    return `{"id":${id},"at":"${reply.at}"${kept},${reply.json.slice(1)}`;
  }
  const { status, message, retryAfterSeconds: retryAfter, budget, failures } = reply.error;
  const reason = reasonOf(reply.error, wasAsked);
  // JSON leaves out what is undefined.
  const fields = JSON.stringify({ status, message, reason, retryAfter, budget, failures });
  return `{"id":${id},${fields.slice(1)}`;
}

/** Those that hold anything; undefined if they are too many. */
export function linesOf(text: string): readonly string[] | undefined {
  const lines: string[] = [];
  for (const [line] of text.matchAll(/\S[^\n]*/g)) {
    if (lines.push(line) > MAX_BULK_LINES) return undefined;
  }
  return lines;
}

/** A line as JSON; undefined if it is none, or larger than any call. */
export function lineJson(line: string): unknown {
  return line.length > MOST_CALL_BYTES ? undefined : parseRequestJson(line);
}

const NOT_JSON: Wanted = {
  kind: 'error',
  error: {
    status: 400,
    message: `Each line must be a JSON object, in UTF-8, of at most ${MOST_CALL_BYTES} bytes.`,
  },
};
const BAD_ID: Wanted = {
  kind: 'error',
  error: { status: 400, message: 'id must be a text, a number, true, false or null.' },
};
export const TOO_MANY_LINES: ErrorReply = {
  status: 413,
  message: `A request may have at most ${MAX_BULK_LINES} questions.`,
};
/** Of a reply; what the client has not read of it. */
const MOST_UNSENT_BYTES = 256 * 1024;
