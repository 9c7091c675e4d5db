import { withTimeout } from '../lookup';
import type { CancelSignal, Clock } from '../lookup';

export interface AbortOptions<Otherwise> {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly timeoutMs: number;
  /** Ends the wait early. */
  readonly signal?: CancelSignal;
  /** The result if the work is given up. */
  readonly otherwise: Otherwise;
}

/**
 * Settles with the work's result, or with `otherwise` if the work is given up, which aborts its
 * requests.
 */
export function withAbort<Result, Otherwise>(
  work: (signal: AbortSignal) => Promise<Result>,
  options: AbortOptions<Otherwise>,
): Promise<Result | Otherwise> {
  const abort = new AbortController();
  return withTimeout(work(abort.signal), { onTimeout: () => abort.abort(), ...options });
}
