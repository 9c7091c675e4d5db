import { canonicalJson, isJsonObject, ownJson, readJsonObject } from './json-document';
import type { JsonObject } from './json-document';
import { FROZEN_LIMITS, greaterFrozen, readFrozenJson, toFrozenJson } from './frozen-formulas';
import type { FrozenFormulas } from './frozen-formulas';
import { readXmlElement, xmlElement, xmlSafeJson } from '../spreadsheet/xml-element';

/** What all parts of a workbook say about frozen formulas. */
export interface FrozenReading {
  /** By their id. */
  readonly formulas: ReadonlyMap<string, FrozenFormulas>;
  /** Parts in which something cannot be read. */
  readonly damaged: readonly string[];
  /** Whether a later version wrote one of them. */
  readonly isNewer: boolean;
}

/** The parts that hold frozen formulas. Frozen themselves: workbooks hold it. */
export const FROZEN_NAMESPACE = 'urn:locus:frozen';

/** Where a part goes in which something could not be read, whole and untouched. */
export const FROZEN_ASIDE_NAMESPACE = 'urn:locus:frozen:set-aside';

const VERSION = 1;
/** A workbook keeps less than a million bytes in one part; what we write is a byte a character. */
const MOST_CHARACTERS = 900_000;
/** What an attacker may make us look at. */
const MAX_PART = 2_000_000;
const MAX_PARTS = 60;

/** Takes any texts and never throws. Several parts count as one: everything that any of them has. */
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
      const frozen = formulas.size < FROZEN_LIMITS.entries ? readFrozenJson(id, json) : undefined;
      if (frozen === undefined) {
        isWhole = false;
        continue;
      }
      const known = formulas.get(id);
      formulas.set(id, known === undefined ? frozen : greaterFrozen(known, frozen));
    }
    // One entry that cannot be read costs no other.
    if (!isWhole) damaged.push(xml);
  });
  return { formulas, damaged, isNewer };
}

/**
 * As few parts as hold them; undefined where one alone is too large for a part, or all are more
 * than would be read again.
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

/** Holds any text as it was, as a JSON text inside its one element. */
export function writeFrozenAside(xml: string): string {
  const text = xmlSafeJson(JSON.stringify(xml));
  return xmlElement('set-aside', { xmlns: FROZEN_ASIDE_NAMESPACE }, text);
}

/** Whether they fit into a part. */
export function fitsPart(frozen: FrozenFormulas): boolean {
  return frozenText(frozen).length <= MOST_CHARACTERS;
}

/** As it stands in the part, where the less-than sign takes four characters. */
function frozenText(frozen: FrozenFormulas): string {
  const json = canonicalJson(toFrozenJson(frozen));
  const text = `${JSON.stringify(frozen.id)}:${json}`;
  const ascii = text.replace(NOT_ASCII, (character) => escapeOf(character));
  return ascii.replace(/[<>&]/g, escapeOf);
}

/** So that a character is a byte. */
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
