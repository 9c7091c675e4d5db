import type { Slicer } from '../lookup';
import { unpacked } from '../workbook/packed-text';
import type { KeySearch, KeyMatch } from './key-search';
import { matchesIn } from './text-pieces';

/** The first key in data that a text holds in compressed form, such as saved answers. */
export async function matchInPacked(
  text: string,
  search: KeySearch,
  slice: Slicer,
): Promise<KeyMatch | undefined> {
  let bytesLeft = MOST_BYTES;
  for (const [run] of text.matchAll(BASE64)) {
    const bytes = unpacked(run, Math.min(bytesLeft, MOST_BYTES_OF_RUN));
    await slice();
    if (bytes === undefined) continue;
    bytesLeft -= bytes.length;
    const [match] = await matchesIn(new TextDecoder('latin1').decode(bytes), search, slice);
    if (match !== undefined) return match;
    if (bytesLeft <= 0) return undefined;
  }
  return undefined;
}

/** Shorter runs are words. */
const BASE64 = /[A-Za-z0-9+/]{40,}={0,2}/g;

/** More than Locus ever packs; a decompression bomb gets no further. */
const MOST_BYTES_OF_RUN = 4_000_000;
const MOST_BYTES = 64_000_000;
