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
  /** How long an engine waits that cannot ask for the same batch again, in milliseconds. */
  readonly answerWithinMs: number;
  /** After how long an engine that can is told to ask again, in milliseconds. */
  readonly pollAfterMs: number;
}

/** One request of a warehouse. */
export interface FunctionCall {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly payer: Payer;
  readonly facts: ReplyFacts;
}

interface Fault {
  readonly fault: ErrorReply;
}

/** Answers the requests of warehouses, each in the format of its engine. */
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
    // On a 202, the engine polls by GET with the same headers until the status changes.
    if (outcome === undefined) return jsonReply({}, facts, 202);
    if (outcome.kind === 'error') return functionError(shape, outcome.error, facts);
    if (incoming.method === 'GET') {
      const bytes = Buffer.byteLength(outcome.text);
      const error = this.options.batches.holdReply(payer.person, bytes, outgoing);
      if (error !== undefined) return functionError(shape, error, facts);
    }
    return packedReply(textReply(outcome.text, facts), incoming.headers['accept-encoding']);
  }

  private async started(
    shape: EngineShape,
    { incoming, outgoing, payer }: FunctionCall,
    query: string,
    pollKey: string | undefined,
  ): Promise<RunningBatch | Fault> {
    const { batches, answerWithinMs } = this.options;
    // Known values are free. A batch of ordinary size may have nothing else, so it is read.
    const empty = isSmall(incoming) ? undefined : await this.options.team.emptyBudget(payer);
    const memory = batches.hold(payer.person, empty && overBudget(empty));
    const reader = new BatchReader(shape.rowsField, (bytes) => memory.take(bytes));
    const slice = this.options.processor.slicesOf(payer.person);
    const error =
      memory.take(BYTES_OF_BATCH) ??
      (await receiveBody(incoming, { ...BODY, clock: this.options.team.clock }, (piece) => {
        const turn = slice();
        return turn === undefined ? reader.push(piece) : turn.then(() => reader.push(piece));
      }));
    memory.endReading();
    const batch = error === undefined ? readBatch(shape, query, reader) : { fault: error };
    if ('fault' in batch) {
      memory.release();
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
      if (outgoing.destroyed) memory.release();
      else outgoing.once('close', () => memory.release());
    });
    return running;
  }
}

/** Writes an error in the form in which the engine shows people the reason. */
export function functionError(shape: EngineShape, error: ErrorReply, facts: ReplyFacts): JsonReply {
  return jsonReply(shape.errorBody(error), facts, error.status, errorHeaders(error));
}

/** Returns the caller's token; "" if there is none. Snowflake adds a prefix to its headers. */
export function functionKeyOf({ headers }: IncomingMessage): string {
  for (const name of ['sf-custom-x-api-key', 'x-api-key']) {
    const given = headers[name];
    if (typeof given === 'string' && given.trim() !== '') return given.trim();
  }
  return /^bearer +(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** Whether the headers say that the body is not large. */
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

/** A hash of fixed length, because it is kept as long as the batch may be polled. */
function fingerprint(parts: readonly (string | undefined)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** The ID of a batch of a query: the same for each repetition and each poll. */
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

/** Bytes of a batch without its rows. */
const BYTES_OF_BATCH = 32 * 1024;
const BODY = { mostBytes: 10 * 1024 * 1024, mayBePacked: true };
/** Snowflake polls for ten minutes at most. */
const MOST_POLLED_MS = 540_000;
const NO_BATCH: ErrorReply = {
  status: 404,
  message: 'There is no batch with this ID here. Send its rows again: answers so far are kept.',
};

/** Compresses the reply if its client accepts that and the reply is large enough. */
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

/** A smaller reply fits into one packet anyway. */
const LEAST_TO_PACK = 1024;
