export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Read only its own fields: any text may be a name, even `__proto__`. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Deeper than any document of ours; walking a deeper one could exhaust the stack. */
const MAX_DEPTH = 32;

/** Reads a JSON object from text that anyone may have written; undefined for anything else. */
export function readJsonObject(text: string): JsonObject | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    const json = JSON.parse(text) as Json;
    return isJsonObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** The same text for equal documents: names in code-unit order. */
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

export function isJsonObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** The object's own field, whatever its name; never one from the prototype. */
export function ownJson(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The object with these fields in place of its own; undefined removes one. */
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

/** Counts in the text, before anything deep is built. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}

/** All items of a list; undefined if there are more than `most`, or if any of them is unusable. */
export function readList<Item>(
  json: Json | undefined,
  most: number,
  read: (json: Json) => Item | undefined,
): Item[] | undefined {
  if (!Array.isArray(json) || json.length > most) return undefined;
  const items: Item[] = [];
  for (const part of json as readonly Json[]) {
    const item = read(part);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}
