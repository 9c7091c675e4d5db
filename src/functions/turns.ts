import type { Clock } from '../lookup';

/** The page's attention, in turns: all invocations share them, first come, first served. */
export interface Turns {
  /**
   * Calls the step until it says that nothing is left, now if there is time left in this turn. A
   * step is short and does not throw.
   */
  run(step: () => boolean): void;
}

/** Well under the 50 ms after which a page feels stuck. */
const TURN_MS = 8;

/**
 * What is done at once: the task is the host's, who reads and begins 10,000 invocations in it, and
 * it alone may take 40 ms of those 50.
 */
const FIRST_TURN_MS = 3;

export function createTurns(clock: Clock): Turns {
  const waiting: (() => boolean)[] = [];
  let head = 0;
  /** When this turn began; undefined between turns. */
  let startedAt: number | undefined;

  let lastsMs = FIRST_TURN_MS;

  function work(turnMs: number): void {
    startedAt = clock.elapsed();
    lastsMs = turnMs;
    clock.schedule(0, endTurn);
    continueTurn(startedAt);
  }

  function continueTurn(since: number): void {
    let step = waiting[head];
    while (step !== undefined) {
      if (!step()) head += 1;
      step = waiting[head];
      if (clock.elapsed() - since >= lastsMs) break;
    }
    if (head === waiting.length) waiting.length = head = 0;
  }

  function endTurn(): void {
    startedAt = undefined;
    if (waiting.length > 0) work(TURN_MS);
  }

  return {
    run(step) {
      waiting.push(step);
      if (startedAt === undefined) work(FIRST_TURN_MS);
      // Whoever waits already waits for the next turn, and so does everybody behind.
      else if (waiting.length - head === 1 && clock.elapsed() - startedAt < lastsMs) {
        continueTurn(startedAt);
      }
    },
  };
}
