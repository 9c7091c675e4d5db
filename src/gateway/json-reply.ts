import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { GatewayReason } from '../engine/contract/gateway-reason';
import type { SpentBudget } from '../engine/contract/spent-budget';

import { inPieces } from '../node/static-files';

/** The client's own id, if valid, so that a log line here can be found in another program's log. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

/** Adds the request's id to the replies of pages and of administration. */
export const withRequestId: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
  await next();
  c.header('x-request-id', requestIdOf(c.env.incoming));
};

/** What a reply holds besides its body. */
export interface ReplyFacts {
  readonly requestId: string;
  /** The headers that let a page of another origin read the reply, if it may. */
  readonly cors?: Readonly<Record<string, string>> | undefined;
}

/** An error in the contract's form. */
export interface ErrorReply {
  readonly status: number;
  readonly message: string;
  readonly reason?: GatewayReason | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** For `over-budget`: which budget is used up, and until when. */
  readonly budget?: SpentBudget | undefined;
  /** Of several names that all failed: why each did, so that no program asks for each to find out. */
  readonly failures?: Readonly<Record<string, object>> | undefined;
}

/** A complete reply. Not a Response: the busiest path writes it directly, a third faster. */
export interface JsonReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

export function jsonReply(
  body: unknown,
  facts: ReplyFacts,
  status = 200,
  headers?: Readonly<Record<string, string>>,
): JsonReply {
  return textReply(JSON.stringify(body), facts, status, headers);
}

/**
 * Makes a reply from serialised JSON.
 *
 * @param status the HTTP status. @default 200
 */
export function textReply(
  body: string,
  { requestId, cors }: ReplyFacts,
  status = 200,
  headers?: Readonly<Record<string, string>>,
): JsonReply {
  // Extended in place: for each copy made by spreading, V8 creates a hidden class, which cost a
  // tenth of a whole request's time.
  const always = {
    'content-type': ALWAYS['content-type'],
    'cache-control': ALWAYS['cache-control'],
    'x-content-type-options': ALWAYS['x-content-type-options'],
    'x-request-id': requestId,
    'content-length': String(Buffer.byteLength(body)),
  };
  return { status, headers: Object.assign(always, cors, headers), body };
}

/** Replies with a body that rarely changes. A client that already has it gets a 304. */
export function taggedReply(
  { bytes, etag }: { readonly bytes: Buffer; readonly etag: string },
  known: string | undefined,
  { requestId, cors }: ReplyFacts,
): Response {
  const tags = known?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  const isKnown = tags.includes(etag) || tags.includes('*');
  const headers = { ...ALWAYS, 'x-request-id': requestId, ...cors };
  // Clients must ask again each time, and proxies must not share it.
  const kept = { ...headers, 'cache-control': 'private, no-cache', etag };
  return isKnown
    ? new Response(null, { status: 304, headers: kept })
    : new Response(inPieces(bytes), {
        headers: { ...kept, 'content-length': String(bytes.length) },
      });
}

export function errorReply(error: ErrorReply, facts: ReplyFacts): JsonReply {
  const { status, message, budget, failures } = error;
  return jsonReply({ status, message, budget, failures }, facts, status, errorHeaders(error));
}

export function errorHeaders(error: ErrorReply): Readonly<Record<string, string>> {
  const { status, reason, retryAfterSeconds: seconds } = error;
  return {
    ...(reason === undefined ? {} : { 'x-locus-reason': reason }),
    ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }),
    // Closes the connection of a client whose request was too large or too slow.
    ...(status === 413 || status === 408 ? { connection: 'close' } : {}),
  };
}

const ALWAYS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};
