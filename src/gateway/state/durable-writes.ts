import type { RootDatabase } from 'lmdb';
import { StoreDown } from './shared-state';

export interface DurableWrites {
  /** Whether the disk took nothing when it was last tried. */
  readonly isDown: boolean;
  stop(): void;
}

/**
 * Makes every transaction of a database fail as `StoreDown` while the disk takes nothing, say
 * because it is full. What is stored can still be read. The disk is tried again every second.
 *
 * @param recover what must be written before anything else.
 */
export async function watchWrites(
  root: RootDatabase,
  recover: () => Promise<void>,
  onChange: (isUp: boolean) => void,
): Promise<DurableWrites> {
  const write = root.transaction.bind(root);
  const probe = root.openDB<Buffer, string>({ name: 'probe', encoding: 'binary' });
  let isDown = false;
  let isRecovered = false;
  let trying: NodeJS.Timeout | undefined;

  const guarded = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      if (!isFailedCommit(error)) throw error;
      error.commitError.catch(() => undefined);
      fell();
      throw new StoreDown('The disk takes nothing.');
    }
  };
  const fell = (): void => {
    if (!isDown) onChange(false);
    isDown = true;
    trying ??= setTimeout(() => void tryAgain(), TRY_MS).unref();
  };
  const tryAgain = async (): Promise<void> => {
    trying = undefined;
    try {
      isTrying = true;
      // As much as several transactions need, so that the next one does not fail again.
      await root.transaction(() => void probe.put('room', Buffer.alloc(PROBE_BYTES)));
      if (!isRecovered) await recover();
      isRecovered = true;
      isDown = false;
      onChange(true);
    } catch {
      fell();
    } finally {
      isTrying = false;
    }
  };
  let isTrying = true;
  root.transaction = ((run: () => unknown) =>
    isDown && !isTrying
      ? Promise.reject(new StoreDown('The disk takes nothing.'))
      : guarded(() => Promise.resolve(write(run)))) as typeof root.transaction;
  try {
    await recover();
    isRecovered = true;
  } catch (error) {
    if (!(error instanceof StoreDown)) throw error;
  } finally {
    isTrying = false;
  }
  return {
    get isDown() {
      return isDown;
    },
    stop: () => clearTimeout(trying),
  };
}

/**
 * Whether this is how LMDB says that a commit failed. It also rejects promises of its own that
 * nobody can handle; the write that failed reports it anyway.
 */
function isFailedCommit(
  error: unknown,
): error is Error & { readonly commitError: Promise<unknown> } {
  return error instanceof Error && 'commitError' in error;
}

/** Whether it is LMDB's own: its errors have the system's numbers, and Node's have words. */
export function isOfCommit(error: unknown): boolean {
  return isFailedCommit(error) || typeof (error as { code?: unknown } | null)?.code === 'number';
}

const TRY_MS = 1000;
const PROBE_BYTES = 64 * 1024;
