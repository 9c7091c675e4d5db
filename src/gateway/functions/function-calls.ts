import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseJson } from '../../engine/contract/json-checks';
import type { Clock } from '../../engine/lookup';
import type { PincodeRule } from '../../engine/places/pincode';
import {
  jsonReply,
  refusalHeaders,
  textReply,
  type JsonReply,
  type Refusal,
  type ReplyFacts,
} from '../json-reply';
import type { BulkQuestionsOptions } from '../bulk-questions';
import { readBody } from '../request-body';
import type { Payer } from '../state/call-ledger';
import { Batch } from './batch';
import type { Batches, RunningBatch } from './batches';
import { readFunction } from './called-function';
import type { EngineShape } from './engine-shapes';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

export interface FunctionCallsOptions extends Omit<BulkQuestionsOptions, 'payer' | 'withinMs'> {
  readonly batches: Batches;
  readonly pincodes: PincodeRule;
  /** How long an engine waits that cannot ask again for the same batch. */
  readonly answerWithinMs: number;
  /** After how long one that can is told to do so. */
  readonly pollAfterMs: number;
}

export interface FunctionCall {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly payer: Payer;
  readonly facts: ReplyFacts;
}

interface Fault {
  readonly fault: Refusal;
}

/** Answers what warehouses ask, each in the shape of its engine. */
export class FunctionCalls {
  constructor(private readonly options: FunctionCallsOptions) {}

  async answer(shape: EngineShape, call: FunctionCall): Promise<Response | JsonReply> {
    const { incoming, outgoing, payer, facts } = call;
    const [, query = ''] = (incoming.url ?? '').split('?');
    const batchId = shape.name === 'snowflake' ? batchIdOf(incoming) : undefined;
    const pollKey = batchId && JSON.stringify([payer.person, query, batchId]);
    const running =
      incoming.method === 'GET'
        ? (pollKey && this.options.batches.polled(pollKey)) || { fault: NO_BATCH }
        : await this.started(shape, call, query, pollKey);
    if ('fault' in running) return functionRefusal(shape, running.fault, facts);
    running.wait(outgoing);
    const outcome = await (pollKey === undefined
      ? running.outcome
      : within(this.options.pollAfterMs, running.outcome, this.options.team.clock));
    // The engine asks with GET and the same headers until there is another status.
    if (outcome === undefined) return jsonReply({}, facts, 202);
    if (outcome.kind === 'refused') return functionRefusal(shape, outcome.refusal, facts);
    return packedReply(textReply(outcome.text, facts), incoming.headers['accept-encoding']);
  }

  private async started(
    shape: EngineShape,
    { incoming, outgoing, payer }: FunctionCall,
    query: string,
    pollKey: string | undefined,
  ): Promise<RunningBatch | Fault> {
    const { batches, answerWithinMs } = this.options;
    const room = batches.hold(payer.person);
    const body = await readBody(incoming, MOST_BYTES, (bytes) => room.take(bytes));
    const batch =
      body.kind === 'read' ? readBatch(shape, query, body.text) : { fault: body.refusal };
    if ('fault' in batch || body.kind === 'refused') {
      room.release();
      return batch as Fault;
    }
    const withinMs = pollKey === undefined ? answerWithinMs : MOST_POLLED_MS;
    const rows = body.text.replace(REQUEST_ID, '');
    const rowsKey = createHash('sha256').update(rows).digest('base64url');
    const key = JSON.stringify([payer.person, shape.name, query, pollKey, rowsKey]);
    const running = batches.start(
      key,
      pollKey,
      () => new Batch({ ...this.options, ...batch, payer, withinMs }),
    );
    void running.outcome.then(() => {
      if (outgoing.destroyed) room.release();
      else outgoing.once('close', () => room.release());
    });
    return running;
  }
}

/** A refusal in the form in which the engine shows a reason. */
export function functionRefusal(
  shape: EngineShape,
  refusal: Refusal,
  facts: ReplyFacts,
): JsonReply {
  return jsonReply(shape.refusalBody(refusal), facts, refusal.status, refusalHeaders(refusal));
}

/** The caller's token. Behind a warehouse's own gateway, its headers have a prefix. */
export function functionKeyOf({ headers }: IncomingMessage): string {
  for (const name of ['sf-custom-x-api-key', 'x-api-key']) {
    const given = headers[name];
    if (typeof given === 'string' && given.trim() !== '') return given.trim();
  }
  return /^bearer +(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

function readBatch(shape: EngineShape, query: string, text: string) {
  // A broken letter or NaN in one row is that row's error.
  const json = parseJson(text);
  if (json === undefined) return { fault: NOT_JSON };
  const batch = shape.read(json);
  if ('fault' in batch) return batch;
  const called = readFunction(new URLSearchParams(query), batch.context);
  return 'fault' in called ? called : { batch, called };
}

/** Which batch of a query it is: the same for each repetition, and for each poll. */
function batchIdOf({ headers }: IncomingMessage): string | undefined {
  const given = headers['sf-external-function-query-batch-id'];
  return typeof given === 'string' && /^[\x21-\x7e]{1,200}$/.test(given) ? given : undefined;
}

function within<T>(
  ms: number,
  promise: Promise<T>,
  clock: Pick<Clock, 'schedule'>,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const cancel = clock.schedule(ms, () => resolve(undefined));
    promise.then(resolve, reject).finally(cancel);
  });
}

/** BigQuery gives each request another one, also where it repeats a batch. */
const REQUEST_ID = /"requestId"\s*:\s*"[^"\\]*"/;
const MOST_BYTES = 10 * 1024 * 1024;
/** Snowflake asks for ten minutes at most. */
const MOST_POLLED_MS = 540_000;
const NOT_JSON: Refusal = { status: 400, message: 'The body must be JSON, in UTF-8.' };
const NO_BATCH: Refusal = {
  status: 404,
  message: 'There is no batch of that id here. Send its rows again: what is answered is kept.',
};

/** The reply, compressed if its client takes that and it is worth it. */
async function packedReply(reply: JsonReply, accepts: string | undefined) {
  const { status, headers, body } = reply;
  if (body === null || body.length < LEAST_TO_PACK || !takesGzip(accepts ?? '')) return reply;
  const bytes = await promisify(gzip)(body, { level: 1 });
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    status,
    headers: {
      ...headers,
      'content-encoding': 'gzip',
      'content-length': String(bytes.length),
      vary: 'accept-encoding',
    },
  });
}

function takesGzip(accepts: string): boolean {
  return accepts.split(',').some((each) => {
    const [coding = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    return (coding === 'gzip' || coding === '*') && !isRefused;
  });
}

/** A smaller one fits into one packet anyway. */
const LEAST_TO_PACK = 1024;
