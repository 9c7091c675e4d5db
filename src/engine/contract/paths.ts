import { modelIdFault } from './model-id';

/** The paths of the two operations, to be appended to a service's base address. */

export const LOOKUP_PATH = '/production/v1.0/getvariablesbulk';

/** One segment follows: the model's identifier, percent-encoded. */
export const SCORE_PATH_PREFIX = '/model/v1.0/';

/** The path of a model; undefined for an identifier that could lead out of its segment. */
export function scorePath(model: string): string | undefined {
  if (modelIdFault(model) !== undefined) return undefined;
  return SCORE_PATH_PREFIX + encodeURIComponent(model);
}

/** The requests that a gateway accepts beyond the contract: their paths and limits. */

/** Says who the credential belongs to, and what that person may spend. */
export const STANDING_PATH = '/v1/me';

/** The attribute names and models that the gateway lists for everyone. */
export const CATALOGUE_PATH = '/v1/catalogue';

/** Many questions in one request, one per line. */
export const BULK_PATH = '/v1/bulk';
export const MAX_BULK_LINES = 1000;
/** The size of the whole request as UTF-8. */
export const MAX_BULK_BYTES = 1024 * 1024;
