import { isWhole } from './request-fields';

/** The paths of the two operations, to be appended to a service's base address. */

export const LOOKUP_PATH = '/production/v1.0/getvariablesbulk';

/** One segment follows: the model's identifier, percent-encoded. */
export const SCORE_PATH_PREFIX = '/model/v1.0/';

/** Returns a model's path; undefined for an identifier that could lead to another path. */
export function scorePath(model: string): string | undefined {
  if (modelIdFault(model) !== undefined) return undefined;
  return SCORE_PATH_PREFIX + encodeURIComponent(model);
}

/** The requests that a gateway accepts beyond the contract: their paths and limits. */

/** Says who the credential belongs to, and what that person may spend. */
export const ME_PATH = '/v1/me';

/** The attribute names and models that the gateway lists for everyone. */
export const CATALOGUE_PATH = '/v1/catalogue';

/** Many questions in one request, one per line. */
export const BULK_PATH = '/v1/bulk';
export const MAX_BULK_LINES = 1000;
/** The size of the whole request as UTF-8. */
export const MAX_BULK_BYTES = 1024 * 1024;

/** The contract states no limit, but no service would give a longer id. */
const MAX_ID_LENGTH = 255;

/**
 * Returns why a text cannot be a model's id; undefined if it can. The id is one segment of a
 * request's path, and a proxy in front of the service may decode it once more. So `a/b`, `..`,
 * `a%2Fb`, `a%252Fb` and a full-width `a／b` could all lead to another path. A text with a broken
 * character is not what somebody wrote.
 */
export function modelIdFault(id: string): 'empty' | 'too-long' | 'unusable' | undefined {
  if (id === '') return 'empty';
  if (id.length > MAX_ID_LENGTH) return 'too-long';
  const plain = id.normalize('NFKC');
  return id === '.' || ODD.test(plain) || ODD.test(id) || !isWhole(id) ? 'unusable' : undefined;
}

/** Separators, steps up, an encoding of anything, and what nobody sees. */
const ODD =
  /[/\\]|\.\.|%[\da-f]{2}|%u[\da-f]{4}|[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029]/iu;
