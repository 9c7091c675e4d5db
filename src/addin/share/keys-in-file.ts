import { t } from '../../engine/language/speech';
import { placeText } from './check-messages';
import { checkWorkbook, type ShareCheckOptions } from './share-check';
import { repairFindings, type ShareRepairParts } from './share-repair';

/** Keys that a file of the open workbook would contain. */
export interface KeysInFile {
  /** Where, in a sentence, without any character of a key. */
  readonly text: string;
  /** Takes them out of the workbook; returns what could not be done, in sentences. */
  remove(): Promise<readonly string[]>;
}

export type KeysInFileParts = Omit<ShareCheckOptions, 'onProgress'> & ShareRepairParts;

/** Undefined if none is found. Never rejects. */
export async function findKeysInFile(parts: KeysInFileParts): Promise<KeysInFile | undefined> {
  const checked = await checkWorkbook({ ...parts, onProgress: () => undefined });
  const [first, ...others] = checked.kind === 'checked' ? checked.findings : [];
  if (checked.kind !== 'checked' || first === undefined) return undefined;
  return {
    text: t(
      'The file would contain your API key: {place}{others, plural, =0 {} one { and # more place} other { and # more places}}.',
      { place: placeText(first), others: others.length },
    ),
    async remove() {
      const { findings } = checked;
      const left = await repairFindings(
        parts,
        checked,
        findings.filter(({ fix }) => fix !== 'none').map(({ id }) => id),
      );
      const byHand = findings.filter(({ fix }) => fix === 'none').map(placeText);
      return [...left, ...byHand.map((place) => t('Remove it manually: {place}.', { place }))];
    },
  };
}
