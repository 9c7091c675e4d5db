/** Counts different texts in 16 bytes each. Two of them are taken for one once in 10^16 pairs. */
export class KeySet {
  size = 0;
  private slots = new Float64Array(1024);

  /** @returns whether it is new. */
  add(key: string): boolean {
    const hash = hashOf(key);
    if (!this.put(hash)) return false;
    this.size += 1;
    if (this.size > this.slots.length / 2) this.grow();
    return true;
  }

  private put(hash: number): boolean {
    const mask = this.slots.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const found = this.slots[at];
      if (found === hash) return false;
      if (found !== 0) continue;
      this.slots[at] = hash;
      return true;
    }
  }

  private grow(): void {
    const before = this.slots;
    this.slots = new Float64Array(2 * before.length);
    for (const hash of before) if (hash !== 0) this.put(hash);
  }
}

/** 53 bits, never 0: cyrb53, a public-domain hash of two multiplicative halves. */
function hashOf(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0) || 1;
}
