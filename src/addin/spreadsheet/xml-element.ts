/** An XML document that is one element with nothing but text in it. */
export interface XmlElement {
  readonly attributes: ReadonlyMap<string, string>;
  /** Undefined if the element holds more than text, or is broken. */
  readonly text: string | undefined;
}

/**
 * Reads what `xmlElement` wrote, even if another program has since rewritten it with a declaration,
 * a prefix, comments, CDATA or other entities. Undefined if there is no root element. Never expands
 * or fetches anything: a text with a document type is not ours. Takes time in proportion to the
 * text, whatever is in it.
 */
export function readXmlElement(xml: string): XmlElement | undefined {
  const start = afterMisc(xml, 0);
  TAG.lastIndex = start;
  const tag = TAG.exec(xml);
  if (tag === null) return undefined;
  const [whole, written = '', slash] = tag;
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single] of written.matchAll(ATTRIBUTE)) {
    attributes.set(name, unescaped(double ?? single ?? '') ?? '');
  }
  const end = start + whole.length;
  return { attributes, text: slash === '/' ? '' : readText(xml, end) };
}

/** The version that an element of ours says it has; undefined if it says none. */
export function versionOf(element: XmlElement | undefined): number | undefined {
  const text = element?.attributes.get('version') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

/** Takes only text that XML can carry; see `xmlSafeJson` for JSON. */
export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  text: string,
): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(value).replaceAll('"', '&quot;')}"`,
  );
  return `<${name}${written.join('')}>${escaped(text)}</${name}>`;
}

/**
 * The JSON text with only characters that XML can carry: control characters, halves of surrogate
 * pairs and non-characters become JSON escapes. They occur only inside strings.
 */
export function xmlSafeJson(json: string): string {
  return json.replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const TAG = /<(?:[\w.-]+:)?[\w.-]+((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
/** JSON.stringify itself escapes the control characters below the space and lone surrogates. */
const UNSAFE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** The index after white space, comments and processing instructions; if one is broken, the end. */
export function afterMisc(xml: string, start: number): number {
  for (let at = start; ;) {
    while (at < xml.length && /[\s\uFEFF]/u.test(xml[at] ?? '')) at += 1;
    const end = afterRemark(xml, at);
    if (end === at) return at;
    at = end;
  }
}

/** The index after the comment or processing instruction that begins at `at`, if one does. */
function afterRemark(xml: string, at: number): number {
  if (xml.startsWith('<?', at)) return endOf(xml, '?>', at + '<?'.length);
  return xml.startsWith('<!--', at) ? endOf(xml, '-->', at + '<!--'.length) : at;
}

function readText(xml: string, start: number): string | undefined {
  const pieces: string[] = [];
  for (let at = start; ;) {
    const next = xml.indexOf('<', at);
    if (next < 0) return undefined;
    const piece = unescaped(xml.slice(at, next));
    if (piece === undefined) return undefined;
    pieces.push(piece);
    if (xml.startsWith('</', next)) {
      const end = endOf(xml, '>', next);
      return afterMisc(xml, end) === xml.length && xml[end - 1] === '>'
        ? pieces.join('')
        : undefined;
    }
    if (xml.startsWith(CDATA, next)) {
      const end = endOf(xml, ']]>', next);
      pieces.push(xml.slice(next + CDATA.length, end - ']]>'.length));
      at = end;
    } else {
      at = afterRemark(xml, next);
      if (at === next) return undefined;
    }
  }
}

const CDATA = '<![CDATA[';

/** The index after the mark; the end of the text if there is none. */
function endOf(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  return at < 0 ? xml.length : at + mark.length;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const ENTITY = /&(?:(lt|gt|amp|quot|apos);|#(\d{1,7});|#x([\da-f]{1,6});)?/gi;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
const LAST_CODE_POINT = 0x10ffff;

/** Undefined if an ampersand begins no valid entity. */
function unescaped(text: string): string | undefined {
  let isBroken = false;
  const plain = text.replace(ENTITY, (_, name?: string, decimal?: string, hex?: string) => {
    const code = Number(decimal ?? `0x${hex ?? ''}`);
    const character =
      name === undefined
        ? code > 0 && code <= LAST_CODE_POINT
          ? String.fromCodePoint(code)
          : undefined
        : ENTITIES.get(name);
    isBroken ||= character === undefined;
    return character ?? '';
  });
  return isBroken ? undefined : plain;
}
