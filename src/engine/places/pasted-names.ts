import { isAttributeName } from '../contract/attribute-name';

/** What a person typed or pasted, read as a list of names. */
export interface PastedNames {
  /** Each once, in lower case, in the order written. */
  readonly names: readonly string[];
  /** What cannot be a name, as it was written. */
  readonly invalid: readonly string[];
}

/**
 * Names may be quoted. Commas, tabs, line breaks or semicolons separate them, or else spaces.
 *
 * @param nameOf the name of the attribute with this title, if it is a title.
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
 * What stands between the commas of a text that holds names. The comma of a number in a title,
 * `Population within 1,000 m`, parts nothing; names have neither blanks nor commas.
 */
export function splitNames(text: string): string[] {
  // Most cells have one name, and a sheet has 100,000 of them.
  if (!text.includes(',')) return [text.trim()];
  const parts = text.split(BETWEEN_NAMES).map((part) => part.trim());
  // A list looks like "a,b," while it is being typed.
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  return parts;
}

const BETWEEN_NAMES = /,(?!(?<=[^\s,] \d{1,3}(?:,\d{2,3})*,)\d{2,3}(?!\w))/;

/**
 * Whether a text is meant as names rather than as words to search for: it lists several, or each of
 * its words has an underscore, as names do.
 */
export function areNames(text: string): boolean {
  if (/[,;\t\r\n]/.test(text.trim())) return true;
  const words = text.trim().split(/\s+/);
  return words.every((word) => /^\w+$/.test(word) && word.includes('_'));
}
