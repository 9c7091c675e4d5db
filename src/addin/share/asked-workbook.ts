import {
  formatArea,
  MAX_COLUMNS,
  MAX_ROWS,
  parseArea,
  type CellArea,
} from '../spreadsheet/cell-address';
import type { CannotDo, LocatedFormula, Sheet, SheetArea } from '../spreadsheet/sheet';
import { toSheetArea } from '../spreadsheet/sheet-region';
import { createKeySearch } from './key-search';
import { locusCalls } from '../spreadsheet/locus-calls';
import { argumentOf, placeArguments, takesPlaces } from '../spreadsheet/signatures';
import { readLiteral } from '../spreadsheet/formula-tokens';

/** What the open workbook's formulas ask for. */
export interface AskedWorkbook {
  readonly kind: 'asked';
  /** How many formulas call each function, the most first. */
  readonly functions: readonly (readonly [name: string, formulas: number])[];
  /** Each name once, in alphabetical order. */
  readonly names: readonly string[];
  readonly places: number;
}

/** Every formula might have its own row of names, which is not worth minutes of reading. */
const MOST_READINGS = 200;
/** Each further cell is counted as another place. */
const MOST_CELLS = 500_000;

/**
 * Reads the formulas, and the cells from which they take names.
 *
 * @param keys texts to leave out of the names, because a person may have entered a key as one.
 */
export async function readAskedWorkbook(
  sheet: Sheet,
  keys: readonly string[],
): Promise<AskedWorkbook | CannotDo> {
  const reading = await sheet.formulas();
  if (reading.kind === 'failed') return reading;
  const { functions, names, nameCells, writtenPlaces, placeCells } = readAsked(reading.formulas);
  const all = new Set(names);
  for (const address of [...nameCells].slice(0, MOST_READINGS)) {
    const block = await sheet.readBlock(address);
    if (block.kind !== 'block') continue;
    for (const value of block.block.values.flat()) {
      if (typeof value === 'string') for (const name of namesIn(value)) all.add(name);
    }
  }
  const places = writtenPlaces.size + (await countCells(sheet, placeCells));
  const search = createKeySearch(keys);
  const isSafe = (name: string): boolean => search.writingIn(name) === undefined;
  return { kind: 'asked', functions, names: [...all].filter(isSafe).sort(), places };
}

/** Counts each cell once, however many formulas refer to it. */
async function countCells(sheet: Sheet, addresses: ReadonlySet<string>): Promise<number> {
  const cells = new Set<string>();
  let uncounted = 0;
  for (const address of addresses) {
    const size = await sizeOf(sheet, address);
    if (size === undefined) continue;
    if (cells.size + size.rows * size.columns > MOST_CELLS) {
      uncounted += size.rows * size.columns;
      continue;
    }
    for (let row = 0; row < size.rows; row += 1) {
      for (let column = 0; column < size.columns; column += 1) {
        cells.add(`${size.sheet}!${size.row + row},${size.column + column}`);
      }
    }
  }
  return cells.size + uncounted;
}

/** Whole columns and rows end where the sheet's content does. */
async function sizeOf(sheet: Sheet, address: string): Promise<SheetArea | undefined> {
  const area = parseArea(address);
  if (area === undefined) return undefined;
  const size = toSheetArea(area.sheet ?? '', area);
  if (size.rows < MAX_ROWS && size.columns < MAX_COLUMNS) return size;
  const reading = await sheet.readBlock(address, { rows: 1 });
  if (reading.kind !== 'block') return undefined;
  return { ...reading.block, sheet: size.sheet };
}

/** What the formulas of a workbook ask for, as far as their text says. */
interface AskedFormulas {
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

/** Reads only the formulas, not the cells that they refer to. */
function readAsked(formulas: readonly LocatedFormula[]): AskedFormulas {
  const functions = new Map<string, number>();
  const names = new Set<string>();
  const nameCells = new Set<string>();
  const writtenPlaces = new Set<string>();
  const placeCells = new Set<string>();
  for (const { formula, sheet } of formulas) {
    for (const call of locusCalls(formula)) {
      functions.set(call.name, (functions.get(call.name) ?? 0) + 1);
      if (!takesPlaces(call.name)) continue;
      addPlace(placeArguments(call), sheet, writtenPlaces, placeCells);
      const written = argumentOf(call, 'variables');
      if (written !== undefined) addNames(written, sheet, names, nameCells);
    }
  }
  const byCount = [...functions].sort(([, one], [, other]) => other - one);
  return { functions: byCount, names, nameCells, writtenPlaces, placeCells };
}

/** `w_pop_tt, p_x` is two names; anything that cannot be a name is left out. */
function namesIn(text: string): readonly string[] {
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
  const [largest] = areas.sort((one, other) => areaSize(other) - areaSize(one));
  if (largest !== undefined) cells.add(formatArea({ ...largest, sheet: largest.sheet ?? sheet }));
  else if (args.length > 0) written.add(args.join());
}

function areaSize({ startRow, startColumn, endRow, endColumn }: CellArea): number {
  return (endRow - startRow + 1) * (endColumn - startColumn + 1);
}
