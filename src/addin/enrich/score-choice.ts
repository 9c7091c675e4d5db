import type { CustomVariables, Place, ScoreQuestion } from '../../engine/lookup';
import type { ModelVariable, WorkbookModel } from '../spreadsheet/host';
import type { CellContent } from '../../engine/places/cell';
import type { PlaceColumns } from '../../engine/places/place-choice';
import { columnsOf } from '../../engine/places/place-row';
import type { PlaceList } from './place-list';
import type { ScoreColumn, VariableSource } from './place-formula';

/** A model's score as one more column. */
export interface WantedScore {
  readonly model: WorkbookModel;
  /** For each of the model's variables, the column of the block that fills it, if any. */
  readonly mapping: readonly (number | undefined)[];
  /** The column of the block with the dates; without one every score is today's. */
  readonly date?: number | undefined;
}

/**
 * The columns that a person chose for some of a model's variables, by their names, and for
 * {@link DATE}; undefined means no column.
 */
export type ChosenColumns = ReadonlyMap<string, number | undefined>;

/** The key of the date's column: no variable has this name. */
export const DATE = '';

/** Variables without a choice are filled from the columns whose headers name them. */
export function wantScore(
  model: WorkbookModel,
  list: PlaceList,
  chosen: ChosenColumns = new Map(),
): WantedScore {
  const mapping = model.variables.map(({ name }) =>
    chosen.has(name) ? chosen.get(name) : columnNamed(name, list),
  );
  return { model, mapping, date: chosen.get(DATE) };
}

/** Names of variables that have neither a column nor a default: no score is asked for. */
export function leftOut({ model, mapping }: WantedScore): readonly string[] {
  return model.variables
    .filter(({ fallback }, index) => fallback === undefined && mapping[index] === undefined)
    .map(({ name }) => name);
}

/** The inputs of the score column, in rows and columns of the sheet. */
export function toScoreColumn({ model, mapping, date }: WantedScore, list: PlaceList): ScoreColumn {
  return {
    alias: model.alias,
    date: date === undefined ? undefined : list.block.column + date,
    variables: model.variables.map((variable, index) => sourceOf(list, variable, mapping[index])),
  };
}

/**
 * One question for each distinct score, none if the model needs what no row gives; undefined if
 * the list's own values are part of the questions: `countScores` then counts them.
 */
export function scoreQuestions(
  score: WantedScore,
  places: readonly Place[],
): readonly ScoreQuestion[] | undefined {
  if (leftOut(score).length > 0) return [];
  const { model, mapping, date } = score;
  if ([...mapping, date].some((column) => column !== undefined)) return undefined;
  const fallbacks = model.variables.flatMap(({ name, fallback }) =>
    fallback === undefined ? [] : [[name, fallback] as const],
  );
  const customVariables: CustomVariables = Object.fromEntries(fallbacks);
  const variables = fallbacks.length === 0 ? {} : { customVariables };
  return places.map((place) => ({
    kind: 'score',
    place,
    model: model.modelId,
    ...variables,
  }));
}

/**
 * The most distinct questions possible: equal rows ask once, and rows without a place or a variable
 * that the model needs never.
 *
 * @param skipped rows of the sheet that get no formula.
 */
export function countScores(
  { model, mapping, date }: WantedScore,
  { block, columns }: PlaceList,
  place: PlaceColumns,
  skipped: ReadonlySet<number> = new Set(),
): number {
  // The rows of a long list that were not read may all be different.
  const end = block.row + block.values.length;
  const unread = block.rows - block.values.length - [...skipped].filter((row) => row >= end).length;
  const placeColumns = columnsOf(place);
  const needed = mapping.filter((_, index) => model.variables[index]?.fallback === undefined);
  const questions = new Set<string>();
  for (const [index, row] of block.values.entries()) {
    if ((columns.hasHeader && index === 0) || skipped.has(block.row + index)) continue;
    const where = placeColumns.map((column) => cellText(row[column]));
    if (where.every((text) => text === '')) continue;
    if (needed.some((column) => column !== undefined && cellText(row[column]) === '')) continue;
    // A place may be written in several ways, but as inputs `A` and `a`, or 5 and `5`, differ.
    const what = [...mapping, date].map((column) => (column === undefined ? null : row[column]));
    questions.add(JSON.stringify([...where, ...what]));
  }
  return questions.size + unread;
}

/** A variable that is blank in some rows, which get its default or, if it has none, no score. */
export interface BlankVariable {
  readonly variable: ModelVariable;
  /** Of the sheet. */
  readonly rows: ReadonlySet<number>;
}

/** @param blanks the rows in which a column of the block is blank. */
export function blankVariables(
  { model, mapping }: WantedScore,
  blanks: ReadonlyMap<number, ReadonlySet<number>>,
): readonly BlankVariable[] {
  return model.variables.flatMap((variable, index) => {
    const rows = blanks.get(mapping[index] ?? -1);
    return rows === undefined ? [] : [{ variable, rows }];
  });
}

/** The rows that a default would fill. */
export function rowsWithDefaults(blank: readonly BlankVariable[]): ReadonlySet<number> {
  return rowsOf(blank.filter(({ variable }) => variable.fallback !== undefined));
}

/** The rows that lack a variable without a default: their score is not asked for. */
export function rowsWithoutValue(blank: readonly BlankVariable[]): ReadonlySet<number> {
  return rowsOf(blank.filter(({ variable }) => variable.fallback === undefined));
}

function rowsOf(blank: readonly BlankVariable[]): ReadonlySet<number> {
  return new Set(blank.flatMap(({ rows }) => [...rows]));
}

/**
 * The column whose header is exactly this name, or else the same to a person, or else the only one
 * whose header ends with it: `Store format` is the format, `Floor area (sq ft)` the floor area.
 */
function columnNamed(name: string, { columns: { columns } }: PlaceList): number | undefined {
  const exact = columns.find(({ header }) => header === name);
  const alike = exact ?? columns.find(({ header }) => plain(header) === plain(name));
  if (alike !== undefined) return alike.index;
  const ending = columns.filter(({ header }) =>
    ` ${plain(header.replace(UNIT, ''))}`.endsWith(` ${plain(name)}`),
  );
  return ending.length === 1 ? ending[0]?.index : undefined;
}

/** In brackets at a header's end. */
const UNIT = /\s*[([][^()[\]]*[)\]]\s*$/u;

/** `Floor area` and `floor_area` are one name to a person. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
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

function cellText(cell: CellContent | undefined): string {
  if (cell === undefined || cell === null || typeof cell === 'object') return '';
  return String(cell).trim().toLowerCase();
}
