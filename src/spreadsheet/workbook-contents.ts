import type { CannotDo } from './sheet';

/**
 * Every text that goes along when the open workbook is sent, wherever it hides. Nothing here
 * throws; what cannot be done is told in a sentence for a person.
 */
export interface WorkbookContents {
  /** What there is to look at now, and what this host does not let anyone see. */
  survey(): Promise<ContentsSurvey>;
  /**
   * A part of an area, small enough not to hold up the page; `next` is where the rest begins. Of
   * cells, `from` is a row of the sheet, and any may be asked for.
   */
  read(area: string, from: number): Promise<ContentsReading>;
  /**
   * Puts another text where this one stands, or takes away what holds it where `after` is null.
   * Nothing is done where it reads otherwise by now. The texts of cells are changed as cells are.
   */
  change(place: TextPlace, before: string, after: string | null): Promise<ContentsChange>;
}

export type ContentsSurvey =
  | {
      readonly kind: 'survey';
      readonly areas: readonly ContentsArea[];
      /** Each a few words for a person: `pictures`, `macros`. */
      readonly unseen: readonly string[];
    }
  | CannotDo;

export interface ContentsArea {
  readonly id: string;
  /** Of the work that reading it is, in cells. */
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

/** Cells within one sheet, from a zero-based first one on; rows of one length, "" for nothing. */
export interface CellTexts {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  /** What each cell holds or, for a formula, shows. */
  readonly values: readonly (readonly string[])[];
  /** Formulas, from their `=` on. */
  readonly formulas: readonly (readonly string[])[];
}

export interface WorkbookText {
  readonly place: TextPlace;
  readonly text: string;
}

/** Plain data, good as long as the workbook is open. */
export interface TextPlace {
  readonly kind: TextKind;
  /** Which one among its kind, in the host's own words. */
  readonly id: string;
  /** Which of its texts. */
  readonly field: string;
  /** What a person knows it by; may be anything, for workbooks name things as they like. */
  readonly label: string;
  /** A cell that shows where it is. */
  readonly address: string | undefined;
  /** What can be done about it without harm. */
  readonly repair: 'replace' | 'remove' | 'none';
}

export type TextKind =
  | 'name'
  | 'comment'
  | 'note'
  | 'setting'
  | 'part'
  | 'sheet'
  | 'property'
  | 'header'
  | 'link'
  | 'table'
  | 'shape'
  | 'chart'
  | 'other';

/** `gone`: it is no longer there, or reads otherwise. */
export type ContentsChange = { readonly kind: 'changed' } | { readonly kind: 'gone' } | CannotDo;
