/** A piece of a formula. */
export interface FormulaToken {
  readonly kind: TokenKind;
  readonly text: string;
}

export type TokenKind =
  | 'text'
  /** A sheet's name, with its quotes and the `!`: `'My stores'!`, `Jan:Dec!`. */
  | 'sheet'
  /** A table's columns or another workbook's name, with the brackets. */
  | 'brackets'
  | 'error'
  /** Cells, or whole columns or rows: `B2`, `$B2:B$9`, `A:C`, `2:5`. */
  | 'reference'
  /** The name of a function that is called: a bracket follows, perhaps after spaces. */
  | 'function'
  | 'name'
  | 'number'
  /** One character: `+`, a bracket, a comma. */
  | 'operator'
  | 'space'
  /** Not valid in an Excel formula, such as a quotation that never ends. */
  | 'unknown';

/**
 * Splits any text into tokens as Excel reads a formula, in one pass. Joined, the tokens are the
 * text again. A quote in a sheet's name does not open a text, and an apostrophe in a text does not
 * open a name. A search for calls by pattern alone could be tricked into missing them.
 */
export function formulaTokens(formula: string): FormulaToken[] {
  const tokens: FormulaToken[] = [];
  for (let at = 0; at < formula.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(formula) ?? [];
    const group = found.findIndex((text, index) => index > 0 && text !== undefined);
    tokens.push({ kind: KINDS[group - 1] ?? 'unknown', text: found[0] ?? '' });
  }
  return tokens;
}

// No pattern has two ways to match the same text: hostile formulas take no longer than others.
const LETTERS = String.raw`\p{L}\p{M}\p{N}_.`;
const NAME = String.raw`[\p{L}_\\][${LETTERS}\\?]*`;
const PLAIN_SHEET = String.raw`[\p{L}_][${LETTERS}]*`;
/** Up to XFD and 1048576: anything beyond is a name. */
const COLUMN = String.raw`\$?(?:[A-Za-z]{1,2}|[A-Wa-w][A-Za-z]{2}|[Xx](?:[A-Ea-e][A-Za-z]|[Ff][A-Da-d]))`;
const ROW = String.raw`\$?(?:[1-9]\d{0,5}|10[0-3]\d{4}|104[0-7]\d{3}|1048[0-4]\d\d|10485[0-6]\d|104857[0-6])`;
const CELL = COLUMN + ROW;
/** A dot trims the blank cells on its side. */
const TO = String.raw`\.?:\.?`;
/** A function whose name is also a cell's; spaces may come before its bracket. */
const LOG10 = String.raw`[Ll][Oo][Gg]10\s*\(`;
/** Must not follow a reference: it would be part of a name, a table or a call. */
const ENDS = String.raw`(?![\p{L}\p{M}\p{N}_\\?!$([]|\.(?!:))`;
const QUOTED = `[^']*(?:''[^']*)*`;
/** An apostrophe escapes a bracket; brackets nest one level deep. */
const IN_BRACKETS = String.raw`[^'[\]]*(?:'[^][^'[\]]*)*`;

const PATTERNS: Readonly<Record<TokenKind, string>> = {
  text: '"[^"]*(?:""[^"]*)*"',
  sheet: `(?:'${QUOTED}'|(?!${CELL}:)${PLAIN_SHEET}(?::${PLAIN_SHEET})?)!`,
  brackets: String.raw`\[${IN_BRACKETS}(?:\[${IN_BRACKETS}\]${IN_BRACKETS})*\]`,
  error: '#(?:[A-Z]+(?:_[A-Z]+)*[!?]|N/A|DIV/0!|GETTING_DATA)',
  reference: `(?!${LOG10})(?:${CELL}:${CELL}|${COLUMN}${TO}${COLUMN}|${ROW}${TO}${ROW}|${CELL})${ENDS}`,
  function: String.raw`${NAME}(?=\s*\()`,
  name: NAME,
  number: String.raw`(?:\d+(?:\.\d*)?|\.\d+)(?:[Ee][+-]?\d+)?(?![${LETTERS}\\?])`,
  operator: String.raw`[-+*/^&=<>%:;,(){}@#|.]`,
  space: String.raw`\s+`,
  unknown: String.raw`["[][^]*|'${QUOTED}'?|[${LETTERS}\\?]+|[^]`,
};
const KINDS = Object.keys(PATTERNS) as TokenKind[];
const TOKEN = new RegExp(KINDS.map((kind) => `(${PATTERNS[kind]})`).join('|'), 'uy');

/** Excel accepts no longer text in a formula, but several joined ones. */
const MAX_LITERAL = 255;

/** Writes a text as a formula's literal, in quotes. */
export function writeLiteral(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Reads the text of a single literal. Returns undefined for anything else. */
export function readLiteral(written: string): string | undefined {
  return /^"((?:[^"]|"")*)"$/.exec(written)?.[1]?.replaceAll('""', '"');
}

/** Writes names for a formula: `"w_pop_tt,w_pop_tt_500"`, in as many literals as needed. */
export function namesLiteral(names: readonly string[]): string {
  const text = names.join(',');
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += MAX_LITERAL) {
    parts.push(`"${text.slice(at, at + MAX_LITERAL)}"`);
  }
  return parts.join('&');
}
