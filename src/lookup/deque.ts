/** A first-in-first-out list without the cost of shifting an array. */
export class Deque<T> {
  private items: (T | undefined)[] = [];
  private head = 0;

  get length(): number {
    return this.items.length - this.head;
  }

  get first(): T | undefined {
    return this.items[this.head];
  }

  at(index: number): T | undefined {
    return this.items[this.head + index];
  }

  push(item: T): void {
    this.items.push(item);
  }

  /** Takes out the item nearest to the front that is this one. */
  remove(item: T): void {
    const index = this.items.indexOf(item, this.head);
    if (index < 0) return;
    if (index > this.head) {
      this.items.splice(index, 1);
      return;
    }
    this.items[this.head] = undefined;
    this.head += 1;
    if (this.head > COMPACT && this.head * 2 > this.items.length) {
      this.items = this.items.slice(this.head);
      this.head = 0;
    }
  }

  drain(): T[] {
    const left = this.items.slice(this.head) as T[];
    this.items = [];
    this.head = 0;
    return left;
  }
}

/** Gone items tolerated at the front before the list is copied without them. */
const COMPACT = 1024;
