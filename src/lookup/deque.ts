/** A first-in-first-out list without the cost of shifting an array. */
export class Deque<T> {
  private list: T[] = [];
  private head = 0;

  get length(): number {
    return this.list.length - this.head;
  }

  get first(): T | undefined {
    return this.list[this.head];
  }

  /** @param index below `length`. */
  at(index: number): T {
    return this.list[this.head + index] as T;
  }

  push(item: T): void {
    this.list.push(item);
  }

  /** Takes out the item nearest to the front that is this one. */
  remove(item: T): void {
    const index = this.list.indexOf(item, this.head);
    if (index < 0) return;
    if (index > this.head) {
      this.list.splice(index, 1);
      return;
    }
    this.head += 1;
    // A copy for every so many: what has gone is let go in the end.
    if (this.head * 2 > this.list.length) {
      this.list = this.list.slice(this.head);
      this.head = 0;
    }
  }

  items(): T[] {
    return this.list.slice(this.head);
  }

  clear(): void {
    this.list = [];
    this.head = 0;
  }
}
