import type {
  CatalogueStore,
  DescribedName,
  ImportChange,
  StoreTrouble,
} from '../../../src/engine/catalogue/catalogue-store';

/** A device in memory: what it holds, the calls it got, and what is wrong with it. */
export class FakeCatalogueStore implements CatalogueStore {
  imported: readonly DescribedName[] = [];
  readonly learned = new Map<string, readonly string[]>();
  readonly acts: string[] = [];
  private readonly listeners: (() => void)[] = [];
  trouble: StoreTrouble | undefined;
  /** It answers nothing until this settles. */
  gate: Promise<void> = Promise.resolve();

  async read(account: string) {
    this.acts.push(`read ${account}`);
    await this.gate;
    if (this.trouble !== undefined) return { imported: [], learned: [], trouble: this.trouble };
    return { imported: this.imported, learned: this.learned.get(account) ?? [] };
  }

  async writeImported(change: ImportChange): Promise<StoreTrouble | undefined> {
    await this.gate;
    if (this.trouble !== undefined) return this.trouble;
    this.imported = change({ imported: this.imported });
    this.acts.push(`import ${this.imported.length}`);
    return undefined;
  }

  subscribe(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Reports a change made by another window. */
  tell(): void {
    for (const listener of this.listeners) listener();
  }

  async addLearned(account: string, names: readonly string[]): Promise<StoreTrouble | undefined> {
    this.acts.push(`learn ${names.join(' ')}`);
    await this.gate;
    if (this.trouble === undefined) {
      this.learned.set(account, [...(this.learned.get(account) ?? []), ...names]);
    }
    return this.trouble;
  }

  forgetLearned(): Promise<StoreTrouble | undefined> {
    this.acts.push('forget learned');
    if (this.trouble === undefined) this.learned.clear();
    return Promise.resolve(this.trouble);
  }
}
