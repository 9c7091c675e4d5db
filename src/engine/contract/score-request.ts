import { invalid, valid, type Checked } from './json-checks';
import {
  readCustomVariables,
  readDate,
  readFilledText,
  readPlace,
  variantProblem,
  type RequestCustomVariables,
  type RequestPlace,
} from './request-fields';

/** One model's score of one place. The model is in the path, not in the body. */
export interface ScoreRequest {
  /** The credential. Only this operation carries it in the body. */
  readonly key: string;
  /** An address's pincode is not sent: the contract has no field for it here. */
  readonly place: RequestPlace;
  /** The date as written. Left out: today. */
  readonly date?: string;
  readonly customVariables?: RequestCustomVariables;
}

/** The body of a score request, with the contract's own field names (2.4 and 2.5). */
export type ScoreBody = ScoreOptions &
  ({ readonly lat: number; readonly lng: number } | { readonly address: string });

interface ScoreOptions {
  readonly key: string;
  readonly date?: string;
  readonly custom_variables?: RequestCustomVariables;
}

/** Returns the body to send, or why it would break the contract. Leaves out an empty date. */
export function writeScoreRequest(request: ScoreRequest): Checked<ScoreBody> {
  const { key, place, date, customVariables } = request;
  const body: ScoreBody = {
    key,
    ...(place.kind === 'coordinates'
      ? { lat: place.lat, lng: place.lng }
      : { address: place.address }),
    ...(date === undefined || date === '' ? {} : { date }),
    ...(customVariables === undefined ? {} : { custom_variables: customVariables }),
  };
  const read = parseScoreRequest(body);
  return read.kind === 'invalid' ? read : valid(body);
}

/**
 * Reads a received body. Types and limits are the contract's. Fields that the contract does not
 * name are ignored, and null counts as left out.
 */
export function parseScoreRequest(json: unknown): Checked<ScoreRequest> {
  const problem = variantProblem(json);
  if (problem !== undefined) return invalid(problem);
  const key = readFilledText(json, 'key');
  if (key.kind === 'invalid') return key;
  const place = readPlace(json);
  if (place.kind === 'invalid') return place;
  const date = readDate(json);
  if (date.kind === 'invalid') return date;
  const variables = readCustomVariables(json);
  if (variables.kind === 'invalid') return variables;
  return valid({
    key: key.value,
    place: place.value,
    ...(date.value === '' ? {} : { date: date.value }),
    ...(variables.value === undefined ? {} : { customVariables: variables.value }),
  });
}
