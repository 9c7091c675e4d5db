import type { CancelSignal } from './cancellation';
import type { Clock } from './clock';

export interface Timeout<Otherwise> {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly timeoutMs: number;
  /** Ends the wait early. */
  readonly signal?: CancelSignal;
  /** The result if the work is given up. */
  readonly otherwise: Otherwise;
  /** Called when the work is given up. */
  onTimeout?(): void;
}

/** Settles with the work, or with `otherwise` when it is given up. Cannot stop work that hangs. */
export async function withTimeout<Result, Otherwise>(
  work: Promise<Result>,
  { clock, timeoutMs, signal, otherwise, onTimeout }: Timeout<Otherwise>,
): Promise<Result | Otherwise> {
  let giveUp = (): void => {};
  const givenUp = new Promise<Otherwise>((resolve) => {
    giveUp = () => {
      // First, because aborted work may reject at once.
      resolve(otherwise);
      onTimeout?.();
    };
  });
  const cancel = clock.schedule(timeoutMs, giveUp);
  signal?.addEventListener('abort', giveUp);
  try {
    return await Promise.race([givenUp, work]);
  } finally {
    cancel();
    signal?.removeEventListener('abort', giveUp);
  }
}
