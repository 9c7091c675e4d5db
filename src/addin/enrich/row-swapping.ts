import { largest, smallest } from '../../engine/async/extremes';
import { shortList, t } from '../../engine/language/speech';
import type { Notice } from '../pane/parts/use-noticed-steps';
import { isFormula } from '../spreadsheet/block-writing';
import { formatArea, parseArea } from '../spreadsheet/cell-address';
import { toCellArea } from '../spreadsheet/sheet-region';
import type {
  BlockToWrite,
  CannotDo,
  CellInput,
  Sheet,
  SheetArea,
  WrittenBlock,
} from '../spreadsheet/sheet';
import { cellNumber } from '../../engine/places/column-content';
import { isAboutIndia } from '../../engine/places/india';
import { isStillThere, type UndoParts } from './undo';

/** A row as it is in the sheet, from 0. */
export interface LocatedRow {
  readonly row: number;
  readonly lat: number;
  readonly lng: number;
}

/** What is needed to change cells, and to undo that. */
export interface SwapParts extends UndoParts {
  readonly sheet: Pick<Sheet, 'readBlock' | 'write' | 'undo' | 'foreseeUndo'>;
}

/** Where the rows are; columns are those of the sheet. */
export interface SwapPlace {
  readonly sheet: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Whether most of a list is in India only if latitude and longitude are swapped. */
export function areSwapped(rows: readonly Omit<LocatedRow, 'row'>[]): boolean {
  const turned = rows.filter(({ lat, lng }) => !isAboutIndia(lat, lng) && isAboutIndia(lng, lat));
  return turned.length > rows.length / 2;
}

/**
 * Returns the rows that are far from the others, but among them if latitude and longitude are
 * swapped: 77.6, 12.9 in a list of shops in India.
 */
export function swappedRows(rows: readonly LocatedRow[]): readonly LocatedRow[] {
  if (rows.length < FEWEST) return [];
  const lat = spanOf(rows.map((row) => row.lat));
  const lng = spanOf(rows.map((row) => row.lng));
  const turned = rows.filter(
    (row) =>
      !(isIn(row.lat, lat) && isIn(row.lng, lng)) && isIn(row.lng, lat) && isIn(row.lat, lng),
  );
  return turned.length < rows.length / 3 ? turned : [];
}

/**
 * Swaps each pair, with one reading and one write for all of them. Rows with formulas stay as they
 * are. So do rows that have other places by now, because the list may have been sorted since it was
 * read.
 */
export async function swapRows(
  place: SwapPlace,
  rows: readonly LocatedRow[],
  parts: SwapParts,
): Promise<Notice> {
  const reading = await readPairs(place, rows, parts.sheet);
  if (reading.kind === 'failed') return { tone: 'bad', text: reading.message };
  const same = rows.filter((row) => holds(reading.pairs.get(row.row), row.lat, row.lng));
  const outcome = await writeSwapped(place, same, parts);
  if (outcome.kind === 'failed') return outcome.notice;
  const { swapped, written } = outcome;
  const moved = rows.length - same.length;
  const left = same.length - swapped.length;
  const withFormulas =
    left === 0
      ? ''
      : t(' {left, plural, one {# row} other {# rows}} with formulas left unchanged.', { left });
  const text = t('{swapped, plural, one {# row} other {# rows}} swapped.{rest}', {
    swapped: swapped.length,
    rest: withFormulas + changedSince(moved),
  });
  if (written === undefined) return { tone: 'bad', text };
  return { tone: 'good', text, action: undoSwap({ place, rows: swapped, written }, parts) };
}

interface Swap {
  readonly place: SwapPlace;
  /** As they were. */
  readonly rows: readonly LocatedRow[];
  readonly written: WrittenBlock;
}

type Swapping =
  | { readonly kind: 'failed'; readonly notice: Notice }
  | {
      readonly kind: 'swapped';
      readonly swapped: readonly LocatedRow[];
      /** Undefined if no row could be swapped. */
      readonly written: WrittenBlock | undefined;
    };

async function writeSwapped(
  place: SwapPlace,
  rows: readonly LocatedRow[],
  parts: SwapParts,
): Promise<Swapping> {
  let swapped = rows;
  while (swapped.length > 0) {
    const block = blockOf(place, swapped, ({ lat, lng }) => [lng, lat]);
    const result = await parts.sheet.write(block, { shouldOverwrite: true });
    if (result.kind === 'failed') {
      return { kind: 'failed', notice: { tone: 'bad', text: result.message } };
    }
    if (result.kind === 'written') return withFormulasBack(place, swapped, result.written, parts);
    // Another cell's formula spills into these: writing there would take away all that it shows.
    const spilled = new Set(result.addresses.map((address) => parseArea(address)?.startRow));
    const free = swapped.filter(({ row }) => !spilled.has(row));
    if (free.length === swapped.length) break;
    swapped = free;
  }
  return { kind: 'swapped', swapped: [], written: undefined };
}

/** Only a write tells which cells held formulas: those rows get them back. */
async function withFormulasBack(
  place: SwapPlace,
  rows: readonly LocatedRow[],
  written: WrittenBlock,
  parts: SwapParts,
): Promise<Swapping> {
  const before = ({ row }: LocatedRow): readonly CellInput[] => {
    const line = written.before?.[row - written.row] ?? [];
    return [
      line[place.latitude - written.column] ?? '',
      line[place.longitude - written.column] ?? '',
    ];
  };
  const [withFormula, swapped] = partition(rows, (row) => before(row).some(isFormula));
  if (withFormula.length > 0) {
    const result = await parts.sheet.write(blockOf(place, withFormula, before), {
      shouldOverwrite: true,
    });
    if (result.kind !== 'written') {
      const reason =
        result.kind === 'failed' ? result.message : t('Some cells couldn’t be changed.');
      return { kind: 'failed', notice: notSwappedBack(reason, { place, rows, written }, parts) };
    }
  }
  const own = swapped.length === 0 ? undefined : withRows(written, swapped);
  return { kind: 'swapped', swapped, written: own };
}

/** Takes back the rows that still hold what the swap wrote; as with any change, they are read first. */
function undoSwap(swap: Swap, parts: SwapParts): NonNullable<Notice['action']> {
  const { place, rows, written } = swap;
  const undo = async (): Promise<Notice> => {
    const reading = await readPairs(place, rows, parts.sheet);
    if (reading.kind === 'failed') return notSwappedBack(reading.message, swap, parts);
    const same = rows.filter((row) => holds(reading.pairs.get(row.row), row.lng, row.lat));
    if (same.length > 0) {
      const result = await parts.sheet.undo(withRows(written, same));
      if (result.kind === 'failed') return notSwappedBack(result.message, swap, parts);
    }
    const kept = rows.length - same.length;
    const text =
      kept === 0
        ? t('Rows swapped back.')
        : t('{swapped, plural, one {# row} other {# rows}} swapped back.{rest}', {
            swapped: same.length,
            rest: changedSince(kept),
          });
    if (same.length > 0) return { tone: 'good', text };
    return { tone: 'bad', text, action: undoSwap(swap, parts) };
  };
  return {
    title: t('Undo'),
    run: () => parts.later(undo),
    isThere: () => isStillThere([written], parts.sheet),
  };
}

function notSwappedBack(reason: string, swap: Swap, parts: SwapParts): Notice {
  const text = t('{reason} Not swapped back: {rows, plural, one {row} other {rows}} {shown}.', {
    reason,
    rows: swap.rows.length,
    shown: shortList(swap.rows.map(({ row }) => row + 1)),
  });
  return { tone: 'bad', text, action: undoSwap(swap, parts) };
}

function changedSince(moved: number): string {
  if (moved === 0) return '';
  return t(' {moved, plural, one {# row} other {# rows}} changed since and left as is.', { moved });
}

type Pair = readonly (number | undefined)[];

/** The two numbers that each row holds now, from one reading of the range around them. */
async function readPairs(
  { sheet: name, latitude, longitude }: SwapPlace,
  rows: readonly LocatedRow[],
  sheet: Pick<Sheet, 'readBlock'>,
): Promise<CannotDo | { readonly kind: 'pairs'; readonly pairs: ReadonlyMap<number, Pair> }> {
  const area = areaAround({ sheet: name, latitude, longitude }, rows);
  const reading = await sheet.readBlock(formatArea(toCellArea(area)));
  if (reading.kind === 'failed') return reading;
  const values = reading.kind === 'block' ? reading.block.values : [];
  const pairs = rows.map(({ row }) => {
    const line = values[row - area.row] ?? [];
    const at = (column: number) => cellNumber(line[column - area.column] ?? null);
    return [row, [at(latitude), at(longitude)]] as const;
  });
  return { kind: 'pairs', pairs: new Map(pairs) };
}

function holds(pair: Pair | undefined, lat: number, lng: number): boolean {
  return pair?.[0] === lat && pair[1] === lng;
}

/** The range that holds both columns of these rows, and perhaps others between them. */
function areaAround(
  { sheet, latitude, longitude }: SwapPlace,
  rows: readonly LocatedRow[],
): SheetArea {
  const numbers = rows.map(({ row }) => row);
  const [row, column] = [smallest(numbers), Math.min(latitude, longitude)];
  return {
    sheet,
    row,
    column,
    rows: largest(numbers) - row + 1,
    columns: Math.abs(latitude - longitude) + 1,
  };
}

/** The rows' pairs in one block that leaves every other cell as it is. */
function blockOf(
  place: SwapPlace,
  rows: readonly LocatedRow[],
  pairOf: (row: LocatedRow) => readonly CellInput[],
): BlockToWrite {
  const { sheet, row, column, rows: height, columns } = areaAround(place, rows);
  const cells = Array.from({ length: height }, () => new Array<CellInput>(columns).fill(null));
  for (const located of rows) {
    const line = cells[located.row - row];
    const [lat = null, lng = null] = pairOf(located);
    if (line === undefined) continue;
    line[place.latitude - column] = lat;
    line[place.longitude - column] = lng;
  }
  return { sheet, row, column, cells };
}

/** The same block as if nothing had been written to its other rows. */
function withRows(written: WrittenBlock, rows: readonly LocatedRow[]): WrittenBlock {
  const wanted = new Set(rows.map(({ row }) => row - written.row));
  const after = written.after.map((line, at) => (wanted.has(at) ? line : line.map(() => null)));
  return { ...written, after };
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean) {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))] as const;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The middle half of all values, extended on either side by its width or at least 3 degrees. */
function spanOf(degrees: readonly number[]): Span {
  const sorted = Float64Array.from(degrees).sort();
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const [low, high] = [at(0.25), at(0.75)];
  const margin = Math.max(LEAST_MARGIN, high - low);
  return { from: low - margin, to: high + margin };
}

function isIn(degrees: number, { from, to }: Span): boolean {
  return degrees >= from && degrees <= to;
}

/** Among fewer rows, none can stand out. */
const FEWEST = 4;
const LEAST_MARGIN = 3;
