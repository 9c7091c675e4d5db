import { isRecord, parseJson } from './json-checks';

/** Text of JSON as it was written, so that long numbers, `1.50` and two fields of one name stay so. */

/** In characters. */
export const MOST_LINE = 4_000_000;

/** The object that a text is; undefined if it is none. Some programs write NaN, which is read too. */
export function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(text);
  return isRecord(value) ? value : undefined;
}

/** A field of an object as it was written: `"lat": 12.90`. */
export interface MemberText {
  readonly name: string;
  readonly text: string;
  /** Its value: `12.90`. */
  readonly value: string;
}

/** The fields of an object. @param object JSON text of one, which `objectIn` has taken. */
export function memberTexts(object: string): readonly MemberText[] {
  return itemTexts(object).map(memberText);
}

export function memberText(text: string): MemberText {
  const end = endOfString(text, 0) + 1;
  const name = JSON.parse(text.slice(0, end)) as string;
  return { name, text, value: text.slice(text.indexOf(':', end) + 1).trim() };
}

/** What stands between the commas of an object or a list, as it was written. */
export function itemTexts(text: string): readonly string[] {
  const items: string[] = [];
  const splitter = createJsonSplitter('within');
  for (const { text: item } of splitter.read(text)) items.push(item);
  return items;
}

/** A part of JSON text: a field, or an item of a list, or a value by itself. */
export interface JsonPart {
  readonly kind: 'member' | 'item';
  readonly text: string;
}

/** Splits JSON text that comes in pieces. */
export interface JsonSplitter {
  /** @throws RangeError for a part that is longer than any is. */
  read(piece: string): JsonPart[];
  /** Whether no part has been begun and not ended. */
  readonly isWhole: boolean;
}

/**
 * @param into where the parts are: `apart`, values one after the other, in lines or with record
 *   separators (RFC 8142) or with neither; `within`, the parts of the one object or list; or the name
 *   of a field whose list’s items are wanted, beside the object’s other fields.
 */
export function createJsonSplitter(into: string, longest = Infinity): JsonSplitter {
  /** At how many open brackets a comma parts what is wanted. */
  let level = 0;
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  let begun = '';
  let isOver = false;

  function read(piece: string): JsonPart[] {
    const parts: JsonPart[] = [];
    let start = 0;
    const take = (end: number, isValue = false): void => {
      const text = plainPart(begun + piece.slice(start, end));
      begun = '';
      start = isValue ? end : end + 1;
      if (text !== '')
        parts.push({ kind: level === 1 && into !== 'within' ? 'member' : 'item', text });
    };
    const opens = (at: number): boolean => {
      if (into === 'apart' || isOver) return false;
      if (level === 0) return true;
      if (level !== 1 || into === 'within' || depth !== 2 || piece[at] !== '[') return false;
      const key = (begun + piece.slice(start, at)).trim();
      return key.endsWith(':') && key.startsWith('"') && memberText(key).name === into;
    };
    for (let at = 0; at < piece.length; at += 1) {
      const sign = piece.charCodeAt(at);
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (sign === BACKSLASH) isEscaped = true;
        else if (sign === QUOTE) isText = false;
        continue;
      }
      switch (sign) {
        case QUOTE:
          isText = true;
          break;
        case OPEN_OBJECT:
        case OPEN_LIST:
          depth += 1;
          if (!opens(at)) break;
          level = depth;
          begun = '';
          start = at + 1;
          break;
        case CLOSE_OBJECT:
        case CLOSE_LIST:
          depth -= 1;
          if (into === 'apart') {
            if (depth === 0) take(at + 1, true);
          } else if (depth === level - 1 && !isOver) {
            take(at);
            level = depth;
            isOver = level === 0;
          }
          break;
        case COMMA:
          if (depth === level && level > 0) take(at);
          break;
        case LINE_FEED:
          // A line that is no object is pointed at, and not joined to the next.
          if (into === 'apart' && depth === 0) take(at);
          break;
        default:
      }
    }
    begun += piece.slice(start);
    if (begun.length > longest) throw new RangeError('A part of JSON text is too long.');
    return parts;
  }
  return {
    read,
    get isWhole() {
      const isEnded = into === 'apart' ? depth === 0 && !isText : isOver;
      return isEnded && plainPart(begun) === '';
    },
  };
}

const [BACKSLASH, QUOTE, COMMA, LINE_FEED] = [0x5c, 0x22, 0x2c, 0x0a] as const;
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d] as const;

/** Without blanks, byte order marks of files that were joined, and record separators around it. */
export function plainPart(text: string): string {
  const own = text.trim();
  const [first, last] = [own.charCodeAt(0), own.charCodeAt(own.length - 1)];
  const isPlain = own === '' || (first > SPACE && last > SPACE);
  return isPlain ? own : own.replace(/^[\s\0-\x1F\uFEFF]+/, '').replace(/[\s\0-\x1F\uFEFF]+$/, '');
}

const SPACE = 0x20;

/** The closing quote of the string that begins here. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
