import { t } from '../language/speech';

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
  get noName() {
    return t('There’s no name on this line.');
  },
  notAName: (quoted: string) =>
    t('"{quoted}" isn’t a name. Names contain only a-z, 0-9 and _.', { quoted }),
  get nameTooLong() {
    return t('The name is longer than 255 characters.');
  },
  repeated: (name: string, line: number) =>
    t('{name} is already on line {line}.', { name, line: String(line) }),
  cut: (column: string, length: number) =>
    t('"{column}" is longer than {length} characters and was shortened.', {
      column,
      length: length.toLocaleString('en'),
    }),
  get strayQuote() {
    return t('There’s a quotation mark inside quoted text. Check this line.');
  },
  get openQuote() {
    return t('A quotation mark opens here and never closes. Lines from here on were skipped.');
  },
  tooMany: (most: number) =>
    t('More than {most} names. Lines from here on were skipped.', {
      most: most.toLocaleString('en'),
    }),
  get tooLarge() {
    return t('This text is too large for a list of names.');
  },
};
