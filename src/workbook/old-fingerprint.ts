import type { Fingerprint } from './fingerprint';

/**
 * A text's fingerprint until 2026-11-22: two MurmurHash3-like sums over its UTF-16 code units.
 * Snapshots from that time are still read. Must never change: workbooks contain it.
 */
export function oldFingerprint(text: string): Fingerprint {
  let high = 0x9747b28c;
  let low = 0x85ebca6b;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = mixed(high ^ turned(imul(unit, 0xcc9e2d51), 15), 13, 0xe6546b64);
    low = mixed(low ^ turned(imul(unit, 0x1b873593), 17), 18, 0x561ccd1b);
  }
  high ^= text.length;
  low ^= high;
  return { high: finished(high), low: finished(low) };
}

const { imul } = Math;

function mixed(sum: number, turn: number, more: number): number {
  return (imul(turned(sum, turn), 5) + more) | 0;
}

function turned(sum: number, by: number): number {
  return (sum << by) | (sum >>> (32 - by));
}

function finished(sum: number): number {
  let bits = imul(sum ^ (sum >>> 16), 0x85ebca6b);
  bits = imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
