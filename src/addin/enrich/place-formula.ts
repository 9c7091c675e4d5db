import { columnLetters } from '../../engine/places/column-letters';
import type { AddressColumns, PlaceColumns } from '../../engine/places/place-choice';
import { cellName } from '../spreadsheet/cell-address';
import { writeLiteral } from '../spreadsheet/formula-tokens';
import type { ModelVariable } from '../spreadsheet/host';

/** Writes a column as the formula refers to it: `$B2`, or `B2:B201`. */
export type Reference = (column: number) => string;

/** The place in a formula for attributes: `LOCATTR($B2,$C2`, still open. */
export function attributeCall(place: PlaceColumns, at: Reference): string {
  if (place.kind !== 'address') return `LOCATTR(${coordinatesOf(place, at)}`;
  const address = joinedText(place.parts.map(at));
  // The function finds the pincode in an address that stands in both places.
  const pincode = place.pincode === undefined ? address : at(place.pincode);
  return `LOCATTR_ADDRESS(${address},${pincode}`;
}

/** The place in a formula for a score; an address ends with its pincode. */
export function scoreCall(model: string, place: PlaceColumns, at: Reference): string {
  if (place.kind !== 'address') return `LOCSCORE_COORDS(${model},${coordinatesOf(place, at)}`;
  return `LOCSCORE(${model},${addressToScore(place, at)}`;
}

function coordinatesOf(
  place: Exclude<PlaceColumns, { readonly kind: 'address' }>,
  at: Reference,
): string {
  // The function reads a pair that stands alone.
  if (place.kind === 'pair') return `${at(place.pair)},""`;
  const { latitude, longitude, decimals } = place;
  const cells = [at(latitude), at(longitude)];
  return (decimals === 'comma' ? cells.map((cell) => `SUBSTITUTE(${cell},",",".")`) : cells).join();
}

function addressToScore({ parts, pincode }: AddressColumns, at: Reference): string {
  const address = joinedText(parts.map(at));
  if (pincode === undefined) return address;
  // In a line of its own the function reads it as strictly as a pincode of its own.
  return `${address}&IF(${parts.map(at).join('&')}="","",CHAR(10)&"PIN "&${at(pincode)})`;
}

/**
 * `B4, C4, D4` in every version of Excel, which had no TEXTJOIN before 2019: a blank cell leaves no
 * comma behind, and what the cells before it say already is not repeated. Plus signs in place of OR,
 * which would look at a whole range at once.
 */
function joinedText(cells: readonly string[]): string {
  const [only] = cells;
  if (cells.length === 1 && only !== undefined) return only;
  const pieces = cells.map((cell, index) => {
    const before = cells.slice(0, index).join('&" "&');
    const words = `LOWER(" "&SUBSTITUTE(${before},","," ")&" ")`;
    const isSaid = index === 0 ? '' : `+ISNUMBER(FIND(LOWER(" "&${cell}&" "),${words}))`;
    return index === 0
      ? `IF(${cell}="","",", "&${cell})`
      : `IF((${cell}="")${isSaid},"",", "&${cell})`;
  });
  return `MID(${pieces.join('&')},3,1000)`;
}

/** The inputs of a column of scores; rows and columns are zero-based, in the sheet. */
export interface ScoreColumn {
  readonly alias: string;
  /** The column of the dates; undefined for today's scores. */
  readonly date?: number | undefined;
  readonly variables: readonly VariableSource[];
}

/** Where a variable's values come from; without a column every row gets its fallback. */
export interface VariableSource {
  readonly variable: ModelVariable;
  readonly column: number | undefined;
  /** The row whose cell in that column holds exactly the variable's name. */
  readonly headerRow: number | undefined;
}

/** The formula for one row of a list: `=LOCSCORE("shops",$A2,$C2,LOCVARS($D$1:$F$1,$D2:$F2))`. */
export function scoreFormula(
  { alias, date, variables }: ScoreColumn,
  place: PlaceColumns,
  row: number,
): string {
  const last = variablesFormula(variables, row);
  const day = date === undefined ? '' : at(date, row);
  const end = last === undefined ? day && `,${day}` : `,${day},${last}`;
  const model = writeLiteral(alias);
  return `=${scoreCall(model, place, (column) => at(column, row))}${end})`;
}

/**
 * Undefined if no variable has a value. A blank cell gives the variable's fallback or, if it has
 * none, leaves the variable out.
 */
function variablesFormula(sources: readonly VariableSource[], row: number): string | undefined {
  const used = sources.filter(
    ({ column, variable }) => column !== undefined || variable.fallback !== undefined,
  );
  if (used.length === 0) return undefined;
  const range = rangeOf(used, row);
  const names = (range === undefined ? undefined : headersOf(used)) ?? namesOf(used);
  return `LOCVARS(${names},${range ?? valuesOf(used, row)})`;
}

/** The row's cells, if they are adjacent, in the variables' order and without fallbacks. */
function rangeOf(used: readonly VariableSource[], row: number): string | undefined {
  const columns = neighbours(used);
  if (columns === undefined) return undefined;
  if (used.some(({ variable }) => variable.fallback !== undefined)) return undefined;
  return rangeText(at(columns.first, row), at(columns.last, row));
}

/** The headers of those cells, if they are the variables' names. */
function headersOf(used: readonly VariableSource[]): string | undefined {
  const columns = neighbours(used);
  const [first] = used;
  const row = first?.headerRow;
  if (columns === undefined || row === undefined) return undefined;
  if (used.some(({ headerRow }) => headerRow !== row)) return undefined;
  const header = (column: number): string => `$${columnLetters(column)}$${row + 1}`;
  return rangeText(header(columns.first), header(columns.last));
}

function neighbours(
  used: readonly VariableSource[],
): { readonly first: number; readonly last: number } | undefined {
  const first = used[0]?.column;
  if (first === undefined) return undefined;
  if (used.some(({ column }, index) => column !== first + index)) return undefined;
  return { first, last: first + used.length - 1 };
}

function namesOf(used: readonly VariableSource[]): string {
  const names = used.map(({ variable }) => writeLiteral(variable.name));
  return names.length === 1 ? (names[0] ?? '') : `{${names.join(',')}}`;
}

/** CHOOSE lays values from anywhere into one row, in every version of Excel. */
function valuesOf(used: readonly VariableSource[], row: number): string {
  const values = used.map((source) => valueOf(source, row));
  if (values.length === 1) return values[0] ?? '';
  if (used.every(({ column }) => column === undefined)) return `{${values.join(',')}}`;
  const numbers = values.map((_, index) => index + 1);
  return `CHOOSE({${numbers.join(',')}},${values.join(',')})`;
}

/** CHOOSE would turn a blank cell into 0, so the formula checks for a blank first. */
function valueOf({ variable, column }: VariableSource, row: number): string {
  const { fallback } = variable;
  const literal =
    fallback === undefined
      ? '""'
      : typeof fallback === 'number'
        ? String(fallback)
        : writeLiteral(fallback);
  if (column === undefined) return literal;
  const cell = at(column, row);
  return `IF(${cell}="",${literal},${cell})`;
}

/** The column stays when the formula is copied to the right. */
function at(column: number, row: number): string {
  return `$${cellName(row, column)}`;
}

export function rangeText(start: string, end: string): string {
  return start === end ? start : `${start}:${end}`;
}
