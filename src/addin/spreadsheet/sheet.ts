import type { CellContent } from '../../engine/places/cell';
import type { ShownPrice } from './shown-price';

/**
 * The cells of the open workbook, for the pane: reads what a person has selected and writes safely
 * beside it. Nothing here throws; `CannotDo` carries a message for the person.
 */
export interface Sheet {
  /**
   * Reads the selection: for a single cell, the table or the filled region around it. Whole columns
   * or rows end where the sheet's content does, and a table before its row of totals.
   */
  readSelection(limits?: SelectionLimits): Promise<BlockReading>;
  /** Reads an address such as `'My stores'!A1:D51` as given, but not past the sheet's content. */
  readBlock(address: string, limits?: ReadLimits): Promise<BlockReading>;
  /** The names of the sheets that a person can see, in the order of their tabs. */
  sheetNames(): Promise<readonly string[]>;
  /**
   * The rows of an area that a filter or a person hides, counted from 0 in the sheet; none if the
   * host cannot tell.
   */
  hiddenRows(area: SheetArea): Promise<readonly number[]>;
  /**
   * Writes a block. If any of its cells already holds something, nothing is written, unless the
   * caller asks to overwrite. A value that another cell's formula spills is never overwritten: all
   * its other values would go too. A large block is written in parts; if one fails, those before it
   * are taken back.
   */
  write(block: BlockToWrite, options?: WriteOptions): Promise<WriteResult>;
  /**
   * Takes back what `write` wrote and its formats, except in cells changed since.
   */
  undo(written: WrittenBlock): Promise<UndoResult>;
  /** What `undo` would do now; nothing is changed. Of a sheet that is gone, nothing is restored. */
  foreseeUndo(written: WrittenBlock): Promise<UndoResult>;
  /**
   * Adds a sheet at the end, makes its name legal and unique, and fills it from A1 on. Widens the
   * first column to fit its texts, which the next would cut off; with headings, every column, but
   * for texts that stand alone in their rows, which cover the next columns.
   */
  addSheet(
    name: string,
    cells: readonly (readonly CellInput[])[],
    look?: SheetLook,
  ): Promise<SheetAddition>;
  /**
   * Takes away a sheet that `addSheet` added. If anybody has changed it since, it stays as it is:
   * `restored` is 0, and `kept` counts the changed cells.
   */
  removeSheet(added: WrittenBlock): Promise<UndoResult>;
  /** Every formula in the workbook that calls a Locus function. */
  formulas(): Promise<FormulaReading>;
  /**
   * Every formula in the workbook that shows an error, whatever it calls, except in these cells.
   */
  failing(known: readonly string[]): Promise<FailingReading>;
}

export interface ReadLimits {
  /** Maximum rows to read; the block still says how many there are. */
  readonly rows?: number;
  /** Reads the columns' number formats too. */
  readonly hasFormats?: boolean;
}

export interface SelectionLimits extends ReadLimits {
  /** Reads around several selected cells as around a single one. */
  readonly isAround?: boolean;
}

/**
 * What can be put into a cell: text that begins with `=` is a formula, a leading apostrophe only
 * marks the rest as text, "" empties the cell and null leaves it as it is.
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
  /** Address of the whole area, even if not all of its rows were read. */
  readonly address: string;
  /** By row; no more rows than the limit. */
  readonly values: readonly (readonly CellContent[])[];
  /** The table that the block lies in. Inside one, a formula that spills is an error. */
  readonly table: SheetTable | undefined;
  /**
   * Each column's number format, in Excel's notation, as its last row read has it. Left out if it
   * was not asked for.
   */
  readonly formats?: readonly string[];
  /**
   * Columns that hold Locus values rather than places, by index within the block, each with its
   * name or model if a formula writes it out, else "". Left out if the reader did not look for
   * them.
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
  /** Rows of equal length. Text stays text: a pincode or date as text does not become a number. */
  readonly cells: readonly (readonly CellInput[])[];
  /**
   * Each column's number format, in Excel's notation; undefined leaves a column as it is. If the
   * host cannot apply them, it writes the block all the same.
   */
  readonly formats?: readonly (string | undefined)[] | undefined;
  /**
   * The column of the sheet whose cell in the block's first row lends that row its format. The texts
   * in that row wrap, because a column is rarely as wide as its header.
   */
  readonly headerLike?: number | undefined;
  /** The size of the area that the formulas fill once spilled, from the same first cell. */
  readonly spill?: { readonly rows: number; readonly columns: number };
}

/** How a new sheet looks. */
export interface SheetLook {
  /** As those of a block. */
  readonly formats?: BlockToWrite['formats'];
  /** Rows of headings, zero-based: their texts are bold. */
  readonly headings?: readonly number[];
}

export interface WriteOptions {
  /** @default false */
  readonly shouldOverwrite?: boolean;
  /** What its Locus formulas may spend; the pane writes none without. */
  readonly price?: ShownPrice;
}

/** `occupied`: `count` cells were in the way; `addresses` holds the first 20 at most. */
export type WriteResult =
  | { readonly kind: 'written'; readonly address: string; readonly written: WrittenBlock }
  | { readonly kind: 'occupied'; readonly addresses: readonly string[]; readonly count: number }
  | CannotDo;

/** What `undo` needs to know: plain data, valid while the workbook is open. */
export interface WrittenBlock extends SheetArea {
  /** The sheet's permanent id: its name may change. */
  readonly sheetId: string;
  /** The cells' inputs right after the write; null where nothing was written. */
  readonly after: readonly (readonly CellInput[])[];
  /** Their inputs before it; only where something was overwritten. */
  readonly before: readonly (readonly CellInput[])[] | undefined;
  /** The block's own, which `undo` takes back too. */
  readonly formats?: BlockToWrite['formats'] | undefined;
  readonly headerLike?: number | undefined;
}

/**
 * `kept` cells were changed since they were written, and stay as the person left them, formats
 * included. `restored` is 0 if no cell reads as it was written: then nothing was done.
 */
export interface UndoOutcome {
  readonly kind: 'undone';
  readonly restored: number;
  readonly kept: number;
}

export type UndoResult = UndoOutcome | CannotDo;

/** `sheet` is the name that the new sheet was given. */
export type SheetAddition =
  { readonly kind: 'added'; readonly sheet: string; readonly written: WrittenBlock } | CannotDo;

/** One cell's formula; `address` is as a custom function's invocation gives it. */
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
      /** Those of the known cells that show no error, as the caller wrote them. */
      readonly calm: readonly string[];
    }
  | CannotDo;

/** `message`: what cannot be done and what to do, in plain words. */
export interface CannotDo {
  readonly kind: 'failed';
  readonly message: string;
}
