import type { CellContent } from '../places/cell';

/** The hash of a cell that shows nothing or an empty text. */
export const BLANK_HASH = 0;

/**
 * A 32-bit hash that recognises a shown value, even a number that has lost its digits after the
 * fifteenth, as happens in files and other programs.
 */
export function cellHash(content: CellContent): number {
  const text = contentText(content);
  return text === '' ? BLANK_HASH : hashOf(text);
}

/** The same for several cells; empty ones do not count. */
export function rowHash(contents: Iterable<CellContent>): number {
  let hash: number | undefined;
  // A formula may read as many cells as a sheet has, so they are never joined into one text.
  for (const content of contents) {
    const text = contentText(content);
    if (text !== '') hash = mixed(hash === undefined ? SEED : mixed(hash, BETWEEN), text);
  }
  return hash === undefined ? BLANK_HASH : finished(hash);
}

/** One hash of a value and of its row. */
export function jointHash(value: number, row: number): number {
  return hashOf(`${value},${row}`);
}

const DIGITS = 15;
const BETWEEN = '\u0001';
const SEED = 0x811c9dc5;

/** The content as text, with a first letter that says its type; "" for nothing. */
function contentText(content: CellContent): string {
  if (content === null || content === '') return '';
  if (typeof content === 'string') return `t${content}`;
  if (typeof content === 'boolean') return content ? 'b1' : 'b0';
  // Minus zero is zero.
  if (typeof content === 'number') return `n${Number(content.toPrecision(DIGITS)) + 0}`;
  return `e${content.error}`;
}

function hashOf(text: string): number {
  return finished(mixed(SEED, text));
}

/** FNV-1a. */
function mixed(seed: number, text: string): number {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash;
}

/** Mixes the bits once more, as MurmurHash does; never returns the hash of a blank. */
function finished(mix: number): number {
  let hash = mix;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = (hash ^ (hash >>> 16)) >>> 0;
  return hash === BLANK_HASH ? 1 : hash;
}
