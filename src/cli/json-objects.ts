import { isRecord } from '../engine/contract/json-checks';

/** In characters. */
export const MOST_LINE = 4_000_000;

/** The object that a text is; undefined if it is none. */
export function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A field of an object as it was written: `"lat": 12.90`. */
export interface MemberText {
  readonly name: string;
  readonly text: string;
}

/**
 * The fields of an object, as they were written, so that `12345678901234567890`, `1.50` and two
 * fields of one name come back as they were.
 *
 * @param object JSON text of an object, which JSON.parse() has taken.
 */
export function memberTexts(object: string): readonly MemberText[] {
  const members: MemberText[] = [];
  let start = object.indexOf('{') + 1;
  let depth = 0;
  for (let at = start; at < object.length; at += 1) {
    switch (object[at]) {
      case '"':
        at = endOfString(object, at);
        break;
      case '{':
      case '[':
        depth += 1;
        break;
      case '}':
      case ']':
      case ',': {
        if (depth === 0) {
          const text = object.slice(start, at).trim();
          if (text !== '') members.push({ name: nameOf(text), text });
          start = at + 1;
        } else if (object[at] !== ',') depth -= 1;
        break;
      }
      default:
    }
  }
  return members;
}

function nameOf(member: string): string {
  return JSON.parse(member.slice(0, endOfString(member, 0) + 1)) as string;
}

/** The closing quote of the string that begins here. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
