import type { Clock } from '../lookup';

/** The page's attention, in turns: all invocations share them, first come, first served. */
export interface Turns {
  /**
   * Calls the step until it says that nothing is left, now if there is time left in this turn. A
   * step is short and does not throw.
   */
  run(step: () => boolean): void;
}

/**
 * Well under the 50 ms after which a page feels stuck: the host's own work for the same cells, and
 * the beginning of 10,000 invocations, share the task.
 */
const TURN_MS = 8;

export function createTurns(clock: Clock): Turns {
  const waiting: (() => boolean)[] = [];
  let head = 0;
  /** When this turn began; undefined between turns. */
  let startedAt: number | undefined;

  function work(): void {
    startedAt = clock.elapsed();
    clock.schedule(0, endTurn);
    continueTurn(startedAt);
  }

  function continueTurn(since: number): void {
    let step = waiting[head];
    while (step !== undefined) {
      if (!step()) head += 1;
      step = waiting[head];
      if (clock.elapsed() - since >= TURN_MS) break;
    }
    if (head === waiting.length) waiting.length = head = 0;
  }

  function endTurn(): void {
    startedAt = undefined;
    if (waiting.length > 0) work();
  }

  return {
    run(step) {
      waiting.push(step);
      if (startedAt === undefined) work();
      // Whoever waits already waits for the next turn, and so does everybody behind.
      else if (waiting.length - head === 1 && clock.elapsed() - startedAt < TURN_MS) {
        continueTurn(startedAt);
      }
    },
  };
}
