import type { SavedWorkbook } from '../saved-workbook';
import { targetOf, type ReadPackage, type Relation } from './package-reading';
import { XmlScanner } from './xml-scanner';
import { XML_DECLARATION } from './xml-writing';

/** A document's title, author and the like, which the workbench keeps as they are in the file. */
interface Properties {
  readonly field: string;
  readonly part: string;
  /** As a part's relation to another has it when it is read, and when it is written. */
  readonly kind: string;
  readonly relation: string;
  readonly contentType: string;
}

const CORE: Properties = {
  field: 'locusCoreProperties',
  part: 'docProps/core.xml',
  kind: 'core-properties',
  relation: 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
  contentType: 'application/vnd.openxmlformats-package.core-properties+xml',
};
const CUSTOM: Properties = {
  field: 'locusCustomProperties',
  part: 'docProps/custom.xml',
  kind: 'custom-properties',
  relation: 'custom-properties',
  contentType: 'application/vnd.openxmlformats-officedocument.custom-properties+xml',
};

/**
 * Reads what a workbook keeps of the properties under `custom`.
 *
 * @throws UnreadableFile
 */
export async function readProperties(
  opened: ReadPackage,
  relations: readonly Relation[],
): Promise<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const { field, kind } of [CORE, CUSTOM]) {
    const text = await opened.text(targetOf(opened, relations, kind));
    if (text === '') continue;
    // Only what is XML throughout may stand in a file again.
    const xml = new XmlScanner(text);
    while (xml.next() !== 'end');
    kept[field] = text.replace(/^\uFEFF?(?:<\?xml[^>]*\?>)?\s*/, XML_DECLARATION);
  }
  return kept;
}

/** Returns the properties' parts for a file. */
export function propertiesOf({ custom }: SavedWorkbook): (Properties & { text: string })[] {
  return [CORE, CUSTOM].flatMap((each) => {
    const text: unknown = custom?.[each.field];
    return typeof text === 'string' ? [{ ...each, text }] : [];
  });
}
