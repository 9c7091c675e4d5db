/**
 * A base class: a map from names (ids in the engine's Names) to entries. There may be 100,000 of
 * these maps, nearly all with a single name, so one name needs no list and no extra object. Several
 * names are searched in a list of small integers, which beats a Map up to hundreds of names.
 */
export abstract class NameEntries<Entry extends object> {
  /** The only entry's name; NONE while there is no entry, or several. */
  private name = NONE;
  private held: Entry | Several<Entry> | undefined = undefined;

  /** Names that have an entry. */
  get size(): number {
    if (this.held instanceof Several) return this.held.entries.length;
    return this.held === undefined ? 0 : 1;
  }

  find(name: number): Entry | undefined {
    if (this.held instanceof Several) return this.held.find(name);
    return name === this.name ? this.held : undefined;
  }

  /** In the order in which they were added. */
  protected get names(): readonly number[] {
    if (this.held instanceof Several) return [...this.held.names];
    return this.held === undefined ? [] : [this.name];
  }

  /** In the order in which their names were added. Not a copy. */
  protected get entries(): readonly Entry[] {
    if (this.held instanceof Several) return this.held.entries;
    return this.held === undefined ? [] : [this.held];
  }

  protected set(name: number, entry: Entry): void {
    if (this.held instanceof Several) {
      this.held.set(name, entry);
    } else if (this.held === undefined || name === this.name) {
      this.name = name;
      this.held = entry;
    } else {
      this.held = new Several(this.name, this.held);
      this.held.set(name, entry);
      this.name = NONE;
    }
  }

  protected delete(name: number): void {
    if (this.held instanceof Several) {
      this.held.delete(name);
      if (this.held.entries.length === 0) this.held = undefined;
    } else if (name === this.name) {
      this.name = NONE;
      this.held = undefined;
    }
  }
}

/** No name: ids start at 0. */
const NONE = -1;

/** Names and entries as two parallel lists. */
class Several<Entry> {
  readonly names: number[];
  readonly entries: Entry[];

  constructor(name: number, entry: Entry) {
    this.names = [name];
    this.entries = [entry];
  }

  find(name: number): Entry | undefined {
    const index = this.names.indexOf(name);
    // Not `entries[-1]`, which V8 looks up as a property's name: slower than the search itself.
    return index < 0 ? undefined : this.entries[index];
  }

  set(name: number, entry: Entry): void {
    const index = this.names.indexOf(name);
    if (index >= 0) {
      this.entries[index] = entry;
      return;
    }
    this.names.push(name);
    this.entries.push(entry);
  }

  delete(name: number): void {
    const index = this.names.indexOf(name);
    if (index < 0) return;
    this.names.splice(index, 1);
    this.entries.splice(index, 1);
  }
}
