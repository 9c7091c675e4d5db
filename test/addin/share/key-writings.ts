/** Every way of writing a key that is promised to be found. */
export const WRITINGS: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  'in capitals': (key) => key.toUpperCase(),
  'with spaces': (key) => [...key].join(' '),
  'with line breaks': (key) => key.replace(/.{5}/g, '$&\r\n'),
  'with invisible characters': (key) => [...key].join('\u200b\u00ad\u2060'),
  'in base64': (key) => base64(key),
  'in base64 for URLs': (key) =>
    base64(key).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  'in base64 in a URL': (key) => encodeURIComponent(base64(key)),
  'in base64 in JSON': (key) => base64(key).replaceAll('/', '\\/'),
  'in base64, one byte later': (key) => base64(`x${key}`),
  'in base64, two bytes later': (key) => base64(`xy${key}`),
  'in base64, with more after it': (key) => base64(`{"token":"${key}","more":"value"}`),
  'in base64 in lines': (key) => base64(key).replace(/.{8}/g, '$&\n'),
  'as a URL writes it': (key) => encodeURIComponent(key),
  'percent-encoded': (key) => hex(key).replace(/../g, '%$&'),
  'percent-encoded twice': (key) => hex(key).replace(/../g, '%25$&'),
  'as JSON writes it': (key) => JSON.stringify(key).replaceAll('/', '\\/'),
  'as JSON in JSON writes it': (key) => JSON.stringify(JSON.stringify({ key })),
  'as JSON may write it': (key) => units(key, '\\u', ''),
  'as XML writes it': (key) => xml(key),
  'as XML writes JSON': (key) => xml(JSON.stringify(key)),
  'as XML writes a URL in XML': (key) => xml(xml(encodeURIComponent(key))),
  'as entities': (key) => [...key].map((c) => `&#${c.codePointAt(0)};`).join(''),
  'as hexadecimal entities': (key) =>
    [...key].map((c) => `&#x${c.codePointAt(0)?.toString(16)};`).join(''),
  'as Excel escapes it': (key) => units(key, '_x', '_'),
};

export function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

export function hex(text: string): string {
  return Buffer.from(text, 'utf8').toString('hex');
}

function units(text: string, before: string, after: string): string {
  const escaped = (_: unknown, at: number): string =>
    before + text.charCodeAt(at).toString(16).padStart(4, '0') + after;
  return Array.from({ length: text.length }, escaped).join('');
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
