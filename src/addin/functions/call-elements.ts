import { largest } from '../../engine/async/extremes';
import { splitNames } from '../../engine/places/pasted-names';
import { formatArea, parseArea } from '../spreadsheet/cell-address';
import type { LocusCall } from '../spreadsheet/locus-calls';
import { readLiteral, writeLiteral } from '../spreadsheet/formula-tokens';
import { argumentOf, placeArguments, positionOf } from '../spreadsheet/signatures';

/** How many cells a formula fills, counting its own. */
export interface FilledSize {
  readonly rows: number;
  readonly columns: number;
}

/**
 * How many cells a call fills, judged by its text; one cell if its arguments are calculated.
 * `LOCATTR(A2:A9,B2:B9,"a,b")` fills 8 rows and 2 columns.
 */
export function filledSize(call: LocusCall): FilledSize {
  const { places, names } = partsOf(call);
  const size = joined(places.map(shapeOf));
  if (names === undefined) return size;
  const count = countOf(names);
  if (size.rows > 1 && size.columns > 1) return size;
  if (size.columns > 1) return { rows: count, columns: size.columns };
  if (size.rows > 1) return { rows: size.rows, columns: count };
  return writtenNames(names).length > 0 ? { rows: 1, columns: count } : shapeOf(names);
}

/**
 * How many places a call asks for, judged by its text, and how many names at each. A score's models
 * and dates count as its places do: each pair is a score.
 */
export function askedSize(call: LocusCall): { readonly places: number; readonly names: number } {
  const { places, names } = partsOf(call);
  const { rows, columns } = joined(places.map(shapeOf));
  return { places: rows * columns, names: names === undefined ? 1 : countOf(names) };
}

/**
 * The call that fills just one of these cells, counted from the formula's own: two down and one
 * across, the call above becomes `LOCATTR(A4,B4,"b")`. Undefined for a cell that the call does not
 * fill.
 */
export function callAt(call: LocusCall, down: number, across: number): LocusCall | undefined {
  const filled = filledSize(call);
  if (down >= filled.rows || across >= filled.columns) return undefined;
  const { places, names, pairs = [] } = partsOf(call);
  if (names === undefined) {
    const args = places.map((place) => elementOf(place, down, across));
    return { ...call, args: [...args, ...pairs] };
  }
  const { rows, columns } = joined(places.map(shapeOf));
  const isBlock = rows > 1 && columns > 1;
  const [place, name] =
    rows > 1 ? [down, across] : columns > 1 ? [across, down] : [0, down * filled.columns + across];
  return {
    ...call,
    args: [
      ...places.map((arg) =>
        isBlock ? elementOf(arg, down, across) : elementOf(arg, place, place),
      ),
      isBlock ? names : nameOf(names, name),
    ],
  };
}

interface CallParts {
  readonly places: readonly string[];
  readonly names?: string;
  /** Names and values of custom variables, which apply to every place. */
  readonly pairs?: readonly string[];
}

/** A score has no names: its arguments count as places, except custom variables in pairs. */
function partsOf(call: LocusCall): CallParts {
  const { name, args } = call;
  const names = argumentOf(call, 'variables');
  if (names !== undefined) return { places: placeArguments(call), names };
  const last = positionOf(name, 'custom_variables');
  const at = last < 0 ? args.length : last;
  const places = args.slice(0, at);
  const size = joined(places.map(shapeOf));
  const arePairs = args
    .slice(at)
    .map(shapeOf)
    .some(({ rows, columns }) => {
      // As many as there are places: each is the JSON text for one.
      const isForEach = rows === size.rows && columns === size.columns;
      return (rows === 2 || columns === 2) && !isForEach;
    });
  return arePairs ? { places, pairs: args.slice(at) } : { places: args };
}

function shapeOf(arg: string): FilledSize {
  const area = parseArea(arg);
  if (area === undefined) return { rows: 1, columns: 1 };
  return {
    rows: area.endRow - area.startRow + 1,
    columns: area.endColumn - area.startColumn + 1,
  };
}

function joined(shapes: readonly FilledSize[]): FilledSize {
  return {
    rows: Math.max(1, largest(shapes.map(({ rows }) => rows))),
    columns: Math.max(1, largest(shapes.map(({ columns }) => columns))),
  };
}

function countOf(names: string): number {
  const { rows, columns } = shapeOf(names);
  return writtenNames(names).length || rows * columns;
}

/**
 * A single cell applies everywhere; a range gives the cell there, along each side it extends in.
 */
function elementOf(arg: string, down: number, across: number): string {
  const area = parseArea(arg);
  if (area === undefined) return arg;
  const row = area.startRow === area.endRow ? area.startRow : area.startRow + down;
  const column = area.startColumn === area.endColumn ? area.startColumn : area.startColumn + across;
  const ends = { startRow: row, endRow: row, startColumn: column, endColumn: column };
  return formatArea({ ...area, ...ends });
}

function nameOf(names: string, index: number): string {
  const written = writtenNames(names);
  if (written.length > 0) return writeLiteral(written[index] ?? '');
  const { columns } = shapeOf(names);
  return elementOf(names, Math.floor(index / columns), index % columns);
}

/** The names in a formula's text argument. */
export function namesIn(arg: string): string[] {
  return writtenNames(arg).filter((name) => name !== '');
}

/** The names with the blanks between them: a blank keeps its place and shows nothing. */
function writtenNames(arg: string): string[] {
  const names = splitNames(readLiteral(arg) ?? '');
  return names.length === 1 && names[0] === '' ? [] : names;
}
