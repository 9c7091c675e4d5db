/**
 * Texts of cells, formulas, names and sheets as a file writes them: a character that XML cannot carry stands as `_x` and four
 * hexadecimal digits and `_`, and so does the first sign of a text that looks like that anyway.
 */
export function textFromFile(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(ESCAPED, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}

/** Ready to stand in an element or an attribute. */
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

/** The same where the format knows no such signs; what XML cannot carry is left out. */
export function xmlEscaped(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return (
    text
      .replace(UNSAFE, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // As they are, an attribute would give them back as blanks.
      .replaceAll('\t', '&#9;')
      .replaceAll('\n', '&#10;')
  );
}

const ESCAPED = /_x([\da-f]{4})_/gi;
const LOOKS_ESCAPED = /_(?=x[\da-f]{4}_)/gi;
/** Control characters but for tab and line feed, halves of pairs, and two that are no characters. */
const UNSAFE =
  /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const SPECIAL = /[&<>"\u0000-\u001f\ud800-\udfff\ufffe\uffff]/;
