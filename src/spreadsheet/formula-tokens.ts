/** A piece of a formula. */
export interface FormulaToken {
  readonly kind: TokenKind;
  readonly text: string;
}

export type TokenKind =
  | 'text'
  /** With its quotes and the `!`: `'My stores'!`, `Jan:Dec!`. */
  | 'sheet'
  /** Of a table, or another workbook's name: all that stands in brackets. */
  | 'brackets'
  | 'error'
  /** Cells, or whole columns or rows: `B2`, `$B2:B$9`, `A:C`, `2:5`. */
  | 'reference'
  /** The name of one that is called: a bracket follows, perhaps after blanks. */
  | 'function'
  | 'name'
  | 'number'
  /** One character: `+`, a bracket, a comma. */
  | 'operator'
  | 'space'
  /** No part of any formula of Excel's, such as a quotation that does not end. */
  | 'unknown';

/**
 * Cuts any text up as Excel reads a formula, in one pass; put together again, the tokens are the
 * text. A quote in a sheet's name opens no text, nor does an apostrophe in a text a name. A
 * search for calls by a pattern alone can be made to miss them.
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
/** To XFD and 1048576: what lies beyond is a name. */
const COLUMN = String.raw`\$?(?:[A-Za-z]{1,2}|[A-Wa-w][A-Za-z]{2}|[Xx](?:[A-Ea-e][A-Za-z]|[Ff][A-Da-d]))`;
const ROW = String.raw`\$?(?:[1-9]\d{0,5}|10[0-3]\d{4}|104[0-7]\d{3}|1048[0-4]\d\d|10485[0-6]\d|104857[0-6])`;
const CELL = COLUMN + ROW;
/** A point leaves out what is blank on its side. */
const TO = String.raw`\.?:\.?`;
/** A function whose name is a cell too; blanks before its bracket change nothing. */
const LOG10 = String.raw`[Ll][Oo][Gg]10\s*\(`;
/** What would make a name, a table or a call of a reference. */
const ENDS = String.raw`(?![\p{L}\p{M}\p{N}_\\?!$([]|\.(?!:))`;
const QUOTED = `[^']*(?:''[^']*)*`;
/** An apostrophe takes a bracket's meaning away; brackets stand in one another once. */
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
