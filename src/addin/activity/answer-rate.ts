import type { Activity, ActivitySnapshot, CancelScheduled, Clock } from '../../engine/lookup';
import type { ValueStore } from '../pane/parts/use-store-value';

/**
 * Values settled per second, over the last few seconds; undefined while the engine is idle, or has
 * not been watched for long enough.
 */
export type RateStore = ValueStore<number | undefined>;

/** Updates whenever the activity reports a change, and once more after it has fallen silent. */
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
  /** Values settled by then. */
  readonly settled: number;
}

const SPAN_MS = 3000;
/** Over a shorter time, a rate says more about chance than about speed. */
const MIN_SPAN_MS = 500;
const SILENCE_MS = 3000;

/** In steps that a person can read: whole values, or tenths below ten. */
function rateOf(samples: readonly Sample[]): number | undefined {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < MIN_SPAN_MS)
    return undefined;
  // The count goes down when failed questions are asked again.
  const perSecond = Math.max(0, (last.settled - first.settled) / (last.at - first.at)) * 1000;
  const rate = perSecond >= 10 ? Math.round(perSecond) : Math.round(perSecond * 10) / 10;
  // No rate instead of 0: the waiting count shows that nothing ends.
  return rate > 0 ? rate : undefined;
}
