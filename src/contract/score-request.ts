import * as z from 'zod/mini';
import { checkedBy } from './checked';
import type { Checked } from './checked';
import { addressField, coordinateFields, customVariablesField, dateField } from './request-fields';
import { isGiven, keyField, variantProblem } from './request-fields';
import type { RequestCustomVariables, RequestPlace } from './request-fields';

/** One model's score of one place; the model is in the path, not in the body. */
export interface ScoreRequest {
  /** The credential: of the two operations, only this one carries it in the body. */
  readonly key: string;
  /** The pincode of an address is not sent: the contract has no field for it here. */
  readonly place: RequestPlace;
  /** As written. Left out it means today. */
  readonly date?: string;
  readonly customVariables?: RequestCustomVariables;
}

/** The body of a model scoring, in the contract's own field names (2.4 and 2.5). */
export type ScoreBody = CoordinateScoreBody | AddressScoreBody;
export type CoordinateScoreBody = z.infer<typeof coordinateBody>;
export type AddressScoreBody = z.infer<typeof addressBody>;

const STRAY_FIELDS = 'The score request has a field that the contract does not name.';
const sentOptions = {
  date: z.optional(dateField),
  custom_variables: z.optional(customVariablesField),
};
const coordinateBody = z.strictObject(
  { key: keyField, ...coordinateFields, ...sentOptions },
  STRAY_FIELDS,
);
const addressBody = z.strictObject(
  { key: keyField, address: addressField, ...sentOptions },
  STRAY_FIELDS,
);
const receivedOptions = {
  date: z.nullish(dateField),
  custom_variables: z.nullish(customVariablesField),
};
const receivedCoordinates = z.object({ key: keyField, ...coordinateFields, ...receivedOptions });
const receivedAddress = z.object({ key: keyField, address: addressField, ...receivedOptions });

/** The body to send, or why it would break the contract. An empty date is left out. */
export function writeScoreRequest(request: ScoreRequest): Checked<ScoreBody> {
  const { key, place, date, customVariables } = request;
  const options = {
    ...(date === undefined || date === '' ? {} : { date }),
    ...(customVariables === undefined ? {} : { custom_variables: customVariables }),
  };
  return place.kind === 'coordinates'
    ? checkedBy(coordinateBody, { key, lat: place.lat, lng: place.lng, ...options })
    : checkedBy(addressBody, { key, address: place.address, ...options });
}

/**
 * Reads a body that somebody sent. Types and limits are the contract's; fields it does not name
 * are passed over, and null counts as left out.
 */
export function parseScoreRequest(json: unknown): Checked<ScoreRequest> {
  const reason = variantProblem(json);
  if (reason !== undefined) return { kind: 'invalid', reason };
  if (isGiven(json, 'address')) {
    const read = checkedBy(receivedAddress, json);
    if (read.kind === 'invalid') return read;
    return found(read.value, { kind: 'address', address: read.value.address, pincode: '' });
  }
  const read = checkedBy(receivedCoordinates, json);
  if (read.kind === 'invalid') return read;
  return found(read.value, { kind: 'coordinates', lat: read.value.lat, lng: read.value.lng });
}

function found(
  body: z.infer<typeof receivedAddress> | z.infer<typeof receivedCoordinates>,
  place: RequestPlace,
): Checked<ScoreRequest> {
  const { key, date, custom_variables: customVariables } = body;
  return {
    kind: 'valid',
    value: {
      key,
      place,
      ...(date ? { date } : {}),
      ...(customVariables ? { customVariables } : {}),
    },
  };
}
