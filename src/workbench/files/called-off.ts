import { createSlicer } from '../../lookup';
import type { Clock, Slicer } from '../../lookup';

/** A person no longer wants what was under way. */
export class CalledOff extends Error {
  override readonly name = 'CalledOff';
}

/** A slicer that lets a person call the work off: then it throws `CalledOff`. */
export function createFileSlicer(
  clock: Pick<Clock, 'elapsed' | 'schedule'>,
  signal?: AbortSignal,
): Slicer {
  const slice = createSlicer(clock, STEPS_BETWEEN_LOOKS, clock.elapsed());
  return () =>
    slice()?.then(() => {
      if (signal?.aborted === true) throw new CalledOff();
    });
}

/** Asking for the time costs more than most steps do. */
const STEPS_BETWEEN_LOOKS = 16;
