import type { PackagePart } from './package-writing';
import { xmlEscaped } from './text-value';
import { RELATIONS_NAMESPACE, XML_DECLARATION } from './xml-names';

/** Collects a package's parts with their content types and relations. */
export interface PackageParts {
  /** @param contentType undefined if the name's extension implies it. */
  add(name: string, contentType: string | undefined, text: string | readonly string[]): void;
  /** Adds a relation from a part (`''` is the package) to another; returns its id. */
  relate(from: string, kind: string, target: string): string;
  /** All parts, in the order in which programs look for them. */
  finish(): PackagePart[];
}

export function createPackageParts(): PackageParts {
  const parts: PackagePart[] = [];
  const types = new Map<string, string>();
  const relations = new Map<string, { id: string; kind: string; target: string }[]>();
  return {
    add(name, contentType, text) {
      parts.push({ name, text: typeof text === 'string' ? [text] : text });
      if (contentType !== undefined) types.set(name, contentType);
    },
    relate(from, kind, target) {
      const list = relations.get(from) ?? [];
      relations.set(from, list);
      const id = `rId${list.length + 1}`;
      list.push({ id, kind, target });
      return id;
    },
    finish() {
      const related = [...relations].map(([from, list]) => ({
        name: relationsName(from),
        text: [relationsPart(from, list)],
      }));
      return [{ name: '[Content_Types].xml', text: [contentTypes(types)] }, ...related, ...parts];
    },
  };
}

const TYPES_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/content-types';
const PACKAGE_RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
/** Content types that a name's extension implies. */
const DEFAULTS = [
  ['rels', 'application/vnd.openxmlformats-package.relationships+xml'],
  ['xml', 'application/xml'],
  ['vml', 'application/vnd.openxmlformats-officedocument.vmlDrawing'],
] as const;

function contentTypes(types: ReadonlyMap<string, string>): string {
  const defaults = DEFAULTS.map(
    ([ending, type]) => `<Default Extension="${ending}" ContentType="${type}"/>`,
  );
  const overrides = [...types].map(
    ([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`,
  );
  return `${XML_DECLARATION}<Types xmlns="${TYPES_NAMESPACE}">${defaults.join('')}${overrides.join('')}</Types>`;
}

function relationsName(from: string): string {
  const slash = from.lastIndexOf('/') + 1;
  return `${from.slice(0, slash)}_rels/${from.slice(slash)}.rels`;
}

function relationsPart(
  from: string,
  list: readonly { id: string; kind: string; target: string }[],
): string {
  const written = list.map(
    ({ id, kind, target }) =>
      `<Relationship Id="${id}" Type="${typeOf(kind)}" Target="${xmlEscaped(pathBetween(from, target))}"/>`,
  );
  return `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_RELATIONS}">${written.join('')}</Relationships>`;
}

/** A kind with a slash is already the full type of another standard. */
function typeOf(kind: string): string {
  return kind.includes('/') ? kind : `${RELATIONS_NAMESPACE}/${kind}`;
}

/** `xl/workbook.xml` to `customXml/item1.xml` is `../customXml/item1.xml`. */
function pathBetween(from: string, target: string): string {
  const here = from.split('/').slice(0, -1);
  const there = target.split('/');
  while (here.length > 0 && here[0] === there[0]) {
    here.shift();
    there.shift();
  }
  return [...here.map(() => '..'), ...there].join('/');
}
