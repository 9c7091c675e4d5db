import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ownField } from '../../engine/contract/json-checks';

/**
 * A mark in the store that only rises. A gateway that has seen a higher one knows that the store has
 * forgotten: it was emptied, exchanged, or restored from an older copy. Calls that it no longer
 * knows have been paid for all the same.
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
export function isBehind(found: StoreMark | undefined, seen: StoreMark): boolean {
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
    /** Settles once the store itself has what it was told. */
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
