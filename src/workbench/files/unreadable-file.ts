import { t } from '../../engine/language/speech';
import { createSlicer, type Clock, type Slicer } from '../../engine/lookup';

/** A file that cannot be opened; the message tells people why. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** A message that fits many kinds of damage. */
export function damaged(): UnreadableFile {
  return new UnreadableFile(
    t(
      'The file is damaged or incomplete. Get another copy, or open it in Excel and save a new copy.',
    ),
  );
}

/** The file would take more than the workbench can hold. */
export function tooLarge(what: string): UnreadableFile {
  return new UnreadableFile(t('The workbench can’t open this file: {what}.', { what }));
}

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
