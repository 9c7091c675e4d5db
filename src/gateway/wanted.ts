import { isRecord, ownField } from '../contract/checked';
import { parseLookupRequest } from '../contract/lookup-request';
import type { RequestPlace } from '../contract/request-fields';
import { modelIdFault } from '../contract/model-id';
import { parseScoreRequest } from '../contract/score-request';
import { addressPlace, coordinatePlace } from '../lookup';
import type { AttributeQuestion, Place, ScoreQuestion } from '../lookup';
import type { Refusal } from './json-reply';

/** What one request, or one line of many, asks for. */
export type Wanted = WantedAttributes | WantedScore | WantedNothing;

export interface WantedAttributes {
  readonly kind: 'attributes';
  readonly questions: readonly AttributeQuestion[];
}

export interface WantedScore {
  readonly kind: 'score';
  readonly question: ScoreQuestion;
}

/** It breaks the contract, so no call is made. */
export interface WantedNothing {
  readonly kind: 'refused';
  readonly refusal: Refusal;
}

/** How many values wait until it is answered. */
export function valuesOf(wanted: WantedAttributes | WantedScore): number {
  return wanted.kind === 'score' ? 1 : wanted.questions.length;
}

/** Reads the body of a lookup. */
export function readLookup(json: unknown): Wanted {
  const request = parseLookupRequest(json);
  if (request.kind === 'invalid') return refused(400, request.reason);
  const place = toPlace(request.value.place);
  return {
    kind: 'attributes',
    questions: request.value.names.map((name) => ({ kind: 'attribute', place, name })),
  };
}

/** Reads the body of a score. Its key is checked elsewhere. */
export function readScore(model: string, json: unknown): Wanted {
  if (modelIdFault(model) !== undefined) return refused(404, NO_MODEL);
  // The contract requires a key in the body; a gateway also takes it from a header.
  const request = parseScoreRequest(isRecord(json) ? { ...json, key: 'given' } : json);
  if (request.kind === 'invalid') return refused(400, request.reason);
  const { place, date, customVariables } = request.value;
  return {
    kind: 'score',
    question: {
      kind: 'score',
      place: toPlace(place),
      model,
      ...(date === undefined ? {} : { date }),
      ...(customVariables === undefined ? {} : { customVariables }),
    },
  };
}

/** Reads one line of many: a score if it names a model. The names are a list or a text. */
export function readLine(json: unknown): Wanted {
  if (!isRecord(json)) return refused(400, 'Each line must be a JSON object, in UTF-8.');
  const model = ownField(json, 'model') ?? undefined;
  if (model !== undefined) {
    return typeof model === 'string'
      ? readScore(model, json)
      : refused(400, 'model must be a text.');
  }
  const names = ownField(json, 'variables');
  if (!Array.isArray(names)) return readLookup(json);
  if (!names.every((name) => typeof name === 'string' && !name.includes(','))) {
    return refused(400, 'variables must be a list of names.');
  }
  return readLookup({ ...json, variables: names.join(',') });
}

function toPlace(place: RequestPlace): Place {
  return place.kind === 'coordinates'
    ? coordinatePlace(place.lat, place.lng)
    : addressPlace(place.address, place.pincode);
}

function refused(status: number, message: string): WantedNothing {
  return { kind: 'refused', refusal: { status, message } };
}

const NO_MODEL = 'There is no model of that identifier.';
