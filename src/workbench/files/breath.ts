import type { Clock } from '../../lookup';

/** Lets the page breathe during long work, and lets a person call the work off. */
export interface Breath {
  /** To be awaited often; costs next to nothing while nothing is due. Throws `CalledOff`. */
  take(): Promise<void> | undefined;
}

/** A person no longer wants what was under way. */
export class CalledOff extends Error {
  override readonly name = 'CalledOff';
}

export function createBreath(
  clock: Pick<Clock, 'elapsed' | 'schedule'>,
  signal?: AbortSignal,
): Breath {
  let since = clock.elapsed();
  let asked = 0;
  const turn = async (): Promise<void> => {
    await new Promise<void>((resolve) => clock.schedule(0, resolve));
    if (signal?.aborted === true) throw new CalledOff();
    since = clock.elapsed();
  };
  return {
    take() {
      asked += 1;
      if (asked % BETWEEN_LOOKS !== 0 || clock.elapsed() - since < PIECE_MS) return undefined;
      return turn();
    },
  };
}

/** As long as work may hold up a page that somebody types in. */
const PIECE_MS = 12;
/** Asking for the time costs more than most pieces do. */
const BETWEEN_LOOKS = 16;
