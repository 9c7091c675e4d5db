import { t } from '../../engine/language/speech';
import type { StoreSize } from '../../engine/lookup';

/** What is kept, in a sentence. */
export function sizeText(size: StoreSize | undefined): string {
  if (size === undefined) return t('Checking saved results…');
  const kept =
    size.answers === 0
      ? t('No results saved on this device yet.')
      : t(
          '{answers, plural, one {# value} other {# values}}, about {bytes}. Using them again is free.',
          { answers: size.answers, bytes: bytesText(size.bytes) },
        );
  return size.trouble === undefined ? kept : `${TROUBLE[size.trouble]} ${kept}`;
}

const TROUBLE: Readonly<Record<NonNullable<StoreSize['trouble']>, string>> = {
  blocked: t('Locus can’t store data on this device, so results last until you close Locus.'),
  full: t('This device is out of storage. New results last until you close Locus.'),
  damaged: t('Saved results were damaged and had to be deleted.'),
};

/** A size in kB or MB, never 0. */
export function bytesText(bytes: number): string {
  if (bytes < 1_000_000) return t('{value} kB', { value: Math.max(1, Math.round(bytes / 1000)) });
  return t('{bytes} MB', { bytes: (bytes / 1_000_000).toFixed(1) });
}
