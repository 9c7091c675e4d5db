/** Every way of writing a key that is promised to be found. */
export const WRITINGS: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  'in capitals': (key) => key.toUpperCase(),
  'in wide letters': (key) =>
    key.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
  'with spaces': (key) => [...key].join(' '),
  'with line breaks': (key) => key.replace(/.{5}/g, '$&\r\n'),
  'with invisible characters': (key) => [...key].join('\u200b\u00ad\u2060'),
  reversed: (key) => [...key].reverse().join(''),
  'in base64': (key) => base64(key),
  'in base64 for addresses': (key) =>
    base64(key).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  'in base64, one byte later': (key) => base64(`x${key}`),
  'in base64, two bytes later': (key) => base64(`xy${key}`),
  'in base64, with more after it': (key) => base64(`{"token":"${key}","more":"value"}`),
  'in base64 in lines': (key) => base64(key).replace(/.{8}/g, '$&\n'),
  'in base64 of UTF-16': (key) => Buffer.from(key, 'utf16le').toString('base64'),
  'in hexadecimal': (key) => hex(key),
  'in hexadecimal capitals with colons': (key) => hex(key).toUpperCase().replace(/..\B/g, '$&:'),
  'percent-encoded': (key) => hex(key).replace(/../g, '%$&'),
  'percent-encoded twice': (key) => hex(key).replace(/../g, '%25$&'),
  'partly percent-encoded': (key) => encodeURIComponent(key),
  'as entities': (key) => [...key].map((c) => `&#${c.charCodeAt(0)};`).join(''),
  'as hexadecimal entities': (key) =>
    [...key].map((c) => `&#x${c.charCodeAt(0).toString(16)};`).join(''),
  'as a program writes it': (key) =>
    [...key].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'as bytes of a program': (key) => hex(key).replace(/../g, '0x$&, '),
  'as Excel escapes it': (key) =>
    [...key].map((c) => `_x${c.charCodeAt(0).toString(16).padStart(4, '0')}_`).join(''),
  'put together in a formula': (key) => `="${key.slice(0, 9)}"&"${key.slice(9)}"`,
  'by its codes in a formula': (key) =>
    `=${[...key].map((c) => `CHAR(${c.charCodeAt(0)})`).join('&')}`,
};

export function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

export function hex(text: string): string {
  return Buffer.from(text, 'utf8').toString('hex');
}
