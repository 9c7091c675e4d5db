import { t } from '../../engine/language/speech';
import { createSlicer, type Clock, type Slicer } from '../../engine/lookup';

/** Thrown for a file that cannot be opened. The message tells people why. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** Creates an error whose message fits many kinds of damage. */
export function damaged(): UnreadableFile {
  return new UnreadableFile(
    t(
      'The file is damaged or incomplete. Get another copy, or open it in Excel and save a new copy.',
    ),
  );
}

/** Creates an error for a file that contains more than the workbench can handle. */
export function tooLarge(what: string): UnreadableFile {
  return new UnreadableFile(t('The workbench can’t open this file: {what}.', { what }));
}

/** Thrown when a person has cancelled the work. */
export class CalledOff extends Error {
  override readonly name = 'CalledOff';
}

/** Creates a slicer that throws `CalledOff` once a person has cancelled the work. */
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
