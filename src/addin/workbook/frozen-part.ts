import { canonicalJson, isJsonObject, ownJson, readJsonObject } from './json-document';
import type { JsonObject } from './json-document';
import { FROZEN_LIMITS, greaterFrozen, readFrozenJson, toFrozenJson } from './frozen-formulas';
import type { FrozenFormulas } from './frozen-formulas';
import { readXmlElement, xmlElement, xmlSafeJson } from '../spreadsheet/xml-element';

/** What all parts of a workbook together hold of frozen formulas. */
export interface FrozenReading {
  /** By id. */
  readonly formulas: ReadonlyMap<string, FrozenFormulas>;
  /** Parts in which something cannot be read. */
  readonly damaged: readonly string[];
  /** Whether a later version wrote one of them. */
  readonly isNewer: boolean;
}

/** Namespace of the parts with frozen formulas. Must never change: workbooks contain it. */
export const FROZEN_NAMESPACE = 'urn:locus:frozen';

/** Namespace of parts that were not fully readable, kept here whole and untouched. */
export const FROZEN_ASIDE_NAMESPACE = 'urn:locus:frozen:set-aside';

/** 1 also kept hashes of each cell, and formulas that were back in their cells (`thawedAt`). */
const VERSION = 2;
/** A workbook keeps less than a million bytes in one part; each character we write is one byte. */
const MOST_CHARACTERS = 900_000;
/** The most that an attacker can make us read. */
const MAX_PART = 2_000_000;
const MAX_PARTS = 60;

/** Takes any texts and never throws. Several parts are read as one with everything in them. */
export function readFrozenParts(parts: readonly string[]): FrozenReading {
  const formulas = new Map<string, FrozenFormulas>();
  const damaged: string[] = [];
  let isNewer = false;
  parts.forEach((xml, index) => {
    const entries = index < MAX_PARTS ? readPart(xml) : 'damaged';
    if (typeof entries === 'string') {
      if (entries === 'newer') isNewer = true;
      else damaged.push(xml);
      return;
    }
    let isWhole = true;
    for (const [id, json] of Object.entries(entries)) {
      if (isJsonObject(json) && ownJson(json, 'thawedAt') !== undefined) continue;
      const frozen = formulas.size < FROZEN_LIMITS.entries ? readFrozenJson(id, json) : undefined;
      if (frozen === undefined) {
        isWhole = false;
        continue;
      }
      const known = formulas.get(id);
      formulas.set(id, known === undefined ? frozen : greaterFrozen(known, frozen));
    }
    // One unreadable entry does not affect the others.
    if (!isWhole) damaged.push(xml);
  });
  return { formulas, damaged, isNewer };
}

/**
 * The formulas in as few parts as hold them; undefined if an entry is too large for a part, or
 * there are more parts than `readFrozenParts` reads.
 */
export function writeFrozenParts(formulas: Iterable<FrozenFormulas>): string[] | undefined {
  const parts: string[] = [];
  let held: string[] = [];
  let length = 0;
  const close = (): void => {
    if (held.length > 0) parts.push(partOf(held));
    held = [];
    length = 0;
  };
  for (const frozen of formulas) {
    const text = frozenText(frozen);
    if (text.length > MOST_CHARACTERS) return undefined;
    if (length + text.length > MOST_CHARACTERS) close();
    held.push(text);
    length += text.length;
  }
  close();
  return parts.length > MAX_PARTS ? undefined : parts;
}

/** A part that keeps any text unchanged, as a JSON string inside its one element. */
export function writeFrozenAside(xml: string): string {
  const text = xmlSafeJson(JSON.stringify(xml));
  return xmlElement('set-aside', { xmlns: FROZEN_ASIDE_NAMESPACE }, text);
}

/** Whether they fit into a part. */
export function fitsPart(frozen: FrozenFormulas): boolean {
  return frozenText(frozen).length <= MOST_CHARACTERS;
}

/** As it stands in the part: with `<`, `>` and `&` as JSON escapes, XML adds no characters. */
function frozenText(frozen: FrozenFormulas): string {
  const json = canonicalJson(toFrozenJson(frozen));
  const text = `${JSON.stringify(frozen.id)}:${json}`;
  const ascii = text.replace(NOT_ASCII, (character) => escapeOf(character));
  return ascii.replace(/[<>&]/g, escapeOf);
}

/** Escaped, so that each character is one byte. */
const NOT_ASCII = /[^\x20-\x7e]/g;

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function partOf(texts: readonly string[]): string {
  const attributes = { xmlns: FROZEN_NAMESPACE, version: String(VERSION) };
  return xmlElement('frozen', attributes, xmlSafeJson(`{"formulas":{${texts.join(',')}}}`));
}

function readPart(xml: string): JsonObject | 'newer' | 'damaged' {
  if (xml.length > MAX_PART) return 'damaged';
  const element = readXmlElement(xml);
  const version = element?.attributes.get('version') ?? '';
  if (element === undefined || !/^[1-9]\d{0,5}$/.test(version)) return 'damaged';
  if (Number(version) > VERSION) return 'newer';
  const document = element.text === undefined ? undefined : readJsonObject(element.text);
  const formulas = document && ownJson(document, 'formulas');
  return isJsonObject(formulas) ? formulas : 'damaged';
}
