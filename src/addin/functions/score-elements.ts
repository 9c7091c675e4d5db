import type { Fault } from '../../engine/language/cell-fault';
import type { ScoreQuestion } from '../../engine/lookup';
import { readCustomVariables } from './custom-variables';
import { readDate } from '../../engine/places/dates';
import type { DateStyle } from '../../engine/places/dates';
import { oneFault, plainElements } from './elements';
import type { Element, Elements } from './elements';
import type { Grid } from './argument-grid';
import { partOf, sharedSize } from './locations';
import type { Locations } from './locations';
import { modelIdFault } from '../../engine/contract/model-id';
import type { Cell } from '../../engine/places/cell';
import { read, refused, unusable, type Reading } from '../../engine/places/fault';
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
  return refused(finding, advice).fault;
}

/** A model's id: the one behind an alias of this workbook, or else the text itself. Never blank. */
function readModel(cell: Cell, modelId: (alias: string) => string | undefined): Reading<string> {
  const written = readWritten(cell);
  if (written.kind !== 'read') return written;
  const id = (modelId(written.value) ?? written.value).trim();
  if (modelIdFault(id) !== undefined) {
    return refused(`"${quotation(id)}" isn't a valid model`, 'use its alias or ID');
  }
  return read(id);
}

/** An id of digits may arrive as a number. Desktop Excel passes a blank cell as 0. */
function readWritten(cell: Cell): Reading<string> {
  if (cell.kind === 'text') return read(cell.text);
  if (cell.kind === 'number' && cell.number !== 0) return read(String(cell.number));
  if (cell.kind === 'blank' || cell.kind === 'number') {
    return refused('The model is blank', 'use its alias or ID');
  }
  return unusable('The model', cell, 'use its alias or ID');
}
