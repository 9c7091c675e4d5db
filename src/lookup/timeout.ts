import type { CancelSignal } from './cancellation';
import type { Clock } from './clock';

export interface Timeout<Result> {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly timeoutMs: number;
  /** Ends the waiting early. */
  readonly signal?: CancelSignal;
  /** Called once if the work is given up; what it returns is the result. */
  onTimeout(): Result;
}

/** Settles as the work does, or in time without it: nothing stops work that hangs. */
export async function withTimeout<Result>(
  work: Promise<Result>,
  { clock, timeoutMs, signal, onTimeout }: Timeout<Result>,
): Promise<Result> {
  let giveUp = (): void => {};
  const givenUp = new Promise<Result>((resolve) => {
    giveUp = () => resolve(onTimeout());
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
