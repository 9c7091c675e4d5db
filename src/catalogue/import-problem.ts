/** A problem with a line of an imported list. */
export interface ImportProblem {
  /** Counted from 1, as in an editor; a row may span several lines. */
  readonly line: number;
  readonly kind: ImportProblemKind;
  /** For people: what is wrong, and what happened to the line. */
  readonly reason: string;
}

/**
 * All but `cut` and `stray-quote` leave the line out; the last three leave out all lines after it
 * too.
 */
export type ImportProblemKind =
  | 'no-name'
  | 'not-a-name'
  | 'repeated'
  | 'cut'
  | 'stray-quote'
  | 'open-quote'
  | 'too-many'
  | 'too-large';

export const reasons = {
  noName: 'There’s no name on this line.',
  notAName: (quoted: string) => `"${quoted}" isn’t a name. Names contain only a-z, 0-9 and _.`,
  nameTooLong: 'The name is longer than 255 characters.',
  repeated: (name: string, line: number) => `${name} is already on line ${String(line)}.`,
  cut: (column: string, length: number) =>
    `"${column}" is longer than ${length.toLocaleString('en')} characters and was shortened.`,
  strayQuote: 'There’s a quotation mark inside quoted text. Check this line.',
  openQuote: 'A quotation mark opens here and never closes. Lines from here on were skipped.',
  tooMany: (most: number) =>
    `More than ${most.toLocaleString('en')} names. Lines from here on were skipped.`,
  tooLarge: 'This text is too large for a list of names.',
};
