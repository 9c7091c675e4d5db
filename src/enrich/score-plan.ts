import type { ModelVariable, WorkbookModel } from '../spreadsheet/scoring-model';
import { readColumns } from './column-roles';
import type { BlockColumns } from './column-roles';
import type { CellContent, SheetBlock } from '../spreadsheet/sheet';
import { scoreFormula } from './score-formula';
import type { ScoreColumn, ScorePlace, VariableSource } from './score-formula';

/** A selection understood as a list of places. Column numbers are those of the block. */
export interface PlaceList {
  readonly block: SheetBlock;
  readonly columns: BlockColumns;
}

/** Where each of a model's variables comes from: a column of the block, or undefined for none. */
export type VariableColumns = readonly (number | undefined)[];

/** What will be asked when the formulas are there. */
export interface ScoreCount {
  /** Rows that get a formula. */
  readonly rows: number;
  /** Different questions at most: equal rows are asked once, and rows without a place never. */
  readonly questions: number;
}

/** @param hasHeader what a person says of the first row; undefined: it is guessed. */
export function readPlaceList(block: SheetBlock, hasHeader?: boolean): PlaceList {
  if (hasHeader === undefined) return { block, columns: readColumns(block) };
  const table = { name: '', isHeaderFirst: hasHeader };
  return { block, columns: readColumns({ values: block.values, table }) };
}

/** Where the list seems to say its places: coordinates, where it has both, are exact. */
export function guessPlace({ columns }: PlaceList): ScorePlace | undefined {
  const { latitude, longitude, address } = columns.roles;
  if (latitude !== undefined && longitude !== undefined) {
    return { kind: 'coordinates', latitude, longitude };
  }
  return address === undefined ? undefined : { kind: 'address', address };
}

/** The columns whose headers say the variables' names: word for word, else in another case. */
export function matchVariables(
  { variables }: Pick<WorkbookModel, 'variables'>,
  { columns }: BlockColumns,
): VariableColumns {
  return variables.map(({ name }) => {
    const exact = columns.find(({ header }) => header === name);
    const alike = columns.find(({ header }) => plain(header) === plain(name));
    return (exact ?? alike)?.index;
  });
}

/** The cells of one new column: a header, where the list has one, and a formula for each row. */
export function scoreCells(
  list: PlaceList,
  model: WorkbookModel,
  place: ScorePlace,
  mapping: VariableColumns,
): string[][] {
  const { block, columns } = list;
  const column = toScoreColumn(list, model, place, mapping);
  const start = columns.hasHeader ? 1 : 0;
  const formulas = Array.from({ length: block.rows - start }, (_, index) => [
    scoreFormula(column, block.row + start + index),
  ]);
  return columns.hasHeader ? [[model.alias], ...formulas] : formulas;
}

/** What such a column is made of, in rows and columns of the sheet. */
export function toScoreColumn(
  list: PlaceList,
  { alias, variables }: WorkbookModel,
  place: ScorePlace,
  mapping: VariableColumns,
): ScoreColumn {
  return {
    alias,
    place: shifted(place, list.block.column),
    variables: variables.map((variable, index) => sourceOf(list, variable, mapping[index])),
  };
}

export function countScores(
  { block, columns }: PlaceList,
  place: ScorePlace,
  mapping: VariableColumns,
): ScoreCount {
  const start = columns.hasHeader ? 1 : 0;
  const rows = block.rows - start;
  // Of a list so long that it was not read whole, the rest may all be different.
  const unread = block.rows - block.values.length;
  const placeColumns =
    place.kind === 'address' ? [place.address] : [place.latitude, place.longitude];
  const questions = new Set<string>();
  for (const row of block.values.slice(start)) {
    const where = placeColumns.map((column) => questionText(row[column]));
    if (where.every((text) => text === '')) continue;
    const what = mapping.map((column) => questionText(column === undefined ? null : row[column]));
    questions.add(JSON.stringify([...where, ...what]));
  }
  return { rows, questions: questions.size + unread };
}

function sourceOf(
  { block, columns }: PlaceList,
  variable: ModelVariable,
  column: number | undefined,
): VariableSource {
  if (column === undefined) return { variable, column: undefined, headerRow: undefined };
  const isNamed = columns.columns[column]?.header === variable.name;
  return {
    variable,
    column: block.column + column,
    headerRow: isNamed ? block.row : undefined,
  };
}

function shifted(place: ScorePlace, by: number): ScorePlace {
  return place.kind === 'address'
    ? { kind: 'address', address: place.address + by }
    : { kind: 'coordinates', latitude: place.latitude + by, longitude: place.longitude + by };
}

function questionText(cell: CellContent | undefined): string {
  if (cell === undefined || cell === null || typeof cell === 'object') return '';
  return String(cell).trim().toLowerCase();
}

/** `Floor area` and `floor_area` are one name to a person. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
}
