import type { ScoreQuestion } from '../../engine/lookup';
import { blankTailCut } from './blank-tail';
import { readCustomVariables } from './custom-variables';
import { readDate } from '../../engine/places/dates';
import type { DateStyle } from '../../engine/places/dates';
import { oneFault, plainElements } from './elements';
import type { Element, Elements } from './elements';
import type { Grid } from './grid';
import { partOf, sharedSize } from './locations';
import type { Locations, Part } from './locations';
import { readModel } from './models';

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
  const variablesPart: Part = {
    label: 'custom_variables',
    rows: variables.rows,
    columns: variables.columns,
    used: () => blankTailCut(customVariables),
  };
  const others = [partOf('model', model), partOf('date', date), variablesPart];
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
