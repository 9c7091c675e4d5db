/** A formula of the table: one of our functions, over literals, references and each other. */
export type Expression =
  | { readonly kind: 'value'; readonly rows: readonly (readonly Literal[])[] }
  | { readonly kind: 'omitted' }
  | { readonly kind: 'reference'; readonly area: Area }
  | { readonly kind: 'call'; readonly id: string; readonly arguments: readonly Expression[] };

/** An error, written as the sheet shows it. */
export type Literal = number | string | boolean | ErrorLiteral;

export class ErrorLiteral {
  constructor(readonly text: string) {}
}

/** Counted from 0; a whole column has all rows of a sheet. */
export interface Area {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

export const SHEET_ROWS = 1_048_576;

/** @throws Error for anything that the table does not use. */
export function parseFormula(text: string): Expression {
  const parser = new Parser(text.replace(/^=/, ''));
  const expression = parser.expression();
  parser.end();
  return expression;
}

export function parseArea(text: string): Area {
  const match = /^\$?([A-Z]{1,3})\$?(\d*)(?::\$?([A-Z]{1,3})\$?(\d*))?$/.exec(text);
  if (match === null) throw new Error(`Not a reference: ${text}`);
  const [, fromColumn = '', fromRow = '', toColumn = fromColumn, toRow = fromRow] = match;
  const column = columnOf(fromColumn);
  const row = fromRow === '' ? 0 : Number(fromRow) - 1;
  return {
    row,
    column,
    rows: (fromRow === '' ? SHEET_ROWS : Number(toRow)) - row,
    columns: columnOf(toColumn) + 1 - column,
  };
}

function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

const STRING = /^"((?:[^"]|"")*)"/;
const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?/i;
const BOOLEAN = /^(TRUE|FALSE)\b/;
const ERROR = /^#(?:N\/A|[A-Z0-9/]+[!?])/;
const CALL = /^([A-Z_]+)\(/;
const REFERENCE = /^\$?[A-Z]{1,3}\$?\d*(?::\$?[A-Z]{1,3}\$?\d*)?/;

class Parser {
  constructor(private rest: string) {}

  expression(): Expression {
    const call = this.take(CALL);
    if (call !== undefined) return { kind: 'call', id: call[1] ?? '', arguments: this.arguments() };
    if (this.take(/^\{/) !== undefined) return { kind: 'value', rows: this.array() };
    const literal = this.literal();
    if (literal !== undefined) return { kind: 'value', rows: [[literal]] };
    const reference = this.take(REFERENCE);
    if (reference !== undefined) return { kind: 'reference', area: parseArea(reference[0]) };
    throw new Error(`Not a formula of the table: ${this.rest}`);
  }

  end(): void {
    if (this.rest.trim() !== '') throw new Error(`Left over: ${this.rest}`);
  }

  private arguments(): Expression[] {
    const found: Expression[] = [];
    if (this.take(/^\)/) !== undefined) return found;
    for (;;) {
      const isOmitted = /^\s*[,)]/.test(this.rest);
      found.push(isOmitted ? { kind: 'omitted' } : this.expression());
      if (this.take(/^\)/) !== undefined) return found;
      if (this.take(/^,/) === undefined) throw new Error(`A comma is missing: ${this.rest}`);
    }
  }

  private array(): Literal[][] {
    const rows: Literal[][] = [[]];
    for (;;) {
      const literal = this.literal();
      if (literal === undefined) throw new Error(`Not an array: ${this.rest}`);
      rows.at(-1)?.push(literal);
      if (this.take(/^\}/) !== undefined) return rows;
      if (this.take(/^;/) !== undefined) rows.push([]);
      else this.take(/^,/);
    }
  }

  private literal(): Literal | undefined {
    const text = this.take(STRING);
    if (text !== undefined) return (text[1] ?? '').replaceAll('""', '"');
    const boolean = this.take(BOOLEAN);
    if (boolean !== undefined) return boolean[1] === 'TRUE';
    const error = this.take(ERROR);
    if (error !== undefined) return new ErrorLiteral(error[0]);
    const number = this.take(NUMBER);
    return number === undefined ? undefined : Number(number[0]);
  }

  private take(pattern: RegExp): RegExpExecArray | undefined {
    this.rest = this.rest.trimStart();
    const match = pattern.exec(this.rest);
    if (match === null) return undefined;
    this.rest = this.rest.slice(match[0].length);
    return match;
  }
}
