import { Agent, request } from 'undici';
import { createServiceSource } from '../client/service-source';
import type { Clock, Source } from '../lookup';

export interface UpstreamOptions {
  readonly attributeUrl: string;
  readonly modelUrl: string;
  /** Read at each call, so that a new key counts at once. */
  readonly providerKey: () => string | undefined;
  readonly clock: Clock;
  readonly maxConcurrency: number;
  /** For one call. */
  readonly timeoutMs: number;
  /** A text for the provider's account, without its key or addresses. */
  readonly scope: string;
}

export interface Upstream {
  readonly source: Source;
  close(): Promise<void>;
}

/** The provider's service: its contract over a pool of connections for each origin. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { attributeUrl, modelUrl, maxConcurrency, timeoutMs, clock } = options;
  const agent = new Agent({
    connections: 2 * maxConcurrency,
    // The engine's own time-outs end a call; these end what it has given up.
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connectTimeout: 10_000,
    maxResponseSize: MOST_BYTES,
  });
  const source = createServiceSource({
    connection: () => ({
      addresses: { attributeUrl, modelUrl },
      credential: options.providerKey(),
    }),
    scopeOf: () => options.scope,
    clock,
    timeoutMs,
    fetch: async (url, { headers, body, signal }) => {
      const reply = await request(url, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: body as string,
        signal: signal ?? null,
        dispatcher: agent,
      });
      return responseOf(reply.statusCode, reply.headers, await reply.body.bytes());
    },
  });
  // Asked for with each name that is looked for in memory, and always the same.
  const scope = (): string => options.scope;
  return { source: { ...source, scope }, close: () => agent.destroy() };
}

/** A reply has at most 50 values; anything longer than this is something else. */
const MOST_BYTES = 5_000_000;

/** As much of a Response as the client reads: a real one takes a third of a call's time. */
function responseOf(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  bytes: Uint8Array,
): Response {
  const chunks = [bytes];
  const read = (): Promise<object> => {
    const value = chunks.pop();
    return Promise.resolve(value === undefined ? { done: true } : { done: false, value });
  };
  const get = (name: string): string | null => headers[name.toLowerCase()]?.toString() ?? null;
  const body = { getReader: () => ({ read, cancel: () => Promise.resolve() }) };
  return {
    status,
    ok: status >= 200 && status <= 299,
    headers: { get },
    body,
  } as unknown as Response;
}
