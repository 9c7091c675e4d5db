import { t } from '../../engine/language/speech';

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
