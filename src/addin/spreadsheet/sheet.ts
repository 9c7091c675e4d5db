import type { CellContent } from '../../engine/places/cell';
import type { ShownPrice } from './shown-price';

/**
 * Gives the pane the cells of the open workbook: it reads what a person has selected, and writes
 * beside it safely. Nothing here throws; `CannotDo` carries a message for the person.
 */
export interface Sheet {
  /**
   * Reads the selection. For a single cell, this reads the table or the filled region around it.
   * Whole columns or rows end where the sheet's content does, and a table ends before its row of
   * totals.
   */
  readSelection(limits?: SelectionLimits): Promise<BlockReading>;
  /** Reads exactly this address, such as `'My stores'!A1:D51`, up to the end of the content. */
  readBlock(address: string, limits?: ReadLimits): Promise<BlockReading>;
  /** Returns the names of the sheets that a person can see, in the order of their tabs. */
  sheetNames(): Promise<readonly string[]>;
  /**
   * Returns the zero-based rows of an area that a filter or a person has hidden; none if the host
   * cannot tell.
   */
  hiddenRows(area: SheetArea): Promise<readonly number[]>;
  /**
   * Writes a block. If any of its cells already holds something, nothing is written, unless the
   * caller asks to overwrite. A value that another cell's formula spills is never overwritten,
   * because all other values of that formula would disappear. A large block is written in parts; if
   * one part fails, the parts before it are undone.
   */
  write(block: BlockToWrite, options?: WriteOptions): Promise<WriteResult>;
  /**
   * Undoes what `write` wrote, formats included, except in cells that have changed since.
   */
  undo(written: WrittenBlock): Promise<UndoResult>;
  /** Returns what `undo` would do now, without doing it. For a deleted sheet, `restored` is 0. */
  foreseeUndo(written: WrittenBlock): Promise<UndoResult>;
  /**
   * Adds a sheet at the end, makes its name valid and unique, and fills it from A1 on. The first
   * column becomes wide enough for its texts, which the next column would cut off. With headings,
   * every column does. Texts that are alone in their rows do not count, because they extend over
   * the next columns.
   */
  addSheet(
    name: string,
    cells: readonly (readonly CellInput[])[],
    look?: SheetLook,
  ): Promise<SheetAddition>;
  /**
   * Removes a sheet that `addSheet` added. If anybody has changed it since, the sheet stays as it
   * is: `restored` is 0, and `kept` counts the changed cells.
   */
  removeSheet(added: WrittenBlock): Promise<UndoResult>;
  /** Returns every formula in the workbook that calls a Locus function. */
  formulas(): Promise<FormulaReading>;
  /**
   * Returns every formula in the workbook that shows an error, whatever it calls, except in these
   * cells.
   */
  failing(known: readonly string[]): Promise<FailingReading>;
}

export interface ReadLimits {
  /** Maximum number of rows to read. The block still says how many there are. @default all */
  readonly rows?: number;
  /** Whether to read the columns' number formats, too. @default false */
  readonly hasFormats?: boolean;
  /** Whether to read the number format of each cell, too. @default false */
  readonly hasCellFormats?: boolean;
}

export interface SelectionLimits extends ReadLimits {
  /** Whether to read around several selected cells as around a single one. @default false */
  readonly isAround?: boolean;
}

/**
 * What can be put into a cell. A text that begins with `=` is a formula. A leading apostrophe only
 * marks the rest as text. "" empties the cell, and null leaves it as it is.
 */
export type CellInput = string | number | boolean | null;

/** Cells within one sheet; the row and the column are zero-based. */
export interface SheetArea {
  /** The sheet's name as its tab shows it. */
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

export interface SheetBlock extends SheetArea {
  /** The address of the whole area, even if not all of its rows were read. */
  readonly address: string;
  /** What the cells hold, by row. There are no more rows than the limit. */
  readonly values: readonly (readonly CellContent[])[];
  /** The table that contains the block. Inside a table, a formula that spills is an error. */
  readonly table: SheetTable | undefined;
  /**
   * Each column's number format, in Excel's notation, taken from the last row that was read. Left
   * out if it was not asked for.
   */
  readonly formats?: readonly string[];
  /** Each value's number format, in Excel's notation. Left out if it was not asked for. */
  readonly cellFormats?: readonly (readonly string[])[];
  /**
   * The columns that hold Locus values and not places, by index within the block. Each has the name
   * or the model that its formula writes out, or "" if the formula writes none. Left out if the
   * reader did not look for such columns.
   */
  readonly ownColumns?: ReadonlyMap<number, string>;
}

export interface SheetTable {
  readonly name: string;
  /** Whether the block's first row is the table's header. */
  readonly isHeaderFirst: boolean;
}

/** `nothing` means that a chart or a shape is selected, or that no cell there holds anything. */
export type BlockReading =
  { readonly kind: 'block'; readonly block: SheetBlock } | { readonly kind: 'nothing' } | CannotDo;

export interface BlockToWrite {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  /** Rows of equal length. A text stays a text, even if it looks like a number or a date. */
  readonly cells: readonly (readonly CellInput[])[];
  /**
   * Each column's number format, in Excel's notation; undefined leaves a column as it is. A host
   * that cannot apply formats still writes the block.
   */
  readonly formats?: readonly (string | undefined)[] | undefined;
  /**
   * The zero-based column of the sheet from which the block's first row takes its format. The texts
   * in that row wrap, because a column is rarely as wide as its header.
   */
  readonly headerLike?: number | undefined;
  /**
   * A text that each column will show, if its formulas hide it. The column becomes wide enough for
   * it, and for each word of a header that wraps.
   */
  readonly texts?: readonly (string | undefined)[];
  /** The size of the area that the formulas fill once they spill, from the same first cell. */
  readonly spill?: { readonly rows: number; readonly columns: number };
}

/** How a new sheet looks. */
export interface SheetLook {
  /** Number formats, as for a block. */
  readonly formats?: BlockToWrite['formats'];
  /** The zero-based rows of headings. Their texts are bold. */
  readonly headings?: readonly number[];
}

export interface WriteOptions {
  /** Whether to overwrite cells that already hold something. @default false */
  readonly shouldOverwrite?: boolean;
  /** What the block's Locus formulas may spend. The pane writes no such formula without it. */
  readonly price?: ShownPrice;
}

/** `occupied` means that `count` cells were in the way. `addresses` holds the first 20 at most. */
export type WriteResult =
  | { readonly kind: 'written'; readonly address: string; readonly written: WrittenBlock }
  | { readonly kind: 'occupied'; readonly addresses: readonly string[]; readonly count: number }
  | CannotDo;

/** What `undo` needs to know. It is plain data, and valid while the workbook is open. */
export interface WrittenBlock extends SheetArea {
  /** The sheet's permanent id, because its name may change. */
  readonly sheetId: string;
  /** The cells' inputs right after the write; null where nothing was written. */
  readonly after: readonly (readonly CellInput[])[];
  /** The cells' inputs before the write; undefined if nothing was overwritten. */
  readonly before: readonly (readonly CellInput[])[] | undefined;
  /** The block's number formats, which `undo` takes back, too. */
  readonly formats?: BlockToWrite['formats'] | undefined;
  readonly headerLike?: number | undefined;
  /** Each column's width before it was widened, as the host measures it; undefined if it was not. */
  readonly widths?: readonly (number | undefined)[];
}

/**
 * The outcome of an undo. `restored` cells read as they did before the write. `kept` cells have
 * been changed since, and stay as the person left them, formats included. If no cell still reads as
 * it was written, `restored` is 0 and nothing was done.
 */
export interface UndoOutcome {
  readonly kind: 'undone';
  readonly restored: number;
  readonly kept: number;
}

export type UndoResult = UndoOutcome | CannotDo;

/** `sheet` is the name of the new sheet. */
export type SheetAddition =
  { readonly kind: 'added'; readonly sheet: string; readonly written: WrittenBlock } | CannotDo;

/** One cell's formula. `address` has the form in which a custom function's invocation gives it. */
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
  /** The error that the cell shows, such as `#NAME?`. */
  readonly error: string;
}

export type FailingReading =
  | {
      readonly kind: 'failing';
      readonly formulas: readonly FailingFormula[];
      /** The known cells that show no error, as the caller wrote them. */
      readonly withoutError: readonly string[];
    }
  | CannotDo;

/** `message` tells the person, in plain words, what cannot be done and what to do. */
export interface CannotDo {
  readonly kind: 'failed';
  readonly message: string;
}
