/** An XML document that is one element with nothing but text in it. */
export interface XmlElement {
  readonly attributes: ReadonlyMap<string, string>;
  /** Undefined if the element holds more than text. */
  readonly text: string | undefined;
}

/**
 * Reads what `xmlElement` wrote, even if another program has since rewritten it with a declaration,
 * a prefix, comments, CDATA or other entities. Returns undefined if the text is not XML.
 */
export function readXmlElement(xml: string): XmlElement | undefined {
  const root = rootElement(xml);
  if (root === undefined) return undefined;
  const isTextAlone = [...root.childNodes].every(({ nodeType }) => nodeType !== ELEMENT);
  return {
    attributes: new Map([...root.attributes].map(({ name, value }) => [name, value])),
    text: isTextAlone ? (root.textContent ?? '') : undefined,
  };
}

/** Returns the namespace of the root element; undefined if it has none, or the text is not XML. */
export function rootNamespace(xml: string): string | undefined {
  return rootElement(xml)?.namespaceURI ?? undefined;
}

/**
 * Returns undefined if the text is not XML, or has a document type, which our texts never have. So
 * this expands only the entities that XML predefines, and fetches nothing.
 */
function rootElement(xml: string): Element | undefined {
  if (xml.includes('<!DOCTYPE')) return undefined;
  const document = new DOMParser().parseFromString(xml.trimStart(), 'application/xml');
  // What browsers return, or put into the root, in place of an exception.
  const isBroken = document.getElementsByTagName('parsererror').length > 0;
  return isBroken ? undefined : (document.documentElement ?? undefined);
}

const ELEMENT = 1;

/** Returns the version that an element of ours states; undefined if it states none. */
export function versionOf(element: XmlElement | undefined): number | undefined {
  const text = element?.attributes.get('version') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

/** Writes an element. The text must be one that XML can carry; for JSON, see `xmlSafeJson`. */
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
 * Rewrites JSON text with only characters that XML can carry. Control characters, halves of
 * surrogate pairs and non-characters become JSON escapes. They occur only inside strings.
 */
export function xmlSafeJson(json: string): string {
  return json.replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** JSON.stringify itself escapes the control characters below the space and lone surrogates. */
const UNSAFE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
