import { t } from '../engine/language/speech';
import { formulaTokens } from '../addin/spreadsheet/formula-tokens';
import { callsLocus } from '../addin/spreadsheet/locus-calls';
import type { TextPlace, WorkbookText } from '../addin/spreadsheet/workbook-contents';
import { asText, type ContentsKind, textOf } from './contents-page';

/** Names of sheets, including those that Excel's own menus do not show. */
export const SHEET_NAMES: ContentsKind = {
  kind: 'sheet',
  since: '1.1',
  words: () => t('names of sheets'),
  async read(context) {
    const { worksheets } = context.workbook;
    worksheets.load('items/id,items/name,items/visibility');
    await context.sync();
    return worksheets.items.map(({ id, name, visibility }) => {
      const label = visibility === 'Visible' ? name : `${name} (hidden)`;
      return textOf({ kind: 'sheet', id, field: 'name', label }, name);
    });
  },
  change(context, { id }, after) {
    context.workbook.worksheets.getItem(id).name = after ?? 'Sheet';
  },
};

/** Names defined in the workbook and on its sheets, hidden ones too, with their comments. */
export const NAMES: ContentsKind = {
  kind: 'name',
  since: '1.7',
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
  change(context, place, after) {
    const name = nameAt(context, place);
    if (place.field === 'comment') name.comment = after ?? '';
    else if (place.field === 'formula' && after !== null) name.formula = after;
    else name.delete();
  },
};

export const TABLE_NAMES: ContentsKind = {
  kind: 'table',
  since: '1.1',
  words: () => t('names of tables'),
  async read(context) {
    const { tables } = context.workbook;
    tables.load('items/id,items/name');
    await context.sync();
    return tables.items.map(({ id, name }) =>
      textOf({ kind: 'table', id, field: 'name', label: name }, name),
    );
  },
  change(context, { id }, after) {
    context.workbook.tables.getItem(id).name = after ?? 'Table';
  },
};

/**
 * Names, in lower case, whose formula calls a Locus function, also by way of another name. Excel has
 * crashed when asked for the value of such a name, because the functions want to know their cell.
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

function textsOfName(scope: string, item: Excel.NamedItem, hasValue: boolean): WorkbookText[] {
  const { name, comment } = item;
  const formula = asText(item.formula);
  const value = hasValue ? asText(item.value) : formula;
  const id = `${scope}!${name}`;
  const place = { kind: 'name', id, label: name } as const;
  const texts: WorkbookText[] = [
    textOf({ ...place, field: 'name', repair: 'remove' }, name),
    textOf({ ...place, field: 'formula' }, formula),
    textOf({ ...place, field: 'comment' }, comment),
  ];
  // For a range Excel gives its address as the value: nothing new.
  if (value === formula) return texts;
  return [...texts, textOf({ ...place, field: 'value', repair: 'remove' }, value)];
}

function nameAt(context: Excel.RequestContext, { id }: TextPlace): Excel.NamedItem {
  const split = id.indexOf('!');
  const scope = id.slice(0, split);
  const names =
    scope === '' ? context.workbook.names : context.workbook.worksheets.getItem(scope).names;
  return names.getItem(id.slice(split + 1));
}
