import type { ServerResponse } from 'node:http';
import { ownField } from '../contract/checked';
import { parseRequestJson } from '../contract/json-text';
import { MAX_BULK_LINES } from '../contract/gateway-requests';
import { planOf, targetKey } from '../lookup';
import type { Question } from '../lookup';
import type { GatewayMetrics } from './gateway-metrics';
import { jsonReply, refusalReply } from './json-reply';
import type { JsonReply, Refusal, ReplyFacts } from './json-reply';
import { askedReply, knownReply, storedReply } from './replies-to-wanted';
import type { WantedReply } from './replies-to-wanted';
import type { Payer } from './state/call-ledger';
import type { TeamEngine } from './team-engine';
import { readLine } from './wanted';
import type { Wanted } from './wanted';

export interface BulkRequest {
  readonly outgoing: Pick<ServerResponse, 'once' | 'off'>;
  readonly text: string;
  readonly facts: ReplyFacts;
  readonly team: TeamEngine;
  readonly metrics: GatewayMetrics;
  readonly payer: Payer;
  /** What a line says whose question failed unexpectedly. */
  refusalFor(this: void, error: unknown): Refusal;
}

/**
 * Sends each line's answer as it comes, in any order: one JSON object per line, with the id of the
 * request's line.
 */
export function answerLines(request: BulkRequest): Response | JsonReply {
  const { text, facts, team, payer, outgoing, metrics, refusalFor } = request;
  const lines = linesOf(text);
  if (lines.length > MAX_BULK_LINES) return refusalReply(TOO_MANY_LINES, facts);
  metrics.bulkQuestions(lines.length);
  const asking = team.begin(payer);
  const onClose = (): void => asking.leave();
  outgoing.once('close', onClose);
  let isLeft = false;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder();
      let waiting: string[] = [];
      // Answers of one turn of the event loop leave in one piece.
      const flush = (): void => {
        if (waiting.length === 0 || isLeft) return;
        controller.enqueue(encoder.encode(waiting.join('')));
        waiting = [];
      };
      const write = (id: LineId, reply: WantedReply): void => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push(`${toLine(id, reply)}\n`);
      };
      const all = lines.map(async (line) => {
        const json = parseRequestJson(line);
        const given = ownField(json, 'id') ?? null;
        const isId = isLineId(given);
        const id = isId ? given : null;
        try {
          const wanted: Wanted = json === undefined ? NOT_JSON : isId ? readLine(json) : BAD_ID;
          const known = knownReply(wanted, team);
          if (known !== undefined || wanted.kind === 'refused') write(id, known as WantedReply);
          else {
            // Fresh answers are left to the engine, which reads many from the store at once.
            const stale = team.tellsStale ? await storedReply(wanted, team, payer) : undefined;
            write(id, stale ?? (await askedReply(wanted, asking, team)));
          }
        } catch (error) {
          write(id, { kind: 'refused', refusal: refusalFor(error) });
        }
      });
      void Promise.allSettled(all).then(() => {
        asking.end();
        outgoing.off('close', onClose);
        if (isLeft) return;
        flush();
        controller.close();
      });
    },
    cancel: () => {
      isLeft = true;
      asking.leave();
    },
  });
  return new Response(stream, {
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

/** What these lines would cost. Makes no call. */
export async function countLines(
  text: string,
  facts: ReplyFacts,
  team: TeamEngine,
): Promise<JsonReply> {
  const lines = linesOf(text);
  if (lines.length > MAX_BULK_LINES) return refusalReply(TOO_MANY_LINES, facts);
  const questions: Question[] = [];
  for (const line of lines) {
    const wanted = readLine(parseRequestJson(line));
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

/** Sent back as it came, so it must not be an object, which could be deeply nested. */
type LineId = string | number | boolean | null;

function isLineId(value: unknown): value is LineId {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function toLine(id: LineId, reply: WantedReply): string {
  if (reply.kind === 'answered') return `{"id":${JSON.stringify(id)},${reply.json.slice(1)}`;
  const { status, message, reason, retryAfterSeconds: retryAfter } = reply.refusal;
  // JSON leaves out what is undefined.
  return JSON.stringify({ id, status, message, reason, retryAfter });
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
