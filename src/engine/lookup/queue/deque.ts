/** An item that knows its position in a list. */
export interface Positioned {
  /** Set by the list. */
  position: number;
}

/**
 * A first-in-first-out list that can remove an item from its middle at once: the item leaves an
 * empty position behind.
 */
export class Deque<T extends Positioned> {
  /** Items in the list. */
  length = 0;
  private list: (T | undefined)[] = [];
  private head = 0;

  get first(): T | undefined {
    return this.list[this.head];
  }

  /** The item that many positions behind the first, or undefined if that position is empty. */
  behindFirst(seats: number): T | undefined {
    return this.list[this.head + seats];
  }

  push(item: T): void {
    item.position = this.list.length;
    this.list.push(item);
    this.length += 1;
  }

  /** @param item must be in this list. */
  remove(item: T): void {
    this.list[item.position] = undefined;
    this.length -= 1;
    while (this.head < this.list.length && this.list[this.head] === undefined) this.head += 1;
    // Compacts the list when half of it is empty, which is rare enough to cost nothing.
    if (this.length * 2 < this.list.length) {
      const items = this.items();
      this.clear();
      for (const each of items) this.push(each);
    }
  }

  items(): T[] {
    return this.list.slice(this.head).filter((item) => item !== undefined);
  }

  clear(): void {
    this.list = [];
    this.head = this.length = 0;
  }
}
