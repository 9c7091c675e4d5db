import { largest } from '../../engine/async/extremes';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownField } from '../../engine/contract/json-checks';
import type { Database, RootDatabase } from 'lmdb';
import { createId } from '../token-format';
import { StoreForgot } from './shared-state';

/**
 * A mark in the store that only rises. A gateway that has seen a higher one knows that the store
 * was emptied, exchanged or restored from an older copy, and no longer knows calls that were paid
 * for.
 */
export interface StoreMark {
  /** Of the store itself. */
  readonly id: string;
  /** Rises when an administrator confirms that the store has forgotten. */
  readonly epoch: number;
  /** Rises with each call that is reserved, and each record and budget that is changed. */
  readonly version: number;
}

/** Whether the store has had a higher mark than the one that is in it now. */
function isBehind(found: StoreMark | undefined, seen: StoreMark): boolean {
  if (found?.id !== seen.id) return true;
  return found.epoch === seen.epoch ? found.version < seen.version : found.epoch < seen.epoch;
}

/** The highest mark that this gateway has seen, in memory and in a file of its own. */
export class SeenMark {
  mark: StoreMark | undefined;
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param file undefined to remember it in memory alone.
   * @param onTrouble the file cannot be written; memory still counts.
   */
  constructor(
    private readonly file: string | undefined,
    /** Settles once the store itself has what it was given. */
    private readonly whenDurable: () => Promise<unknown>,
    private readonly onTrouble: () => void = () => {},
  ) {
    this.mark = file === undefined ? undefined : readMark(file);
  }

  take(mark: StoreMark): void {
    if (this.mark !== undefined && !isBehind(this.mark, mark)) return;
    this.mark = mark;
    if (this.file === undefined) return;
    this.timer ??= setTimeout(() => void this.write().catch(this.onTrouble), WRITE_MS).unref();
  }

  async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { file } = this;
    if (this.mark === undefined || file === undefined) return;
    // Never ahead of the store: a power failure would look like a store that has forgotten.
    await this.whenDurable();
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, JSON.stringify(this.mark), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
}

function readMark(file: string): StoreMark | undefined {
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const [id, epoch, version] = ['id', 'epoch', 'version'].map((name) => ownField(json, name));
    const isWhole = typeof epoch === 'number' && typeof version === 'number';
    return typeof id === 'string' && isWhole ? { id, epoch, version } : undefined;
  } catch {
    return undefined;
  }
}

const WRITE_MS = 200;

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
      Math.max(0, largest(marks.map((m) => m[of]))) + 1;
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
