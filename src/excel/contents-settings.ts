import { t } from '../engine/language/speech';
import type { WorkbookText } from '../addin/spreadsheet/workbook-contents';
import { asText, type ContentsKind, textOf } from './contents-page';

/** The document settings of this add-in; Excel does not show those of others. */
export const SETTINGS: ContentsKind = {
  kind: 'setting',
  since: '1.4',
  words: () => t('settings'),
  async read(context) {
    const { settings } = context.workbook;
    settings.load('items/key,items/value');
    await context.sync();
    return settings.items.flatMap(({ key, value }) => keyed('setting', key, value));
  },
  change(context, { id, field }, after) {
    const { settings } = context.workbook;
    if (after === null || field === 'key') settings.getItem(id).delete();
    else settings.add(id, after);
  },
};

/** Custom XML parts of any namespace, each in a request of its own because it may be large. */
export const PARTS: ContentsKind = {
  kind: 'part',
  since: '1.5',
  words: () => t('hidden parts'),
  async read(context) {
    const parts = context.workbook.customXmlParts;
    parts.load('items/id,items/namespaceUri');
    await context.sync();
    const texts: WorkbookText[] = [];
    for (const part of parts.items) {
      const xml = part.getXml();
      await context.sync();
      const label = part.namespaceUri === '' ? part.id : part.namespaceUri;
      texts.push(textOf({ kind: 'part', id: part.id, label }, xml.value));
    }
    return texts;
  },
  change(context, { id }, after) {
    const part = context.workbook.customXmlParts.getItem(id);
    if (after === null) part.delete();
    else part.setXml(after);
  },
};

const PROPERTIES = [
  'title',
  'subject',
  'author',
  'manager',
  'company',
  'category',
  'keywords',
  'comments',
] as const;

/** What File, Info shows; only Excel writes the last author. */
export const DOCUMENT_PROPERTIES: ContentsKind = {
  kind: 'property',
  since: '1.7',
  words: () => t('document properties'),
  async read(context) {
    const { properties } = context.workbook;
    properties.load([...PROPERTIES, 'lastAuthor'].join());
    properties.custom.load('items/key,items/value');
    await context.sync();
    return [
      ...PROPERTIES.map((field) =>
        textOf({ kind: 'property', id: '', field, label: field }, properties[field]),
      ),
      textOf(
        {
          kind: 'property',
          id: '',
          field: 'lastAuthor',
          label: t('last author'),
          repair: 'none',
        },
        properties.lastAuthor,
      ),
      ...properties.custom.items.flatMap(({ key, value }) => keyed('property', key, value)),
    ];
  },
  change(context, { id, field }, after) {
    const { properties } = context.workbook;
    const own = PROPERTIES.find((name) => name === field && id === '');
    if (own !== undefined) properties[own] = after ?? '';
    else if (after === null || field === 'key') properties.custom.getItem(id).delete();
    else properties.custom.add(id, after);
  },
};

/** The name of a setting or property may itself be what is looked for. */
function keyed(kind: 'setting' | 'property', key: string, value: unknown): WorkbookText[] {
  const place = { kind, id: key, label: key } as const;
  const isText = typeof value === 'string';
  return [
    textOf({ ...place, field: 'key', repair: 'remove' }, key),
    textOf({ ...place, field: 'value', repair: isText ? 'replace' : 'remove' }, asText(value)),
  ];
}
