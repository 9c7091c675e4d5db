/** The paths of the two operations, to be appended to a service's base address. */

export const LOOKUP_PATH = '/production/v1.0/getvariablesbulk';

/** One segment follows: the model's identifier, percent-encoded. */
export const SCORE_PATH_PREFIX = '/model/v1.0/';

/**
 * The path of a model. No identifier can leave its segment, because separators are percent-encoded.
 * Undefined for an identifier that cannot be a segment: an empty one, half a surrogate pair, and
 * `.` and `..`, which a URL parser collapses even when they are percent-encoded.
 */
export function scorePath(model: string): string | undefined {
  if (model === '' || model === '.' || model === '..') return undefined;
  try {
    return SCORE_PATH_PREFIX + encodeURIComponent(model);
  } catch {
    return undefined;
  }
}
