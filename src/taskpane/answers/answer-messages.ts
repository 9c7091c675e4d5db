import type { StoreSize } from '../../lookup';
import { countText, countedText } from '../../spreadsheet/count-text';

/** What is kept, in a sentence. */
export function sizeText(size: StoreSize | undefined): string {
  if (size === undefined) return 'Checking saved results…';
  const kept =
    size.answers === 0
      ? 'No results saved on this device yet.'
      : `${countedText(size.answers, 'value')}, about ${bytesText(size.bytes)}. Using them again is free.`;
  return size.trouble === undefined ? kept : `${TROUBLE[size.trouble]} ${kept}`;
}

const TROUBLE: Readonly<Record<NonNullable<StoreSize['trouble']>, string>> = {
  blocked: 'Locus can’t store data on this device, so results last until you close it.',
  full: 'This device is out of storage. New results last until you close Locus.',
  damaged: 'Saved results were damaged and had to be deleted.',
};

/** A size in kB or MB, never 0. */
export function bytesText(bytes: number): string {
  if (bytes < 1_000_000) return `${countText(Math.max(1, Math.round(bytes / 1000)))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
