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
      const retryAfter = reply.headers['retry-after'];
      return new Response(ReadableStream.from(reply.body), {
        // A status that no Response may have is no answer of the contract's either.
        status: reply.statusCode >= 200 && reply.statusCode <= 599 ? reply.statusCode : 502,
        headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
      });
    },
  });
  // Asked for with each name that is looked for in memory, and always the same.
  const scope = (): string => options.scope;
  return { source: { ...source, scope }, close: () => agent.destroy() };
}
