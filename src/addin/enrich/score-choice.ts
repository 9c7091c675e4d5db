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
  /** What fills each of the model's variables; undefined if nothing does yet. */
  readonly mapping: readonly (Source | undefined)[];
  /** The column of the block with the dates; without one every score is today's. */
  readonly date?: number | undefined;
}

/** A column of the block, or the variable's default in every row, which only a person chooses. */
export type Source = number | 'default';

/**
 * What a person chose for some of a model's variables, by their names, and the column of {@link DATE};
 * undefined means nothing.
 */
export type ChosenSources = ReadonlyMap<string, Source | undefined>;

/** The key of the date's column: no variable has this name. */
export const DATE = '';

/** Variables without a choice are filled from the columns whose headers name them. */
export function wantScore(
  model: WorkbookModel,
  list: PlaceList,
  chosen: ChosenSources = new Map(),
): WantedScore {
  const date = chosen.get(DATE);
  const mapping = model.variables.map(({ name, fallback }) => {
    const source = chosen.has(name) ? chosen.get(name) : columnNamed(name, list);
    return source === 'default' && fallback === undefined ? undefined : source;
  });
  return { model, mapping, date: typeof date === 'number' ? date : undefined };
}

/** Names of variables that nothing fills: no score is asked for. */
export function leftOut({ model, mapping }: WantedScore): readonly string[] {
  return model.variables.filter((_, index) => mapping[index] === undefined).map(({ name }) => name);
}

/**
 * The inputs of the score column, in rows and columns of the sheet.
 *
 * @param fillsBlank a blank cell gets its variable's default.
 */
export function toScoreColumn(
  { model, mapping, date }: WantedScore,
  { block }: PlaceList,
  fillsBlank = false,
): ScoreColumn {
  return {
    alias: model.alias,
    date: date === undefined ? undefined : block.column + date,
    variables: model.variables.flatMap(({ name, fallback }, index): VariableSource[] => {
      const source = mapping[index];
      if (source === undefined) return [];
      if (source === 'default') return [{ name, column: undefined, fallback }];
      const column = block.column + source;
      return [{ name, column, fallback: fillsBlank ? fallback : undefined }];
    }),
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
  if ([...mapping, date].some((source) => typeof source === 'number')) return undefined;
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
 * never.
 *
 * @param skipped rows of the sheet that get no score.
 * @param fillsBlank a blank cell gets its variable's default.
 */
export function countScores(
  { model, mapping, date }: WantedScore,
  { block, columns }: PlaceList,
  place: PlaceColumns,
  skipped: ReadonlySet<number> = new Set(),
  fillsBlank = false,
): number {
  // The rows of a long list that were not read may all be different.
  const end = block.row + block.values.length;
  const unread = block.rows - block.values.length - [...skipped].filter((row) => row >= end).length;
  const placeColumns = columnsOf(place);
  const sources = [...mapping, date].filter((source) => typeof source === 'number');
  const needed = model.variables.flatMap(({ fallback }, index) => {
    const source = mapping[index];
    return typeof source === 'number' && !(fillsBlank && fallback !== undefined) ? [source] : [];
  });
  const questions = new Set<string>();
  for (const [index, row] of block.values.entries()) {
    if ((columns.hasHeader && index === 0) || skipped.has(block.row + index)) continue;
    const where = placeColumns.map((column) => cellText(row[column]));
    if (where.every((text) => text === '')) continue;
    if (needed.some((column) => cellText(row[column]) === '')) continue;
    // A place may be written in several ways, but as inputs `A` and `a`, or 5 and `5`, differ.
    const what = sources.map((column) => row[column]);
    questions.add(JSON.stringify([...where, ...what]));
  }
  return questions.size + unread;
}

/** A variable that is blank in some rows, which get no score, or its default if a person wants. */
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
    const source = mapping[index];
    const rows = typeof source === 'number' ? blanks.get(source) : undefined;
    return rows === undefined ? [] : [{ variable, rows }];
  });
}

/** The rows that defaults would fill: they lack nothing that has none. */
export function rowsToFill(blank: readonly BlankVariable[]): ReadonlySet<number> {
  const others = unscoredRows(blank, true);
  return new Set([...unscoredRows(blank, false)].filter((row) => !others.has(row)));
}

/** The rows that lack a variable, and that no default fills. */
export function unscoredRows(
  blank: readonly BlankVariable[],
  fillsBlank: boolean,
): ReadonlySet<number> {
  const lacking = blank.filter(({ variable }) => !fillsBlank || variable.fallback === undefined);
  return new Set(lacking.flatMap(({ rows }) => [...rows]));
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

function cellText(cell: CellContent | undefined): string {
  if (cell === undefined || cell === null || typeof cell === 'object') return '';
  return String(cell).trim().toLowerCase();
}
