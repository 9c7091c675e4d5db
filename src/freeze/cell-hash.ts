import type { CellContent } from '../spreadsheet/sheet';

/** What a cell that shows nothing, or an empty text, is remembered by. */
export const BLANK_WORD = 0;

/**
 * 32 bits by which a shown value is known again: the same for a number that has lost the digits
 * after the fifteenth, as files and other programs make it.
 */
export function cellWord(content: CellContent): number {
  const text = contentText(content);
  return text === '' ? BLANK_WORD : wordOf(text);
}

/** The same of several cells, whatever is empty between them. */
export function rowWord(contents: Iterable<CellContent>): number {
  let word: number | undefined;
  // A formula may read as many cells as a sheet has: they are never held as one text.
  for (const content of contents) {
    const text = contentText(content);
    if (text !== '') word = mixed(word === undefined ? SEED : mixed(word, BETWEEN), text);
  }
  return word === undefined ? BLANK_WORD : finished(word);
}

/** One word for a value and for its row's word. */
export function jointWord(word: number, mark: number): number {
  return wordOf(`${word},${mark}`);
}

const DIGITS = 15;
const BETWEEN = '\u0001';
const SEED = 0x811c9dc5;

/** Its first letter says of which kind it is; "" for nothing. */
function contentText(content: CellContent): string {
  if (content === null || content === '') return '';
  if (typeof content === 'string') return `t${content}`;
  if (typeof content === 'boolean') return content ? 'b1' : 'b0';
  // Minus zero is zero.
  if (typeof content === 'number') return `n${Number(content.toPrecision(DIGITS)) + 0}`;
  return `e${content.error}`;
}

function wordOf(text: string): number {
  return finished(mixed(SEED, text));
}

/** FNV-1a. */
function mixed(seed: number, text: string): number {
  let word = seed;
  for (let at = 0; at < text.length; at += 1) {
    word = Math.imul(word ^ text.charCodeAt(at), 0x01000193);
  }
  return word;
}

/** Its bits mixed once more as MurmurHash does; never the word of a blank. */
function finished(mix: number): number {
  let word = mix;
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  word = (word ^ (word >>> 16)) >>> 0;
  return word === BLANK_WORD ? 1 : word;
}
