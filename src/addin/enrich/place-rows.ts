import { largest, smallest } from '../../engine/async/extremes';
import type { Place } from '../../engine/lookup';
import { cellAddress, formatArea } from '../spreadsheet/cell-address';
import { columnLetters } from '../../engine/places/column-letters';
import type { PlaceList } from './place-list';
import type { CannotDo, Sheet } from '../spreadsheet/sheet';
import { toCellArea } from '../spreadsheet/sheet-region';
import type { CellContent } from '../../engine/places/cell';
import { leftOut, type LeftOut } from '../../engine/places/list-frame';
import type { PincodeRule } from '../../engine/places/pincode';
import type { AddressColumns, PlaceColumns } from '../../engine/places/place-choice';
import {
  columnsOf,
  readPlaceRow,
  type BadReason,
  type BadRow,
} from '../../engine/places/place-row';
import type { RowSpan } from './selected-list';
import { whyShownOtherwise } from './shown-places';
import { areSwapped, swappedRows, type LocatedRow } from './row-swapping';

/** All rows of a list, as the formulas beside them will read them. */
export interface PlaceSurvey {
  readonly kind: 'survey';
  /** How many rows get formulas: all but those left out. */
  readonly rows: number;
  /** How many rows of the list a filter or a person hides, whether they are left out or not. */
  readonly hidden: number;
  /** How many rows below the header are left out, by reason. */
  readonly leftOut: ReadonlyMap<LeftOutReason, number>;
  /** The rows that are left out, from 0 in the sheet. */
  readonly skipped: ReadonlySet<number>;
  readonly blank: number;
  readonly bad: readonly BadRows[];
  /** Each place once, however many rows have it. */
  readonly places: readonly Place[];
  /**
   * Each place as a score is asked for it: an address needs no pincode, and is sent as it is
   * written.
   */
  readonly scored: readonly Place[];
  /** Whether most rows only make sense if their two columns are swapped. */
  readonly looksSwapped: boolean;
  /** Single rows that are among the others only if latitude and longitude are swapped. */
  readonly swapped: readonly LocatedRow[];
  /** For each of the {@link SurveyParts.variables}, the rows of the sheet that have a place but no value. */
  readonly blanks: ReadonlyMap<number, ReadonlySet<number>>;
}

export type LeftOutReason = LeftOut | 'hidden' | 'unselected';

export interface BadRows {
  readonly reason: BadReason;
  readonly count: number;
  /** The first few cells: `Stores!B7`. */
  readonly addresses: readonly string[];
}

export interface SurveyParts {
  readonly sheet: Pick<Sheet, 'readBlock' | 'hiddenRows'>;
  /** The rows that are meant. Undefined: all. */
  readonly rows?: RowSpan | undefined;
  /** Whether hidden rows are part of the list. */
  readonly includesHidden?: boolean;
  readonly pincodes?: PincodeRule;
  /** The columns of the block for a model's variables. */
  readonly variables?: readonly number[];
  /** Lets the page draw and respond between two pieces of work. */
  turn(): Promise<void>;
  /** Returns false once nobody wants the result. */
  isWanted(): boolean;
}

/** Reads all rows of a list. Undefined if nobody wants the result any more. */
export async function surveyPlaces(
  { block, columns: { hasHeader, columns: all }, headRows }: PlaceList,
  columns: PlaceColumns,
  { sheet, rows, includesHidden = false, pincodes, variables = [], turn, isWanted }: SurveyParts,
): Promise<PlaceSurvey | CannotDo | undefined> {
  const wanted = columnsOf(columns);
  const needed = [...new Set([...wanted, ...variables])];
  const start = hasHeader ? 1 : 0;
  const headers = all.map(({ header }) => header);
  const tally = new Tally(pincodes);
  const { first, last } = rows ?? { first: block.row + start, last: block.row + block.rows - 1 };
  const hidden = new Set(await sheet.hiddenRows({ ...block, row: first, rows: last - first + 1 }));
  const message = await whyShownOtherwise(block, columns, { sheet, turn });
  if (!isWanted()) return undefined;
  if (message !== undefined) return { kind: 'failed', message };
  const isWhole = block.values.length >= block.rows;
  for (let row = start; row < block.rows; row += ROWS_READ) {
    const end = Math.min(row + ROWS_READ, block.rows);
    const part = isWhole ? block.values.slice(row, end) : await readPart(row, end);
    if ('kind' in part) return part;
    for (let from = 0; from < end - row; from += ROWS_AT_ONCE) {
      if (row + from > start) await turn();
      if (!isWanted()) return undefined;
      const to = Math.min(from + ROWS_AT_ONCE, end - row);
      for (let index = from; index < to; index += 1) {
        const cells = part[index] ?? [];
        const at = block.row + row + index;
        const reason =
          hidden.has(at) && !includesHidden
            ? 'hidden'
            : row + index < headRows
              ? 'header'
              : at < first || at > last
                ? 'unselected'
                : whyLeftOut(cells);
        if (reason !== undefined) {
          tally.leaveOut(at, reason);
          continue;
        }
        const contents = wanted.map((column) => cells[column] ?? null);
        tally.add(columns, contents, at, (cell) => addressOf(row + index, cell));
        for (const column of variables) tally.addVariable(column, cells[column] ?? null, at);
      }
    }
  }
  return tally.survey(block.rows - start, hidden.size);

  /** Of the rows beyond those that were read, only the cells that matter are known. */
  function whyLeftOut(cells: readonly CellContent[]): LeftOut | undefined {
    const seen = cells.length >= headers.length ? headers.map((_, column) => column) : needed;
    return leftOut(
      seen.map((column) => headers[column] ?? ''),
      seen.map((column) => cells[column] ?? null),
    );
  }

  /** Reads only the columns that matter, since the list may be wide. */
  async function readPart(
    row: number,
    end: number,
  ): Promise<readonly (readonly CellContent[])[] | CannotDo> {
    const lines = Array.from({ length: end - row }, (): CellContent[] => []);
    for (const { first, last } of stretchesOf(needed)) {
      const rows = { row: block.row + row, rows: end - row };
      const area = { ...block, ...rows, column: block.column + first, columns: last - first + 1 };
      const reading = await sheet.readBlock(formatArea(toCellArea(area)));
      if (reading.kind === 'failed') return reading;
      // A column that ends early is blank from there on.
      if (reading.kind === 'nothing') continue;
      reading.block.values.forEach((line, index) => {
        const cells = lines[index];
        line.forEach((content, at) => void (cells !== undefined && (cells[first + at] = content)));
      });
    }
    return lines;
  }

  function addressOf(row: number, cell: BadRow['cell']): string {
    return cellAddress(block.sheet, block.row + row, block.column + (wanted[cell] ?? 0));
  }
}

/** Returns an address without its sheet, because people look at one list at a time. */
export function shortAddress(address: string): string {
  return address.slice(address.lastIndexOf('!') + 1);
}

/** Returns the range of formulas: `E1:H201`. */
export function areaText(row: number, column: number, rows: number, columns: number): string {
  const end = `${columnLetters(column + columns - 1)}${row + rows}`;
  return `${columnLetters(column)}${row + 1}:${end}`;
}

/** Columns near each other are read together. */
function stretchesOf(columns: readonly number[]): { first: number; last: number }[] {
  const first = smallest(columns);
  const last = largest(columns);
  if (last - first <= NEAR) return [{ first, last }];
  return columns.map((column) => ({ first: column, last: column }));
}

const NEAR = 3;

/** Rows read from the host at once. */
const ROWS_READ = 10_000;
/** Rows surveyed in one turn of the page, which takes a few milliseconds. */
const ROWS_AT_ONCE = 1_000;
const MOST_ADDRESSES = 5;

function asScored(columns: AddressColumns): AddressColumns {
  return { ...columns, pincodeGoes: 'end' };
}

class Tally {
  private blank = 0;
  /** Rows whose address and pincode look swapped. */
  private turned = 0;
  private readonly skipped = new Set<number>();
  private readonly leftOut = new Map<LeftOutReason, number>();
  private readonly places = new Map<string, Place>();
  private readonly scored = new Map<string, Place>();
  private readonly located: LocatedRow[] = [];
  private readonly blanks = new Map<number, Set<number>>();
  /** The last row that has a place to score. */
  private scorable = -1;
  private readonly bad = new Map<BadReason, { count: number; addresses: string[] }>();

  constructor(private readonly pincodes: PincodeRule | undefined) {}

  add(
    columns: PlaceColumns,
    cells: readonly CellContent[],
    at: number,
    address: (cell: BadRow['cell']) => string,
  ): void {
    const row = readPlaceRow(columns, cells, this.pincodes);
    const scored =
      columns.kind === 'address' ? readPlaceRow(asScored(columns), cells, this.pincodes) : row;
    if (scored.kind === 'place') {
      this.scored.set(scored.place.key, scored.place);
      this.scorable = at;
    }
    if (row.kind === 'blank') this.blank += 1;
    else if (row.kind === 'place') this.addPlace(row.place, at);
    else {
      this.addBad(row.reason, () => address(row.cell));
      if (row.reason !== 'swapped') return;
      if (columns.kind === 'address') this.turned += 1;
      const [lat = 0, lng = 0] = cells.map(Number);
      if (columns.kind === 'coordinates') this.located.push({ row: at, lat, lng });
    }
  }

  /** Of the row that was added last; what a formula takes for blank. */
  addVariable(column: number, content: CellContent, row: number): void {
    if (row !== this.scorable || (content !== null && content !== '')) return;
    const rows = this.blanks.get(column) ?? new Set();
    this.blanks.set(column, rows.add(row));
  }

  leaveOut(row: number, reason: LeftOutReason): void {
    this.skipped.add(row);
    this.leftOut.set(reason, (this.leftOut.get(reason) ?? 0) + 1);
  }

  survey(rows: number, hidden: number): PlaceSurvey {
    const filled = rows - this.skipped.size - this.blank;
    const looksSwapped = areSwapped(this.located) || this.turned > filled / 2;
    return {
      kind: 'survey',
      rows: rows - this.skipped.size,
      hidden,
      leftOut: this.leftOut,
      skipped: this.skipped,
      blank: this.blank,
      bad: [...this.bad].map(([reason, { count, addresses }]) => ({ reason, count, addresses })),
      places: [...this.places.values()],
      scored: [...this.scored.values()],
      looksSwapped,
      swapped: looksSwapped ? [] : swappedRows(this.located),
      blanks: this.blanks,
    };
  }

  private addPlace(place: Place, row: number): void {
    if (!this.places.has(place.key)) this.places.set(place.key, place);
    if (place.kind === 'coordinates') this.located.push({ row, lat: place.lat, lng: place.lng });
  }

  private addBad(reason: BadReason, address: () => string): void {
    const rows = this.bad.get(reason) ?? { count: 0, addresses: [] };
    this.bad.set(reason, rows);
    rows.count += 1;
    if (rows.addresses.length < MOST_ADDRESSES) rows.addresses.push(address());
  }
}
