import { shortList, t } from '../../engine/language/speech';
import type { Notice } from '../pane/parts/use-noticed-steps';
import { cellAddress } from '../spreadsheet/cell-address';
import type { CannotDo, Sheet, WrittenBlock } from '../spreadsheet/sheet';
import { cellNumber } from '../../engine/places/column-content';
import { isAboutIndia } from '../../engine/places/india';
import {
  afterFailure,
  takeBack,
  undoAction,
  type Change,
  type UndoParts,
  type UndoWords,
} from './undo';

/** A row as the sheet holds it; zero-based, in the sheet. */
export interface LocatedRow {
  readonly row: number;
  readonly lat: number;
  readonly lng: number;
}

/** What it takes to change cells, and to undo that. */
export interface SwapParts extends UndoParts {
  readonly sheet: Pick<Sheet, 'readBlock' | 'write' | 'undo' | 'foreseeUndo'>;
}

/** Where the rows are; columns are those of the sheet. */
export interface SwapPlace {
  readonly sheet: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Whether most of a list lies in the country only if latitude and longitude are swapped. */
export function areSwapped(rows: readonly Omit<LocatedRow, 'row'>[]): boolean {
  const turned = rows.filter(({ lat, lng }) => !isAboutIndia(lat, lng) && isAboutIndia(lng, lat));
  return turned.length > rows.length / 2;
}

/**
 * The rows that lie far from the others, but among them if latitude and longitude are swapped:
 * 77.6, 12.9 in a list of shops in India.
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
 * Swaps each pair. Rows with formulas stay as they are, and so do rows that hold other places by
 * now: the list may have been sorted since it was read.
 */
export async function swapRows(
  { sheet, latitude, longitude }: SwapPlace,
  rows: readonly LocatedRow[],
  parts: SwapParts,
): Promise<Notice> {
  const written: Change[] = [];
  let left = 0;
  let moved = 0;
  for (const { row, lat, lng } of rows) {
    const found = await readPair({ sheet, latitude, longitude }, row, parts.sheet);
    if (found.kind === 'failed') return afterFailure(found.message, written, parts, WORDS);
    if (found.pair[0] !== lat || found.pair[1] !== lng) {
      moved += 1;
      continue;
    }
    const pair: WrittenBlock[] = [];
    for (const [column, value] of [[latitude, lng] as const, [longitude, lat] as const]) {
      const block = { sheet, row, column, cells: [[value]] };
      const result = await parts.sheet.write(block, { shouldOverwrite: true });
      if (result.kind === 'failed') {
        return afterFailure(result.message, [...written, pair], parts, WORDS);
      }
      if (result.kind === 'written') pair.push(result.written);
    }
    // A cell that was not written shows what another's formula spills.
    if (pair.length < 2 || pair.some(wasFormula)) {
      const { failure } = await takeBack([pair], parts.sheet);
      if (failure !== undefined) return afterFailure(failure, [...written, pair], parts, WORDS);
      left += 1;
    } else written.push(pair);
  }
  const withFormulas =
    left === 0
      ? ''
      : t(' {left, plural, one {# row} other {# rows}} with formulas left unchanged.', { left });
  const text = t('{swapped, plural, one {# row} other {# rows}} swapped.{rest}', {
    swapped: rows.length - left - moved,
    rest: withFormulas + changedSince(moved),
  });
  if (written.length === 0) return { tone: 'bad', text };
  return { tone: 'good', text, action: undoAction(written, parts, WORDS) };
}

function changedSince(moved: number): string {
  if (moved === 0) return '';
  return t(' {moved, plural, one {# row} other {# rows}} changed since and left as is.', { moved });
}

const WORDS: UndoWords = {
  done: () => t('Rows swapped back.'),
  except: (swapped, kept) =>
    t('{swapped, plural, one {# row} other {# rows}} swapped back.{rest}', {
      swapped,
      rest: changedSince(kept),
    }),
  left(reason, left) {
    const rows = left.flatMap(([first]) => (first === undefined ? [] : [first.row + 1]));
    const shown = shortList(rows.sort((one, other) => one - other));
    return t('{reason} Not swapped back: {rows, plural, one {row} other {rows}} {shown}.', {
      reason,
      rows: rows.length,
      shown,
    });
  },
};

/** The two numbers that the row holds now. */
async function readPair(
  { sheet: name, latitude, longitude }: SwapPlace,
  row: number,
  sheet: Pick<Sheet, 'readBlock'>,
): Promise<CannotDo | { readonly kind: 'pair'; readonly pair: readonly (number | undefined)[] }> {
  const pair: (number | undefined)[] = [];
  for (const column of [latitude, longitude]) {
    const reading = await sheet.readBlock(cellAddress(name, row, column));
    if (reading.kind === 'failed') return reading;
    pair.push(
      reading.kind === 'block' ? cellNumber(reading.block.values[0]?.[0] ?? null) : undefined,
    );
  }
  return { kind: 'pair', pair };
}

function wasFormula({ before }: WrittenBlock): boolean {
  const input = before?.[0]?.[0];
  return typeof input === 'string' && input.startsWith('=');
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
