/** A file read as a list: columns with names, and rows. */
export interface Table {
  /** From the first row. */
  readonly columns: readonly string[];
  /** What was found out about the file, for people: `UTF-8`, `commas`. */
  readonly found: readonly string[];
  /**
   * Every row in order, some at a time; may be read more than once.
   *
   * @throws FileFault with the row and column where the file is malformed.
   */
  rows(): AsyncIterable<readonly TableRow[]>;
  /** @throws FileFault if the file is no longer the one that was opened. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** One value for each column: text, or whatever the file holds. */
export type TableRow = readonly unknown[];

/** Writes a list. The output appears whole at the end, or not at all. */
export interface TableWriter {
  write(rows: readonly TableRow[]): Promise<void>;
  /** Puts the output in its place, once all rows have been written. */
  finish(): Promise<void>;
}

/** Something is wrong with a file; the message is for people. */
export class FileFault extends Error {
  constructor(
    message: string,
    /** Counted from 1, without the header. */
    readonly row?: number,
    /** Counted from 1. */
    readonly column?: number,
  ) {
    super(message);
  }
}
