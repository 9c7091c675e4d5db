import { fingerprint } from '../engine/async/fingerprint';

/**
 * Counts distinct texts, in 16 bytes each. Two different texts are mistaken for one in one of 10^16
 * pairs.
 */
export class KeySet {
  size = 0;
  private slots = new Float64Array(1024);

  has(key: string): boolean {
    const hash = hashOf(key);
    const mask = this.slots.length - 1;
    for (let at = hash & mask; this.slots[at] !== 0; at = (at + 1) & mask) {
      if (this.slots[at] === hash) return true;
    }
    return false;
  }

  /** @returns whether it is new. */
  add(key: string): boolean {
    if (!this.put(hashOf(key))) return false;
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

function hashOf(key: string): number {
  // 0 marks a free slot.
  return fingerprint(key) || 1;
}

/** Calls that the service has rejected in this run. It would reject them again. */
export class Rejections {
  private readonly rejected = new KeySet();

  /**
   * @param key the key under which answers are stored.
   * @param names the names of the call; none for a score.
   */
  add(key: string, names: readonly string[]): void {
    this.rejected.add(textOf(key, names));
  }

  /** Whether this call was rejected, or a call for only one of its names. */
  has(key: string, names: readonly string[]): boolean {
    return [names, ...names.map((name) => [name])].some((each) =>
      this.rejected.has(textOf(key, each)),
    );
  }
}

function textOf(key: string, names: readonly string[]): string {
  return JSON.stringify([key, ...[...names].sort()]);
}
