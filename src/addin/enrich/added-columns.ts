import { largest } from '../../engine/async/extremes';
import { callAt, filledSize, namesIn } from '../functions/call-elements';
import { formatArea, MAX_COLUMNS, parseArea, type CellArea } from '../spreadsheet/cell-address';
import { locusCalls, type LocusCall } from '../spreadsheet/locus-calls';
import type { ReadLimits, Sheet, SheetArea, SheetBlock } from '../spreadsheet/sheet';
import { toCellArea } from '../spreadsheet/sheet-region';
import { readColumns } from '../../engine/places/column-roles';
import { completeColumns, guessChoice } from '../../engine/places/place-choice';
import { readPlaceList } from './place-list';
import { argumentOf } from '../spreadsheet/signatures';

/**
 * Marks the block's columns that hold values from Locus, spilled ones included: these hold no
 * places. Looks for them only if no header names the coordinate columns.
 */
export async function withOwnColumns(
  block: SheetBlock,
  sheet: Pick<Sheet, 'formulas'>,
): Promise<SheetBlock> {
  const { isGuessed, hasHeader } = readColumns(block);
  if (!isGuessed && hasHeader) return block;
  const own = await ownColumns(block, sheet);
  return own.size === 0 ? block : { ...block, ownColumns: own };
}

/**
 * The same, with the block extended by the columns that Locus has added to its right since the list
 * was selected. Any other columns there count as not selected.
 */
export async function withAddedColumns(
  selected: SheetBlock,
  sheet: Pick<Sheet, 'formulas' | 'readBlock'>,
): Promise<SheetBlock> {
  const block = await withPlacesAround(selected, sheet);
  const { right: beside } = await filledAround(block, sheet);
  const own = beside === 0 ? new Map<number, string>() : await ownColumns(block, sheet);
  const end = block.columns + beside;
  const last = largest([...own.keys()].filter((column) => column < end));
  if (last < block.columns) return withOwnColumns(block, sheet);
  const area = formatArea(toCellArea({ ...block, columns: last + 1 }));
  const reading = await sheet.readBlock(area, { rows: block.values.length });
  if (reading.kind !== 'block') return block;
  // Do not look for places in columns that the person left out.
  for (let at = block.columns; at <= last; at += 1) own.set(at, own.get(at) ?? '');
  return { ...reading.block, ownColumns: own };
}

/**
 * The same rows with the filled columns to the left and right of the block, if only these say where
 * the places are: a person has selected, or just pasted, other columns of the list.
 */
export async function withPlacesAround(
  block: SheetBlock,
  sheet: Pick<Sheet, 'readBlock'>,
  limits: ReadLimits = {},
): Promise<SheetBlock> {
  if (hasPlaces(block)) return block;
  const { left, right } = await filledAround(block, sheet, block.column);
  if (left + right === 0) return block;
  const [column, columns] = [block.column - left, left + block.columns + right];
  const area = formatArea(toCellArea({ ...block, column, columns }));
  const reading = await sheet.readBlock(area, { ...limits, rows: block.values.length });
  return reading.kind === 'block' && hasPlaces(reading.block) ? reading.block : block;
}

function hasPlaces(block: SheetBlock): boolean {
  return completeColumns(guessChoice(readPlaceList(block)), false) !== undefined;
}

/**
 * How many adjacent columns to the right, and of `before` ones to the left, have something in their
 * first rows.
 */
async function filledAround(
  block: SheetBlock,
  sheet: Pick<Sheet, 'readBlock'>,
  before = 0,
): Promise<{ readonly left: number; readonly right: number }> {
  const column = block.column - before;
  const columns = Math.min(before + block.columns + COLUMNS_LOOKED_AT, MAX_COLUMNS - column);
  const rows = Math.min(ROWS_LOOKED_AT, block.rows);
  const area = formatArea(toCellArea({ ...block, column, columns, rows }));
  const reading = await sheet.readBlock(area);
  if (reading.kind !== 'block') return { left: 0, right: 0 };
  const { values } = reading.block;
  const filled = (at: number): boolean => values.some((row) => (row[at] ?? '') !== '');
  let [left, right] = [0, 0];
  while (filled(before - left - 1)) left += 1;
  while (filled(before + block.columns + right)) right += 1;
  return { left, right };
}

const COLUMNS_LOOKED_AT = 200;
/** More than one: where the first place is blank, its value is too. */
const ROWS_LOOKED_AT = 20;

/**
 * By column number within the block: the name or the model that a formula writes out, else "". To
 * the block's right, columns that another list has do not count.
 */
export async function ownColumns(
  block: SheetArea,
  sheet: Pick<Sheet, 'formulas'>,
): Promise<Map<number, string>> {
  const own = new Map<number, string>();
  const reading = await sheet.formulas();
  if (reading.kind === 'failed') return own;
  for (const { sheet: name, row, column, formula } of reading.formulas) {
    if (name !== block.sheet) continue;
    for (const call of locusCalls(formula)) {
      // A helper such as LOCVARS fills no column of values.
      if (!/^LOC(?:ATTR|SCORE)/.test(call.name)) continue;
      const { rows, columns } = filledSize(call);
      if (row + rows <= block.row || row >= block.row + block.rows) continue;
      const isOfList = readsColumnsOf(call, block);
      for (let across = 0; across < columns; across += 1) {
        const at = column + across - block.column;
        if (own.has(at) || (at >= block.columns && !isOfList)) continue;
        const one = callAt(call, 0, across);
        const what = one && (argumentOf(one, 'model') ?? argumentOf(one, 'variables'));
        own.set(at, namesIn(what ?? '').join());
      }
    }
  }
  return own;
}

/** Whether its place is in the block's columns, and not in another list's; also if nobody can say. */
function readsColumnsOf({ name, args }: LocusCall, { sheet, column, columns }: SheetArea): boolean {
  const places = name.startsWith('LOCSCORE') ? args.slice(1) : args.slice(0, 2);
  const areas = places.flatMap((place) => parseArea(place) ?? []);
  const isInside = (area: CellArea): boolean =>
    (area.sheet ?? sheet) === sheet &&
    area.startColumn < column + columns &&
    area.endColumn >= column;
  return areas.length === 0 || areas.some(isInside);
}

/** More would be a list of its own. */
const MOST_NAMES = 50;
/** The most headers to read: a list of thousands of rows has only one for each column. */
const MOST_CELLS = 50;

/** The names that the workbook's formulas ask for, those of the last formulas first. */
export async function usedNames(
  sheet: Pick<Sheet, 'formulas' | 'readBlock'>,
): Promise<readonly string[]> {
  const reading = await sheet.formulas();
  if (reading.kind === 'failed') return [];
  const written = new Set<string>();
  for (const located of [...reading.formulas].reverse()) {
    for (const call of locusCalls(located.formula)) {
      const names = argumentOf(call, 'variables');
      if (names === undefined) continue;
      const area = parseArea(names);
      if (area === undefined) written.add(names);
      else written.add(formatArea({ ...area, sheet: area.sheet ?? located.sheet }));
    }
  }
  const names = new Set<string>();
  let cells = 0;
  for (const argument of written) {
    if (names.size >= MOST_NAMES) break;
    if (parseArea(argument) === undefined) addAll(namesIn(argument), names);
    else if ((cells += 1) <= MOST_CELLS) addAll(await namesAt(argument, sheet), names);
  }
  return [...names].slice(0, MOST_NAMES);
}

async function namesAt(address: string, sheet: Pick<Sheet, 'readBlock'>): Promise<string[]> {
  const reading = await sheet.readBlock(address);
  if (reading.kind !== 'block') return [];
  return reading.block.values.flat().flatMap((cell) => (typeof cell === 'string' ? [cell] : []));
}

function addAll(texts: readonly string[], names: Set<string>): void {
  for (const text of texts) {
    const name = text.trim().toLowerCase();
    if (/^[a-z0-9_]+$/.test(name)) names.add(name);
  }
}
