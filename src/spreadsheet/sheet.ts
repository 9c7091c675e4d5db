/**
 * The cells of the open workbook, for the pane: what a person has selected, and writing beside it
 * without harm. Nothing here throws; what cannot be done is told in a sentence for a person.
 */
export interface Sheet {
  /**
   * What is selected: a single cell stands for the table or the filled region around it, and whole
   * columns or rows end where the sheet's content does.
   */
  readSelection(limits?: ReadLimits): Promise<BlockReading>;
  /** The same of an address, `'My stores'!A1:D51`, taken as it is but for the end of the content. */
  readBlock(address: string, limits?: ReadLimits): Promise<BlockReading>;
  /**
   * Writes a block. A cell that holds anything is not overwritten unless that is asked for; then
   * nothing is written at all. Done in parts where it is large: a part that fails takes those
   * before it back.
   */
  write(block: BlockToWrite, options?: WriteOptions): Promise<WriteResult>;
  /**
   * Takes back what `write` wrote and its looks, except where a cell has been changed since. With
   * other blocks of the same sheet all is taken back or, where a cell of one was changed, nothing.
   */
  undo(written: WrittenBlock, others?: readonly WrittenBlock[]): Promise<UndoResult>;
  /**
   * Adds a sheet at the end, its name made legal and unique, and fills it from A1 on. The first
   * column is made as wide as its texts, which the next would cut off.
   */
  addSheet(name: string, cells: readonly (readonly CellInput[])[]): Promise<SheetAddition>;
  /** Every formula in the workbook that calls a function of ours. */
  formulas(): Promise<FormulaReading>;
  /** Every formula in the workbook that shows an error, whatever it calls, but for these cells. */
  failing(known: readonly string[]): Promise<FailingReading>;
}

export interface ReadLimits {
  /** Rows to read at most; the block tells how many there are. */
  readonly rows?: number;
}

/** What a cell holds: null for nothing, an error by its text, such as `#N/A`. */
export type CellContent = string | number | boolean | null | { readonly error: string };

/**
 * What may be put into a cell: text that begins with `=` is a formula, a first apostrophe says only
 * that the rest is text, "" empties the cell and null leaves it as it is.
 */
export type CellInput = string | number | boolean | null;

/** Cells within one sheet; the row and the column are zero-based. */
export interface SheetArea {
  /** The sheet's name as it stands on its tab. */
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

export interface SheetBlock extends SheetArea {
  /** Of the whole area, also where not all of its rows were read. */
  readonly address: string;
  /** By row; at most the rows that were wanted. */
  readonly values: readonly (readonly CellContent[])[];
  /** The table that the block lies in. Formulas that spill are an error inside one. */
  readonly table: SheetTable | undefined;
  /**
   * Columns that hold no place, by their numbers within the block, where that was looked for: those
   * with values of ours, each with its name or model where a formula writes it out, else "".
   */
  readonly ownColumns?: ReadonlyMap<number, string>;
}

export interface SheetTable {
  readonly name: string;
  /** Whether the block's first row is the table's header. */
  readonly isHeaderFirst: boolean;
}

/** `nothing`: a chart or a shape is selected, or no cell there holds anything. */
export type BlockReading =
  { readonly kind: 'block'; readonly block: SheetBlock } | { readonly kind: 'nothing' } | CannotDo;

export interface BlockToWrite {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  /** Rows of one length. Text stays text: a pincode or a date as text is not made a number. */
  readonly cells: readonly (readonly CellInput[])[];
  /**
   * How numbers are written in each column, as Excel's number formats say it; undefined leaves a
   * column as it is. Where a host will not, the block is written all the same.
   */
  readonly formats?: readonly (string | undefined)[] | undefined;
  /** The column of the same sheet whose first cell the block's first cells shall look like. */
  readonly headerLike?: number | undefined;
  /** The size of all that will be filled when the formulas have spilled, from the same first cell. */
  readonly spill?: { readonly rows: number; readonly columns: number };
}

export interface WriteOptions {
  /** @default false */
  readonly shouldOverwrite?: boolean;
}

/** `occupied`: what stood in the way, at most 20 addresses of `count` cells. */
export type WriteResult =
  | { readonly kind: 'written'; readonly address: string; readonly written: WrittenBlock }
  | { readonly kind: 'occupied'; readonly addresses: readonly string[]; readonly count: number }
  | CannotDo;

/** What `undo` needs to know: plain data, good as long as the workbook is open. */
export interface WrittenBlock extends SheetArea {
  /** The sheet's lasting id: its name may change. */
  readonly sheetId: string;
  /** As the cells read right after; null where nothing was written. */
  readonly after: readonly (readonly CellInput[])[];
  /** As they read before; only where something was overwritten. */
  readonly before: readonly (readonly CellInput[])[] | undefined;
  /** Those of the block, which go with it. */
  readonly formats?: BlockToWrite['formats'] | undefined;
  readonly headerLike?: number | undefined;
}

/**
 * `kept` cells were changed since they were written, and are as the person left them, looks and
 * all. `restored` is 0 where none reads as it was written: nothing was done.
 */
export interface UndoOutcome {
  readonly kind: 'undone';
  readonly restored: number;
  readonly kept: number;
}

export type UndoResult = UndoOutcome | CannotDo;

/** `sheet` is the name that it was given. */
export type SheetAddition = { readonly kind: 'added'; readonly sheet: string } | CannotDo;

/** One cell's formula, `address` as an invocation names it. */
export interface LocatedFormula {
  readonly address: string;
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly formula: string;
}

export type FormulaReading =
  { readonly kind: 'formulas'; readonly formulas: readonly LocatedFormula[] } | CannotDo;

export interface FailingFormula extends LocatedFormula {
  /** Such as `#NAME?`. */
  readonly error: string;
}

export type FailingReading =
  | {
      readonly kind: 'failing';
      readonly formulas: readonly FailingFormula[];
      /** Of the cells that were known, those that show no error, as they were given. */
      readonly calm: readonly string[];
    }
  | CannotDo;

/** `message`: what cannot be done and what to do, in plain words. */
export interface CannotDo {
  readonly kind: 'failed';
  readonly message: string;
}
