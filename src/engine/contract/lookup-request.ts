import { invalid, valid, type Checked } from './json-checks';
import { MAX_VARIABLES_PER_CALL } from './limits';
import {
  readOptionalText,
  readPlace,
  readVariables,
  variantProblem,
  type RequestPlace,
} from './request-fields';

/** One place and 1 to 50 attribute names. */
export interface LookupRequest {
  readonly place: RequestPlace;
  /** No duplicates. */
  readonly names: readonly string[];
}

/** The body of an attribute lookup, with the contract's own field names (2.1 and 2.2). */
export type LookupBody = CoordinateLookupBody | AddressLookupBody;

interface CoordinateLookupBody {
  readonly lat: number;
  readonly lng: number;
  readonly variables: string;
}

/**
 * The contract does not show which fields are required, so all three are always sent. The pincode
 * may be empty.
 */
interface AddressLookupBody {
  readonly address: string;
  readonly pincode: string;
  readonly variables: string;
}

/**
 * Returns the body to send, or why it would break the contract. Parses the body again to make sure
 * that the service will read it as meant.
 */
export function writeLookupRequest({ place, names }: LookupRequest): Checked<LookupBody> {
  const variables = names.join(',');
  const body: LookupBody =
    place.kind === 'coordinates'
      ? { lat: place.lat, lng: place.lng, variables }
      : { address: place.address, pincode: place.pincode, variables };
  const read = parseLookupRequest(body);
  if (read.kind === 'invalid') return read;
  return read.value.names.length === names.length
    ? valid(body)
    : invalid('variables must name each attribute once.');
}

/**
 * Reads a received body. Types and limits are the contract's. Fields that the contract does not
 * name are ignored, null counts as left out, and a repeated name counts once.
 */
export function parseLookupRequest(
  json: unknown,
  mostNames = MAX_VARIABLES_PER_CALL,
): Checked<LookupRequest> {
  const problem = variantProblem(json);
  if (problem !== undefined) return invalid(problem);
  const read = readPlace(json);
  if (read.kind === 'invalid') return read;
  let place = read.value;
  if (place.kind === 'address') {
    const pincode = readOptionalText(json, 'pincode');
    if (pincode.kind === 'invalid') return pincode;
    place = { ...place, pincode: pincode.value };
  }
  const names = readVariables(json, mostNames);
  if (names.kind === 'invalid') return names;
  return valid({ place, names: [...new Set(names.value)] });
}
