import { DOMParser, type Element } from '@xmldom/xmldom';
import { posix } from 'node:path';

/** A package's parts by name, unpacked by another program than the one that wrote them. */
export type Parts = Readonly<Record<string, Uint8Array>>;

/** What breaks the rules of Open XML that make Excel repair or refuse a file; a line each. */
export function packageFaults(parts: Parts): string[] {
  return [
    ...contentFaults(parts),
    ...relationFaults(parts),
    ...sheetFaults(parts),
    ...stringFaults(parts),
    ...idFaults(parts),
  ];
}

/** Of the sheet's elements those that are written here: ECMA-376, part 1, 18.3.1.99. */
const SHEET_ORDER = [
  'sheetPr',
  'sheetViews',
  'sheetFormatPr',
  'cols',
  'sheetData',
  'autoFilter',
  'mergeCells',
  'conditionalFormatting',
  'legacyDrawing',
  'tableParts',
  'extLst',
];
/** 18.2.27 and 18.8.39. */
const WORKBOOK_ORDER = ['workbookPr', 'bookViews', 'sheets', 'definedNames', 'calcPr'];
const STYLES_ORDER = [
  'numFmts',
  'fonts',
  'fills',
  'borders',
  'cellStyleXfs',
  'cellXfs',
  'cellStyles',
  'dxfs',
];

function contentFaults(parts: Parts): string[] {
  const types = rootOf(parts, '[Content_Types].xml');
  const defaults = new Set(
    childrenOf(types, 'Default').map((each) => each.getAttribute('Extension')),
  );
  const overrides = childrenOf(types, 'Override').map(
    (each) => each.getAttribute('PartName') ?? '',
  );
  const names = Object.keys(parts).filter((name) => name !== '[Content_Types].xml');
  return [
    ...names
      .filter(
        (name) =>
          !overrides.includes(`/${name}`) && !defaults.has(name.slice(name.lastIndexOf('.') + 1)),
      )
      .map((name) => `${name} has no content type`),
    ...overrides
      .filter((name) => !names.includes(name.slice(1)))
      .map((name) => `a content type for ${name}, which is not there`),
    ...repeated(overrides).map((name) => `${name} has two content types`),
    ...names
      .filter((name) => name.startsWith('/') || name.includes('..') || name.includes('\\'))
      .map((name) => `${name} is no name within a package`),
  ];
}

function relationFaults(parts: Parts): string[] {
  const reached = new Set<string>();
  const faults = Object.keys(parts)
    .filter((name) => name.endsWith('.rels'))
    .flatMap((name) => {
      const source = name.replace(/_rels\/([^/]*)\.rels$/, '$1');
      const relations = childrenOf(rootOf(parts, name), 'Relationship');
      const ids = relations.map((each) => each.getAttribute('Id') ?? '');
      return [
        ...(source !== '' && !(source in parts) ? [`${name} belongs to no part`] : []),
        ...repeated(ids).map((id) => `${name} has ${id} twice`),
        ...relations.flatMap((each) => {
          const target = each.getAttribute('Target') ?? '';
          const path = posix.join(posix.dirname(source), target);
          reached.add(path);
          if (target.startsWith('/')) return [`${name} leads to an absolute path: ${target}`];
          if (each.getAttribute('TargetMode') === 'External') return [`${name} leads outside`];
          return path in parts ? [] : [`${name} leads to ${target}, which is not there`];
        }),
      ];
    });
  const lonely = Object.keys(parts).filter(
    (name) => !name.endsWith('.rels') && name !== '[Content_Types].xml' && !reached.has(name),
  );
  return [...faults, ...lonely.map((name) => `nothing leads to ${name}`)];
}

function sheetFaults(parts: Parts): string[] {
  const styles = rootOf(parts, 'xl/styles.xml');
  const looks = Number(childrenOf(styles, 'cellXfs')[0]?.getAttribute('count'));
  return [
    ...orderFaults('xl/workbook.xml', rootOf(parts, 'xl/workbook.xml'), WORKBOOK_ORDER),
    ...orderFaults('xl/styles.xml', styles, STYLES_ORDER),
    ...countFaults('xl/styles.xml', styles),
    ...sheetNames(parts).flatMap((name) => {
      const sheet = rootOf(parts, name);
      const rows = [...sheet.getElementsByTagName('row')];
      const cells = [...sheet.getElementsByTagName('c')];
      return [
        ...orderFaults(name, sheet, SHEET_ORDER),
        ...countFaults(name, sheet),
        ...(isRising(rows.map((row) => Number(row.getAttribute('r')))) ? [] : [`${name}: rows`]),
        ...rows.flatMap((row) => {
          const columns = [...row.getElementsByTagName('c')].map((c) =>
            columnOf(c.getAttribute('r')),
          );
          return isRising(columns) ? [] : [`${name}: cells of row ${row.getAttribute('r')}`];
        }),
        ...cells.flatMap((cell) => cellFaults(name, cell, looks)),
      ];
    }),
  ];
}

function cellFaults(sheet: string, cell: Element, looks: number): string[] {
  const at = `${sheet} ${cell.getAttribute('r')}`;
  const [formula] = childrenOf(cell, 'f');
  const isArray = formula?.getAttribute('t') === 'array';
  const type = cell.getAttribute('t') ?? 'n';
  return [
    ...(Number(cell.getAttribute('s') ?? 0) < looks ? [] : [`${at}: a look that is not there`]),
    ...(['n', 's', 'str', 'b', 'e'].includes(type) ? [] : [`${at}: a value of type ${type}`]),
    ...(cell.hasAttribute('cm') === isArray ? [] : [`${at}: metadata without an array`]),
    ...(isArray && !formula?.getAttribute('ref')?.startsWith(cell.getAttribute('r') ?? '?')
      ? [`${at}: an array that begins elsewhere`]
      : []),
    ...(formula?.textContent?.startsWith('=') ? [`${at}: a formula with =`] : []),
  ];
}

function stringFaults(parts: Parts): string[] {
  const strings = rootOf(parts, 'xl/sharedStrings.xml');
  const texts = childrenOf(strings, 'si');
  const uses = sheetNames(parts)
    .flatMap((name) => [...rootOf(parts, name).getElementsByTagName('c')])
    .filter((cell) => cell.getAttribute('t') === 's')
    .map((cell) => Number(childrenOf(cell, 'v')[0]?.textContent));
  return [
    ...(Number(strings.getAttribute('count')) === uses.length
      ? []
      : ['the count of texts is wrong']),
    ...(Number(strings.getAttribute('uniqueCount')) === texts.length
      ? []
      : ['uniqueCount is wrong']),
    ...(uses.every((use) => use < texts.length) ? [] : ['a text that is not there']),
    ...repeated(texts.map((each) => each.textContent ?? '')).map(
      (text) => `"${text}" stands twice`,
    ),
  ];
}

/** Of sheets, relations from the workbook, and custom parts. */
function idFaults(parts: Parts): string[] {
  const workbook = rootOf(parts, 'xl/workbook.xml');
  const sheets = [...workbook.getElementsByTagName('sheet')];
  const relations = childrenOf(rootOf(parts, 'xl/_rels/workbook.xml.rels'), 'Relationship').map(
    (each) => each.getAttribute('Id'),
  );
  const items = Object.keys(parts)
    .filter((name) => /itemProps\d+\.xml$/.test(name))
    .map((name) => rootOf(parts, name).getAttribute('ds:itemID') ?? '');
  return [
    ...repeated(sheets.map((each) => each.getAttribute('sheetId') ?? '')).map(
      (id) => `sheet ${id} twice`,
    ),
    ...repeated(sheets.map((each) => (each.getAttribute('name') ?? '').toLowerCase())),
    ...sheets
      .filter((each) => !relations.includes(each.getAttribute('r:id')))
      .map((each) => `sheet ${each.getAttribute('name')} leads nowhere`),
    ...repeated(items).map((id) => `custom part ${id} twice`),
    ...items.filter((id) => !/^\{[\dA-F-]{36}\}$/.test(id)).map((id) => `${id} is no id`),
  ];
}

function sheetNames(parts: Parts): string[] {
  return Object.keys(parts).filter((name) => name.startsWith('xl/worksheets/sheet'));
}

function orderFaults(name: string, root: Element, order: readonly string[]): string[] {
  const places = childrenOf(root).map((each) => order.indexOf(each.nodeName));
  const isInOrder = places.every((place, index) => place >= 0 && place >= (places[index - 1] ?? 0));
  return isInOrder
    ? []
    : [
        `${name}: ${childrenOf(root)
          .map((each) => each.nodeName)
          .join()}`,
      ];
}

/** Where an element says how many it holds. */
function countFaults(name: string, root: Element): string[] {
  return childrenOf(root)
    .filter((each) => each.hasAttribute('count'))
    .filter((each) => Number(each.getAttribute('count')) !== childrenOf(each).length)
    .map((each) => `${name}: the count of ${each.nodeName}`);
}

function rootOf(parts: Parts, name: string): Element {
  const part = parts[name];
  if (part === undefined) throw new Error(`${name} is not there`);
  const text = new TextDecoder('utf-8', { fatal: true }).decode(part);
  const stop = (level: string, message: string): never => {
    throw new Error(`${name}: ${level}: ${message}`);
  };
  const root = new DOMParser({ onError: stop }).parseFromString(text, 'text/xml').documentElement;
  if (root === null) throw new Error(`${name} is empty`);
  return root;
}

function childrenOf(element: Element, name?: string): Element[] {
  return [...element.childNodes].filter(
    (node): node is Element =>
      node.nodeType === 1 && (name === undefined || node.nodeName === name),
  );
}

function repeated(texts: readonly string[]): string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}

function isRising(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
}

function columnOf(address: string | null): number {
  const letters = /^[A-Z]+/.exec(address ?? '')?.[0] ?? '';
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
