import type { StoreSize } from '../../lookup';
import { countText, countedText } from '../../spreadsheet/count-text';

/** What is kept, in a sentence. */
export function sizeText(size: StoreSize | undefined): string {
  if (size === undefined) return 'Looking at what is kept…';
  const kept =
    size.answers === 0
      ? 'Nothing is kept yet.'
      : `${countedText(size.answers, 'value')}, about ${bytesText(size.bytes)}. Asking for them again costs nothing.`;
  return size.trouble === undefined ? kept : `${TROUBLE[size.trouble]} ${kept}`;
}

const TROUBLE: Readonly<Record<NonNullable<StoreSize['trouble']>, string>> = {
  blocked: 'This device does not let Locus keep anything, so it works from memory.',
  full: 'This device has no room left; new values are kept until you close Locus.',
  damaged: 'What was kept here was damaged and had to go.',
};

/** A size in kB or MB, never 0. */
export function bytesText(bytes: number): string {
  if (bytes < 1_000_000) return `${countText(Math.max(1, Math.round(bytes / 1000)))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
