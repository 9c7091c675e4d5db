import { fingerprint } from '../engine/async/fingerprint';

/** How a row's questions ended: its values, and why any are missing. */
export interface RowOutcome {
  /** One value for each question; null for a missing one. */
  readonly values: readonly (number | null)[];
  /** The message for people; "" if every question has an answer. */
  readonly error: string;
  /** Whether the message is about every question. */
  readonly isWhole: boolean;
  /** Whether calls or credits ran out. */
  readonly isOverBudget: boolean;
}

/** What rows with the same key ask for. Pending until `outcome` is set. */
export interface AskedRow {
  outcome: RowOutcome | undefined;
}

/**
 * Recent outcomes, in some 60 bytes each, because there may be hundreds of thousands. If there are
 * too many, the older half is dropped. The engine then finds their answers among those that are
 * kept.
 */
export class RecentOutcomes {
  private readonly pending = new Map<string, AskedRow>();
  private recent = new Generation();
  private older = new Generation();

  constructor(private readonly most: number) {}

  /** @param width the number of questions. */
  find(key: string, width: number): AskedRow | undefined {
    const pending = this.pending.get(key);
    if (pending !== undefined) return pending;
    const outcome = this.recent.find(key, width) ?? this.older.find(key, width);
    return outcome && { outcome };
  }

  add(key: string, asked: AskedRow): void {
    this.pending.set(key, asked);
  }

  settle(key: string, outcome: RowOutcome): void {
    this.pending.delete(key);
    if (this.recent.size >= this.most / 2) {
      this.older = this.recent;
      this.recent = new Generation();
    }
    this.recent.add(key, outcome);
  }
}

class Generation {
  private readonly keys = new TextNumbers();
  /** Where the values of each key begin. */
  private starts = new Uint32Array(1024);
  private readonly failures = new Map<string, RowOutcome>();
  private values = new Float64Array(1024);
  private used = 0;

  get size(): number {
    return this.keys.size + this.failures.size;
  }

  find(key: string, width: number): RowOutcome | undefined {
    const start = this.starts[this.keys.find(key)];
    if (start === undefined) return this.failures.get(key);
    const values: (number | null)[] = [];
    for (let at = start; at < start + width; at += 1) {
      const value = this.values[at] as number;
      values.push(Number.isNaN(value) ? null : value);
    }
    return { values, error: '', isWhole: false, isOverBudget: false };
  }

  add(key: string, outcome: RowOutcome): void {
    if (outcome.error !== '') {
      this.failures.set(key, outcome);
      return;
    }
    const end = this.used + outcome.values.length;
    this.values = longEnough(this.values, end);
    outcome.values.forEach((value, index) => (this.values[this.used + index] = value ?? NaN));
    const number = this.keys.add(key);
    this.starts = longEnough(this.starts, number + 1);
    this.starts[number] = this.used;
    this.used = end;
  }
}

/**
 * Texts with numbers: 0, 1, 2, in the order in which they came. Each text takes some 12 bytes
 * besides its own; in a Map it would take 80.
 */
class TextNumbers {
  size = 0;
  private bytes: Uint8Array = new Uint8Array(16_384);
  /** Where each text ends in `bytes`, by its number. */
  private ends = new Uint32Array(1024);
  /** Numbers plus 1, by the texts' hashes; 0 is free. */
  private slots = new Uint32Array(2048);

  /** Returns the number of a text; -1 if it is not there. */
  find(text: string): number {
    return (this.slots[this.slotOf(text, utf8.encode(text))] ?? 0) - 1;
  }

  /**
   * Adds a text.
   *
   * @returns its number, which it may already have.
   */
  add(text: string): number {
    const bytes = utf8.encode(text);
    const slot = this.slotOf(text, bytes);
    const known = this.slots[slot] ?? 0;
    if (known > 0) return known - 1;
    const number = this.size;
    const start = this.endOf(number - 1);
    this.bytes = longEnough(this.bytes, start + bytes.length);
    this.bytes.set(bytes, start);
    this.ends = longEnough(this.ends, number + 1);
    this.ends[number] = start + bytes.length;
    this.size += 1;
    this.slots[slot] = this.size;
    if (this.size > this.slots.length / 2) this.spread();
    return number;
  }

  /** The slot of a text, or the free one where it belongs. */
  private slotOf(text: string, bytes: Uint8Array): number {
    const mask = this.slots.length - 1;
    for (let slot = fingerprint(text) & mask; ; slot = (slot + 1) & mask) {
      const number = (this.slots[slot] ?? 0) - 1;
      if (number === -1 || this.holds(number, bytes)) return slot;
    }
  }

  private holds(number: number, bytes: Uint8Array): boolean {
    const start = this.endOf(number - 1);
    if (this.endOf(number) - start !== bytes.length) return false;
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.bytes[start + at] !== bytes[at]) return false;
    }
    return true;
  }

  private endOf(number: number): number {
    return this.ends[number] ?? 0;
  }

  private spread(): void {
    const mask = 2 * this.slots.length - 1;
    const slots = new Uint32Array(mask + 1);
    for (let number = 0; number < this.size; number += 1) {
      const bytes = this.bytes.subarray(this.endOf(number - 1), this.endOf(number));
      let slot = fingerprint(decoder.decode(bytes)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.slots = slots;
  }
}

const utf8 = new TextEncoder();
const decoder = new TextDecoder();

/** Returns the array, or a copy of at least twice its length if it is too short. */
function longEnough<T extends Uint8Array | Uint32Array | Float64Array>(
  array: T,
  length: number,
): T {
  if (length <= array.length) return array;
  const longer = new (array.constructor as new (length: number) => T)(
    Math.max(length, 2 * array.length),
  );
  longer.set(array);
  return longer;
}
