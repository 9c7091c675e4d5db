import { createServiceSource } from '../engine/client/service-source';
import type { Clock, Source } from '../engine/lookup';
import { createPooledFetch } from '../node/pooled-fetch';

export interface UpstreamOptions {
  readonly attributeUrl: string;
  readonly modelUrl: string;
  /** Read at each call, so that a new key counts at once. */
  readonly providerKey: () => string | undefined;
  readonly clock: Clock;
  readonly maxConcurrency: number;
  /** For one call. */
  readonly timeoutMs: number;
  /** Names the provider's account, without its key or addresses. */
  readonly scope: string;
}

export interface Upstream {
  readonly source: Source;
  close(): Promise<void>;
}

/** The provider's service: its contract over a pool of connections for each origin. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { attributeUrl, modelUrl, maxConcurrency, timeoutMs, clock } = options;
  const pool = createPooledFetch({ connections: 2 * maxConcurrency, timeoutMs });
  const source = createServiceSource({
    connection: () => ({
      addresses: { attributeUrl, modelUrl },
      credential: options.providerKey(),
    }),
    scopeOf: () => options.scope,
    clock,
    timeoutMs,
    fetch: pool.fetch,
  });
  // Always the same, and needed for each name that is looked up in memory.
  const scope = (): string => options.scope;
  return { source: { ...source, scope }, close: () => pool.close() };
}
