/**
 * Encodes a text as UTF-8. Bytes that were no letter when they were read, see {@link
 * withEscapedBytes}, become those bytes again. Any other half of a surrogate pair is written as its
 * JSON escape.
 */
export function textBytes(text: string): Uint8Array<ArrayBuffer> {
  if (!HALF.test(text)) return ENCODER.encode(text);
  const parts = text.split(LONE_APART).map((part) => {
    const code = HALF.test(part) ? part.charCodeAt(0) : 0;
    if (code >= ESCAPED_BYTE + 0x80 && code <= ESCAPED_BYTE + 0xff) {
      return Uint8Array.of(code - ESCAPED_BYTE);
    }
    return ENCODER.encode(spelt(part));
  });
  return joined(parts);
}

/** Writes half a surrogate pair as its JSON escape. */
function spelt(text: string): string {
  return text.replace(LONE, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
}

const ENCODER = new TextEncoder();
const HALF = /\p{Surrogate}/u;
const LONE = /\p{Surrogate}/gu;
const LONE_APART = /(\p{Surrogate})/u;
const ESCAPED_BYTE = 0xdc00;

/** Decodes a line of UTF-8. Each byte that is no part of a letter becomes half a surrogate pair. */
export function withEscapedBytes(line: Uint8Array): string {
  let text = '';
  for (let at = 0; at < line.length;) {
    const byte = line[at] as number;
    const length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    try {
      text += FATAL.decode(line.subarray(at, at + length));
      at += length;
    } catch {
      text += String.fromCharCode(ESCAPED_BYTE + byte);
      at += 1;
    }
  }
  return text;
}

const FATAL = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Joins bytes into a copy, because a reader of files may use the memory of its bytes again. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
