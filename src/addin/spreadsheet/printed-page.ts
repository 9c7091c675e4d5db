import { fingerprint } from '../../engine/async/fingerprint';
import type { CannotDo, CellInput, WrittenBlock } from './sheet';

/**
 * Adds a sheet that prints on one page of A4. Made again, the page takes the place of the one before,
 * wherever that was moved and whatever it is called by now. A page that somebody has changed stays,
 * and so does any other sheet of its name. Never rejects.
 */
export type MakePage = (page: PrintedPage) => Promise<PageMaking>;

/** A page from top to bottom. Sizes are in CSS pixels. */
export interface PrintedPage {
  /** Which page of the workbook it is. */
  readonly id: PageId;
  /** What its sheet is called if no other is called so. */
  readonly name: string;
  readonly columns: readonly PageColumn[];
  readonly rows: readonly PageRow[];
}

export type PageId = 'ranking' | 'comparison';

export interface PageColumn {
  readonly width: number;
  readonly align: 'left' | 'center' | 'right';
}

export type PageRow = PageText | PageLine | PageDrawing;

/** A text across the page. */
export interface PageText {
  readonly kind: 'title' | 'section' | 'text';
  readonly text: string;
  readonly height: number;
}

/** A row of a table, or what stands above its columns. */
export interface PageLine {
  readonly kind: 'heading' | 'line';
  readonly cells: readonly CellInput[];
  /** By column, in Excel's notation. */
  readonly formats?: readonly (string | undefined)[];
  readonly height: number;
}

/** A picture across the page, or the chart that a host draws in its place. */
export interface PageDrawing {
  readonly kind: 'drawing';
  /** In base64. */
  readonly png: string;
  readonly width: number;
  readonly height: number;
  /** What it shows, for those who cannot see it. */
  readonly description: string;
  readonly chart?: PageChart;
}

/** Bars of the numbers in these cells, with their names in the first column and row. */
export interface PageChart {
  readonly title: string;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** `earlier`: what became of the page that was there. */
export type PageMaking =
  | {
      readonly kind: 'made';
      readonly sheet: string;
      readonly written: WrittenBlock;
      readonly earlier: 'none' | 'replaced' | 'kept';
    }
  | CannotDo;

/** Room above and below a drawing. */
export const DRAWING_ROOM = 12;

export function heightOf(row: PageRow): number {
  return row.kind === 'drawing' ? row.height + DRAWING_ROOM : row.height;
}

/** The cells of a page, by row, as long as the page is wide. */
export function cellsOfPage({ columns, rows }: PrintedPage): CellInput[][] {
  return rows.map((row) => {
    const cells = 'cells' in row ? row.cells : 'text' in row ? [row.text] : [];
    return columns.map((_, at) => cells[at] ?? '');
  });
}

/**
 * The hidden name by which a workbook knows its page, as it refers to its first cell. It follows the
 * sheet to another name and place, and a copy of the sheet has no share in it.
 */
export function nameOfPage(id: PageId): string {
  return `Locus_page_${id}`;
}

/** What a page says, in short: it tells whether anybody has changed a cell since. */
export function pageFingerprint(cells: readonly (readonly CellInput[])[]): string {
  const filled = cells.flatMap((line, row) =>
    line.flatMap((cell, column) => (cell === '' || cell === null ? [] : [[row, column, cell]])),
  );
  return fingerprint(JSON.stringify(filled)).toString(36);
}

/** How each kind of row looks: points, and colours for white paper. */
export const PAGE_LOOKS = {
  title: { size: 18, isBold: true, colour: '#1B1A19' },
  section: { size: 11, isBold: true, colour: '#1B1A19' },
  text: { size: 9, isBold: false, colour: '#5C5A58' },
  heading: { size: 10, isBold: true, colour: '#1B1A19' },
  line: { size: 10, isBold: false, colour: '#1B1A19' },
} as const;

export const PAGE_FILL = '#EEF3F8';
export const PAGE_RULE = '#C8C6C4';

/** Of A4, in millimetres. */
export const PAGE_MARGIN = 12;
