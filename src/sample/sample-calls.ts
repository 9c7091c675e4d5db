import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { LOOKUP_PATH, SCORE_PATH_PREFIX } from '../engine/contract/paths';
import type { CallKind } from '../engine/lookup';
import { errorReply, type Answer, type Answers, type UnknownNames } from './answers';
import type { CallEnding, Counters } from './counters';
import type { FaultControl } from './fault-control';
import { parseFaults, type Faults, type RetryAfter, type ValueFault } from './faults';
import { errorResponse, type SampleContext, type SampleEnvironment } from './sample-environment';
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { isRecord, parseRequestJson } from '../engine/contract/json-checks';

export interface SampleCallsOptions {
  readonly answers: Answers;
  readonly counters: Counters;
  readonly control: FaultControl;
  /** Epoch milliseconds. */
  now(): number;
  /** Settles after that many milliseconds, or when the signal is aborted. */
  delay(ms: number, signal: AbortSignal): Promise<void>;
  readonly delayMs: number;
  readonly unknownNames: UnknownNames;
}

type ToAnswer = (json: unknown, faults: Faults) => Answer;

const MOST_BYTES = 64 * 1024;
const PREFLIGHT_SECONDS = 600;
const CLIENT_LEFT = 499;

/** Serves both operations over HTTP. Nothing of a request is stored or logged. */
export function createSampleCalls(options: SampleCallsOptions): Hono<SampleEnvironment> {
  const { answers, counters, control } = options;
  const app = new Hono<SampleEnvironment>();
  const scorePaths = `${SCORE_PATH_PREFIX}:model`;

  for (const path of [LOOKUP_PATH, scorePaths]) {
    app.use(path, allowEveryOrigin());
    app.use(path, async (c, next) => {
      await next();
      c.header('x-sample-data', 'true');
      c.header('cache-control', 'no-store');
    });
    app.use(
      path,
      bodyLimit({
        maxSize: MOST_BYTES,
        onError: () => errorResponse(413, `The body may have at most ${MOST_BYTES} bytes.`),
      }),
    );
  }
  app.post(LOOKUP_PATH, (c) =>
    call(c, 'lookup', (json, faults) =>
      answers.lookup({
        key: c.req.header('x-api-key')?.trim(),
        json,
        unknownNames: faults.rejectUnknown ? 'reject' : options.unknownNames,
      }),
    ),
  );
  app.post(scorePaths, (c) =>
    call(c, 'score', (json) => answers.score({ model: c.req.param('model') ?? '', json })),
  );
  app.all(LOOKUP_PATH, wrongMethod);
  app.all(scorePaths, wrongMethod);

  async function call(c: SampleContext, kind: CallKind, toAnswer: ToAnswer): Promise<Response> {
    const end = counters.begin(kind);
    try {
      const asked = parseFaults(c.req.header('x-sample-fault') ?? c.req.query('fault') ?? '');
      if (asked.kind === 'invalid') return send(c, errorReply(400, asked.reason), {}, end);
      const json = parseRequestJson(await c.req.text());
      const faults = { ...control.next(kind), ...asked.faults };
      const { signal } = c.req.raw;
      const delayMs = options.delayMs + (faults.delayMs ?? 0);
      if (delayMs > 0) await options.delay(delayMs, signal);
      // A client that has left is not charged; nobody receives the status.
      if (signal.aborted) return new Response(null, { status: CLIENT_LEFT });
      if (faults.cut === 'before') return cutConnection(c.env?.outgoing);
      return send(c, faultyAnswer(faults) ?? toAnswer(json, faults), faults, end);
    } finally {
      end('cut');
    }
  }

  function send(
    c: SampleContext,
    answer: Answer,
    faults: Faults,
    end: (ending: CallEnding) => void,
  ): Response {
    const { text, status, headers } = toReply(answer, faults, options.now());
    if (faults.cut === 'body') return cutConnection(c.env?.outgoing, { text, status, headers });
    end(answer.status);
    return new Response(text, { status, headers });
  }

  return app;
}

/**
 * Lets the pages of every origin call. The contract does not mention browsers, and this service
 * holds no secret.
 */
function allowEveryOrigin() {
  return cors({
    origin: '*',
    allowMethods: ['POST'],
    allowHeaders: ['content-type', 'x-api-key', 'x-sample-fault'],
    exposeHeaders: ['retry-after', 'x-sample-data'],
    maxAge: PREFLIGHT_SECONDS,
  });
}

function wrongMethod(): Response {
  return errorResponse(405, 'This path takes POST alone.', { allow: 'POST, OPTIONS' });
}

/**
 * Cuts a call off: before its first byte, or with `reply` in the middle of its body. Without a
 * connection (an in-process test) the response's body fails when it is read.
 */
function cutConnection(outgoing: ServerResponse | undefined, reply?: Reply): Response {
  if (!outgoing) return new Response(failingBody(reply));
  if (reply) {
    const length = Buffer.byteLength(reply.text);
    outgoing.writeHead(reply.status, { ...reply.headers, 'content-length': length });
    outgoing.write(firstHalf(reply.text), () => outgoing.destroy());
  } else {
    outgoing.destroy();
  }
  return RESPONSE_ALREADY_SENT;
}

function failingBody(reply: Reply | undefined): ReadableStream<Uint8Array> {
  let isFirst = true;
  return new ReadableStream({
    pull(controller) {
      if (reply && isFirst) controller.enqueue(new TextEncoder().encode(firstHalf(reply.text)));
      else controller.error(new Error('The connection was cut on demand.'));
      isFirst = false;
    },
  });
}

/** An answer as it is sent. */
interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

const OK = 200;
const JSON_TYPE = 'application/json; charset=utf-8';
const PROXY_PAGE =
  '<!doctype html><html><head><title>Proxy</title></head><body><h1>Please sign in</h1></body></html>';
/** Marks where to write a bare NaN, which JSON does not have but some services send. */
const NOT_A_NUMBER = '\u0000NaN';

/** Writes an answer, with the faults that affect writing. `now` is epoch milliseconds. */
function toReply(answer: Answer, faults: Faults, now: number): Reply {
  const body = withFaultyValues(answer.body, faults.values);
  return {
    status: faults.wrappedError === undefined ? answer.status : OK,
    text: withFaultyBody(wrapped({ ...answer, body }, faults), faults.body),
    headers: {
      'content-type': faults.body === 'html' ? 'text/html; charset=utf-8' : JSON_TYPE,
      ...(faults.retryAfter ? { 'retry-after': retryAfter(faults.retryAfter, now) } : {}),
    },
  };
}

/** The answer that a fault gives in place of any other. */
function faultyAnswer(faults: Faults): Answer | undefined {
  if (faults.outOfCredits) return errorReply(403, 'Your account has run out of credits.');
  const status = faults.status ?? faults.wrappedError;
  return status === undefined
    ? undefined
    : errorReply(status, `Fault on demand: status ${status}.`);
}

/** The first half of a text, at least one character shorter than the whole. */
function firstHalf(text: string): string {
  return text.slice(0, text.length >> 1);
}

function wrapped({ status, body }: Answer, { wrapper, wrappedError }: Faults): string {
  const text = jsonText(body);
  if (wrapper === 'string') {
    const statusCode = wrappedError === undefined ? status : OK;
    // An outer statusCode would take precedence over the inner status, so it is left out.
    const outer = statusCode === status ? { statusCode } : {};
    return JSON.stringify({ ...outer, body: text });
  }
  if (wrapper === 'object' || wrappedError !== undefined) {
    return `{"status":${wrappedError === undefined ? status : OK},"body":${text}}`;
  }
  return text;
}

function jsonText(body: Answer['body']): string {
  return JSON.stringify(body).replaceAll(JSON.stringify(NOT_A_NUMBER), 'NaN');
}

function withFaultyBody(text: string, fault: Faults['body']): string {
  if (fault === 'html') return PROXY_PAGE;
  if (fault === 'empty') return '';
  return fault === 'half' ? firstHalf(text) : text;
}

function withFaultyValues(body: Answer['body'], fault: ValueFault | undefined): Answer['body'] {
  if (fault === undefined) return body;
  const { data, score } = body;
  if (isRecord(data)) {
    const entries = Object.entries(data).map(([name, value]) => [name, faulty(value, fault)]);
    if (fault === 'missing') return { ...body, data: Object.fromEntries(entries.slice(1)) };
    const extra = fault === 'extra' ? [['br_sample_ct_500', 7]] : [];
    return { ...body, data: Object.fromEntries([...entries, ...extra]) };
  }
  if (score === undefined) return body;
  if (fault !== 'missing') return { ...body, score: faulty(score, fault) };
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'score'));
}

function faulty(value: unknown, fault: ValueFault): unknown {
  if (fault === 'strings') return value === null ? null : String(value);
  if (fault === 'inf') return 'inf';
  if (fault === 'nan') return NOT_A_NUMBER;
  return fault === 'null' ? null : value;
}

function retryAfter({ seconds, as }: RetryAfter, now: number): string {
  return as === 'date' ? new Date(now + seconds * 1000).toUTCString() : String(seconds);
}
