import { readFileSync } from 'node:fs';
import { DOMParser, type Document, type Element } from '@xmldom/xmldom';

export type { Element };

/** Any complaint of the parser is an error here: Office does not forgive either. */
export function readXml(path: string): Document {
  const onError = (level: string, message: string) => {
    throw new Error(`${path}: ${level}: ${message}`);
  };
  return new DOMParser({ onError }).parseFromString(readFileSync(path, 'utf8'), 'text/xml');
}

/** Elements of that local name, in document order, whatever their prefix. */
export function elements(within: Document | Element, name: string): Element[] {
  return [...within.getElementsByTagNameNS('*', name)];
}

/** The one element of that name; throws where there are none or several. */
export function element(within: Document | Element, name: string): Element {
  const [found, ...more] = elements(within, name);
  if (found === undefined || more.length > 0) throw new Error(`wanted one <${name}>`);
  return found;
}

export function childElements(parent: Element): Element[] {
  return [...parent.childNodes].filter((node): node is Element => node.nodeType === 1);
}

export function childNames(parent: Element): (string | null)[] {
  return childElements(parent).map(({ localName }) => localName);
}
