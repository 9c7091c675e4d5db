/** A formula cut up as Excel reads it, without the blanks between. */
export interface FormulaToken {
  readonly kind: TokenKind;
  readonly text: string;
}

export type TokenKind =
  | 'text'
  /** With its quotes and the `!`: `'My stores'!`. */
  | 'sheet'
  /** Of a table, or another workbook's name: all that stands in brackets. */
  | 'brackets'
  | 'error'
  | 'reference'
  | 'name'
  | 'number'
  | 'mark';

/**
 * Undefined for what is no formula of Excel's. In one pass: a quote in a sheet's name opens no
 * text, and nor does an apostrophe in a text a name. Whoever looks for calls would else be made to
 * look past them.
 */
export function formulaTokens(formula: string): FormulaToken[] | undefined {
  const tokens: FormulaToken[] = [];
  for (let at = 0; at < formula.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(formula);
    if (found === null) return undefined;
    const [text, ...groups] = found;
    const kind = KINDS[groups.findIndex((group) => group !== undefined)];
    if (kind !== undefined) tokens.push({ kind, text });
  }
  return tokens;
}

const LETTERS = String.raw`\p{L}\p{M}\p{N}_.`;
const NAME = String.raw`[\p{L}_\\][${LETTERS}\\?]*`;
const PLAIN_SHEET = String.raw`[\p{L}_][${LETTERS}]*`;
const CELL = String.raw`\$?[A-Z]{1,3}\$?\d{1,7}`;
const COLUMN = String.raw`\$?[A-Z]{1,3}`;
const ROW = String.raw`\$?\d{1,7}`;
/** What would make a name or a call of a reference. */
const ENDS = String.raw`(?![${LETTERS}!\\?[]|\s*\()`;
/** An apostrophe takes a bracket's meaning away; brackets stand in one another once. */
const IN_BRACKETS = String.raw`[^'[\]]|'[^]`;

const PATTERNS: Readonly<Record<TokenKind, string>> = {
  text: '"(?:[^"]|"")*"',
  sheet: `(?:'(?:[^']|'')+'|${PLAIN_SHEET}(?::${PLAIN_SHEET})?)!`,
  brackets: String.raw`\[(?:${IN_BRACKETS}|\[(?:${IN_BRACKETS})*\])*\]`,
  error: '#(?:[A-Z]+(?:_[A-Z]+)*[!?]|N/A|DIV/0!|GETTING_DATA)',
  reference: `(?:${CELL}:${CELL}|${COLUMN}:${COLUMN}|${ROW}:${ROW}|${CELL})${ENDS}`,
  name: NAME,
  number: String.raw`(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?`,
  mark: String.raw`[-+*/^&=<>%:;,(){}@#|.]`,
};
const KINDS = Object.keys(PATTERNS) as TokenKind[];
const GROUPS = Object.values(PATTERNS).map((pattern) => `(${pattern})`);
const TOKEN = new RegExp(String.raw`${GROUPS.join('|')}|\s+`, 'iuy');
