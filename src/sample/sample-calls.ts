import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { parseRequestJson } from '../engine/contract/json-text';
import { LOOKUP_PATH, SCORE_PATH_PREFIX } from '../engine/contract/paths';
import type { CallKind } from '../engine/lookup';
import { refusal } from './answers';
import type { Answer, Answers, UnknownNames } from './answers';
import type { CallEnding, Counters } from './counters';
import type { FaultControl } from './fault-control';
import { parseFaults } from './faults';
import type { Faults } from './faults';
import { faultyAnswer, firstHalf, toReply, type Reply } from './reply';
import { refuse } from './sample-environment';
import type { SampleContext, SampleEnvironment } from './sample-environment';
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

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

/** Both operations over HTTP. Nothing of a request is stored or logged. */
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
        onError: () => refuse(413, `The body may hold at most ${MOST_BYTES} bytes.`),
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
  app.all(LOOKUP_PATH, refuseMethod);
  app.all(scorePaths, refuseMethod);

  async function call(c: SampleContext, kind: CallKind, toAnswer: ToAnswer): Promise<Response> {
    const end = counters.begin(kind);
    try {
      const asked = parseFaults(c.req.header('x-sample-fault') ?? c.req.query('fault') ?? '');
      if (asked.kind === 'invalid') return send(c, refusal(400, asked.reason), {}, end);
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
 * The contract does not mention browsers. This service answers them all, because it holds no
 * secret.
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

function refuseMethod(): Response {
  return refuse(405, 'This path takes POST alone.', { allow: 'POST, OPTIONS' });
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
