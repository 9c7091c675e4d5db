/** A file understood as a list: columns with names, and rows. */
export interface Table {
  /** As the first row says. */
  readonly columns: readonly string[];
  /** What was found out about the file, for people: `UTF-8`, `commas`. */
  readonly found: readonly string[];
  /**
   * Every row in order, some at a time; may be read more than once.
   *
   * @throws FileFault with the row and column where the file makes no sense.
   */
  rows(): AsyncIterable<readonly TableRow[]>;
  /** @throws FileFault if the file is no longer the one that was opened. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** As many values as there are columns: text, or whatever the file holds. */
export type TableRow = readonly unknown[];

/** Writes a list. What is written appears in the output's place at the end, or not at all. */
export interface TableWriter {
  write(rows: readonly TableRow[]): Promise<void>;
  /** All rows have been written: the output takes its place. */
  finish(): Promise<void>;
}

/** Something with a file is wrong; the message is for people. */
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
