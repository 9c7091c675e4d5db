/**
 * Attribute names as small numbers: a place's names are then compared as integers, and 10,000
 * places share one text. An id never changes while it is in use; then another name may have it.
 */
export class Names {
  private readonly ids = new Map<string, number>();
  private readonly texts: (string | undefined)[] = [];
  private readonly free: number[] = [];

  /** @param onMany more are known than any account has, and some may be in use no longer. */
  constructor(private readonly onMany: () => void = () => undefined) {}

  get areMany(): boolean {
    return this.ids.size > MANY;
  }

  idOf(text: string): number {
    let id = this.ids.get(text);
    if (id === undefined) {
      id = this.free.pop() ?? this.texts.length;
      this.ids.set(text, id);
      this.texts[id] = text;
      if (this.areMany) this.onMany();
    }
    return id;
  }

  /** Without making the name known; -1 for one that is not. */
  find(text: string): number {
    return this.ids.get(text) ?? -1;
  }

  /** @param id given by `idOf`. */
  textOf(id: number): string {
    return this.texts[id] as string;
  }

  /** Lets go of all that are not in use; returns their ids. */
  release(isInUse: ReadonlySet<number>): readonly number[] {
    const released: number[] = [];
    for (const [text, id] of this.ids) {
      if (isInUse.has(id)) continue;
      this.ids.delete(text);
      this.texts[id] = undefined;
      this.free.push(id);
      released.push(id);
    }
    return released;
  }
}

/** An account has some 3,000. */
const MANY = 20_000;
