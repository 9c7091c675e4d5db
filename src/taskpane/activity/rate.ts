import type { Activity, ActivitySnapshot, CancelScheduled, Clock } from '../../lookup';
import type { ValueStore } from '../store-value';

/**
 * Values that end a second, over the last few seconds; undefined while nothing is going on, or too
 * little has been seen to say.
 */
export type RateStore = ValueStore<number | undefined>;

/** Looks whenever the activity tells of a change, and once more when it has fallen silent. */
export function createRateStore(
  activity: Activity,
  clock: Pick<Clock, 'elapsed' | 'schedule'>,
): RateStore {
  const listeners = new Set<() => void>();
  let samples: Sample[] = [];
  let rate: number | undefined;
  let stopListening: (() => void) | undefined;
  let cancelLook: CancelScheduled | undefined;

  function look(snapshot: ActivitySnapshot): void {
    const isBusy = snapshot.waiting + snapshot.inFlight > 0;
    const at = clock.elapsed();
    const settled = snapshot.done + snapshot.failed;
    samples = isBusy
      ? [...samples.filter((sample) => sample.at >= at - SPAN_MS), { at, settled }]
      : [];
    const next = rateOf(samples);
    if (next === rate) return;
    rate = next;
    for (const listener of [...listeners]) listener();
  }

  function listen(snapshot: ActivitySnapshot): void {
    cancelLook?.();
    cancelLook = clock.schedule(SILENCE_MS, () => look(activity.snapshot()));
    look(snapshot);
  }

  return {
    current: () => rate,
    subscribe(listener) {
      listeners.add(listener);
      stopListening ??= activity.subscribe(listen);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stopListening?.();
        stopListening = undefined;
        cancelLook?.();
        samples = [];
        rate = undefined;
      };
    },
  };
}

interface Sample {
  readonly at: number;
  /** Values ended until then. */
  readonly settled: number;
}

const SPAN_MS = 3000;
/** A shorter look tells more of chance than of speed. */
const MIN_SPAN_MS = 500;
const SILENCE_MS = 3000;

/** In steps that a person can read: whole values, or tenths of a slow one. */
function rateOf(samples: readonly Sample[]): number | undefined {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < MIN_SPAN_MS)
    return undefined;
  // Failed questions that are asked again take the count back.
  const perSecond = Math.max(0, (last.settled - first.settled) / (last.at - first.at)) * 1000;
  const rate = perSecond >= 10 ? Math.round(perSecond) : Math.round(perSecond * 10) / 10;
  // That nothing ends is said by what waits.
  return rate > 0 ? rate : undefined;
}
