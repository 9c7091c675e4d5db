import { MAX_ROWS, MAX_COLUMNS, parseArea } from '../spreadsheet/cell-address';
import type { CannotDo, Sheet } from '../spreadsheet/sheet';
import { namesIn, readAsked } from './asked-formulas';
import { createKeySearch } from './key-search';

/** What the open workbook asks of the service. */
export interface AskedWorkbook {
  readonly kind: 'asked';
  /** How many formulas call each function, the most first. */
  readonly functions: readonly (readonly [name: string, formulas: number])[];
  /** In alphabetical order. */
  readonly names: readonly string[];
  readonly places: number;
}

/** Every formula might have names in a row of its own, which is not worth minutes of reading. */
const MOST_READINGS = 200;
/** Any further cells are counted as if each were another place. */
const MOST_CELLS = 500_000;

/**
 * Reads the formulas, and the cells that they take names from.
 *
 * @param keys left out of the names, because a person may have entered a key as one.
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
  const isTold = (name: string): boolean => search.writingIn(name) === undefined;
  return { kind: 'asked', functions, names: [...all].filter(isTold).sort(), places };
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

interface Size {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** Whole columns and rows end where the sheet's content does. */
async function sizeOf(sheet: Sheet, address: string): Promise<Size | undefined> {
  const area = parseArea(address);
  if (area === undefined) return undefined;
  const { startRow: row, startColumn: column, endRow, endColumn } = area;
  const size = {
    sheet: area.sheet ?? '',
    row,
    column,
    rows: endRow - row + 1,
    columns: endColumn - column + 1,
  };
  if (size.rows < MAX_ROWS && size.columns < MAX_COLUMNS) return size;
  const reading = await sheet.readBlock(address, { rows: 1 });
  if (reading.kind !== 'block') return undefined;
  return { ...reading.block, sheet: size.sheet };
}
