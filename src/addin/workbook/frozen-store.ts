import { t } from '../../engine/language/speech';
import { MAX_FORMULA } from '../spreadsheet/block-writing';
import type { FormulaPart } from '../spreadsheet/formula-parts';
import type { CannotDo, SheetArea } from '../spreadsheet/sheet';
import type { WorkbookParts } from '../spreadsheet/workbook-parts';
import { readXmlElement, xmlElement } from '../spreadsheet/xml-element';
import { formulaAt } from './followed-formula';
import {
  type FrozenBlock,
  isConsistent,
  isCount,
  mergedFrozen,
  readAnchor,
  readArea,
  readFrozenJson,
  type RowRun,
  toFrozenJson,
} from './frozen-formulas';
import { createSerialQueue } from '../../engine/lookup';
import {
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
  ownJson,
  readJsonObject,
  readList,
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

/** 1 and 2 kept many formulas of a column under one name. */
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
    let isWhole = formulas !== undefined;
    for (const [key, json] of Object.entries(formulas ?? {})) {
      const found = version < VERSION ? readOldFrozenJson(json) : readFrozenJson(key, json);
      // One unreadable entry does not affect the others.
      isWhole &&= found !== undefined;
      for (const block of [found ?? []].flat()) {
        const known = blocks.get(block.anchor);
        blocks.set(block.anchor, known === undefined ? block : mergedFrozen(known, block));
      }
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
  const version = element?.attributes.get('version') ?? '';
  if (!/^[1-9]\d{0,5}$/.test(version)) return { version: 0, formulas: undefined };
  const document = element?.text === undefined ? undefined : readJsonObject(element.text);
  const formulas = document && ownJson(document, 'formulas');
  return { version: Number(version), formulas: isJsonObject(formulas) ? formulas : undefined };
}

/**
 * Reads what versions 1 and 2 kept: pieces of text and indices of references, and many formulas of
 * a column under one name. A name with one formula is a block of today. Of several, each is a block
 * whose name never existed, so that it is listed with the cells where it was. Undefined if the JSON
 * is no such thing.
 */
function readOldFrozenJson(json: Json): FrozenBlock[] | undefined {
  if (!isJsonObject(json)) return undefined;
  // Version 1 kept formulas that were back in their cells.
  if (ownJson(json, 'thawedAt') !== undefined) return [];
  const at = ownJson(json, 'at');
  const kind = ownJson(json, 'kind') === 'spill' ? 'spill' : 'column';
  const area = readArea(ownJson(json, 'area'));
  const anchor = readAnchor(ownJson(json, 'anchor'));
  const references = readList(ownJson(json, 'references'), MOST_REFERENCES, readReference);
  const formulas = readList(ownJson(json, 'formulas'), MOST, readParts);
  const runs = readList(ownJson(json, 'runs'), MOST, readRun);
  const blanks = ownJson(json, 'blanks');
  if (!isCount(at, 0) || area === undefined || anchor === undefined) return undefined;
  if (references === undefined || formulas === undefined || runs === undefined) return undefined;
  const state = ownJson(json, 'isLeft') === true ? 'left' : 'value';
  const rows = kind === 'spill' ? 1 : area.rows;
  /** A block with a formula, from a row of the run on. */
  const blockOf = (formula: number, row: number, runsOf: readonly RowRun[]): FrozenBlock => {
    const used = (formulas[formula] ?? []).map((part) =>
      typeof part === 'string' ? part : references[part],
    );
    const read = used.flatMap((part) => (typeof part === 'object' ? [part] : []));
    const parts = used.map((part) => (typeof part === 'object' ? part.reference : (part ?? '')));
    const now = read.map((reference) => reference.area);
    return {
      ...{ anchor, at, kind, area, rows: runsOf },
      formula: formulaAt(parts, now, row, { sheet: area.sheet, rows }),
      reads: read.map((reference) => reference.anchor),
    };
  };
  if (kind === 'spill') return consistent([blockOf(0, 0, [[state, 1]])]);
  if (formulas.length === 1) {
    const all = runs.map(([formula, count]): RowRun => [formula < 0 ? 'none' : state, count]);
    const block = blockOf(0, 0, all);
    return consistent([isCount(blanks, 0) ? { ...block, blanks } : block]);
  }
  let row = 0;
  return consistent(
    runs.flatMap(([formula, count]) => {
      const from = row;
      row += count;
      if (formula < 0) return [];
      const place = { ...area, row: area.row + from, rows: count };
      const block = blockOf(formula, from, [['left', count]]);
      return [{ ...block, anchor: `${anchor}_row${from}`, area: place, reads: [] }];
    }),
  );
}

const MOST_REFERENCES = 200;
const MOST = 500_000;
const FORMS: ReadonlySet<Json | undefined> = new Set(['cell', 'range', 'columns', 'rows']);

function consistent(blocks: FrozenBlock[]): FrozenBlock[] | undefined {
  return blocks.every(isConsistent) ? blocks : undefined;
}

interface OldReference {
  readonly anchor: string;
  readonly area: SheetArea;
  readonly reference: Exclude<FormulaPart, string>;
}

function readReference(json: Json): OldReference | undefined {
  if (!isJsonObject(json)) return undefined;
  const anchor = readAnchor(ownJson(json, 'anchor'));
  const area = readArea(ownJson(json, 'area'));
  const form = ownJson(json, 'form');
  const fixed = ownJson(json, 'fixed');
  if (anchor === undefined || area === undefined || !FORMS.has(form)) return undefined;
  if (typeof fixed !== 'string') return undefined;
  const sheet = ownJson(json, 'isQualified') === true ? area.sheet : undefined;
  // A `$` was `c` and `r` for the first corner's column and row, `C` and `R` for the second's.
  const corner = (column: string, row: string) => {
    const place = { row: 0, column: 0 };
    return { ...place, isColumnFixed: fixed.includes(column), isRowFixed: fixed.includes(row) };
  };
  const reference = { sheet, form, start: corner('c', 'r'), end: corner('C', 'R') };
  return { anchor, area, reference: reference as OldReference['reference'] };
}

function readParts(json: Json): (string | number)[] | undefined {
  return readList(json, MAX_FORMULA, (part) =>
    typeof part === 'string' || isCount(part, 0) ? part : undefined,
  );
}

function readRun(json: Json): [number, number] | undefined {
  if (!Array.isArray(json)) return undefined;
  const [formula, rows] = json as readonly Json[];
  return isCount(formula, -1) && isCount(rows, 1) ? [formula, rows] : undefined;
}
