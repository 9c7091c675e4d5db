/**
 * 64 bits that stand for a text, from which it cannot be read. Two of a million texts are the same
 * with a chance of one in thirty million; whoever can guess a text can tell whether it is the one.
 *
 * Frozen: workbooks hold it.
 */
export interface Fingerprint {
  readonly high: number;
  readonly low: number;
}

/** Two MurmurHash3-like sums over the UTF-16 code units, with constants and turns of their own. */
export function fingerprint(text: string): Fingerprint {
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
