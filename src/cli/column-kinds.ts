import type { Table, TableRow } from './table';
import { StoredNumber, valueText, WrittenNumber } from './value-text';

/** The type of all values in a column, apart from missing ones; `text` for anything else. */
export type ColumnKind = 'number' | 'boolean' | 'text';

/**
 * Reads the whole table, and finds the type of each column. A text file has only text: there, a
 * column has numbers if each of its cells is certainly a number, and would be written the same way
 * again. 007, 1.10 and 919876543210 are codes, but 12.90 as a degree is a number.
 *
 * @param degrees the columns of degrees.
 * @param look is shown each row, counted from 1.
 * @throws FileFault if the file is malformed, and whatever `look` throws.
 */
export async function columnKinds(
  table: Pick<Table, 'columns' | 'isText' | 'rows'>,
  degrees: ReadonlySet<number>,
  look?: (row: TableRow, number: number) => void,
): Promise<readonly ColumnKind[]> {
  const kinds: (ColumnKind | undefined)[] = table.columns.map(() => undefined);
  const kindOf = table.isText === true ? kindOfText : kindOfValue;
  let number = 0;
  for await (const rows of table.rows()) {
    for (const row of rows) {
      look?.(row, (number += 1));
      for (let column = 0; column < kinds.length; column += 1) {
        const before = kinds[column];
        const value = row[column];
        if (before === 'text' || value === null || value === undefined || value === '') continue;
        const kind = kindOf(value, degrees.has(column));
        kinds[column] = before === undefined || before === kind ? kind : 'text';
      }
    }
  }
  return kinds.map((kind) => kind ?? 'text');
}

/**
 * Returns, for each column of an output, the number of the input's column that it comes from; -1
 * for a new one. If several columns have one name, they are matched in the order of the input.
 */
export function inputColumns(
  columns: readonly string[],
  input: readonly string[],
): readonly number[] {
  const next = new Map<string, number>();
  return columns.map((name) => {
    const at = input.indexOf(name, next.get(name));
    next.set(name, at === -1 ? input.length : at + 1);
    return at;
  });
}

function kindOfText(value: unknown, isDegrees: boolean): ColumnKind {
  const number = numberIn(valueText(value));
  return number !== undefined && (isDegrees || String(number) === value) ? 'number' : 'text';
}

function kindOfValue(value: unknown, isDegrees: boolean): ColumnKind {
  if (typeof value === 'boolean') return 'boolean';
  if (value instanceof WrittenNumber && !isDegrees) return 'text';
  return numberOf(value) === undefined ? 'text' : 'number';
}

/**
 * Returns the number of a typed file; undefined for anything else, and for a number that a double
 * cannot represent.
 */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
  const known = value instanceof StoredNumber ? value.toJSON() : undefined;
  return typeof known === 'number' && Number.isFinite(known) ? known : undefined;
}

/** Returns the number that a text certainly is, such as 12.90; undefined for any other text. */
export function numberIn(text: string): number | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const number = Number(text);
  const digits = text.replace(/\D/g, '').length;
  if (/^-?\d+$/.test(text)) return digits <= SHOWN_DIGITS ? number : undefined;
  return digits <= EXACT_DIGITS || String(number) === text ? number : undefined;
}

/** Nobody writes a number as 007, and 1E5 may be a code. Programs write 1e-7 and 1e+21. */
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]\d+)?$/;
/** As many digits as a double keeps, whichever they are. */
const EXACT_DIGITS = 15;
/** A spreadsheet shows a whole number with more digits as 9.19877E+11. */
const SHOWN_DIGITS = 11;
