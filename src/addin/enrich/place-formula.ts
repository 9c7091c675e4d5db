import type { AddressColumns, PlaceColumns } from '../../engine/places/place-choice';
import { cellName } from '../spreadsheet/cell-address';
import { writeLiteral } from '../spreadsheet/formula-tokens';

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
function scoreCall(model: string, place: PlaceColumns, at: Reference): string {
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
    const isRepeated = index === 0 ? '' : `+ISNUMBER(FIND(LOWER(" "&${cell}&" "),${words}))`;
    return index === 0
      ? `IF(${cell}="","",", "&${cell})`
      : `IF((${cell}="")${isRepeated},"",", "&${cell})`;
  });
  return `MID(${pieces.join('&')},3,1000)`;
}

/**
 * What is nearest to the place of a row, or how far away that is: one of the two cells that the
 * function gives, so that nothing spills. `=INDEX(LOCNEAREST($B2,$C2,S!$B$2:$B$9,S!$C$2:$C$9),1,2)`
 *
 * @param lists its latitudes, longitudes and perhaps its labels.
 */
export function nearestFormula(
  place: Exclude<PlaceColumns, { readonly kind: 'address' }>,
  row: number,
  lists: readonly string[],
  part: 1 | 2,
): string {
  const own = coordinatesOf(place, (column) => at(column, row));
  return `=INDEX(LOCNEAREST(${own},${lists.join()}),1,${String(part)})`;
}

/** The inputs of a column of scores; rows and columns are zero-based, in the sheet. */
export interface ScoreColumn {
  readonly alias: string;
  /** The column of the dates; undefined for today's scores. */
  readonly date?: number | undefined;
  readonly variables: readonly VariableSource[];
}

/** Where a variable's values come from. */
export interface VariableSource {
  readonly name: string;
  /** Undefined: every row gets the fallback. */
  readonly column: number | undefined;
  /** What a blank cell counts as; undefined: the variable is left out there. */
  readonly fallback: string | number | undefined;
}

/** The formula for one row of a list: `=LOCSCORE("shops",$A2,,LOCVARS("area",IF($C2="","",$C2)))`. */
export function scoreFormula(
  { alias, date, variables }: ScoreColumn,
  place: PlaceColumns,
  row: number,
): string {
  const day = date === undefined ? '' : at(date, row);
  const end =
    variables.length === 0
      ? day && `,${day}`
      : `,${day},LOCVARS(${namesOf(variables)},${valuesOf(variables, row)})`;
  const model = writeLiteral(alias);
  return `=${scoreCall(model, place, (column) => at(column, row))}${end})`;
}

/**
 * The defaults that the score of a row rests on, in words: `floor_area 120, format store`. Nothing
 * where there is no score.
 */
export function defaultsFormula({ variables }: ScoreColumn, row: number, score: number): string {
  const pieces = variables.flatMap(({ name, column, fallback }) => {
    if (fallback === undefined) return [];
    const words = writeLiteral(`, ${name} ${fallback}`);
    return [column === undefined ? words : `IF(${at(column, row)}="",${words},"")`];
  });
  return `=IF(ISNUMBER(${at(score, row)}),MID(${pieces.join('&')},3,1000),"")`;
}

/** Whether a score may rest on defaults. */
export function usesDefaults({ variables }: ScoreColumn): boolean {
  return variables.some(({ fallback }) => fallback !== undefined);
}

function namesOf(used: readonly VariableSource[]): string {
  const names = used.map(({ name }) => writeLiteral(name));
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

/** A blank cell would become 0, in CHOOSE and on the desktop, so the formula checks for one first. */
function valueOf({ column, fallback }: VariableSource, row: number): string {
  const literal = typeof fallback === 'number' ? String(fallback) : writeLiteral(fallback ?? '');
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
