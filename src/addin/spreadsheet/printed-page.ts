import { fingerprint } from '../../engine/async/fingerprint';
import type { CannotDo, CellInput, WrittenBlock } from './sheet';

/**
 * Adds a sheet that prints on one page of A4. If the page was made before, the new one replaces it,
 * even if it has been moved or renamed since. A page that somebody has changed stays, and so does
 * any other sheet of its name. Never rejects.
 */
export type MakePage = (page: PrintedPage) => Promise<PageMaking>;

/** A page from top to bottom. Sizes are in CSS pixels. */
export interface PrintedPage {
  /** Which of the workbook's pages it is. */
  readonly id: PageId;
  /** The name for the page's sheet, if no other sheet has it. */
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

/** A row of a table, or the headings of its columns. */
export interface PageLine {
  readonly kind: 'heading' | 'line';
  readonly cells: readonly CellInput[];
  /** Number formats by column, in Excel's notation. */
  readonly formats?: readonly (string | undefined)[];
  readonly height: number;
}

/** A picture across the page, or the chart that a host draws in its place. */
export interface PageDrawing {
  readonly kind: 'drawing';
  /** The PNG file, in base64. */
  readonly png: string;
  readonly width: number;
  readonly height: number;
  /** What the picture shows, for people who cannot see it. A chart has it as its title. */
  readonly description: string;
  readonly chart?: PageChart;
}

/** A bar chart of the numbers in these cells. The first column and row hold their names. */
export interface PageChart {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** `earlier` says what became of the page that was there. */
export type PageMaking =
  | {
      readonly kind: 'made';
      readonly sheet: string;
      readonly written: WrittenBlock;
      readonly earlier: 'none' | 'replaced' | 'kept';
    }
  | CannotDo;

/** The space above and below a drawing together, in CSS pixels. */
export const DRAWING_SPACE = 12;

/** Returns the height of a row, with the space around a drawing, in CSS pixels. */
export function heightOf(row: PageRow): number {
  return row.kind === 'drawing' ? row.height + DRAWING_SPACE : row.height;
}

/** Returns the cells of a page by row. Each row is as long as the page is wide. */
export function cellsOfPage({ columns, rows }: PrintedPage): CellInput[][] {
  return rows.map((row) => {
    const cells = 'cells' in row ? row.cells : 'text' in row ? [row.text] : [];
    return columns.map((_, at) => cells[at] ?? '');
  });
}

/**
 * Returns the hidden name that identifies a page in its workbook. The name refers to the page's
 * first cell, so it still finds a sheet that was renamed or moved, and never finds a copy of it.
 */
export function nameOfPage(id: PageId): string {
  return `Locus_page_${id}`;
}

/** Hashes a page's cells. A different hash tells that somebody has changed a cell since. */
export function pageFingerprint(cells: readonly (readonly CellInput[])[]): string {
  const filled = cells.flatMap((line, row) =>
    line.flatMap((cell, column) => (cell === '' || cell === null ? [] : [[row, column, cell]])),
  );
  return fingerprint(JSON.stringify(filled)).toString(36);
}

/** How each kind of row looks: sizes in points, and colours for white paper. */
export const PAGE_LOOKS = {
  title: { size: 18, isBold: true, colour: '#1B1A19' },
  section: { size: 11, isBold: true, colour: '#1B1A19' },
  text: { size: 9, isBold: false, colour: '#5C5A58' },
  heading: { size: 10, isBold: true, colour: '#1B1A19' },
  line: { size: 10, isBold: false, colour: '#1B1A19' },
} as const;

/** The colours behind headings, and of the lines below rows. */
export const PAGE_FILL = '#EEF3F8';
export const PAGE_RULE = '#C8C6C4';

/** The margin of the A4 page, in millimetres. */
export const PAGE_MARGIN = 12;
