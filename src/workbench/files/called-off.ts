import { createSlicer, type Clock, type Slicer } from '../../engine/lookup';

/** A person has cancelled the work under way. */
export class CalledOff extends Error {
  override readonly name = 'CalledOff';
}

/** A slicer that throws `CalledOff` once a person cancels the work. */
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

/** Reading the clock costs more than most steps do. */
const STEPS_BETWEEN_LOOKS = 16;
