import { canonicalJson, isJsonObject, ownJson, withFields } from './json-document';
import type { Json, JsonObject } from './json-document';

/**
 * Merges two copies of a workbook's settings: everything that either has and, if both have an
 * entry, the one stamped later. Neither the order of merging nor merging twice makes a difference.
 * Sections that this version does not know are merged by the same rule.
 */
export function mergeWorkbookSettings(one: JsonObject, other: JsonObject): JsonObject {
  return withFields(
    one,
    Object.entries(other).map(([name, json]) => {
      const known = ownJson(one, name);
      return [name, known === undefined ? json : merged(known, json)];
    }),
  );
}

/** When an entry was last changed, in epoch milliseconds; undefined for anything but an entry. */
export function stampOf(json: Json | undefined): number | undefined {
  if (!isJsonObject(json)) return undefined;
  const at = ownJson(json, 'at');
  const isStamp = typeof at === 'number' && Number.isSafeInteger(at) && at >= 0 && at <= LAST_STAMP;
  return isStamp ? at : undefined;
}

/** The end of the year 9999: a stamp beyond it would outlast every change that a person makes. */
export const LAST_STAMP = 253_402_300_799_999;

/**
 * The greater of two always wins: a stamped entry ranks above an object, that above a list, and
 * that above a plain value. Two objects without a stamp are merged.
 */
function merged(one: Json, other: Json): Json {
  const byRank = rankOf(one) - rankOf(other);
  if (byRank !== 0) return byRank > 0 ? one : other;
  const oneAt = stampOf(one);
  const otherAt = stampOf(other);
  if (oneAt !== undefined && otherAt !== undefined) {
    if (oneAt !== otherAt) return oneAt > otherAt ? one : other;
  } else if (isJsonObject(one) && isJsonObject(other)) return mergeWorkbookSettings(one, other);
  return canonicalJson(one) >= canonicalJson(other) ? one : other;
}

function rankOf(json: Json): number {
  if (stampOf(json) !== undefined) return 3;
  if (isJsonObject(json)) return 2;
  return Array.isArray(json) ? 1 : 0;
}
