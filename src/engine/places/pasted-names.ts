import { isAttributeName } from '../contract/attribute-name';

/** What a person typed or pasted, read as a list of names. */
export interface PastedNames {
  /** Each once, in lower case, in the order written. */
  readonly names: readonly string[];
  /** What cannot be a name, as it was written. */
  readonly refused: readonly string[];
}

/** Names may be quoted. Commas, tabs, line breaks or semicolons separate them, or else spaces. */
export function readPastedNames(text: string): PastedNames {
  const separator = /[,;\t\r\n]/.test(text) ? /[,;\t\r\n]+/ : /\s+/;
  const names = new Set<string>();
  const refused: string[] = [];
  for (const part of text.split(separator)) {
    const written = part
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2')
      .trim();
    if (written === '') continue;
    const name = written.toLowerCase();
    if (isAttributeName(name)) names.add(name);
    else refused.push(written);
  }
  return { names: [...names], refused };
}

/**
 * Whether a text is meant as names rather than as words to search for: it lists several, or each of
 * its words has an underscore, as names do.
 */
export function areNames(text: string): boolean {
  if (/[,;\t\r\n]/.test(text.trim())) return true;
  const words = text.trim().split(/\s+/);
  return words.every((word) => /^\w+$/.test(word) && word.includes('_'));
}
