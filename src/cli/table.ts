import type { LeftOut } from '../engine/places/list-frame';

/** A file that is read as a list: columns with names, and rows. */
export interface Table extends ReadTable {
  /** @throws FileFault if the file has been changed since it was opened. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** What a file contains. */
export interface ReadTable {
  /** The columns' names, from the header. */
  readonly columns: readonly string[];
  /** Whether every value is text, because files of this format have nothing else. */
  readonly isText?: boolean;
  /** Whether the workbook counts days from 1904. */
  readonly uses1904Dates?: boolean;
  /** Whether another program may have put more than the list into the file. */
  readonly isShared?: boolean;
  /** What was detected about the file, for people: `UTF-8`, `commas`. */
  readonly found: readonly string[];
  /** Where the list is in the file; undefined for a file with nothing else. */
  readonly place?: ListPlace;
  /** The number of the first row in the file. */
  readonly firstRow?: number;
  /** The reference system of a column of shapes, if it is not WGS 84 in degrees: `EPSG:32643`. */
  otherSystem?(column: number): string | undefined;
  /** How many rows are hidden, by a filter or by a person. */
  readonly hiddenRows?: number;
  /** The hidden columns, by index. */
  readonly hiddenColumns?: ReadonlySet<number>;
  /** By column, a cell whose format shows its number as other degrees. */
  readonly shownDegrees?: ReadonlyMap<number, ShownDegrees>;
  /** Why a row is not asked for; it stays in the output. */
  leftOut?(row: TableRow): RowLeftOut | undefined;
  /**
   * Yields the rows in order, some at a time, as often as wanted.
   *
   * @throws FileFault with the row and column.
   */
  rows(): AsyncIterable<readonly TableRow[]>;
}

/** A number with what its format makes of it: 12.97 is shown as `12.97°S`. */
export interface ShownDegrees {
  readonly value: number;
  readonly shown: string;
}

export interface ListPlace {
  readonly sheet?: string;
  /** The range of the list with its header: `A3:F52`. */
  readonly range?: string;
  readonly headerRow?: number | 'none';
  /** The columns of another list that is left out: `H:K`. */
  readonly beside?: string;
}

/**
 * Why a row is not asked for. `shape`: it is a line, an area or several points, and so no place.
 */
export type RowLeftOut = LeftOut | 'hidden' | 'shape';

/** One value for each column: text, or whatever the file contains. */
export type TableRow = readonly unknown[];

/** Writes a list. The output appears as a whole at the end, or not at all. */
export interface TableWriter {
  write(rows: readonly TableRow[]): Promise<void>;
  /** Puts the output in place, once all rows have been written. */
  finish(): Promise<void>;
}

/** What to do about another reference system. */
export const CONVERT_TO_WGS_84 =
  'Locus takes longitude and latitude in WGS 84 (EPSG:4326): convert them first.';

/** Something is wrong with a file. The message is for people. */
export class FileFault extends Error {
  constructor(
    message: string,
    /** The row at fault, counted from 1 without the header. */
    readonly row?: number,
    /** The column at fault, counted from 1. */
    readonly column?: number,
  ) {
    super(message);
  }
}
