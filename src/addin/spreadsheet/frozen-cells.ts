import type { CannotDo, CellInput, LocatedFormula, SheetArea } from './sheet';
import type { CellContent } from '../../engine/places/cell';

/**
 * What freezing needs from the open workbook: formulas with all the cells they fill, cells
 * exchanged in place, and names that follow their cells as rows, columns and sheets move. Nothing
 * here throws; `CannotDo` carries a message for the person.
 */
export interface FrozenCells {
  /** Every formula in the workbook that calls a Locus function, with the cells it fills. */
  formulas(): Promise<FilledFormulaReading>;
  /** The cells as they are now, a block for each area. */
  read(areas: readonly SheetArea[]): Promise<CellsReading>;
  /**
   * Replaces the content of cells and keeps their formats. Skips a cell that no longer reads or
   * shows what the caller expects. After a failure some cells may have been exchanged: the caller
   * reads them again.
   */
  exchange(exchange: CellExchange): Promise<Exchanging>;
  /** Gives each area a hidden name, which follows the area from then on. */
  anchor(anchors: readonly Anchor[]): Promise<Anchoring>;
  /** Where all names with this prefix are now. */
  anchors(prefix: string): Promise<AnchorsReading>;
  /** Removes names; skips those that do not exist. */
  release(names: readonly string[]): Promise<Anchoring>;
}

/** A formula with the size of the area it fills, mostly 1 by 1, from its own cell on. */
export interface FilledFormula extends LocatedFormula {
  readonly rows: number;
  readonly columns: number;
}

export type FilledFormulaReading =
  { readonly kind: 'formulas'; readonly formulas: readonly FilledFormula[] } | CannotDo;

/** Cells, row by row: as a person would type them, and what they show. */
export interface CellsRead {
  readonly inputs: readonly (readonly CellInput[])[];
  readonly contents: readonly (readonly CellContent[])[];
}

export interface CellBlock extends CellsRead {
  readonly area: SheetArea;
}

export type CellsReading =
  { readonly kind: 'cells'; readonly blocks: readonly CellBlock[] } | CannotDo;

/** What goes into a cell: an input, or an error as a plain value. */
export type NewContent = CellInput | { readonly error: string };

export interface CellExchange {
  readonly area: SheetArea;
  /** As the cells were read. */
  readonly from: CellsRead;
  /** Null leaves a cell alone. */
  readonly to: readonly (readonly NewContent[])[];
  /** Set where one formula fills the cells: unless all of them still match `from`, none changes. */
  readonly isAllOrNone: boolean;
}

export type Exchanging = { readonly kind: 'exchanged' } | CannotDo;

export interface Anchor {
  readonly name: string;
  readonly area: SheetArea;
}

export type Anchoring = { readonly kind: 'anchored' } | CannotDo;

/** A name whose cells are gone has no area. */
export type AnchorsReading =
  | { readonly kind: 'anchors'; readonly areas: ReadonlyMap<string, SheetArea | undefined> }
  | CannotDo;

/**
 * What formulas show, calculated without a call: row by row, or undefined for one that needs a call
 * or that Locus cannot calculate.
 *
 * @param sheet the sheet that the formulas are on.
 * @param contentAt what a cell shows; undefined if it was not read.
 */
export type CalculateKnown = (
  formulas: readonly string[],
  sheet: string,
  contentAt: (sheet: string, row: number, column: number) => CellContent | undefined,
) => Promise<readonly (readonly (readonly CellContent[])[] | undefined)[]>;
