import { formatArea, parseArea } from '../spreadsheet/cell-address';
import type { CellArea } from '../spreadsheet/cell-address';
import { locusCalls } from '../spreadsheet/locus-calls';
import { readLiteral } from '../spreadsheet/text-literal';
import type { LocatedFormula } from '../spreadsheet/sheet';

/** What the formulas of a workbook ask for, as far as their text says. */
export interface AskedFormulas {
  /** How many formulas call each function, the most first. */
  readonly functions: readonly (readonly [name: string, formulas: number])[];
  /** Names written out in formulas, each once. */
  readonly names: ReadonlySet<string>;
  /** Cells that hold names, by address with sheet, each once. */
  readonly nameCells: ReadonlySet<string>;
  /** Places written out as numbers, texts or a calculation, each once. */
  readonly writtenPlaces: ReadonlySet<string>;
  /** Cells that mean a place each, by address with sheet, each once. */
  readonly placeCells: ReadonlySet<string>;
}

/** Which arguments of a Locus function hold its place and its names. */
interface Shape {
  readonly place: readonly [from: number, to: number];
  readonly names: number | undefined;
}

const SHAPES: Readonly<Record<string, Shape>> = {
  LOCATTR: { place: [0, 2], names: 2 },
  LOCATTR_ADDRESS: { place: [0, 2], names: 2 },
  LOCSCORE: { place: [1, 2], names: undefined },
  LOCSCORE_COORDS: { place: [1, 3], names: undefined },
};

/** Reads only the formulas, not the cells that they refer to. */
export function readAsked(formulas: readonly LocatedFormula[]): AskedFormulas {
  const functions = new Map<string, number>();
  const names = new Set<string>();
  const nameCells = new Set<string>();
  const writtenPlaces = new Set<string>();
  const placeCells = new Set<string>();
  for (const { formula, sheet } of formulas) {
    for (const { name, args } of locusCalls(formula)) {
      functions.set(name, (functions.get(name) ?? 0) + 1);
      const shape = SHAPES[name];
      if (shape === undefined) continue;
      addPlace(args.slice(...shape.place), sheet, writtenPlaces, placeCells);
      const written = shape.names === undefined ? undefined : args[shape.names];
      if (written !== undefined) addNames(written, sheet, names, nameCells);
    }
  }
  const byCount = [...functions].sort(([, one], [, other]) => other - one);
  return { functions: byCount, names, nameCells, writtenPlaces, placeCells };
}

/** `w_pop_tt, p_x` is two names; anything that cannot be a name is left out. */
export function namesIn(text: string): readonly string[] {
  const parts = text.split(',').map((part) => part.trim().toLowerCase());
  return parts.filter((part) => NAME.test(part));
}

const NAME = /^[a-z0-9_]+$/;

function addNames(written: string, sheet: string, names: Set<string>, cells: Set<string>): void {
  for (const name of namesIn(readLiteral(written) ?? '')) names.add(name);
  const area = parseArea(written);
  if (area !== undefined) cells.add(formatArea({ ...area, sheet: area.sheet ?? sheet }));
}

/** Of a latitude and a longitude, the one with more cells says how many places there are. */
function addPlace(
  args: readonly string[],
  sheet: string,
  written: Set<string>,
  cells: Set<string>,
): void {
  const areas = args.map((arg) => parseArea(arg)).filter((area) => area !== undefined);
  const [largest] = areas.sort((one, other) => sizeOf(other) - sizeOf(one));
  if (largest !== undefined) cells.add(formatArea({ ...largest, sheet: largest.sheet ?? sheet }));
  else if (args.length > 0) written.add(args.join());
}

function sizeOf({ startRow, startColumn, endRow, endColumn }: CellArea): number {
  return (endRow - startRow + 1) * (endColumn - startColumn + 1);
}
