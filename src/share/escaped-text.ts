/** A text with its escapes decoded, and where in the original each of its characters begins. */
export interface ReadText {
  readonly text: string;
  /** One more than there are characters: the last is the original's end. */
  readonly places: readonly number[];
}

/**
 * Decodes what URLs, web pages, programs, emails, workbooks and formulas write instead of a
 * character: `%6B`, `&#107;`, `\u006b`, `\x6b`, `_x006B_`, `=6B`, `0x6b`, `CHAR(107)`. Undefined
 * if there is nothing to decode. Takes time proportional to the length of the text.
 */
export function withoutEscapes(text: string): ReadText | undefined {
  if (!MAY_ESCAPE.test(text)) return undefined;
  const pieces: string[] = [];
  const places: number[] = [];
  let done = 0;
  const copy = (end: number): void => {
    pieces.push(text.slice(done, end));
    for (; done < end; done += 1) places.push(done);
  };
  for (const match of text.matchAll(ESCAPE)) {
    const character = characterOf(match.groups ?? {});
    if (character === undefined) continue;
    copy(match.index);
    pieces.push(character);
    for (let index = 0; index < character.length; index += 1) places.push(match.index);
    done = match.index + match[0].length;
  }
  if (done === 0) return undefined;
  copy(text.length);
  places.push(text.length);
  return { text: pieces.join(''), places };
}

const MAY_ESCAPE = /[%&\\=]|_x|0x|char/i;
const ESCAPE =
  /(?:%|\\x|=|(?<![\da-z])0x(?=[\da-f]{2}(?![\da-f])))(?<byte>[\da-f]{2})|(?:\\u|_x)(?<unit>[\da-f]{4})_?|&#x(?<hex>[\da-f]{1,6});?|(?:&#|char\s{0,9}\(\s{0,9})(?<decimal>\d{1,7})[;)]?|&(?<name>amp|lt|gt|quot|apos);/gi;

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function characterOf(groups: Readonly<Record<string, string | undefined>>): string | undefined {
  const { byte, unit, hex, decimal, name } = groups;
  if (name !== undefined) return NAMED[name.toLowerCase()];
  const sixteen = byte ?? unit ?? hex;
  const code = sixteen === undefined ? Number(decimal) : parseInt(sixteen, 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
