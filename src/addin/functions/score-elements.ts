import type { ScoreQuestion } from '../../engine/lookup';
import { readCustomVariables } from './custom-variables';
import { readDate } from '../../engine/places/dates';
import type { DateStyle } from '../../engine/places/dates';
import { oneFault, plainElements } from './elements';
import type { Element, Elements } from './elements';
import type { Grid } from './grid';
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
    return { kind: 'question', question };
  });
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
