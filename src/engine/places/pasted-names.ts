import { isAttributeName } from '../contract/attribute-name';

/** A list of names that a person typed or pasted. */
export interface PastedNames {
  /** Each name once, in lower case, in the order in which it was written. */
  readonly names: readonly string[];
  /** The parts that cannot be names, as they were written. */
  readonly invalid: readonly string[];
}

/**
 * Reads names that commas, semicolons, tabs or line breaks separate, or else spaces. Names may be
 * quoted.
 *
 * @param nameOf returns the name of the attribute with this title; undefined if there is none.
 */
export function readPastedNames(
  text: string,
  nameOf: (title: string) => string | undefined = () => undefined,
): PastedNames {
  const names = new Set<string>();
  const invalid: string[] = [];
  for (const part of partsOf(text, nameOf)) {
    const written = part
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2')
      .trim();
    if (written === '') continue;
    const name = nameOf(written) ?? written.toLowerCase();
    if (isAttributeName(name)) names.add(name);
    else invalid.push(written);
  }
  return { names: [...names], invalid };
}

function partsOf(text: string, nameOf: (title: string) => string | undefined): string[] {
  if (nameOf(text) !== undefined) return [text];
  return /[,;\t\r\n]/.test(text)
    ? text.split(/[;\t\r\n]+/).flatMap((part) => splitNames(part))
    : text.split(/\s+/);
}

/**
 * Splits a text of names at its commas. The comma of a number in a title, `Population within 1,000
 * m`, does not separate names, because names have neither spaces nor commas.
 */
export function splitNames(text: string): string[] {
  // Most cells have one name, and a sheet has 100,000 of them.
  if (!text.includes(',')) return [text.trim()];
  const parts = text.split(BETWEEN_NAMES).map((part) => part.trim());
  // While it is being typed, a list looks like "a,b,".
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  return parts;
}

const BETWEEN_NAMES = /,(?!(?<=[^\s,] \d{1,3}(?:,\d{2,3})*,)\d{2,3}(?!\w))/;

/**
 * Whether a text is meant as names rather than as words to search for: it lists several, or each of
 * its words has an underscore.
 */
export function areNames(text: string): boolean {
  if (/[,;\t\r\n]/.test(text.trim())) return true;
  const words = text.trim().split(/\s+/);
  return words.every((word) => /^\w+$/.test(word) && word.includes('_'));
}
