import { isRecord, ownField } from '../engine/contract/json-checks';
import { parseLookupRequest } from '../engine/contract/lookup-request';
import type { RequestPlace } from '../engine/contract/request-fields';
import { modelIdFault } from '../engine/contract/paths';
import { parseScoreRequest } from '../engine/contract/score-request';
import {
  addressPlace,
  coordinatePlace,
  type AttributeQuestion,
  type Place,
  type ScoreQuestion,
} from '../engine/lookup';
import { readAddress, readAddressWithPincode } from '../engine/places/addresses';
import { readCell } from '../engine/places/cell';
import { readCoordinates } from '../engine/places/coordinates';
import { readDate } from '../engine/places/dates';
import { faulty, read, type Blank, type Faulty, type Reading } from '../engine/places/fault';
import type { PincodeRule } from '../engine/places/pincode';
import type { ErrorReply } from './json-reply';

/** What one request, or one line of many, asks for. */
export type Wanted = WantedValues | WantedNothing;

/** As many values as there are questions wait until it is answered. */
export type WantedValues =
  | (Renewable & { readonly kind: 'attributes'; readonly questions: readonly AttributeQuestion[] })
  | (Renewable & { readonly kind: 'score'; readonly questions: readonly [ScoreQuestion] });

interface Renewable {
  /** What is known does not count: the service is asked again. */
  readonly isRenewal?: boolean;
}

/** It breaks the contract, so no call is made. */
export interface WantedNothing {
  readonly kind: 'error';
  readonly error: ErrorReply;
}

/** Reads the body of a lookup. Names beyond the limit of one call are sent in several calls. */
export function readLookup(json: unknown, pincodes: PincodeRule, mostNames?: number): Wanted {
  const body = plainBody(json, pincodes);
  if (body.kind !== 'read') return noPlace(body);
  const request = parseLookupRequest(body.value.json, mostNames);
  if (request.kind === 'invalid') return invalid(400, request.reason);
  const place = body.value.place ?? toPlace(request.value.place);
  return {
    kind: 'attributes',
    questions: request.value.names.map((name) => ({ kind: 'attribute', place, name })),
  };
}

/** Reads the body of a score. Its key is checked elsewhere. */
export function readScore(model: string, json: unknown): Wanted {
  if (modelIdFault(model) !== undefined) return invalid(404, NO_MODEL);
  const body = plainBody(json, 'any');
  if (body.kind !== 'read') return noPlace(body);
  // The contract requires a key in the body; a gateway also takes it from a header.
  const request = parseScoreRequest(isRecord(json) ? { ...body.value.json, key: 'given' } : json);
  if (request.kind === 'invalid') return invalid(400, request.reason);
  const { place, customVariables } = request.value;
  if (customVariables !== undefined && lengthOf(customVariables) > MOST_VARIABLES) {
    return invalid(400, TOO_MANY_VARIABLES);
  }
  const day = readDate(readCell(request.value.date), DATES);
  if (day.kind === 'fault') return invalid(400, day.fault.message);
  const question: ScoreQuestion = {
    kind: 'score',
    place: toPlace(place),
    model,
    ...(day.kind === 'read' && { date: day.value }),
    ...(customVariables !== undefined && { customVariables }),
  };
  return { kind: 'score', questions: [question] };
}

/** Reads one line of many: a score if it names a model. The names are a list or a text. */
export function readLine(json: unknown, pincodes: PincodeRule): Wanted {
  if (!isRecord(json)) return invalid(400, 'Each line must be a JSON object, in UTF-8.');
  const renew = ownField(json, 'renew') ?? false;
  if (typeof renew !== 'boolean') return invalid(400, 'renew must be true or false.');
  return renewed(readQuestions(json, pincodes), renew);
}

/** The same, asked again whatever is known. */
export function renewed(wanted: Wanted, isRenewal: boolean): Wanted {
  return isRenewal && wanted.kind !== 'error' ? { ...wanted, isRenewal } : wanted;
}

function readQuestions(json: Record<string, unknown>, pincodes: PincodeRule): Wanted {
  const model = ownField(json, 'model') ?? undefined;
  if (model !== undefined) {
    return typeof model === 'string'
      ? readScore(model, json)
      : invalid(400, 'model must be a text.');
  }
  const names = ownField(json, 'variables');
  if (!Array.isArray(names)) return readLookup(json, pincodes, MOST_NAMES);
  if (!names.every((name) => typeof name === 'string' && !name.includes(','))) {
    return invalid(400, 'variables must be a list of names.');
  }
  return readLookup({ ...json, variables: names.join(',') }, pincodes, MOST_NAMES);
}

/** The body with its place as the contract has it: a pincode `560 034` becomes "560034". */
function plainBody(json: unknown, pincodes: PincodeRule): Reading<PlainBody> {
  if (!isRecord(json)) return read({ json: json as Record<string, unknown>, place: undefined });
  const lat = ownField(json, 'lat') ?? undefined;
  const lng = ownField(json, 'lng') ?? undefined;
  const address = ownField(json, 'address') ?? undefined;
  const pincode = ownField(json, 'pincode') ?? undefined;
  if (typeof address === 'string' && address.length > MOST_ADDRESS) return LONG_ADDRESS;
  const isCoordinates = isWritten(lat) && isWritten(lng) && address === undefined;
  const isAddress = typeof address === 'string' && lat === undefined && lng === undefined;
  const isCode = pincode === undefined || isWritten(pincode);
  if (!isCoordinates && !(isAddress && isCode)) return read({ json, place: undefined });
  const reading = isCoordinates
    ? readCoordinates(readCell(lat), readCell(lng), 'point', 'degrees')
    : isWritten(pincode) && pincode !== ''
      ? readAddressWithPincode(readCell(address), readCell(pincode), pincodes)
      : readAddress(readCell(address));
  if (reading.kind !== 'read') return reading;
  const place = reading.value;
  if (place.kind === 'address') {
    return read({ json: { ...json, address: place.address, pincode: place.pincode }, place });
  }
  const isPlain = lat === place.lat && lng === place.lng;
  return read({ json: isPlain ? json : { ...json, lat: place.lat, lng: place.lng }, place });
}

interface PlainBody {
  readonly json: Record<string, unknown>;
  /** Undefined if the contract has to refuse it. */
  readonly place: Place | undefined;
}

function lengthOf(variables: object): number {
  return JSON.stringify(variables).length;
}

function isWritten(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function noPlace(reading: Blank | Faulty): WantedNothing {
  return invalid(400, reading.kind === 'fault' ? reading.fault.message : NO_PLACE);
}

function toPlace(place: RequestPlace): Place {
  return place.kind === 'coordinates'
    ? coordinatePlace(place.lat, place.lng)
    : addressPlace(place.address, place.pincode);
}

function invalid(status: number, message: string): WantedNothing {
  return { kind: 'error', error: { status, message } };
}

/** Of one place, where many places may be asked for at once; so many names take four calls. */
export const MOST_NAMES = 200;
/** In characters. Each answer in memory keeps the text of its question. */
const MOST_ADDRESS = 2000;
const LONG_ADDRESS = faulty('The address is too long', `send at most ${MOST_ADDRESS} characters`);
const MOST_VARIABLES = 4000;
const TOO_MANY_VARIABLES = `custom_variables may have at most ${MOST_VARIABLES} characters.`;
const NO_PLACE = 'There is no place: send lat and lng, or address.';
/** The service may want another format, which people set in their pane or program. */
const DATES = { uses1904Dates: false, format: 'YYYY-MM-DD', keepsText: true };
const NO_MODEL = 'There is no model of that identifier.';
