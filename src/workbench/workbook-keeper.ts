import type { Clock } from '../engine/lookup';
import { MAX_KEPT_CONTENT, type KeptWorkbooks } from './kept-workbooks';

/** Keeps the open workbook on this device, a moment after each change. */
export interface WorkbookKeeper {
  /** Call it when another workbook has been opened. */
  opened(opening: Opening): void;
  /** Returns what to pass to `opened` if a person goes back to the present workbook. */
  openNow(): Opening;
  /** Call it when a person has changed something. */
  changed(): void;
  /** Call it when formulas have got their values. */
  calculated(): void;
  /** Call it when the workbook has been saved as a file. */
  saved(): void;
  /** Whether there is work that is not in a file. */
  hasUnsavedWork(): boolean;
  /** Keeps pending changes at once. */
  flush(): Promise<void>;
  /**
   * Call it when everything kept has been deleted. The workbook is then kept only after its next
   * change.
   */
  forgotten(): void;
}

export interface Opening {
  /** Whether it is worth keeping already. */
  readonly isWork: boolean;
  /** The ID under which a workbook was kept before, and is kept again. */
  readonly keptId?: string;
  /** Whether it contains work that is not in a file. @default whether it has been kept before */
  readonly isUnsaved?: boolean;
}

export interface WorkbookKeeperOptions {
  readonly kept: Pick<KeptWorkbooks, 'write'>;
  readonly clock: Pick<Clock, 'now' | 'elapsed' | 'schedule'>;
  readonly newId: () => string;
  /** Makes this window the one that keeps the workbook. Returns false if another window does. */
  claim(id: string): Promise<boolean>;
  name(): string;
  /** Returns the whole workbook as text. */
  content(): string;
  /** Whether the text contains the API key, which is never kept. */
  holdsKey(text: string): boolean;
  /** Called once for each workbook that cannot be kept. */
  onFailed(reason: KeepingFailure): void;
}

export type KeepingFailure = 'too-large' | 'holds-key' | 'storage';

/** Waits for a pause in the work, but no longer than `MAX_WAIT_MS`. */
const PAUSE_MS = 2_000;
const MAX_WAIT_MS = 20_000;
/** A large workbook takes long to write: at most this share of the time goes into it. */
const SHARE_OF_TIME = 1 / 20;

/** Creates the keeper, with a workbook that is not worth keeping yet. */
export function createWorkbookKeeper(options: WorkbookKeeperOptions): WorkbookKeeper {
  const { kept, clock } = options;
  let id = options.newId();
  let claimed: string | undefined;
  let isWorthKeeping = false;
  let isUnsaved = false;
  let hasFailed = false;
  let waitingSince: number | undefined;
  let restUntil = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;

  /** A workbook that another window keeps is kept apart from there on, so that neither is lost. */
  async function claim(): Promise<void> {
    const wanted = id;
    if (claimed === wanted) return;
    claimed = wanted;
    if ((await options.claim(wanted)) || id !== wanted) return;
    id = options.newId();
    await claim();
  }

  function wait(): void {
    if (!isWorthKeeping) return;
    void claim();
    const now = clock.elapsed();
    waitingSince ??= now;
    const due = Math.max(Math.min(now + PAUSE_MS, waitingSince + MAX_WAIT_MS), restUntil);
    cancel?.();
    cancel = clock.schedule(due - now, () => void keep());
  }

  async function keep(): Promise<void> {
    cancel?.();
    cancel = undefined;
    waitingSince = undefined;
    const startedAt = clock.elapsed();
    const keptId = id;
    const content = options.content();
    const workbook = { id, name: options.name(), at: clock.now() };
    restUntil = clock.elapsed() + (clock.elapsed() - startedAt) / SHARE_OF_TIME;
    const failure =
      failureOf(content) ?? ((await kept.write(workbook, content)) ? undefined : 'storage');
    if (keptId !== id) return;
    if (failure !== undefined && !hasFailed) options.onFailed(failure);
    hasFailed = failure !== undefined;
  }

  function failureOf(content: string): KeepingFailure | undefined {
    if (content.length > MAX_KEPT_CONTENT) return 'too-large';
    return options.holdsKey(content) ? 'holds-key' : undefined;
  }

  return {
    openNow: () => ({ isWork: isWorthKeeping, keptId: id, isUnsaved }),
    opened({ isWork, keptId, ...opening }) {
      cancel?.();
      waitingSince = undefined;
      id = keptId ?? options.newId();
      isWorthKeeping = isWork;
      isUnsaved = opening.isUnsaved ?? keptId !== undefined;
      hasFailed = false;
      wait();
    },
    changed() {
      isWorthKeeping = true;
      isUnsaved = true;
      wait();
    },
    calculated: wait,
    saved() {
      isUnsaved = false;
      // Its name may have changed.
      wait();
    },
    hasUnsavedWork: () => isUnsaved,
    forgotten() {
      cancel?.();
      waitingSince = undefined;
      isWorthKeeping = false;
    },
    flush: () => (waitingSince === undefined ? Promise.resolve() : keep()),
  };
}
