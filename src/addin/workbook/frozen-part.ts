import { canonicalJson, isJsonObject, ownJson, readJsonObject } from './json-document';
import type { JsonObject } from './json-document';
import { mergedFrozen, readFrozenJson, toFrozenJson } from './frozen-formulas';
import type { FrozenBlock } from './frozen-formulas';
import { readOldFrozenJson } from './old-frozen-formulas';
import { readXmlElement, xmlElement } from '../spreadsheet/xml-element';

/** What all parts of a workbook together hold of frozen formulas. */
export interface FrozenReading {
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
