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
