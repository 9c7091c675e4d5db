/** What can stand in a list knows where. */
export interface Positioned {
  /** Set by the list that it stands in. */
  position: number;
}

/**
 * A first-in-first-out list out of whose middle anything can be taken at once: whoever leaves
 * leaves an empty position.
 */
export class Deque<T extends Positioned> {
  /** Items that are in it. */
  length = 0;
  private list: (T | undefined)[] = [];
  private head = 0;

  get first(): T | undefined {
    return this.list[this.head];
  }

  /** Who sits so many seats behind the first; nobody may. */
  behindFirst(seats: number): T | undefined {
    return this.list[this.head + seats];
  }

  push(item: T): void {
    item.position = this.list.length;
    this.list.push(item);
    this.length += 1;
  }

  /** @param item stands in this list. */
  remove(item: T): void {
    this.list[item.position] = undefined;
    this.length -= 1;
    while (this.head < this.list.length && this.list[this.head] === undefined) this.head += 1;
    // Closed up when half of it is empty, which is seldom enough to cost nothing.
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
