import { columnLetters, MAX_COLUMNS, MAX_ROWS, parseArea, quotedSheet } from './cell-address';

/** A formula cut into the references in it, and the text between them. */
export type FormulaPart = string | FormulaReference;

export interface FormulaReference {
  /** The sheet's name where one is written. */
  readonly sheet: string | undefined;
  readonly form: 'cell' | 'range' | 'columns' | 'rows';
  /** As they are written: the first is not always above or left of the second. */
  readonly start: Corner;
  readonly end: Corner;
}

/** Zero-based. */
export interface Corner {
  readonly row: number;
  readonly column: number;
  /** Whether a $ stands before it. */
  readonly isRowFixed: boolean;
  readonly isColumnFixed: boolean;
}

/**
 * Cuts up any text that begins with `=`. Texts in quotes, names, tables' columns in brackets and
 * functions are left whole; undefined where a reference goes through several sheets at once.
 */
export function formulaParts(formula: string): FormulaPart[] | undefined {
  const parts: FormulaPart[] = [];
  let text = '';
  for (let at = 0; at < formula.length;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(formula);
    if (token === null) {
      const end = formula[at] === '[' ? bracketEnd(formula, at) : at + 1;
      text += formula.slice(at, end);
      at = end;
      continue;
    }
    const [whole, prefix, cells] = token;
    at += whole.length;
    const reference = cells === undefined ? undefined : readReference(prefix, cells);
    if (reference === undefined) {
      text += whole;
      continue;
    }
    // Sheet1:Sheet3!A1, and a cell of another workbook.
    if (prefix !== undefined && /[:[\]]/.test(prefix)) return undefined;
    if (text.endsWith(']')) return undefined;
    if (text !== '') parts.push(text);
    text = '';
    parts.push(reference);
  }
  if (text !== '') parts.push(text);
  return parts;
}

/** As it stands in a formula: `B2`, `$B2:B$9`, `'My stores'!B2`, `B:B`. */
export function referenceText({ sheet, form, start, end }: FormulaReference): string {
  const prefix = sheet === undefined ? '' : `${quotedSheet(sheet)}!`;
  const column = (corner: Corner): string =>
    `${corner.isColumnFixed ? '$' : ''}${columnLetters(corner.column)}`;
  const row = (corner: Corner): string => `${corner.isRowFixed ? '$' : ''}${corner.row + 1}`;
  const cell = (corner: Corner): string => column(corner) + row(corner);
  switch (form) {
    case 'cell':
      return prefix + cell(start);
    case 'range':
      return `${prefix}${cell(start)}:${cell(end)}`;
    case 'columns':
      return `${prefix}${column(start)}:${column(end)}`;
    case 'rows':
      return `${prefix}${row(start)}:${row(end)}`;
  }
}

const CELL = String.raw`\$?[A-Z]{1,3}\$?\d{1,7}`;
const COLUMN = String.raw`\$?[A-Z]{1,3}`;
const ROW = String.raw`\$?\d{1,7}`;
/** Letters of many scripts are followed by marks of their own, as in `दुकान`. */
const LETTERS = String.raw`\p{L}\p{M}\p{N}_.`;
const PLAIN_SHEET = String.raw`[\p{L}_][${LETTERS}]*`;
const SHEET = `(?:'(?:[^']|'')+'|${PLAIN_SHEET}(?::${PLAIN_SHEET})?)!`;
/** Functions whose names are cells too; Excel allows blanks before the bracket. */
const FUNCTION = String.raw`(?!(?:LOG10|ATAN2)\s*\()`;
const REFERENCE = `${FUNCTION}(?:${CELL}:${CELL}|${COLUMN}:${COLUMN}|${ROW}:${ROW}|${CELL})`;
/** What would make a name, a number or a function of it. */
const ENDS = String.raw`(?![${LETTERS}(!\\?])`;
const TEXT = String.raw`"(?:[^"]|"")*"`;
const NAME = String.raw`[\p{L}_\\][${LETTERS}\\?]*`;
const NUMBER = String.raw`\d+\.?\d*(?:E[+-]?\d+)?`;
const TOKEN = new RegExp(
  `${TEXT}|(${SHEET})?(${REFERENCE})${ENDS}|'(?:[^']|'')*'!?|${NAME}|${NUMBER}`,
  'iuy',
);
const CORNER = /^(\$?)([A-Z]*)(\$?)(\d*)$/iu;

/** Brackets stand in one another; an apostrophe takes a bracket's meaning away. */
function bracketEnd(formula: string, start: number): number {
  let depth = 0;
  for (let at = start; at < formula.length; at += 1) {
    if (formula[at] === "'") at += 1;
    else if (formula[at] === '[') depth += 1;
    else if (formula[at] === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return formula.length;
}

function readReference(prefix: string | undefined, cells: string): FormulaReference | undefined {
  const area = parseArea(cells);
  if (area === undefined || area.endRow >= MAX_ROWS || area.endColumn >= MAX_COLUMNS) {
    return undefined;
  }
  const [first = '', second = first] = cells.split(':');
  const form = /\d/.test(first)
    ? /[A-Z]/i.test(first)
      ? first === second && !cells.includes(':')
        ? 'cell'
        : 'range'
      : 'rows'
    : 'columns';
  return {
    sheet: prefix === undefined ? undefined : sheetOf(prefix),
    form,
    start: readCorner(first, area.startRow, area.startColumn),
    end: readCorner(second, area.endRow, area.endColumn),
  };
}

/** @param row where there is none in the text, as in `B:B`; the column too. */
function readCorner(text: string, row: number, column: number): Corner {
  const [, first = '', letters = '', second = '', digits = ''] = CORNER.exec(text) ?? [];
  return {
    row: digits === '' ? row : Number(digits) - 1,
    column: letters === '' ? column : columnOf(letters),
    isRowFixed: letters === '' ? first === '$' : second === '$',
    isColumnFixed: letters !== '' && first === '$',
  };
}

function columnOf(letters: string): number {
  return parseArea(`${letters}1`)?.startColumn ?? 0;
}

function sheetOf(prefix: string): string {
  const name = prefix.slice(0, -1);
  return name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name;
}
