import { afterMisc } from './xml-element';
import type { CannotDo } from './sheet';

/**
 * Documents inside the workbook, hidden from view but passed on with the file: XML texts, found by
 * the namespace of their root element. Nothing here throws.
 */
export interface WorkbookParts {
  /** Every part of a namespace, in no particular order; an empty list if there is none. */
  read(namespace: string): Promise<PartsReading>;
  /**
   * Replaces the parts of a namespace, and reads them back: unless it returns `written`, the old
   * ones are still there.
   */
  write(namespace: string, parts: readonly string[]): Promise<PartsWriting>;
  remove(namespace: string): Promise<PartsWriting>;
  /** How often another workbook has been opened: work begun in one must not end in another. */
  opened(): number;
  /** Calls the listener when another workbook has replaced the open one. */
  subscribe(listener: () => void): () => void;
}

export type PartsReading = { readonly kind: 'parts'; readonly parts: readonly string[] } | CannotDo;

export type PartsWriting = { readonly kind: 'written' } | CannotDo;

/** Excel on the web accepts 5 MB per request; a part goes in one, with room to spare. */
export const MAX_PART_BYTES = 1_000_000;

/** Why these parts cannot be kept, or undefined. */
export function partsFault(namespace: string, parts: readonly string[]): string | undefined {
  if (namespace.trim() === '') return 'Parts of a workbook need a namespace.';
  for (const part of parts) {
    if (byteLength(part) >= MAX_PART_BYTES) {
      return 'That’s more than the 1 MB a workbook can keep in one part.';
    }
    if (rootNamespace(part) !== namespace) return 'A part has another namespace than its own.';
  }
  return undefined;
}

/**
 * The namespace of the text's root element; undefined if the text is not XML. Takes time in
 * proportion to the text and no memory, however long a comment or tag in it is: a single pattern
 * for the whole text could run out of memory.
 */
export function rootNamespace(xml: string): string | undefined {
  const start = afterMisc(xml, 0);
  if (xml[start] !== '<') return undefined;
  const nameEnd = skipped(xml, start + 1, NAME);
  const [prefix, local] = xml.slice(start + 1, nameEnd).split(':', 3);
  const declaration = local === undefined ? 'xmlns' : `xmlns:${prefix}`;
  if (prefix === '' || local === '') return undefined;
  let namespace: string | undefined;
  for (let at = nameEnd, count = 0; count <= MAX_ATTRIBUTES; count += 1) {
    const from = skipped(xml, at, SPACE);
    if (xml[from] === '>' || xml.startsWith('/>', from)) return namespace;
    const end = skipped(xml, from, NAME);
    const equals = skipped(xml, end, SPACE);
    const value = skipped(xml, equals + 1, SPACE);
    const mark = xml[value];
    const valueEnd = mark === '"' || mark === "'" ? xml.indexOf(mark, value + 1) : -1;
    if (from === at || end === from || xml[equals] !== '=' || valueEnd < 0) return undefined;
    if (xml.slice(from, end) === declaration) {
      namespace ??= unescaped(xml.slice(value + 1, valueEnd));
    }
    at = valueEnd + 1;
  }
  return undefined;
}

/** None of our documents has ten, and a reader that takes the tag whole could run out of memory. */
const MAX_ATTRIBUTES = 1_000;

const SPACE = /\s/;
const NAME = /[\w.:-]/;

/** The index after the characters of this kind that begin at `from`, if any. */
function skipped(xml: string, from: number, kind: RegExp): number {
  let at = from;
  while (at < xml.length && kind.test(xml.charAt(at))) at += 1;
  return at;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
