import type { CannotDo } from './sheet';

/**
 * Reads and changes the texts of the open workbook in which somebody may have left a key. Nothing
 * here throws; `CannotDo` carries a message for the person.
 */
export interface WorkbookContents {
  /** Lists the areas that can be read now, and what cannot be read. */
  survey(): Promise<ContentsSurvey>;
  /**
   * Reads part of an area, small enough not to block the page. `next` is where the rest begins. For
   * cells, `from` is any zero-based row of the sheet.
   */
  read(area: string, from: number): Promise<ContentsReading>;
  /**
   * Replaces a text or, if `after` is null, removes what holds it. Does nothing if the text is no
   * longer `before`. To change a cell's text, use `Sheet`.
   */
  change(place: TextPlace, before: string, after: string | null): Promise<ContentsChange>;
}

export type ContentsSurvey =
  | {
      readonly kind: 'survey';
      readonly areas: readonly ContentsArea[];
      /** What cannot be read, each in a few words for people: `pictures`, `macros`. */
      readonly unseen: readonly string[];
    }
  | CannotDo;

export interface ContentsArea {
  readonly id: string;
  /** How much work it is to read the area, as a number of cells. */
  readonly size: number;
}

export type ContentsReading =
  | (CellTexts & { readonly kind: 'cells'; readonly next: number | undefined })
  | {
      readonly kind: 'texts';
      readonly texts: readonly WorkbookText[];
      readonly next: number | undefined;
    }
  | CannotDo;

/** Cells of one sheet. The first row and column are zero-based. A row may end with its last text. */
export interface CellTexts {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  /** What each cell holds or, for a formula, shows; "" for nothing. */
  readonly values: readonly (readonly string[])[];
  /** Each cell's formula, with its `=`; "" for none. */
  readonly formulas: readonly (readonly string[])[];
}

export interface WorkbookText {
  readonly place: TextPlace;
  readonly text: string;
}

/** Where a text is. This is plain data, and valid while the workbook is open. */
export interface TextPlace {
  readonly kind: TextKind;
  /** Identifies the thing that holds the text among others of its kind. The host sets its form. */
  readonly id: string;
  /** Which of the thing's texts it is. */
  readonly field: string;
  /** The thing's name for a person. It may be any text, because people choose such names. */
  readonly label: string;
  /** A cell that shows where the thing is. */
  readonly address: string | undefined;
  /** What can safely be done about the text. */
  readonly repair: 'replace' | 'remove' | 'none';
}

export type TextKind = 'name' | 'comment' | 'note' | 'setting' | 'part' | 'sheet' | 'property';

/** `gone` means that the text is no longer there, or has changed. */
export type ContentsChange = { readonly kind: 'changed' } | { readonly kind: 'gone' } | CannotDo;
