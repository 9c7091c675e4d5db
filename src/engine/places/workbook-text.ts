/**
 * Decodes a text of a cell, formula, name or sheet from a file. A character that XML cannot carry
 * is written there as `_x`, four hexadecimal digits and `_`, and so is the first character of a
 * text that happens to look like that.
 */
export function textFromFile(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(ESCAPED, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}

/** Encodes a text for an element or an attribute of a file. */
export function textToFile(text: string): string {
  return xmlEscaped(
    text
      .replace(LOOKS_ESCAPED, '_x005F_')
      .replace(
        UNSAFE,
        (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
      ),
  );
}

/** Escapes a text where the file format has no such encoding. Drops what XML cannot carry. */
export function xmlEscaped(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return (
    text
      .replace(UNSAFE, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // Unescaped, an attribute would return them as spaces.
      .replaceAll('\t', '&#9;')
      .replaceAll('\n', '&#10;')
  );
}

const ESCAPED = /_x([\da-f]{4})_/gi;
const LOOKS_ESCAPED = /_(?=x[\da-f]{4}_)/gi;
/** Control characters except tab and line feed, halves of surrogate pairs, two non-characters. */
const UNSAFE =
  /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const SPECIAL = /[&<>"\u0000-\u001f\ud800-\udfff\ufffe\uffff]/;
