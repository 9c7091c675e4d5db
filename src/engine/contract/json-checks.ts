/**
 * The result of a check against the contract: the value, or the reason why it does not fit.
 */
export type Checked<T> = Valid<T> | Invalid;

export interface Valid<T> {
  readonly kind: 'valid';
  readonly value: T;
}

export interface Invalid {
  readonly kind: 'invalid';
  /** Names the field and the rule. Never repeats the received text, which may hold a credential. */
  readonly reason: string;
}

export function valid<T>(value: T): Valid<T> {
  return { kind: 'valid', value };
}

export function invalid(reason: string): Invalid {
  return { kind: 'invalid', reason };
}

/** Returns a JSON value's own field; undefined if it has none. Never reads the prototype. */
export function ownField(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Whether this is a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads a reply's text as JSON. Returns undefined if it is not JSON. Some services write `NaN` and
 * `Infinity`, which JSON does not have. These are read as null, so that the rest of the reply can
 * be used.
 */
export function parseJson(text: string): unknown {
  // Trimming also removes a byte order mark.
  const trimmed = text.trim();
  return jsonIn(trimmed) ?? jsonIn(withoutNonFinite(trimmed));
}

/**
 * Reads a request's text as JSON. Returns undefined if it is not JSON, or if it holds U+FFFD, which
 * replaces bytes that were not UTF-8.
 */
export function parseRequestJson(text: string): unknown {
  return text.includes(LOST) ? undefined : exactJsonIn(text);
}

/**
 * Reads a text as JSON. Returns undefined if it is not JSON. A number that a double cannot hold
 * becomes a text of its digits, because 9007199254740993 and 9007199254740992 may be two shops.
 */
export function exactJsonIn(text: string): unknown {
  if (!MANY_DIGITS.test(text)) return jsonIn(text);
  return jsonIn(
    text.replace(JSON_SCALARS, (token) => (isKept(token) ? token : JSON.stringify(token))),
  );
}

function isKept(token: string): boolean {
  if (token.startsWith('"') || !MANY_DIGITS.test(token)) return true;
  const number = Number(token);
  return /^-?\d+$/.test(token) ? Number.isSafeInteger(number) : String(number) === token;
}

/** A double keeps as many as 15, whatever they are. */
const MANY_DIGITS = /\d[\d.]{15}/;
const JSON_SCALARS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

const LOST = '\ufffd';

/** Reads a text as JSON. Returns undefined if it is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Scans the text once, so that hostile text takes only time linear in its length. */
function withoutNonFinite(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    const stringStart = quote === -1 ? text.length : quote;
    pieces.push(text.slice(at, stringStart).replace(/[-+]?\b(?:nan|inf(?:inity)?)\b/gi, 'null'));
    at = endOfString(text, stringStart);
    pieces.push(text.slice(stringStart, at));
  }
  return pieces.join('');
}

/** The position after the closing quote of the string that starts here, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
