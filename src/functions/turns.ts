import type { Clock } from '../lookup';

/** The page's attention, in turns: all invocations share them, first come, first served. */
export interface Turns {
  /** Takes steps until nothing is left of the work, now if there is time left in this turn. */
  run(work: Work): void;
}

/** An object, not a closure: there may be 100,000 at once. */
export interface Work {
  /** Short; does not throw. False when nothing is left. */
  step(): boolean;
}

/** Well under the 50 ms after which a page feels stuck. */
const TURN_MS = 8;

/**
 * What is done at once: the task is the host's, who reads and begins 10,000 invocations in it, and
 * it alone may take 40 ms of those 50.
 */
const FIRST_TURN_MS = 3;

export function createTurns(clock: Clock): Turns {
  const waiting: (Work | undefined)[] = [];
  let head = 0;
  /** When this turn began; undefined between turns. */
  let startedAt: number | undefined;

  let lastsMs = FIRST_TURN_MS;

  function begin(turnMs: number): void {
    startedAt = clock.elapsed();
    lastsMs = turnMs;
    clock.schedule(0, endTurn);
    continueTurn(startedAt);
  }

  function continueTurn(since: number): void {
    let next = waiting[head];
    while (next !== undefined) {
      if (!next.step()) {
        // What is done is let go of now, not when the last of 100,000 is.
        waiting[head] = undefined;
        head += 1;
      }
      next = waiting[head];
      if (clock.elapsed() - since >= lastsMs) break;
    }
    if (head === waiting.length) waiting.length = head = 0;
  }

  function endTurn(): void {
    startedAt = undefined;
    if (waiting.length > 0) begin(TURN_MS);
  }

  return {
    run(work) {
      waiting.push(work);
      if (startedAt === undefined) begin(FIRST_TURN_MS);
      // Whoever waits already waits for the next turn, and so does everybody behind.
      else if (waiting.length - head === 1 && clock.elapsed() - startedAt < lastsMs) {
        continueTurn(startedAt);
      }
    },
  };
}
