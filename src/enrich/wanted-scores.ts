import { addressPlace } from '../lookup';
import type { CustomVariables, Place, ScoreQuestion } from '../lookup';
import type { WorkbookModel } from '../spreadsheet/scoring-model';
import { matchVariables } from './score-plan';
import type { PlaceList, VariableColumns } from './score-plan';

/** A model's score as one more column. */
export interface WantedScore {
  readonly model: WorkbookModel;
  /** Where its variables come from: columns whose headers say their names. */
  readonly mapping: VariableColumns;
}

export function wantScore(model: WorkbookModel, list: PlaceList): WantedScore {
  return { model, mapping: matchVariables(model, list.columns) };
}

/**
 * A question for each different score; undefined where the list's own values are part of the
 * questions, which are then counted and not spelt out.
 */
export function scoreQuestions(
  { model, mapping }: WantedScore,
  places: readonly Place[],
): readonly ScoreQuestion[] | undefined {
  if (mapping.some((column) => column !== undefined)) return undefined;
  const fallbacks = model.variables.flatMap(({ name, fallback }) =>
    fallback === undefined ? [] : [[name, fallback] as const],
  );
  const customVariables: CustomVariables = Object.fromEntries(fallbacks);
  const variables = fallbacks.length === 0 ? {} : { customVariables };
  return scoredPlaces(places).map((place) => ({
    kind: 'score',
    place,
    model: model.modelId,
    ...variables,
  }));
}

/** `floor_area from column D; format left out`: how the model's variables are filled. */
export function variablesWords({ model, mapping }: WantedScore, list: PlaceList): string {
  return model.variables
    .map(({ name, fallback }, index) => {
      const column = mapping[index];
      if (column !== undefined) {
        return `${name} from “${list.columns.columns[column]?.header ?? ''}”`;
      }
      return fallback === undefined ? `${name} left out` : `${name} always ${fallback}`;
    })
    .join(', ');
}

/** Scores take no pincode: places that differ in it alone are one. */
function scoredPlaces(places: readonly Place[]): readonly Place[] {
  const scored = new Map<string, Place>();
  for (const place of places) {
    const one = place.kind === 'address' ? addressPlace(place.address) : place;
    if (!scored.has(one.key)) scored.set(one.key, one);
  }
  return [...scored.values()];
}
