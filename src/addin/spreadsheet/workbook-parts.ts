import type { CannotDo } from './sheet';
import { rootNamespace } from './xml-element';

/**
 * Reads and writes XML documents inside the workbook. They are hidden from view, travel with the
 * file, and are found by the namespace of their root element. Nothing here throws.
 */
export interface WorkbookParts {
  /** Returns every part of a namespace, in no particular order; an empty list if there is none. */
  read(namespace: string): Promise<PartsReading>;
  /**
   * Replaces the parts of a namespace, and reads them back. Unless this returns `written`, the old
   * parts are still there.
   */
  write(namespace: string, parts: readonly string[]): Promise<PartsWriting>;
  remove(namespace: string): Promise<PartsWriting>;
  /**
   * Returns how often another workbook has been opened. Work that begins in one workbook must not
   * end in another.
   */
  opened(): number;
  /** Calls the listener when another workbook has replaced the open one. */
  subscribe(listener: () => void): () => void;
}

export type PartsReading = { readonly kind: 'parts'; readonly parts: readonly string[] } | CannotDo;

export type PartsWriting = { readonly kind: 'written' } | CannotDo;

/**
 * The namespaces of parts in which an earlier Locus kept formulas. Nothing reads these parts. They
 * are removed the next time that a part or the file is saved.
 */
export const FORMER_NAMESPACES = ['urn:locus:frozen', 'urn:locus:frozen:set-aside'];

/** Whether a part is one of those. */
export function isFormerPart(xml: string): boolean {
  return FORMER_NAMESPACES.includes(rootNamespace(xml) ?? '');
}

/** Excel on the web accepts 5 MB per request. A part fits into one request, with room to spare. */
export const MAX_PART_BYTES = 1_000_000;

/** Returns why these parts cannot be kept; undefined if they can. */
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

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
