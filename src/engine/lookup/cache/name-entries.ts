/**
 * A base class: a map from names (ids in the engine's Names) to entries. There may be 100,000 of
 * these maps, nearly all with a single name, so one name needs no list and no extra object. Several
 * names are searched in a list of small integers, which beats a Map up to hundreds of names.
 */
export abstract class NameEntries<Entry extends object> {
  /** The only entry's name; NONE while there is no entry, or several. */
  private name = NONE;
  private content: Entry | Several<Entry> | undefined = undefined;

  /** Names that have an entry. */
  get size(): number {
    if (this.content instanceof Several) return this.content.entries.length;
    return this.content === undefined ? 0 : 1;
  }

  find(name: number): Entry | undefined {
    if (this.content instanceof Several) return this.content.find(name);
    return name === this.name ? this.content : undefined;
  }

  /** In the order in which they were added. */
  protected get names(): readonly number[] {
    if (this.content instanceof Several) return [...this.content.names];
    return this.content === undefined ? [] : [this.name];
  }

  /** In the order in which their names were added. Not a copy. */
  protected get entries(): readonly Entry[] {
    if (this.content instanceof Several) return this.content.entries;
    return this.content === undefined ? [] : [this.content];
  }

  protected set(name: number, entry: Entry): void {
    if (this.content instanceof Several) {
      this.content.set(name, entry);
    } else if (this.content === undefined || name === this.name) {
      this.name = name;
      this.content = entry;
    } else {
      this.content = new Several(this.name, this.content);
      this.content.set(name, entry);
      this.name = NONE;
    }
  }

  protected delete(name: number): void {
    if (this.content instanceof Several) {
      this.content.delete(name);
      if (this.content.entries.length === 0) this.content = undefined;
    } else if (name === this.name) {
      this.name = NONE;
      this.content = undefined;
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
