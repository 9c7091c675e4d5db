/**
 * Makes a text safe to print: it cannot control a terminal or change the direction of the text
 * beside it. An escape sequence becomes `␛[2J`, and a mark that reverses text `<U+202E>`. Tabs and
 * line ends stay.
 */
export function visibleText(text: string): string {
  return text.replace(CONTROLS, (sign) => {
    const code = sign.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(PICTURES + code);
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}

/** Does the same for JSON text. The JSON keeps its meaning. */
export function visibleJson(json: string): string {
  return json.replace(NOT_IN_JSON, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Unicode's pictures of control characters. */
const PICTURES = 0x2400;
const CONTROLS =
  /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]|\r(?!\n)/g;
/** What JSON leaves as it is. */
const NOT_IN_JSON = /[\x7F-\x9F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;
