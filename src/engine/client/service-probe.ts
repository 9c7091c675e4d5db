import type { Clock } from '../lookup';
import { withAbort, CAREFULLY } from './http-call';
import type { Fetch } from './http-call';

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
  const asked = async (signal: AbortSignal): Promise<boolean> => {
    try {
      // Follows redirects anywhere, because the request carries nothing that could be stolen.
      await fetch(address, { ...CAREFULLY, redirect: 'follow', mode: 'no-cors', signal });
      return true;
    } catch {
      return false;
    }
  };
  return withAbort(asked, { clock, timeoutMs, otherwise: false });
}
