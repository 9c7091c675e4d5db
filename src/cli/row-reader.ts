import type { PlaceColumns } from '../engine/places/place-choice';
import { readCell, type Cell } from '../engine/places/cell';
import { readDate } from '../engine/places/dates';
import { faulty, type Reading } from '../engine/places/fault';
import type { PincodeRule } from '../engine/places/pincode';
import { columnsOf, readPlaceCells } from '../engine/places/place-row';
import { isPlacelessShape, pointInHex } from '../engine/places/well-known-binary';
import { type Pair, parseVariables, readPairs } from '../engine/places/variables-text';
import {
  customVariablesKey,
  type CustomVariables,
  type Place,
  type Question,
} from '../engine/lookup';
import type { KnownRow } from './output-columns';
import { columnOf } from './named-columns';
import { FileFault, type Table, type TableRow } from './table';
import {
  bytesText,
  StoredTime,
  textOfBytes,
  toCellContent,
  valueText,
  WrittenNumber,
} from './value-text';

/** What is wanted for each row: attributes by their names, or a model's score. */
export type Wanted =
  | { readonly kind: 'attributes'; readonly names: readonly string[] }
  | {
      readonly kind: 'score';
      readonly model: string;
      readonly date: string | undefined;
      readonly variables: readonly string[];
    };

/** What a row asks for. */
export type RowReading = { readonly kind: 'blank' } | BadRow | RowAsking;

export interface BadRow {
  readonly kind: 'bad';
  readonly what: 'fault' | 'dateFault' | 'variableFault';
  readonly message: string;
}

export interface RowAsking {
  readonly kind: 'ask';
  /** Rows with the same key ask the same questions. */
  readonly key: string;
  /** One for each wanted column. */
  readonly questions: () => readonly Question[];
  readonly width: number;
}

export type RowReader = (row: TableRow) => RowReading;

type ListedRows = Pick<Table, 'columns' | 'isText' | 'leftOut' | 'place' | 'uses1904Dates'>;

/** @throws UsageError for a column that is not there. */
export function createRowReader(
  table: ListedRows,
  place: PlaceColumns,
  wanted: Wanted,
  pincodes: PincodeRule = 'india',
): RowReader {
  const reader = placeRowReader(table, place, wanted, pincodes);
  return (row) => (table.leftOut?.(row) === undefined ? reader(row) : BLANK);
}

function placeRowReader(
  table: ListedRows,
  place: PlaceColumns,
  wanted: Wanted,
  pincodes: PincodeRule,
): RowReader {
  const { columns, isText = false, uses1904Dates = false } = table;
  const cellAt = cellReader(columns);
  const readPlace = placeReader(place, cellAt, pincodes);
  if (wanted.kind === 'attributes') {
    const { names } = wanted;
    return (row) => {
      const reading = readPlace(row);
      if (reading.kind !== 'read') return notAsked(reading, 'fault');
      const { value } = reading;
      const questions = (): readonly Question[] =>
        names.map((name) => ({ kind: 'attribute', place: value, name }));
      return { kind: 'ask', key: value.key, questions, width: names.length };
    };
  }
  const { model } = wanted;
  const dateStyle = { uses1904Dates, format: 'YYYY-MM-DD' };
  const dateColumn = wanted.date === undefined ? undefined : columnOf(columns, wanted.date);
  const sources = variableColumns(table, wanted.variables);
  return (row) => {
    const reading = readPlace(row);
    if (reading.kind !== 'read') return notAsked(reading, 'fault');
    const date =
      dateColumn === undefined ? undefined : readDate(dayAt(row, dateColumn, cellAt), dateStyle);
    if (date?.kind === 'fault') return notAsked(date, 'dateFault');
    const variables = variablesOf(row, sources, cellAt, isText);
    if (variables.kind === 'fault') return notAsked(variables, 'variableFault');
    const { value } = reading;
    const question: Question = {
      kind: 'score',
      place: value,
      model,
      ...(date?.kind === 'read' && { date: date.value }),
      ...(variables.kind === 'read' && { customVariables: variables.value }),
    };
    const key = [value.key, question.date ?? '', customVariablesKey(question.customVariables)];
    return { kind: 'ask', key: JSON.stringify(key), questions: () => [question], width: 1 };
  };
}

/**
 * Returns the names of the variables, and their columns. A column that is named by its number gives
 * the variable its header, or "" if it has none: `--variables 3` sends `floor_area`, unless a
 * column is called 3.
 *
 * @throws UsageError
 */
export function variableColumns(
  { columns, place }: Pick<Table, 'columns' | 'place'>,
  named: readonly string[],
): readonly (readonly [name: string, column: number])[] {
  return named.map((name) => {
    const column = columnOf(columns, name);
    const header = place?.headerRow === 'none' ? '' : (columns[column]?.trim() ?? '');
    return [/^\d+$/.test(name) ? header : name, column];
  });
}

function placeReader(
  columns: PlaceColumns,
  cellAt: CellReader,
  pincodes: PincodeRule,
): (row: TableRow) => Reading<Place> {
  const wanted = columnsOf(columns);
  const placeAt: CellReader = (row, column) => {
    const value = row[column];
    if (value instanceof Uint8Array && isPlacelessShape(value)) return { kind: 'blank' };
    const cell = cellAt(row, column);
    // #N/A in a file means that there is no place. In a sheet it is an error to correct.
    return cell.kind === 'error' && cell.error === '#N/A' ? { kind: 'blank' } : cell;
  };
  return (row) =>
    readPlaceCells(
      columns,
      wanted.map((column) => placeAt(row, column)),
      pincodes,
      'degrees',
    );
}

/** Reads the point for which a row of an output was asked; undefined for addresses. */
export type PointReader = (
  row: TableRow,
) => { readonly lat: number; readonly lng: number } | undefined;

/**
 * Creates a reader of points.
 *
 * @param place the columns of the input.
 * @param from the input's column for each column of the output; see `inputColumns`.
 */
export function createPointReader(
  { columns }: Pick<Table, 'columns'>,
  place: PlaceColumns,
  from: readonly number[],
): PointReader | undefined {
  if (place.kind === 'address') return undefined;
  const read = placeReader(place, cellReader(columns), 'any');
  const places = columnsOf(place).map((column) => [column, from.indexOf(column)] as const);
  return (row) => {
    const own: unknown[] = [];
    for (const [column, at] of places) own[column] = row[at];
    const reading = read(own);
    if (reading.kind !== 'read') return undefined;
    return reading.value.kind === 'coordinates' ? reading.value : undefined;
  };
}

/** The day of a stored time, by its own clock. */
function dayAt(row: TableRow, column: number, cellAt: CellReader): Cell {
  const value = row[column];
  return value instanceof StoredTime ? readCell(value.day) : cellAt(row, column);
}

/** A blank cell leaves its variable out. A single column may hold JSON text. */
function variablesOf(
  row: TableRow,
  sources: readonly (readonly [string, number])[],
  cellAt: CellReader,
  isText: boolean,
): Reading<CustomVariables> {
  const [only] = sources;
  if (sources.length === 1 && only !== undefined) {
    const cell = cellAt(row, only[1]);
    if (cell.kind === 'text' && cell.text.startsWith('{')) return parseVariables(cell.text);
  }
  const unnamed = sources.find(([name]) => name === '');
  if (unnamed !== undefined) {
    const finding = `Column ${String(unnamed[1] + 1)} has no header`;
    return faulty(finding, 'write the variable’s name above it');
  }
  const pairs = sources.map(([name, column]): Pair => {
    const value = row[column];
    const isWritten = isText || typeof value === 'bigint' || value instanceof WrittenNumber;
    const cell = isWritten ? readCell(valueText(value)) : cellAt(row, column);
    const isTyped = !isWritten || cell.kind !== 'text';
    return [{ kind: 'text', text: name }, isTyped ? cell : readCell(valueIn(cell.text))];
  });
  return readPairs(pairs);
}

/**
 * A text file has no numbers, and JSON has no long ones. A text is a number if the number would be
 * written the same way: 1.1 is one, while 1.10, 007, 1e3 and 9007199254740993 are codes and stay
 * text. TRUE and false are truth values.
 */
function valueIn(text: string): string | number | boolean {
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  const number = Number(text);
  const isKept = Number.isSafeInteger(number) || !Number.isInteger(number);
  return isKept && Number.isFinite(number) && String(number) === text ? number : text;
}

type CellReader = (row: TableRow, column: number) => Cell;

/** @throws FileFault for bytes that are not text, because asking for them would waste calls. */
function cellReader(columns: readonly string[]): CellReader {
  return (row, column) => {
    const value = row[column];
    if (value instanceof Uint8Array && !isReadable(value)) {
      const name = columns[column] ?? '';
      throw new FileFault(`Column “${name}” contains bytes that aren’t text. Name another column.`);
    }
    return readCell(toCellContent(value));
  };
}

/** Text, or the point of a geometry. */
function isReadable(bytes: Uint8Array): boolean {
  return textOfBytes(bytes) !== undefined || pointInHex(bytesText(bytes)) !== undefined;
}

function notAsked(
  reading: Exclude<Reading<unknown>, { readonly kind: 'read' }>,
  what: BadRow['what'],
): RowReading {
  return reading.kind === 'blank' ? BLANK : { kind: 'bad', what, message: reading.fault.message };
}

const BLANK: RowReading = { kind: 'blank' };

/** The questions of a row that an earlier run has not answered. */
interface MissingQuestions {
  /** Rows with the same key ask the same questions. */
  readonly key: string;
  readonly questions: () => readonly Question[];
  /** The number of questions. */
  readonly width: number;
  /** For each wanted value, whether it is asked for. Undefined if all are. */
  readonly isAsked: readonly boolean[] | undefined;
}

/** Leaves out the questions that an earlier run has answered. */
export function missingQuestions(
  { key, questions, width }: RowAsking,
  known: KnownRow | undefined,
): MissingQuestions {
  if (known === undefined || known.values.every((value) => value === '')) {
    return { key, questions, width, isAsked: undefined };
  }
  const isAsked = known.values.map((value) => value === '');
  return {
    key: `${key}\n${isAsked.map(Number).join('')}`,
    questions: () => questions().filter((_, index) => isAsked[index]),
    width: isAsked.filter(Boolean).length,
    isAsked,
  };
}
