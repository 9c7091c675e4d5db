/** What a reply says beside its body. */
export interface ReplyFacts {
  readonly requestId: string;
  /** The headers that let a page of another origin read it, if it may. */
  readonly cors?: Readonly<Record<string, string>> | undefined;
}

/** Why there is no answer, for a client that knows gateways. */
export type LocusReason =
  | 'over-budget'
  | 'held'
  | 'out-of-credits'
  | 'timed-out'
  | 'upstream-refused-key'
  | 'shared-store-down'
  | 'unknown-outcome';

/** A refusal in the contract's form. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly reason?: LocusReason | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

export function jsonReply(
  body: unknown,
  { requestId, cors }: ReplyFacts,
  status = 200,
  headers?: Readonly<Record<string, string>>,
): Response {
  const always = { ...ALWAYS, 'x-request-id': requestId };
  const hasMore = cors !== undefined || headers !== undefined;
  return new Response(JSON.stringify(body), {
    status,
    headers: hasMore ? { ...always, ...cors, ...headers } : always,
  });
}

/** A body that changes seldom: a client that has it already is told so. */
export function taggedReply(
  { body, etag }: { readonly body: string; readonly etag: string },
  known: string | undefined,
  { requestId, cors }: ReplyFacts,
): Response {
  const tags = known?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  const isKnown = tags.includes(etag) || tags.includes('*');
  const headers = { ...ALWAYS, 'x-request-id': requestId, ...cors };
  // Asked for anew each time, and for this person alone.
  const kept = { ...headers, 'cache-control': 'private, no-cache', etag };
  return new Response(isKnown ? null : body, { status: isKnown ? 304 : 200, headers: kept });
}

export function refusalReply(refusal: Refusal, facts: ReplyFacts): Response {
  const { status, message, reason, retryAfterSeconds } = refusal;
  return jsonReply({ status, message }, facts, status, {
    ...(reason === undefined ? {} : { 'x-locus-reason': reason }),
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    // A connection is not kept for a client that is told to stay away.
    ...(status === 413 || status === 408 ? { connection: 'close' } : {}),
  });
}

const ALWAYS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};
