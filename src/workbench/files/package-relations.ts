import type { ReadPackage } from './package-reading';
import { XmlScanner, xmlText } from './xml-scanner';

/** A relation from one part of a package to another. */
export interface Relation {
  readonly id: string;
  /** The last word of the relation's type: `worksheet`, `styles`, `customXml`, … */
  readonly kind: string;
  /** The other part's name. */
  readonly target: string;
}

/**
 * A part's relations within its package; `''` is the package itself. Leaves out targets outside it:
 * nothing is ever fetched.
 */
export async function relationsOf(opened: ReadPackage, part: string): Promise<Relation[]> {
  const bytes = await opened.read(relationsPart(part));
  if (bytes === undefined) return [];
  const relations: Relation[] = [];
  const xml = new XmlScanner(xmlText(bytes));
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event !== 'open' || xml.name !== 'Relationship') continue;
    const type = xml.attribute('Type') ?? '';
    const target = xml.attribute('Target') ?? '';
    if (xml.attribute('TargetMode') === 'External') continue;
    relations.push({
      id: xml.attribute('Id') ?? '',
      kind: type.slice(type.lastIndexOf('/') + 1),
      target: resolved(part, target),
    });
  }
  return relations;
}

/** The target of the first relation of this kind whose part exists. */
export function targetOf(
  opened: ReadPackage,
  relations: readonly Relation[],
  kind: string,
): string | undefined {
  return relations.find((each) => each.kind === kind && opened.has(each.target))?.target;
}

function relationsPart(part: string): string {
  const slash = part.lastIndexOf('/') + 1;
  return `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
}

/** `../customXml/item1.xml` beside `xl/workbook.xml` is `customXml/item1.xml`. */
function resolved(from: string, target: string): string {
  const folders = target.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const step of target.replaceAll('\\', '/').split('/')) {
    if (step === '..') folders.pop();
    else if (step !== '.' && step !== '') folders.push(step);
  }
  return folders.join('/');
}
