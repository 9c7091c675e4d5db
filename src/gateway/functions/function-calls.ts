import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../engine/lookup';
import type { PincodeRule } from '../../engine/places/pincode';
import {
  jsonReply,
  errorHeaders,
  textReply,
  type JsonReply,
  type ErrorReply,
  type ReplyFacts,
} from '../json-reply';
import type { BulkQuestionsOptions } from '../bulk-questions';
import { overBudget } from '../outcome-errors';
import { receiveBody } from '../request-body';
import type { Payer } from '../state/call-ledger';
import { Batch } from './batch';
import { BatchReader } from './batch-reader';
import { LARGE, type Batches, type RunningBatch } from './batches';
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
  readonly fault: ErrorReply;
}

/** Answers what warehouses ask, each in the shape of its engine. */
export class FunctionCalls {
  constructor(private readonly options: FunctionCallsOptions) {}

  async answer(shape: EngineShape, call: FunctionCall): Promise<Response | JsonReply> {
    const { incoming, outgoing, payer, facts } = call;
    const [, query = ''] = (incoming.url ?? '').split('?');
    const batchId = shape.name === 'snowflake' ? batchIdOf(incoming) : undefined;
    const pollKey = batchId && fingerprint([payer.person, query, batchId]);
    const running =
      incoming.method === 'GET'
        ? (pollKey && this.options.batches.polled(pollKey)) || { fault: NO_BATCH }
        : await this.started(shape, call, query, pollKey);
    if ('fault' in running) return functionError(shape, running.fault, facts);
    running.wait(outgoing);
    const outcome = await (pollKey === undefined
      ? running.outcome
      : within(this.options.pollAfterMs, running.outcome, this.options.team.clock));
    // The engine asks with GET and the same headers until there is another status.
    if (outcome === undefined) return jsonReply({}, facts, 202);
    if (outcome.kind === 'error') return functionError(shape, outcome.error, facts);
    return packedReply(textReply(outcome.text, facts), incoming.headers['accept-encoding']);
  }

  private async started(
    shape: EngineShape,
    { incoming, outgoing, payer }: FunctionCall,
    query: string,
    pollKey: string | undefined,
  ): Promise<RunningBatch | Fault> {
    const { batches, answerWithinMs } = this.options;
    // What is known is free, in a batch of a usual size.
    const empty = isSmall(incoming) ? undefined : await this.options.team.emptyBudget(payer);
    const room = batches.hold(payer.person, empty && overBudget(empty));
    const reader = new BatchReader(shape.rowsField, (bytes) => room.take(bytes));
    const slice = this.options.processor.slicesOf(payer.person);
    const error =
      room.take(BYTES_OF_BATCH) ??
      (await receiveBody(incoming, { ...BODY, clock: this.options.team.clock }, (piece) => {
        const turn = slice();
        return turn === undefined ? reader.push(piece) : turn.then(() => reader.push(piece));
      }));
    room.endReading();
    const batch = error === undefined ? readBatch(shape, query, reader) : { fault: error };
    if ('fault' in batch) {
      room.release();
      return batch;
    }
    const withinMs = pollKey === undefined ? answerWithinMs : MOST_POLLED_MS;
    const { person } = payer;
    const key = fingerprint([person, shape.name, query, pollKey, batch.fingerprint]);
    const running = batches.start(
      { person, key, pollKey },
      () => new Batch({ ...this.options, ...batch, payer, withinMs }),
    );
    void running.outcome.then(() => {
      if (outgoing.destroyed) room.release();
      else outgoing.once('close', () => room.release());
    });
    return running;
  }
}

/** An error in the form in which the engine shows a reason. */
export function functionError(shape: EngineShape, error: ErrorReply, facts: ReplyFacts): JsonReply {
  return jsonReply(shape.errorBody(error), facts, error.status, errorHeaders(error));
}

/** The caller's token. Behind a warehouse's own gateway, its headers have a prefix. */
export function functionKeyOf({ headers }: IncomingMessage): string {
  for (const name of ['sf-custom-x-api-key', 'x-api-key']) {
    const given = headers[name];
    if (typeof given === 'string' && given.trim() !== '') return given.trim();
  }
  return /^bearer +(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** Whether the body says that it is no large one. */
function isSmall({ headers }: IncomingMessage): boolean {
  return headers['content-encoding'] === undefined && Number(headers['content-length']) <= LARGE;
}

function readBatch(shape: EngineShape, query: string, reader: BatchReader) {
  const read = reader.end();
  if ('fault' in read) return read;
  const batch = shape.read(read);
  if ('fault' in batch) return batch;
  const called = readFunction(new URLSearchParams(query), batch.context);
  return 'fault' in called ? called : { batch, called, fingerprint: read.fingerprint };
}

/** Short, however long what it stands for: it is kept for as long as a batch may be asked for. */
function fingerprint(parts: readonly (string | undefined)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
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

/** Of one without rows. */
const BYTES_OF_BATCH = 32 * 1024;
const BODY = { mostBytes: 10 * 1024 * 1024, mayBePacked: true };
/** Snowflake asks for ten minutes at most. */
const MOST_POLLED_MS = 540_000;
const NO_BATCH: ErrorReply = {
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
