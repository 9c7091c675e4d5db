import { joined, textBytes, withEscapedBytes } from './escaped-bytes';
import { COMMON, hasWords, legacyOf, lettersIn, mended, nameOf, readWith } from './legacy-encoding';

/** How to read a file's bytes as text. */
export interface TextEncoding {
  /** A label that `TextDecoder` knows. */
  readonly label: string;
  /** The name that people know, such as `Windows-1252`. */
  readonly name: string;
  /** The number of bytes before the text. */
  readonly markLength: number;
  /**
   * The first word beyond ASCII, if only letters tell the encoding. It shows a person whether
   * `Plzeò`, which could be Italian, should be `Plzeň`.
   */
  readonly example?: string;
  /** True if the text makes no words in this encoding, though no other encoding fits better. */
  readonly isUnsure?: true;
  /** Present if some lines are not UTF-8. */
  readonly lines?: OtherLines;
}

/** How to read the lines of a UTF-8 file that are not UTF-8. */
interface OtherLines {
  /** The encoding of these lines, if all of them have the same one. */
  readonly label: string | undefined;
  /**
   * 1 for each byte that begins a letter somewhere in the file. Such a byte alone is what is left
   * of a letter.
   */
  readonly leads: Uint8Array;
}

/** Takes all bytes of a file in order, then decides on its encoding. */
export interface EncodingDetector {
  take(bytes: Uint8Array): void;
  decide(): TextEncoding;
}

/**
 * Creates a detector. It decides by evidence, in this order: a byte order mark; line breaks and
 * letters that only UTF-16 has; text that is UTF-8 apart from a few lines; else the encoding in
 * which the text makes the most words. If it recognises nothing, it decides on Windows-1252, which
 * older programs write.
 */
export function createEncodingDetector(): EncodingDetector {
  let head = new Uint8Array(0);
  let rest = new Uint8Array(0);
  const other: Uint8Array[] = [];
  const leads = new Uint8Array(256);
  let ledBytes = 0;
  let isWordy = true;
  // Node decodes ASCII sooner as a whole, and other letters sooner as a stream.
  const stream = new TextDecoder('utf-8', { ignoreBOM: true });
  const counts = { letters: 0, good: 0, broken: 0, brokenLines: 0, otherBytes: 0 };

  /** @param bytes whole lines */
  function look(bytes: Uint8Array): void {
    const isStreamed = counts.good > 0 && bytes.at(-1) === LINE_FEED;
    const text = isStreamed ? stream.decode(bytes, { stream: true }) : UTF_8.decode(bytes);
    if (!text.includes(BROKEN)) {
      if (text.length === bytes.length) return; // ASCII alone
      // Nearly each letter takes two bytes more than a unit of text; to count them would be slow.
      counts.letters += Math.ceil((bytes.length - text.length) / 2);
      counts.good += 1;
      // From here on, the letters of the whole file are known well enough.
      if (ledBytes < SAMPLE_BYTES) ledBytes += noteLeads(bytes);
      return;
    }
    for (const line of linesOf(bytes)) lookAtLine(line);
  }

  function noteLeads(bytes: Uint8Array): number {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (byte >= FIRST_LEAD) leads[byte] = 1;
    }
    return bytes.length;
  }

  function lookAtLine(line: Uint8Array): void {
    if (isAllAscii(line)) return;
    const text = UTF_8.decode(line);
    const broken = brokenIn(text, line);
    const letters = lettersIn(text);
    counts.letters += letters;
    if (broken === 0 || letters > broken) noteLeads(line);
    if (broken === 0) {
      counts.good += 1;
      isWordy &&= hasWords(text);
      return;
    }
    counts.broken += broken;
    counts.brokenLines += 1;
    if (counts.otherBytes > SAMPLE_BYTES) return;
    counts.otherBytes += line.length;
    other.push(joined([line]));
  }

  function decide8Bit(): TextEncoding {
    const { letters, good, broken, brokenLines } = counts;
    if (broken === 0) return { label: 'utf-8', name: 'UTF-8', markLength: 0 };
    const count = `${String(brokenLines)} ${brokenLines === 1 ? 'line' : 'lines'}`;
    const utf8 = { label: 'utf-8', markLength: 0 };
    if (letters >= broken * CLEARLY) {
      const name = `UTF-8 with ${count} in another encoding, or broken`;
      return { ...utf8, name, lines: { label: undefined, leads } };
    }
    const found = legacyOf(joined(other));
    // A line in an older encoding may happen to be valid UTF-8.
    const isLegacy = good === 0 || found.label in COMMON || !isWordy;
    if (isLegacy) return { ...found, markLength: 0 };
    const name = `UTF-8 with ${count} in ${found.name}`;
    return { ...found, ...utf8, name, lines: { label: found.label, leads } };
  }

  return {
    take(bytes) {
      if (head.length < SAMPLE_BYTES) head = joined([head, bytes.subarray(0, SAMPLE_BYTES)]);
      const end = endOfLines(bytes);
      if (end === 0 && rest.length < LONGEST_LINE) {
        rest = joined([rest, bytes]);
        return;
      }
      const start = rest.length === 0 ? 0 : endOfLine(bytes);
      if (rest.length > 0) look(joined([rest, bytes.subarray(0, start)]));
      look(bytes.subarray(start, end));
      rest = joined([bytes.subarray(end)]);
    },
    decide() {
      look(rest);
      rest = new Uint8Array(0);
      const marked = MARKS.find(({ mark }) => mark.every((byte, index) => head[index] === byte));
      const utf16 = marked === undefined ? utf16Of(head) : undefined;
      if (utf16 !== undefined) return utf16;
      if (marked === undefined) return decide8Bit();
      const { label, name, mark } = marked;
      const lines = { label: undefined, leads };
      const isBroken = label === 'utf-8' && counts.broken > 0;
      return { label, name, markLength: mark.length, ...(isBroken && { lines }) };
    },
  };
}

/**
 * Returns the encoding that a person names.
 *
 * @throws RangeError if `TextDecoder` knows no such encoding.
 */
export function encodingNamed(label: string): TextEncoding {
  const { encoding } = new TextDecoder(label.trim());
  const lines = encoding === 'utf-8' && { lines: { label: encoding, leads: new Uint8Array(256) } };
  return { label: encoding, name: nameOf(encoding), markLength: 0, ...lines };
}

/**
 * Decides by the first bytes, for a text that has not ended: UTF-16 if they show it, else UTF-8.
 */
export function encodingOfStart(bytes: Uint8Array): TextEncoding {
  const marked = MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  const label =
    marked?.label ?? (bytes[0] === 0 ? 'utf-16be' : bytes[1] === 0 ? 'utf-16le' : 'utf-8');
  const { lines } = encodingNamed(label);
  return {
    label,
    name: nameOf(label),
    markLength: marked?.mark.length ?? 0,
    ...(lines && { lines }),
  };
}

/** Decodes a file's bytes as they come, without the mark at their start. */
export interface StreamDecoder {
  /**
   * Decodes the next bytes. Bytes of a UTF-8 text that are no letter become the second halves of
   * surrogate pairs, from U+DC80 to U+DCFF. No reader takes them for a letter, and `textBytes`
   * returns the bytes.
   *
   * @throws TypeError for bytes that are no letter in any other encoding.
   */
  decode(bytes: Uint8Array, isLast: boolean): string;
}

/** Creates a decoder for one file. */
export function createStreamDecoder({ label, lines }: TextEncoding): StreamDecoder {
  const decoder = new TextDecoder(label, { fatal: lines === undefined });
  if (lines === undefined) {
    return { decode: (bytes, isLast) => mended(decoder.decode(bytes, { stream: !isLast }), label) };
  }
  let rest = new Uint8Array(0);
  return {
    decode(bytes, isLast) {
      const end = isLast ? bytes.length : endOfLines(bytes);
      const whole = joined([rest, bytes.subarray(0, end)]);
      rest = end === 0 && !isLast ? joined([rest, bytes]) : joined([bytes.subarray(end)]);
      if (end === 0 && !isLast) return '';
      const text = UTF_8.decode(whole);
      if (!text.includes(BROKEN)) return text;
      return [...linesOf(whole)].map((line) => lineText(line, lines)).join('');
    },
  };
}

/** Decodes a whole file, and says which encoding it was in. */
export function readTextFile(bytes: Uint8Array): {
  readonly text: string;
  readonly encoding: TextEncoding;
} {
  const detector = createEncodingDetector();
  detector.take(bytes);
  const encoding = detector.decide();
  const body = bytes.subarray(encoding.markLength);
  if (encoding.lines === undefined) return { text: readWith(body, encoding.label), encoding };
  const text = createStreamDecoder(encoding).decode(body, true);
  // In a sheet, U+FFFD stands for a letter that is lost.
  return { text: UTF_8.decode(textBytes(text)), encoding };
}

/** What `TextDecoder` returns for bytes that are no letter. */
const BROKEN = '\uFFFD';
const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true });
const FIRST_LEAD = 0xc2;
/** Up to this many bytes beyond ASCII are looked at, enough to tell encodings apart. */
const SAMPLE_BYTES = 65_536;
/** With at least four letters for each broken byte, the text is UTF-8 beyond doubt. */
const CLEARLY = 4;
/** A "line" without an end in this many bytes is looked at in pieces. */
const LONGEST_LINE = 4_000_000;

const MARKS = [
  { mark: [0xef, 0xbb, 0xbf], label: 'utf-8', name: 'UTF-8 with a byte order mark' },
  { mark: [0xff, 0xfe], label: 'utf-16le', name: 'UTF-16 (little-endian)' },
  { mark: [0xfe, 0xff], label: 'utf-16be', name: 'UTF-16 (big-endian)' },
] as const;

/**
 * In UTF-16 each line break, comma and digit has a zero byte beside it, whatever the script. Read
 * with the wrong end first, `\n` is no letter of any script; read in pairs, plain text has no `\n`.
 */
function utf16Of(head: Uint8Array): TextEncoding | undefined {
  let size = head.length;
  while (head[size - 1] === 0) size -= 1;
  const start = head.subarray(0, size + (size % 2));
  if (!start.subarray(0, size).includes(0)) return undefined;
  const [best] = MARKS.slice(1)
    .map((each) => ({ ...each, score: utf16Score(new TextDecoder(each.label).decode(start)) }))
    .sort((a, b) => b.score - a.score);
  if (best === undefined || best.score <= 0) return undefined;
  return { label: best.label, name: best.name, markLength: 0 };
}

/** Above 0 for a text with the separators of a list and few characters that no text has. */
function utf16Score(text: string): number {
  const signs = text.match(/[\t\n\r ,;|0-9]/g)?.length ?? 0;
  const strange =
    text.match(/[\p{Cn}\p{Co}\p{Cs}\uFFFD\0-\x08\x0B\x0E-\x1F\x7F-\x9F]/gu)?.length ?? 0;
  return strange > text.length / 50 ? 0 : signs - strange;
}

/** A line of a file that is UTF-8 elsewhere. */
function lineText(line: Uint8Array, { label, leads }: OtherLines): string {
  const text = UTF_8.decode(line);
  const broken = brokenIn(text, line);
  if (broken === 0) return text;
  if (label === 'utf-8') return withEscapedBytes(line);
  const isOther = label !== undefined && label !== 'windows-1252';
  if (isOther) return lettersIn(text) < broken ? readWith(line, label) : withEscapedBytes(line);
  // A broken letter does not tell what it was, so only characters that no broken UTF-8 leaves are
  // read.
  const isWestern = lettersIn(text) === 0 && isPlainWestern(line, leads);
  return isWestern ? readWith(line, 'windows-1252') : withEscapedBytes(line);
}

/** Whether each byte that is not ASCII stands alone and is no part of a letter of this file's. */
function isPlainWestern(line: Uint8Array, leads: Uint8Array): boolean {
  return line.every((byte, index) => {
    if (isAscii(byte)) return true;
    const stands = isAscii(line[index - 1] ?? 0) && isAscii(line[index + 1] ?? 0);
    return stands && (byte >= 0xc0 ? leads[byte] !== 1 : byte >= 0x91 && byte <= 0x97);
  });
}

function isAscii(byte: number): boolean {
  return byte < 0x80;
}

function isAllAscii(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) if ((bytes[at] as number) >= 0x80) return false;
  return true;
}

/**
 * Counts broken letters, without those that were lost earlier and are U+FFFD in the file itself.
 */
function brokenIn(text: string, bytes: Uint8Array): number {
  const marks = text.split(BROKEN).length - 1;
  const lost = bytes.filter(
    (byte, at) => byte === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd,
  ).length;
  return marks - lost;
}

/** The end of the first line. */
function endOfLine(bytes: Uint8Array): number {
  const feed = bytes.indexOf(LINE_FEED);
  return (feed < 0 ? bytes.indexOf(RETURN) : feed) + 1;
}

/** The end of the last whole line. */
function endOfLines(bytes: Uint8Array): number {
  return Math.max(bytes.lastIndexOf(LINE_FEED), bytes.lastIndexOf(RETURN)) + 1;
}

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** Each line with its end. */
function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte !== LINE_FEED && byte !== RETURN) continue;
    yield bytes.subarray(start, at + 1);
    start = at + 1;
  }
  if (start < bytes.length) yield bytes.subarray(start);
}
