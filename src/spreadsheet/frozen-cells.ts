import type { CannotDo, CellContent, CellInput, LocatedFormula, SheetArea } from './sheet';

/**
 * What freezing needs of the open workbook: formulas with all that they fill, cells exchanged in
 * place, and names that follow their cells wherever rows, columns and sheets go. Nothing here
 * throws; what cannot be done is told in a sentence for a person.
 */
export interface FrozenCells {
  /** Every formula in the workbook that calls a function of ours, with what it fills. */
  formulas(): Promise<FilledFormulaReading>;
  /** Cells as they are now, an area for each that is asked for. */
  read(areas: readonly SheetArea[]): Promise<CellsReading>;
  /**
   * Puts something else into cells; how they look stays. A cell that no longer reads or shows what
   * was expected is left. After a failure some may have been exchanged: the caller reads them again.
   */
  exchange(exchange: CellExchange): Promise<Exchanging>;
  /** Gives each area a hidden name, which follows the area from then on. */
  anchor(anchors: readonly Anchor[]): Promise<Anchoring>;
  /** Where all names that begin so are now. */
  anchors(prefix: string): Promise<AnchorsReading>;
  /** Takes names away; one that is not there is passed over. */
  release(names: readonly string[]): Promise<Anchoring>;
}

/** The sheet, the first cell and the size of all that the formula fills: 1 by 1 mostly. */
export interface FilledFormula extends LocatedFormula {
  readonly rows: number;
  readonly columns: number;
}

export type FilledFormulaReading =
  { readonly kind: 'formulas'; readonly formulas: readonly FilledFormula[] } | CannotDo;

/** Cells, row by row: as they would be typed, and what they show. */
export interface CellsRead {
  readonly inputs: readonly (readonly CellInput[])[];
  readonly contents: readonly (readonly CellContent[])[];
}

export interface CellBlock extends CellsRead {
  readonly area: SheetArea;
}

export type CellsReading =
  { readonly kind: 'cells'; readonly blocks: readonly CellBlock[] } | CannotDo;

/** What stands in a cell's place: an input, or an error as a value of its own. */
export type NewContent = CellInput | { readonly error: string };

export interface CellExchange {
  readonly area: SheetArea;
  /** As the cells were read. */
  readonly from: CellsRead;
  /** Null leaves a cell alone. */
  readonly to: readonly (readonly NewContent[])[];
  /** Where one formula fills the cells: unless all of them are as they were read, none changes. */
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
