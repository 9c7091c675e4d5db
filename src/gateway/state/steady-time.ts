import { DAY_MS } from './utc-days';

/**
 * The machine's time. Since the start it must agree with a clock that cannot be set, to within a
 * day: otherwise each jump would begin another day's budget. A jump of more is refused, and time
 * goes on as before; if it was right, a restart takes it.
 */
export function createSteadyTime(parts: SteadyTimeParts): () => number {
  const { wall, elapsedMs, uptimeMs, onJump } = parts;
  const began = wall();
  const [beganElapsed, beganUptime] = [elapsedMs(), uptimeMs()];
  let hasJumped = false;
  // Every value of an answer is compared with the time, a dozen within one millisecond.
  let latest = { wall: Number.NaN, time: 0 };
  return () => {
    const now = wall();
    if (now === latest.wall) return latest.time;
    let steady = began + elapsedMs() - beganElapsed;
    // A machine that slept has not jumped.
    if (isJump(now, steady)) steady = began + uptimeMs() - beganUptime;
    const isOff = isJump(now, steady);
    if (isOff && !hasJumped) onJump(now - steady);
    hasJumped = isOff;
    latest = { wall: now, time: isOff ? steady : now };
    return latest.time;
  };
}

export interface SteadyTimeParts {
  /** Epoch milliseconds. */
  readonly wall: () => number;
  /** Cheap to read; may stand still while the machine sleeps. */
  readonly elapsedMs: () => number;
  /** Counts sleep, too. */
  readonly uptimeMs: () => number;
  readonly onJump: (byMs: number) => void;
}

function isJump(now: number, expected: number): boolean {
  return Math.abs(now - expected) > DAY_MS;
}
