import type { Fault } from '../../engine/language/cell-fault';
import type { CustomVariables, ScoreQuestion } from '../../engine/lookup';
import { readDate, type DateStyle } from '../../engine/places/dates';
import { type Pair, parseVariables, readPairs } from '../../engine/places/variables-text';
import { oneFault, plainElements, type Element, type Elements } from './elements';
import { blankTailCut, countOf, type Grid, type Size } from './argument-grid';
import { partOf, sharedSize, type Locations } from './locations';
import { modelIdFault } from '../../engine/contract/paths';
import type { Cell } from '../../engine/places/cell';
import { BLANK, read, type Reading, faulty, unusable } from '../../engine/places/fault';
import { quotation } from '../../engine/language/quotation';

export interface ScoreArguments {
  readonly model: Grid;
  readonly date: Grid;
  readonly customVariables: Grid;
}

/** The open workbook's models and dates. */
export interface Workbook {
  modelId(alias: string): string | undefined;
  /** The variables that this model, by its alias or id, is known to need; none if unknown. */
  variablesOf?(model: string): readonly string[];
  readonly dateStyle: DateStyle;
}

/** One score for each location. A blank location has none, even if another argument is wrong. */
export function scoreElements(
  locations: Locations,
  { model, date, customVariables }: ScoreArguments,
  workbook: Workbook,
): Elements {
  const variables = readCustomVariables(customVariables);
  const others = [
    partOf('model', model),
    partOf('date', date),
    partOf('custom_variables', customVariables, variables),
  ];
  const size = sharedSize(locations, others);
  if ('kind' in size) return oneFault(size.fault);

  return plainElements(size, (index): Element => {
    const place = locations.place(index);
    if (place.kind !== 'read') return place;
    const id = readModel(model.cell(index), (alias) => workbook.modelId(alias));
    if (id.kind !== 'read') return id;
    const day = readDate(date.cell(index), workbook.dateStyle);
    if (day.kind === 'fault') return day;
    const set = variables.at(index);
    if (set.kind === 'fault') return set;
    const question: ScoreQuestion = {
      kind: 'score',
      place: place.value,
      model: id.value,
      ...(day.kind === 'read' && { date: day.value }),
      ...(set.kind === 'read' && { customVariables: set.value }),
    };
    const unmet = missingVariables(question, model.cell(index), workbook);
    return { kind: 'question', question, ...(unmet !== undefined && { unmet }) };
  });
}

/**
 * What the model needs and the formula does not give. Such a score would most likely be refused, so
 * it is not asked for.
 */
function missingVariables(
  { customVariables = {} }: ScoreQuestion,
  cell: Cell,
  { variablesOf }: Workbook,
): Fault | undefined {
  if (variablesOf === undefined || cell.kind !== 'text') return undefined;
  const missing = variablesOf(cell.text).filter((name) => !Object.hasOwn(customVariables, name));
  if (missing.length === 0) return undefined;
  const finding = `"${quotation(cell.text, 24)}" needs ${quotation(missing.join(', '), 50)}`;
  const advice =
    missing.length === 1 ? 'add it to custom_variables' : 'add them to custom_variables';
  return faulty(finding, advice).fault;
}

/** A model's id: the one behind an alias of this workbook, or else the text itself. Never blank. */
function readModel(cell: Cell, modelId: (alias: string) => string | undefined): Reading<string> {
  const written = readWritten(cell);
  if (written.kind !== 'read') return written;
  const id = (modelId(written.value) ?? written.value).trim();
  if (modelIdFault(id) !== undefined) {
    return faulty(`"${quotation(id)}" isn't a valid model`, 'use its alias or ID');
  }
  return read(id);
}

/** An id of digits may arrive as a number. Desktop Excel passes a blank cell as 0. */
function readWritten(cell: Cell): Reading<string> {
  if (cell.kind === 'text') return read(cell.text);
  if (cell.kind === 'number' && cell.number !== 0) return read(String(cell.number));
  if (cell.kind === 'blank' || cell.kind === 'number') {
    return faulty('The model is blank', 'use its alias or ID');
  }
  return unusable('The model', cell, 'use its alias or ID');
}

/** Custom variables for each location, or one set for all. Blank means none. */
interface CustomVariablesArgument extends Size {
  at(index: number): Reading<CustomVariables>;
}

/**
 * A single cell holds JSON text. A range is read by its contents. If a cell begins with "{", or if
 * the range has neither two rows nor two columns, each cell is the JSON text for one location.
 * Otherwise the range holds names and values for all locations. A range of two by two could be read
 * either way: it is two columns if the second row begins with text and the first row does not end
 * with text, else two rows.
 */
function readCustomVariables(grid: Grid): CustomVariablesArgument {
  const used = blankTailCut(grid);
  const indexes = usedIndexes(grid, used);
  if (indexes.every((index) => grid.isBlank(index))) return forAll(BLANK);
  if (countOf(grid) === 1) return forAll(readText(grid.cell(0)));
  const canBePairs = grid.rows === 2 || grid.columns === 2;
  if (!canBePairs || indexes.some((index) => isJson(grid.cell(index)))) {
    const { rows, columns } = grid;
    return { rows, columns, at: (index) => readText(grid.cell(index)) };
  }
  return forAll(readPairs(isTwoColumns(grid) ? pairsBeside(grid, used) : pairsAbove(grid, used)));
}

function forAll(reading: Reading<CustomVariables>): CustomVariablesArgument {
  return { rows: 1, columns: 1, at: () => reading };
}

/** The indexes in the whole grid of the cells in use. */
function usedIndexes(grid: Grid, used: Size): readonly number[] {
  return Array.from({ length: countOf(used) }, (_, index) => {
    const row = Math.floor(index / used.columns);
    return row * grid.columns + (index % used.columns);
  });
}

function isJson(cell: Cell): boolean {
  return cell.kind === 'text' && cell.text.startsWith('{');
}

function isTwoColumns(grid: Grid): boolean {
  if (grid.columns !== 2) return false;
  if (grid.rows !== 2) return true;
  return grid.cell(2).kind === 'text' && grid.cell(1).kind !== 'text';
}

function pairsBeside(grid: Grid, used: Size): readonly Pair[] {
  return Array.from({ length: used.rows }, (_, row) => [
    grid.cell(2 * row),
    grid.cell(2 * row + 1),
  ]);
}

function pairsAbove(grid: Grid, used: Size): readonly Pair[] {
  const { columns } = grid;
  return Array.from({ length: used.columns }, (_, column) => [
    grid.cell(column),
    grid.cell(columns + column),
  ]);
}

function readText(cell: Cell): Reading<CustomVariables> {
  if (cell.kind === 'blank' || (cell.kind === 'number' && cell.number === 0)) return BLANK;
  if (cell.kind === 'text') return parseVariables(cell.text);
  const advice = 'use JSON text, or a range of names and values';
  return unusable('The argument custom_variables', cell, advice);
}
