import { t } from '../../engine/language/speech';
import type { CannotDo } from '../spreadsheet/sheet';
import type { WorkbookParts } from '../spreadsheet/workbook-parts';
import {
  FROZEN_ASIDE_NAMESPACE,
  FROZEN_NAMESPACE,
  readFrozenParts,
  writeFrozenParts,
} from './frozen-part';
import type { FrozenBlock } from './frozen-formulas';
import { createSerialQueue } from '../../engine/lookup';
import { CANNOT, safeParts } from './safe-parts';

/**
 * The frozen formulas of the workbook that is open when the store is created; once another is open,
 * the store changes nothing. Nothing here throws or rejects.
 */
export interface FrozenStore {
  read(): Promise<FrozenState>;
  /**
   * Removes blocks, adds or replaces others, and reads them back. If anything goes wrong, all that
   * was kept is still there. What another copy of the add-in has written meanwhile stays.
   */
  change(change: FrozenChange): Promise<FrozenSaving>;
}

export type FrozenState =
  | {
      readonly kind: 'frozen';
      /** Latest first. */
      readonly blocks: readonly FrozenBlock[];
      /** Whether something there is unreadable; it stays until the next change sets it aside. */
      readonly isDamaged: boolean;
      /** Whether a later version of Locus wrote some: then the store changes nothing. */
      readonly isNewer: boolean;
    }
  | CannotDo;

export interface FrozenChange {
  /** Their anchors. */
  readonly removed: readonly string[];
  readonly added: readonly FrozenBlock[];
}

export type FrozenSaving = { readonly kind: 'saved' } | CannotDo;

export function createFrozenStore(parts: WorkbookParts): FrozenStore {
  // Each change reads what the one before has written.
  const inTurn = createSerialQueue();
  const safe = safeParts(parts);
  const { isStillOpen } = safe;

  async function change({ removed, added }: FrozenChange): Promise<FrozenSaving> {
    const texts = await safe.read(FROZEN_NAMESPACE);
    if (texts.kind === 'failed') return texts;
    if (!isStillOpen()) return failed(anotherWorkbook());
    const found = readFrozenParts(texts.parts);
    if (found.isNewer) return failed(newer());
    const blocks = new Map(found.blocks);
    for (const anchor of removed) blocks.delete(anchor);
    for (const block of added) blocks.set(block.anchor, block);
    const written = writeFrozenParts(blocks.values());
    if (written === undefined) return failed(tooLarge());
    const aside = await safe.setAside(
      FROZEN_ASIDE_NAMESPACE,
      found.damaged,
      failed(cannotSetAside()),
    );
    if (aside.kind === 'failed') return aside;
    if (!isStillOpen()) return failed(anotherWorkbook());
    const saved = await safe.write(FROZEN_NAMESPACE, written);
    if (saved.kind === 'failed') return saved;
    const again = await safe.read(FROZEN_NAMESPACE);
    if (again.kind === 'failed') return again;
    const { blocks: kept } = readFrozenParts(again.parts);
    return added.every(({ anchor }) => kept.has(anchor)) ? { kind: 'saved' } : failed(notKept());
  }

  return {
    async read() {
      const texts = await safe.read(FROZEN_NAMESPACE);
      if (texts.kind === 'failed') return texts;
      const { blocks, damaged, isNewer } = readFrozenParts(texts.parts);
      const latestFirst = [...blocks.values()].sort((one, other) => other.at - one.at);
      return { kind: 'frozen', blocks: latestFirst, isDamaged: damaged.length > 0, isNewer };
    },
    change: (next) => inTurn(() => change(next)).catch(() => CANNOT),
  };
}

const newer = (): string =>
  t('A newer version of Locus converted formulas here. Update Locus and try again.');
const tooLarge = (): string =>
  t('That’s more formulas than a workbook can keep. Convert fewer at a time.');
const anotherWorkbook = (): string =>
  t('Another workbook was opened in the meantime. Nothing in it was changed.');
const notKept = (): string =>
  t('The workbook didn’t save the formulas. Save it, reopen it and try again.');
const cannotSetAside = (): string =>
  t('The converted formulas kept in this workbook are damaged and couldn’t be set aside.');

function failed(message: string): CannotDo {
  return { kind: 'failed', message };
}
