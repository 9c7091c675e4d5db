export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Read only its own fields: any text may be a name, even `__proto__`. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Deeper than any document of ours; walking a deeper one could exhaust the stack. */
const MAX_DEPTH = 32;

/** Reads a JSON object from text that anyone may have written; undefined for anything else. */
export function readJsonObject(text: string): JsonObject | undefined {
  try {
    const json = JSON.parse(text) as Json;
    return isJsonObject(json) && isWithin(MAX_DEPTH, json) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the same text for equal documents: names are in code-unit order. */
export function canonicalJson(json: Json): string {
  if (isJsonObject(json)) {
    const fields = Object.keys(json)
      .sort()
      .map((name) => `${JSON.stringify(name)}:${canonicalJson(ownJson(json, name) ?? null)}`);
    return `{${fields.join(',')}}`;
  }
  if (Array.isArray(json)) return `[${(json as readonly Json[]).map(canonicalJson).join(',')}]`;
  return JSON.stringify(json);
}

/** Whether JSON is an object, not a list or null. */
export function isJsonObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** Returns the object's own field, whatever its name, and never one from the prototype. */
export function ownJson(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Returns the object with these fields in place of its own. Undefined removes one. */
export function withFields(
  object: JsonObject,
  fields: Iterable<readonly [string, Json | undefined]>,
): JsonObject {
  const all = new Map<string, Json | undefined>(Object.entries(object));
  for (const [name, json] of fields) all.set(name, json);
  const kept = [...all].filter((field): field is [string, Json] => field[1] !== undefined);
  // `fromEntries` makes `__proto__` a name like any other.
  return Object.fromEntries(kept);
}

function isWithin(depth: number, json: Json): boolean {
  if (typeof json !== 'object' || json === null) return true;
  return depth > 0 && Object.values(json).every((part: Json) => isWithin(depth - 1, part));
}
