import { cellName } from '../spreadsheet/cell-address';
import { columnLetters } from '../../engine/places/column-letters';
import { fitsOneResult, textAsInput } from '../spreadsheet/block-writing';
import {
  attributeCall,
  defaultsFormula,
  rangeText,
  type ScoreColumn,
  scoreFormula,
  usesDefaults,
} from './place-formula';
import { t } from '../../engine/language/speech';
import { namesLiteral } from '../spreadsheet/formula-tokens';
import type { AddedColumns } from './column-writing';
import { SCORE_FORMAT } from './number-format';
import type { BlockToWrite, CellInput, SheetArea, SheetBlock } from '../spreadsheet/sheet';
import type { PlaceColumns } from '../../engine/places/place-choice';

/** New columns beside a list. All rows and columns are zero-based, in the sheet. */
export interface Enrichment {
  readonly list: SheetArea;
  readonly hasHeader: boolean;
  /** Rows of the sheet that get no formula. */
  readonly skipped?: ReadonlySet<number>;
  readonly place: PlaceColumns;
  /** Each becomes a column. */
  readonly names: readonly string[];
  /** The heading of each, if it is not the name. */
  readonly titles?: readonly string[] | undefined;
  /** The number format of each name, if known. */
  readonly formats?: readonly (string | undefined)[] | undefined;
  /** The last column, if a model's score is wanted too; before it, what it assumes, if anything. */
  readonly score: ScoreColumn | undefined;
  /**
   * `cells`: a formula for each value, so that the list can still be sorted and filtered · `spill`:
   * one formula for all names, which does not work inside a table.
   */
  readonly layout: Layout;
  /** The first of the new columns. */
  readonly column: number;
}

export type Layout = 'cells' | 'spill';

/**
 * `table`: no formula spills there · `gaps`: rows are left out · `size`: Excel on the web would not
 * show the result.
 */
export type OwnFormulas = 'table' | 'gaps' | 'size';

/** Why each value needs a formula of its own, if it does. */
export function whyOwnFormulas(
  { table, rows }: Pick<SheetBlock, 'table' | 'rows'>,
  names: number,
  leftOut: number,
): OwnFormulas | undefined {
  if (table !== undefined) return 'table';
  if (leftOut > 0) return 'gaps';
  return fitsOneResult(rows * names) ? undefined : 'size';
}

/** How many columns a score takes: where it may rest on defaults, one more says which. */
export function scoreColumns(score: ScoreColumn | undefined): number {
  if (score === undefined) return 0;
  return usesDefaults(score) ? 2 : 1;
}

/** The columns of an enrichment, wherever they begin. */
export function columnsToAdd(enrichment: Enrichment): AddedColumns {
  return {
    ...enrichment,
    cells: (column, turn) => enrichmentBlock({ ...enrichment, column }, turn),
  };
}

/** The cells of all new columns, made in pieces. */
export async function enrichmentBlock(
  enrichment: Enrichment,
  turn: () => Promise<void>,
): Promise<BlockToWrite> {
  const { list, hasHeader, skipped, names, score, column, layout, formats } = enrichment;
  const nothing = Array<null>(names.length + scoreColumns(score)).fill(null);
  const first = list.row + (hasHeader ? 1 : 0);
  const cells: CellInput[][] = [];
  if (hasHeader) cells.push(headingsOf(enrichment));
  for (let row = first; row < list.row + list.rows; row += 1) {
    if (cells.length % ROWS_AT_ONCE === 0) await turn();
    cells.push(skipped?.has(row) ? nothing : rowOf(enrichment, row, row === first));
  }
  const assumed = score && usesDefaults(score) ? [undefined] : [];
  const scored = score === undefined ? [] : [...assumed, SCORE_FORMAT];
  const place = {
    ...{ sheet: list.sheet, row: list.row, column, cells },
    ...(formats && { formats: [...formats, ...scored] }),
  };
  if (layout === 'cells' || names.length === 0) return place;
  return { ...place, spill: { rows: list.rows, columns: names.length } };
}

/** A title comes from somebody's list: if Excel would calculate it, the name is used instead. */
function headingsOf({ names, titles = names, score }: Enrichment): CellInput[] {
  const headings = names.map((name, index) => {
    const title = titles[index] ?? name;
    return /^[+@-]/.test(title) ? name : textAsInput(title);
  });
  if (score === undefined) return headings;
  const assumed = usesDefaults(score)
    ? [textAsInput(t('{alias}: defaults used', { alias: score.alias }))]
    : [];
  return [...headings, ...assumed, textAsInput(score.alias)];
}

/** Rows made in one turn of the page, which takes a few milliseconds. */
const ROWS_AT_ONCE = 1_000;

function rowOf(enrichment: Enrichment, row: number, isFirst: boolean): CellInput[] {
  const { names, score, layout, place, column } = enrichment;
  const attributes =
    layout === 'cells'
      ? names.map((_, index) => attributeFormula(enrichment, row, index))
      : names.map((_, index) => (isFirst && index === 0 ? spillFormula(enrichment) : null));
  if (score === undefined) return attributes;
  const formula = scoreFormula(score, place, row);
  if (!usesDefaults(score)) return [...attributes, formula];
  return [...attributes, defaultsFormula(score, row, column + names.length + 1), formula];
}

/** `=LOCATTR($B2,$C2,E$1)` where the header is the name, so that changing it changes the column. */
function attributeFormula({ place, ...rest }: Enrichment, row: number, index: number): string {
  const { list, names, column } = rest;
  const name = isHeadedByName(rest)
    ? `${columnLetters(column + index)}$${list.row + 1}`
    : namesLiteral(names.slice(index, index + 1));
  const at = (of: number): string => `$${cellName(row, of)}`;
  return `=${attributeCall(place, at)},${name})`;
}

/** `=LOCATTR(B2:B201,C2:C201,E1:H1)`, in the first cell of the area that it fills. */
function spillFormula({ place, ...rest }: Enrichment): string {
  const { list, hasHeader, names, column } = rest;
  const first = list.row + (hasHeader ? 1 : 0);
  const last = list.row + list.rows - 1;
  const all = (of: number): string => rangeText(cellName(first, of), cellName(last, of));
  const header = rangeText(
    cellName(list.row, column),
    cellName(list.row, column + names.length - 1),
  );
  const wanted = isHeadedByName(rest) ? header : namesLiteral(names);
  return `=${attributeCall(place, all)},${wanted})`;
}

function isHeadedByName({ hasHeader, titles }: Pick<Enrichment, 'hasHeader' | 'titles'>): boolean {
  return hasHeader && titles === undefined;
}
