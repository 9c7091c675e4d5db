import type { CannotDo } from './sheet';

/**
 * The texts of the open workbook in which somebody may leave a key. Nothing here throws; `CannotDo`
 * carries a message for the person.
 */
export interface WorkbookContents {
  /** What there is to look at now, and what is not looked at. */
  survey(): Promise<ContentsSurvey>;
  /**
   * Reads a piece of an area, small enough not to hold up the page; `next` is where the rest
   * begins. For cells, `from` is a row of the sheet, and any row will do.
   */
  read(area: string, from: number): Promise<ContentsReading>;
  /**
   * Replaces a text, or removes what holds it if `after` is null. Does nothing if the text has
   * changed from `before`. Texts in cells are not changed here but through `Sheet`.
   */
  change(place: TextPlace, before: string, after: string | null): Promise<ContentsChange>;
}

export type ContentsSurvey =
  | {
      readonly kind: 'survey';
      readonly areas: readonly ContentsArea[];
      /** Each in a few words for people: `pictures`, `macros`. */
      readonly unseen: readonly string[];
    }
  | CannotDo;

export interface ContentsArea {
  readonly id: string;
  /** How much work reading it is, counted in cells. */
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

/** Cells of one sheet, from a zero-based first cell on; rows of equal length, "" for nothing. */
export interface CellTexts {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  /** What each cell holds or, for a formula, shows. */
  readonly values: readonly (readonly string[])[];
  /** Formulas, with their `=`. */
  readonly formulas: readonly (readonly string[])[];
}

export interface WorkbookText {
  readonly place: TextPlace;
  readonly text: string;
}

/** Plain data, valid while the workbook is open. */
export interface TextPlace {
  readonly kind: TextKind;
  /** Identifies it among its kind, in the host's own terms. */
  readonly id: string;
  /** Which of its texts. */
  readonly field: string;
  /** What a person knows it by; may be any text, since workbooks name things as they like. */
  readonly label: string;
  /** A cell that shows where it is. */
  readonly address: string | undefined;
  /** What can safely be done about it. */
  readonly repair: 'replace' | 'remove' | 'none';
}

export type TextKind = 'name' | 'comment' | 'note' | 'setting' | 'part' | 'sheet' | 'property';

/** `gone`: the text is no longer there, or has changed. */
export type ContentsChange = { readonly kind: 'changed' } | { readonly kind: 'gone' } | CannotDo;
