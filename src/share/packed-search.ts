import type { Slicer } from '../lookup';
import { unpacked } from '../workbook/packed-text';
import type { KeySearch, KeySight } from './key-search';
import { sightsIn } from './text-pieces';

/** The first key inside of what a text holds in compressed form, as kept answers are. */
export async function sightInPacked(
  text: string,
  search: KeySearch,
  slice: Slicer,
): Promise<KeySight | undefined> {
  let bytesLeft = MOST_BYTES;
  for (const [run] of text.matchAll(BASE64)) {
    const bytes = unpacked(run, Math.min(bytesLeft, MOST_BYTES_OF_RUN));
    await slice();
    if (bytes === undefined) continue;
    bytesLeft -= bytes.length;
    const [sight] = await sightsIn(new TextDecoder('latin1').decode(bytes), search, slice);
    if (sight !== undefined) return sight;
    if (bytesLeft <= 0) return undefined;
  }
  return undefined;
}

/** Shorter ones are words. */
const BASE64 = /[A-Za-z0-9+/]{40,}={0,2}/g;

/** More than Locus ever packs; a bomb goes off no further than that. */
const MOST_BYTES_OF_RUN = 4_000_000;
const MOST_BYTES = 64_000_000;
