import { t } from '../../engine/language/speech';
import type { Notice } from '../pane/parts/use-noticed-steps';
import type { Sheet, WrittenBlock } from '../spreadsheet/sheet';

export interface UndoParts {
  readonly sheet: Pick<Sheet, 'undo' | 'foreseeUndo'>;
  /** Runs a step that a person takes later, and shows its notice. */
  later(run: () => Promise<Notice>): void;
}

/** The texts of an undo. */
export interface UndoWords {
  /** None was restored if a person has already taken all of it back. */
  done(restored: number): string;
  /** Some cells were changed since, and were left as they are. */
  except(restored: number, kept: number): string;
  /** Called if some changes could not be undone. */
  left(reason: string, left: readonly WrittenBlock[]): string;
}

/**
 * Returns the action that undoes changes. Its notice offers another undo while any changes are
 * left.
 */
export function undoAction(
  changes: readonly WrittenBlock[],
  parts: UndoParts,
  words: UndoWords,
): NonNullable<Notice['action']> {
  return {
    title: t('Undo'),
    run: () => parts.later(() => undo(changes, parts, words)),
    isThere: () => isStillThere(changes, parts.sheet),
  };
}

/** Returns the action that undoes one block. Its cells that were changed since stay as they are. */
export function undoBlock(
  written: WrittenBlock,
  parts: UndoParts,
  words: { readonly done: string; except(kept: number): string },
): NonNullable<Notice['action']> {
  return undoAction([written], parts, {
    done: (restored) => (restored === 0 ? nothingUndone() : words.done),
    except: (restored, kept) => (restored === 0 ? nothingUndone() : words.except(kept)),
    left: (reason) => reason,
  });
}

const nothingUndone = (): string =>
  t('Nothing was removed, because these cells were moved or changed since.');

/** Undoes what was written before a failure, and says what could not be undone. */
export async function afterFailure(
  reason: string,
  changes: readonly WrittenBlock[],
  parts: UndoParts,
  words: UndoWords,
): Promise<Notice> {
  const { restored, kept, left } = await takeBack(changes, parts.sheet);
  const rest = kept === 0 ? reason : `${reason} ${words.except(restored, kept)}`;
  if (left.length === 0) return { tone: 'bad', text: rest };
  return { tone: 'bad', text: words.left(rest, left), action: undoAction(left, parts, words) };
}

async function undo(
  changes: readonly WrittenBlock[],
  parts: UndoParts,
  words: UndoWords,
): Promise<Notice> {
  const { restored, kept, left, failure } = await takeBack(changes, parts.sheet);
  const summary = kept === 0 ? words.done(restored) : words.except(restored, kept);
  if (failure !== undefined) {
    const text = words.left(kept === 0 ? failure : `${failure} ${summary}`, left);
    return { tone: 'bad', text, action: undoAction(left, parts, words) };
  }
  if (restored > 0) return { tone: 'good', text: summary };
  // A person who moved the cells may move them back.
  return { tone: 'bad', text: summary, action: undoAction(changes, parts, words) };
}

/** Whether an undo would change anything back. True also if that cannot be read. */
export async function isStillThere(
  changes: readonly WrittenBlock[],
  sheet: Pick<Sheet, 'foreseeUndo'>,
): Promise<boolean> {
  for (const block of changes) {
    // The first rows are usually enough to tell, and reading a long list takes a while.
    for (const part of new Set([headOf(block), block])) {
      const foreseen = await sheet.foreseeUndo(part);
      if (foreseen.kind === 'failed' || foreseen.restored > 0) return true;
    }
  }
  return false;
}

function headOf(block: WrittenBlock): WrittenBlock {
  if (block.rows <= HEAD) return block;
  const { after, before } = block;
  return {
    ...block,
    rows: HEAD,
    after: after.slice(0, HEAD),
    before: before?.slice(0, HEAD),
  };
}

const HEAD = 2;

interface TakenBack {
  readonly restored: number;
  /** Cells that were changed since, and left as they are. */
  readonly kept: number;
  /** Not taken back, in the order in which they were written, and why. */
  readonly left: readonly WrittenBlock[];
  readonly failure: string | undefined;
}

/** Undoes the changes, the last first, up to the first failure. */
async function takeBack(
  changes: readonly WrittenBlock[],
  sheet: Pick<Sheet, 'undo'>,
): Promise<TakenBack> {
  let [restored, kept] = [0, 0];
  for (const [at, change] of [...changes.entries()].reverse()) {
    const result = await sheet.undo(change);
    if (result.kind === 'failed') {
      return { restored, kept, left: changes.slice(0, at + 1), failure: result.message };
    }
    restored += result.restored;
    kept += result.kept;
  }
  return { restored, kept, left: [], failure: undefined };
}
