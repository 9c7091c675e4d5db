import { withTimeout } from '../lookup';
import type { Clock } from '../lookup';
import type { Fetch } from './service-call';

export interface ProbePorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/**
 * Whether a server is there at all. A browser reports a refused origin and an unreachable server
 * alike. But a request whose reply we do not ask to read (`no-cors`) succeeds wherever anything
 * replies. It carries no credential and costs nothing. Never rejects.
 */
export function isServerThere(
  address: string,
  { fetch, clock, timeoutMs }: ProbePorts,
): Promise<boolean> {
  const abort = new AbortController();
  const asked = async (): Promise<boolean> => {
    try {
      await fetch(address, {
        mode: 'no-cors',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal: abort.signal,
      });
      return true;
    } catch {
      return false;
    }
  };
  return withTimeout(asked(), {
    clock,
    timeoutMs,
    otherwise: false,
    onTimeout: () => abort.abort(),
  });
}
