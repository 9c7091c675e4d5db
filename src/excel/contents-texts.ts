import { t } from '../engine/language/speech';
import {
  changeableText,
  keyedTexts,
  type ChangeableText,
} from '../addin/spreadsheet/changeable-text';
import { formulaTokens } from '../addin/spreadsheet/formula-tokens';
import { callsLocus } from '../addin/spreadsheet/locus-calls';
import type { TextKind } from '../addin/spreadsheet/workbook-contents';

/** A kind of text that a workbook holds outside its cells, and how to reach it in Excel. */
export interface ContentsKind {
  readonly kind: TextKind;
  /** The version of ExcelApi that it needs, if not every Excel that runs Locus has it. */
  readonly since?: string;
  /** Names the kind for a person, if this Excel gives no access to it. */
  words(this: void): string;
  /** What a text's `put` does is queued in this context. */
  read(context: Excel.RequestContext): Promise<ChangeableText[]>;
}

/** Names of sheets, including those that Excel's own menus do not show. */
const SHEET_NAMES: ContentsKind = {
  kind: 'sheet',
  words: () => t('names of sheets'),
  async read(context) {
    const { worksheets } = context.workbook;
    worksheets.load('items/id,items/name,items/visibility');
    await context.sync();
    return worksheets.items.map((sheet) => {
      const { id, name, visibility } = sheet;
      const label = visibility === 'Visible' ? name : `${name} (hidden)`;
      return changeableText({ kind: 'sheet', id, field: 'name', label }, name, (text) => {
        sheet.name = text ?? 'Sheet';
      });
    });
  },
};

/** Names defined in the workbook and on its sheets, hidden ones too, with their comments. */
const NAMES: ContentsKind = {
  kind: 'name',
  words: () => t('names'),
  async read(context) {
    const { worksheets, names } = context.workbook;
    worksheets.load('items/id');
    await context.sync();
    const scopes = [
      { scope: '', items: names },
      ...worksheets.items.map((sheet) => ({ scope: sheet.id, items: sheet.names })),
    ];
    for (const { items } of scopes) items.load('items/name,items/formula,items/comment');
    await context.sync();
    const all = scopes.flatMap(({ items }) => items.items);
    const calling = callingNames(all);
    const valued = new Set(all.filter(({ name }) => !calling.has(name.toLowerCase())));
    for (const item of valued) item.load('value');
    if (valued.size > 0) await context.sync();
    return scopes.flatMap(({ scope, items }) =>
      items.items.flatMap((item) => textsOfName(scope, item, valued.has(item))),
    );
  },
};

/**
 * Names, in lower case, whose formula calls a Locus function, also by way of another name. Excel
 * has crashed when asked for the value of such a name, because the functions want to know their
 * cell.
 */
function callingNames(items: readonly Excel.NamedItem[]): ReadonlySet<string> {
  const calling = new Set<string>();
  const calls = (formula: unknown): boolean =>
    callsLocus(formula) ||
    formulaTokens(String(formula)).some(({ text }) => calling.has(text.toLowerCase()));
  for (let before = -1; before < calling.size;) {
    before = calling.size;
    for (const { name, formula } of items) if (calls(formula)) calling.add(name.toLowerCase());
  }
  return calling;
}

function textsOfName(scope: string, item: Excel.NamedItem, hasValue: boolean): ChangeableText[] {
  const { name } = item;
  const place = { kind: 'name', id: `${scope}!${name}`, label: name } as const;
  const remove = (): void => item.delete();
  const formula = changeableText({ ...place, field: 'formula' }, item.formula, (text) => {
    if (text === null) remove();
    else item.formula = text;
  });
  const texts = [
    changeableText({ ...place, field: 'name', repair: 'remove' }, name, remove),
    formula,
    changeableText({ ...place, field: 'comment' }, item.comment, (text) => {
      item.comment = text ?? '';
    }),
  ];
  if (!hasValue) return texts;
  const value = changeableText({ ...place, field: 'value', repair: 'remove' }, item.value, remove);
  // For a range Excel gives its address as the value: nothing new.
  return value.text === formula.text ? texts : [...texts, value];
}

/** Comments and their replies. */
const COMMENTS: ContentsKind = {
  kind: 'comment',
  since: '1.10',
  words: () => t('comments'),
  async read(context) {
    const { comments } = context.workbook;
    comments.load('items/id,items/content');
    await context.sync();
    for (const { replies } of comments.items) replies.load('items/id,items/content');
    const located = await withAddress(context, comments.items);
    return located.flatMap(({ item: comment, address }) =>
      [comment, ...comment.replies.items].map((remark) => remarkText('comment', address, remark)),
    );
  },
};

/** Notes. This is exported because the office.js that Locus's tests use is older than notes. */
export const NOTES: ContentsKind = {
  kind: 'note',
  since: '1.18',
  words: () => t('notes'),
  async read(context) {
    const { notes } = context.workbook;
    notes.load('items/content');
    await context.sync();
    const located = await withAddress(context, notes.items);
    return located.map(({ item: note, address }) => remarkText('note', address, note));
  },
};

/** Each with its cell's address. */
async function withAddress<Item extends Excel.Comment | Excel.Note>(
  context: Excel.RequestContext,
  items: readonly Item[],
): Promise<{ readonly item: Item; readonly address: string }[]> {
  const located = items.map((item) => ({ item, location: item.getLocation() }));
  for (const { location } of located) location.load('address');
  await context.sync();
  return located.map(({ item, location: { address } }) => ({ item, address }));
}

function remarkText(
  kind: 'comment' | 'note',
  address: string,
  remark: Excel.Comment | Excel.CommentReply | Excel.Note,
): ChangeableText {
  // A cell has one note, which needs no id.
  const id = 'id' in remark ? remark.id : address;
  return changeableText({ kind, id, label: address, address }, remark.content, (text) => {
    if (text === null) remark.delete();
    else remark.content = text;
  });
}

/** The document settings of this add-in; Excel does not show those of others. */
const SETTINGS: ContentsKind = {
  kind: 'setting',
  words: () => t('settings'),
  async read(context) {
    const { settings } = context.workbook;
    settings.load('items/key,items/value');
    await context.sync();
    return settings.items.flatMap((setting) => {
      const { key, value } = setting;
      const put = (text: string): void => void settings.add(key, text);
      return keyedTexts({ kind: 'setting', id: key, label: key }, value, put, () =>
        setting.delete(),
      );
    });
  },
};

/** Custom XML parts of any namespace, each in a request of its own because it may be large. */
const PARTS: ContentsKind = {
  kind: 'part',
  words: () => t('hidden parts'),
  async read(context) {
    const parts = context.workbook.customXmlParts;
    parts.load('items/id,items/namespaceUri');
    await context.sync();
    const texts: ChangeableText[] = [];
    for (const part of parts.items) {
      const xml = part.getXml();
      await context.sync();
      const label = part.namespaceUri === '' ? part.id : part.namespaceUri;
      const put = (text: string | null): void =>
        text === null ? part.delete() : part.setXml(text);
      texts.push(changeableText({ kind: 'part', id: part.id, label }, xml.value, put));
    }
    return texts;
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
const DOCUMENT_PROPERTIES: ContentsKind = {
  kind: 'property',
  words: () => t('document properties'),
  async read(context) {
    const { properties } = context.workbook;
    properties.load([...PROPERTIES, 'lastAuthor'].join());
    properties.custom.load('items/key,items/value');
    await context.sync();
    const { lastAuthor, custom } = properties;
    const place = { kind: 'property', id: '' } as const;
    const label = t('last author');
    return [
      ...PROPERTIES.map((field) =>
        changeableText({ ...place, field, label: field }, properties[field], (text) => {
          properties[field] = text ?? '';
        }),
      ),
      changeableText(
        { ...place, field: 'lastAuthor', label, repair: 'none' },
        lastAuthor,
        () => undefined,
      ),
      ...custom.items.flatMap((property) => {
        const { key, value } = property;
        const put = (text: string): void => void custom.add(key, text);
        return keyedTexts({ ...place, id: key, label: key }, value, put, () => property.delete());
      }),
    ];
  },
};

/** All kinds, in the order in which they are checked. */
export const KINDS: readonly ContentsKind[] = [
  SHEET_NAMES,
  NAMES,
  COMMENTS,
  NOTES,
  SETTINGS,
  PARTS,
  DOCUMENT_PROPERTIES,
];
