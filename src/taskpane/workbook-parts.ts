import type { CannotDo } from './sheet';

/**
 * Documents kept inside the workbook, where no one sees them and everyone who opens the file gets
 * them: XML texts, found by the namespace of their root element. Nothing here throws.
 */
export interface WorkbookParts {
  /** Every part of a namespace, in no promised order. None is an empty list. */
  read(namespace: string): Promise<PartsReading>;
  /**
   * Replaces the parts of a namespace, and reads them back: after anything but `written` the old
   * ones are still there.
   */
  write(namespace: string, parts: readonly string[]): Promise<PartsWriting>;
  remove(namespace: string): Promise<PartsWriting>;
  /** Told when another workbook has taken the place of the open one. */
  subscribe(listener: () => void): () => void;
}

export type PartsReading = { readonly kind: 'parts'; readonly parts: readonly string[] } | CannotDo;

export type PartsWriting = { readonly kind: 'written' } | CannotDo;

/** Excel on the web takes up to 5 MB at once; a part goes in one request, with room to spare. */
export const MAX_PART_BYTES = 1_000_000;

/** Why these parts cannot be kept, or undefined. */
export function partsFault(namespace: string, parts: readonly string[]): string | undefined {
  if (namespace.trim() === '') return 'Parts of a workbook need a namespace.';
  for (const part of parts) {
    if (byteLength(part) >= MAX_PART_BYTES) {
      return 'This is more than a workbook can keep in one part: 1 MB.';
    }
    if (rootNamespace(part) !== namespace) return 'A part has another namespace than its own.';
  }
  return undefined;
}

/** The namespace of the text's root element; undefined for what is no XML. */
export function rootNamespace(xml: string): string | undefined {
  const root = ROOT.exec(xml);
  if (root === null) return undefined;
  const [, prefix, attributes = ''] = root;
  const name = prefix === undefined ? 'xmlns' : `xmlns:${prefix}`;
  for (const [, written, double, single] of attributes.matchAll(ATTRIBUTE)) {
    if (written === name) return unescaped(double ?? single ?? '');
  }
  return undefined;
}

/** After a declaration, comments and white space: the root's tag with its attributes. */
const ROOT =
  /^\uFEFF?\s*(?:<\?[^>]*\?>\s*|<!--(?:(?!-->)[^])*-->\s*)*<(?:([\w.-]+):)?[\w.-]+((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/;
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;

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
