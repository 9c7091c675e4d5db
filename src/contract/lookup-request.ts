import * as z from 'zod/mini';
import { checkedBy } from './checked';
import type { Checked } from './checked';
import { addressField, coordinateFields, isGiven } from './request-fields';
import { variablesField, variantProblem } from './request-fields';
import type { RequestPlace } from './request-fields';

/** One place and 1 to 50 attribute names. */
export interface LookupRequest {
  readonly place: RequestPlace;
  /** Each once. */
  readonly names: readonly string[];
}

/** The body of an attribute lookup, in the contract's own field names (2.1 and 2.2). */
export type LookupBody = CoordinateLookupBody | AddressLookupBody;
export type CoordinateLookupBody = z.infer<typeof coordinateBody>;
export type AddressLookupBody = z.infer<typeof addressBody>;

const STRAY_FIELDS = 'The lookup has a field that the contract does not name.';
const sentVariables = variablesField.check(
  z.refine((text) => isEachOnce(text.split(',')), 'variables must name each attribute once.'),
);
const coordinateBody = z.strictObject(
  { ...coordinateFields, variables: sentVariables },
  STRAY_FIELDS,
);
/** Which fields are required is not shown, so all three always go, the pincode perhaps empty. */
const addressBody = z.strictObject(
  { address: addressField, pincode: z.string('pincode must be a text.'), variables: sentVariables },
  STRAY_FIELDS,
);
const receivedCoordinates = z.object({ ...coordinateFields, variables: variablesField });
const receivedAddress = z.object({
  address: addressField,
  pincode: z.nullish(z.string('pincode must be a text.')),
  variables: variablesField,
});

/** The body to send, or why it would break the contract. */
export function writeLookupRequest({ place, names }: LookupRequest): Checked<LookupBody> {
  const variables = names.join(',');
  return place.kind === 'coordinates'
    ? checkedBy(coordinateBody, { lat: place.lat, lng: place.lng, variables })
    : checkedBy(addressBody, { address: place.address, pincode: place.pincode, variables });
}

/**
 * Reads a body that somebody sent. Types and limits are the contract's; fields it does not name
 * are passed over, null counts as left out, and a repeated name counts once.
 */
export function parseLookupRequest(json: unknown): Checked<LookupRequest> {
  const reason = variantProblem(json);
  if (reason !== undefined) return { kind: 'invalid', reason };
  if (isGiven(json, 'address')) {
    const read = checkedBy(receivedAddress, json);
    if (read.kind === 'invalid') return read;
    const { address, pincode, variables } = read.value;
    return found({ kind: 'address', address, pincode: pincode ?? '' }, variables);
  }
  const read = checkedBy(receivedCoordinates, json);
  if (read.kind === 'invalid') return read;
  const { lat, lng, variables } = read.value;
  return found({ kind: 'coordinates', lat, lng }, variables);
}

function found(place: RequestPlace, variables: string): Checked<LookupRequest> {
  return { kind: 'valid', value: { place, names: [...new Set(variables.split(','))] } };
}

function isEachOnce(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}
