import { join } from 'node:path';
import type { Database, RootDatabase } from 'lmdb';
import { createId } from '../token-format';
import { StoreForgot } from './shared-state';
import { isBehind, SeenMark, type StoreMark } from './store-mark';

/** The mark of a store in a folder: in its data, and in a file beside it that no copy of it has. */
export class LmdbMark {
  hasForgotten: boolean;
  private isClosed = false;
  private readonly kept: Database<StoreMark, string>;
  private readonly seen: SeenMark;

  private constructor(
    root: RootDatabase,
    folder: string,
    private readonly onForgot: () => void,
  ) {
    this.kept = root.openDB({ name: 'mark' });
    this.seen = new SeenMark(join(folder, SEEN_FILE), async () => {
      await root.flushed;
      // A commit that failed, on a full disk, was never seen.
      if (!this.hasForgotten) this.seen.mark = this.found ?? this.seen.mark;
    });
    const { found } = this;
    const seen = this.seen.mark;
    // Data with a mark and no file beside it is a copy that was put into another folder.
    this.hasForgotten = seen === undefined ? found !== undefined : isBehind(found, seen);
  }

  static async open(
    root: RootDatabase,
    folder: string,
    onForgot: () => void = () => {},
  ): Promise<LmdbMark> {
    const mark = new LmdbMark(root, folder, onForgot);
    const { seen } = mark;
    if (mark.found !== undefined || (seen.mark?.version ?? 0) > 0) {
      if (mark.hasForgotten) onForgot();
      return mark;
    }
    // New here. The file comes first: killed in between, it has seen nothing yet.
    mark.hasForgotten = false;
    const first = seen.mark ?? { id: createId('s'), epoch: 1, version: 0 };
    seen.take(first);
    await seen.write();
    await mark.kept.put('mark', first);
    return mark;
  }

  /** Something else shows that calls may be missing. */
  forget(): never {
    this.hasForgotten = true;
    this.onForgot();
    throw new StoreForgot();
  }

  /** @throws StoreForgot if no call may leave. */
  demand(): void {
    if (this.hasForgotten) throw new StoreForgot();
  }

  /** Part of the transaction that it is called in. */
  rise(): void {
    const { found } = this;
    if (this.hasForgotten || found === undefined) return;
    this.put({ ...found, version: found.version + 1 });
  }

  /** An administrator knows. Part of the transaction that it is called in. */
  confirm(): void {
    const marks = [this.found, this.seen.mark].filter((mark) => mark !== undefined);
    const highest = (of: 'epoch' | 'version'): number =>
      Math.max(0, ...marks.map((m) => m[of])) + 1;
    const id = marks[0]?.id ?? createId('s');
    this.hasForgotten = false;
    this.put({ id, epoch: highest('epoch'), version: highest('version') });
  }

  /** Whether the data has no mark at all: it is new, or was emptied. */
  get isEmpty(): boolean {
    return this.found === undefined;
  }

  async close(): Promise<void> {
    if (this.hasForgotten || this.isClosed) return;
    this.isClosed = true;
    await this.seen.write();
  }

  private get found(): StoreMark | undefined {
    return this.kept.get('mark');
  }

  private put(mark: StoreMark): void {
    void this.kept.put('mark', mark);
    this.seen.take(mark);
  }
}

const SEEN_FILE = 'seen-mark.json';
