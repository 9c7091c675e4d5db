import { t } from '../../engine/language/speech';
import type { CannotDo } from '../spreadsheet/sheet';
import type { WorkbookParts } from '../spreadsheet/workbook-parts';
import { readXmlElement, versionOf, xmlElement } from '../spreadsheet/xml-element';
import { type FrozenBlock, mergedFrozen, readFrozenJson, toFrozenJson } from './frozen-formulas';
import { createSerialQueue } from '../../engine/lookup';
import {
  canonicalJson,
  isJsonObject,
  type JsonObject,
  ownJson,
  readJsonObject,
} from './json-document';
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

/** What all parts of a workbook together hold of frozen formulas. */
interface FrozenReading {
  /** By anchor. */
  readonly blocks: ReadonlyMap<string, FrozenBlock>;
  /** Parts in which something cannot be read. */
  readonly damaged: readonly string[];
  /** Whether a later version wrote one of them. */
  readonly isNewer: boolean;
}

/** Namespace of the parts with frozen formulas. Must never change: workbooks contain it. */
export const FROZEN_NAMESPACE = 'urn:locus:frozen';

/** Namespace of parts that were not fully readable, kept here whole and untouched. */
export const FROZEN_ASIDE_NAMESPACE = 'urn:locus:frozen:set-aside';

/** 1 and 2, which no release wrote, count as damaged. */
const VERSION = 3;
/** A workbook keeps less than a million bytes in one part; each character we write is one byte. */
const MOST_CHARACTERS = 900_000;
/** The most that an attacker can make us read. */
const MAX_PART = 2_000_000;
const MAX_PARTS = 60;

/** Takes any texts and never throws. Several parts are read as one with everything in them. */
export function readFrozenParts(parts: readonly string[]): FrozenReading {
  const blocks = new Map<string, FrozenBlock>();
  const damaged: string[] = [];
  let isNewer = false;
  parts.forEach((xml, index) => {
    const { version, formulas } = readPart(index < MAX_PARTS ? xml : '');
    isNewer ||= version > VERSION;
    if (version > VERSION) return;
    let isWhole = version === VERSION && formulas !== undefined;
    for (const [anchor, json] of Object.entries((isWhole && formulas) || {})) {
      const block = readFrozenJson(anchor, json);
      // One unreadable entry does not affect the others.
      isWhole &&= block !== undefined;
      if (block === undefined) continue;
      const known = blocks.get(anchor);
      blocks.set(anchor, known === undefined ? block : mergedFrozen(known, block));
    }
    if (!isWhole) damaged.push(xml);
  });
  return { blocks, damaged, isNewer };
}

/** The blocks in as few parts as hold them; undefined if they are more than are read again. */
export function writeFrozenParts(blocks: Iterable<FrozenBlock>): string[] | undefined {
  const parts: string[][] = [];
  let room = 0;
  for (const block of blocks) {
    const text = frozenText(block);
    if (text.length > MOST_CHARACTERS) return undefined;
    if (text.length > room) {
      parts.push([]);
      room = MOST_CHARACTERS;
    }
    parts.at(-1)?.push(text);
    room -= text.length;
  }
  return parts.length > MAX_PARTS ? undefined : parts.map(partOf);
}

/** As it stands in the part, where each character is one byte. */
function frozenText(block: FrozenBlock): string {
  const text = `${JSON.stringify(block.anchor)}:${canonicalJson(toFrozenJson(block))}`;
  return text.replace(ESCAPED, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** What is not ASCII, and what XML would write in more characters. */
const ESCAPED = /[^\x20-\x7e]|[<>&]/g;

function partOf(texts: readonly string[]): string {
  const attributes = { xmlns: FROZEN_NAMESPACE, version: String(VERSION) };
  return xmlElement('frozen', attributes, `{"formulas":{${texts.join(',')}}}`);
}

function readPart(xml: string): { version: number; formulas: JsonObject | undefined } {
  const element = xml.length > MAX_PART ? undefined : readXmlElement(xml);
  const version = versionOf(element);
  if (version === undefined) return { version: 0, formulas: undefined };
  const document = element?.text === undefined ? undefined : readJsonObject(element.text);
  const formulas = document && ownJson(document, 'formulas');
  return { version, formulas: isJsonObject(formulas) ? formulas : undefined };
}
