import { MAX_COLUMNS, MAX_ROWS, quotedSheet, sheetName } from './cell-address';
import { columnIndex, columnLetters } from '../../engine/places/column-letters';
import { formulaTokens } from './formula-tokens';

/** A part of a formula: a reference, or the text between two references. */
export type FormulaPart = string | FormulaReference;

export interface FormulaReference {
  /** The sheet's name, if the formula writes one. */
  readonly sheet: string | undefined;
  readonly form: 'cell' | 'range' | 'columns' | 'rows';
  /** The corners in the order written: `start` is not always above or left of `end`. */
  readonly start: Corner;
  readonly end: Corner;
}

/** A corner of a reference. The row and the column are zero-based. */
export interface Corner {
  readonly row: number;
  readonly column: number;
  /** Whether a $ precedes the row. */
  readonly isRowFixed: boolean;
  readonly isColumnFixed: boolean;
}

/**
 * Splits any text that begins with `=`. Quoted texts, names, table columns in brackets and
 * functions stay whole. Returns undefined if a reference spans several sheets, names another
 * workbook, or trims the blank ends of whole columns or rows.
 */
export function formulaParts(formula: string): FormulaPart[] | undefined {
  const parts: FormulaPart[] = [];
  const tokens = formulaTokens(formula);
  let text = '';
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'reference') {
      // A sheet's name is part of the reference that follows it.
      if (token.kind !== 'sheet' || tokens[index + 1]?.kind !== 'reference') text += token.text;
      continue;
    }
    const before = tokens[index - 1];
    const sheet = before?.kind === 'sheet' ? before.text : '';
    // Sheet1:Sheet3!A1, a cell of another workbook, and A.:.C.
    if (/[:[\]]/.test(sheet) || text.endsWith(']') || token.text.includes('.')) return undefined;
    if (text !== '') parts.push(text);
    text = '';
    parts.push(readReference(sheet, token.text));
  }
  if (text !== '') parts.push(text);
  return parts;
}

/** Writes a reference as in a formula: `B2`, `$B2:B$9`, `'My stores'!B2`, `B:B`. */
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

function readReference(sheet: string, cells: string): FormulaReference {
  const [first = '', second] = cells.split(':');
  const ends = second === undefined ? 'cell' : 'range';
  return {
    sheet: sheet === '' ? undefined : sheetName(sheet.slice(0, -1)),
    form: !/\d/.test(first) ? 'columns' : /[A-Z]/i.test(first) ? ends : 'rows',
    start: readCorner(first, { row: 0, column: 0 }),
    end: readCorner(second ?? first, { row: MAX_ROWS - 1, column: MAX_COLUMNS - 1 }),
  };
}

/** @param outer the row where there is no number, as in `B:B`; the column where no letters. */
function readCorner(text: string, outer: Pick<Corner, 'row' | 'column'>): Corner {
  const [, first = '', letters = '', second = '', digits = ''] = CORNER.exec(text) ?? [];
  return {
    row: digits === '' ? outer.row : Number(digits) - 1,
    column: letters === '' ? outer.column : columnIndex(letters),
    isRowFixed: (letters === '' ? first : second) === '$',
    isColumnFixed: letters !== '' && first === '$',
  };
}

const CORNER = /^(\$?)([A-Z]*)(\$?)(\d*)$/i;
