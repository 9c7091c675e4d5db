import { DOMParser, type Element } from '@xmldom/xmldom';
import { strFromU8, unzipSync } from 'fflate';

/**
 * What a workbook file says, read from its parts by fflate and xmldom and by nothing of Locus: each
 * cell's value, formula and look, and what stands beside the cells.
 */
export function judge(bytes: Uint8Array) {
  const parts = unzipSync(bytes);
  const xml = (name: string) => {
    const part = parts[name];
    const text = part === undefined ? '<none/>' : strFromU8(part);
    return new DOMParser().parseFromString(text, 'text/xml').documentElement as Element;
  };
  const relations = (part: string) => {
    const folder = part.slice(0, part.lastIndexOf('/') + 1);
    const name = `${folder}_rels/${part.slice(folder.length)}.rels`;
    return new Map(
      all(xml(name), 'Relationship').map((each) => [
        each.getAttribute('Id'),
        addressOf(each, folder),
      ]),
    );
  };
  const book = xml('xl/workbook.xml');
  const strings = all(xml('xl/sharedStrings.xml'), 'si').map(runsIn);
  const looks = looksIn(xml('xl/styles.xml'));
  const targets = relations('xl/workbook.xml');
  const sheets = all(book, 'sheet').map((sheet) => {
    const part = targets.get(sheet.getAttribute('r:id')) ?? '';
    const root = xml(part);
    const tables = [...relations(part).values()].filter((target) => /\/tables\//.test(target));
    return {
      name: sheet.getAttribute('name'),
      state: sheet.getAttribute('state') ?? 'visible',
      cells: Object.fromEntries(all(root, 'c').flatMap((cell) => cellOf(cell, strings, looks))),
      merged: all(root, 'mergeCell').map((each) => each.getAttribute('ref')),
      zoom: all(root, 'sheetView').map((view) => view.getAttribute('zoomScale') ?? '100'),
      tables: tables.map((name) => attributes(xml(name), ['name', 'ref'])),
      columns: tables.map((name) =>
        all(xml(name), 'tableColumn').map((column) => column.getAttribute('name')),
      ),
    };
  });
  return {
    sheets,
    names: all(book, 'definedName').map((each) => [each.getAttribute('name'), textIn(each)]),
    properties: ['title', 'creator'].map((name) => all(xml('docProps/core.xml'), name).map(textIn)),
  };
}

type Look = Readonly<Record<string, unknown>>;

function cellOf(
  cell: Element,
  strings: readonly (string | string[])[],
  looks: readonly Look[],
): [string, object][] {
  const [formula] = all(cell, 'f');
  const [stored] = all(cell, 'v');
  const [inline] = all(cell, 'is');
  const text = stored === undefined ? '' : textIn(stored);
  const type = cell.getAttribute('t') ?? 'n';
  const held = {
    s: () => strings[Number(text)],
    inlineStr: () => inline && runsIn(inline),
    n: () => (text === '' ? undefined : Number(text)),
    b: () => text === '1',
  }[type as 's' | 'inlineStr' | 'n' | 'b'];
  const look = looks[Number(cell.getAttribute('s') ?? 0)];
  const at = cell.getAttribute('r') ?? '';
  // What a formula shows is calculated again.
  if (formula) {
    return [[at, { look, formula: textIn(formula), ...attributes(formula, ['t', 'ref']) }]];
  }
  const value = held === undefined ? text : held();
  return value === undefined ? [] : [[at, { look, value }]];
}

/** By the number of a cell's style. */
function looksIn(styles: Element): Look[] {
  const [formats, fonts, fills, cells] = ['numFmts', 'fonts', 'fills', 'cellXfs'].map((name) =>
    childrenOf(all(styles, name)[0]),
  ) as [Element[], Element[], Element[], Element[]];
  const codes = new Map(
    formats.map((each) => [each.getAttribute('numFmtId'), each.getAttribute('formatCode')]),
  );
  return cells.map((cell) => {
    const id = cell.getAttribute('numFmtId') ?? '0';
    const font = fonts[Number(cell.getAttribute('fontId'))];
    const fill = fills[Number(cell.getAttribute('fillId'))];
    const [alignment] = all(cell, 'alignment');
    return {
      format: codes.get(id) ?? id,
      font: ['b', 'i', 'u', 'strike'].filter((name) => font && all(font, name).length > 0),
      size: font && all(font, 'sz').map((each) => each.getAttribute('val')),
      fill:
        fill && all(fill, 'patternFill').map((each) => each.getAttribute('patternType') ?? 'none'),
      ...(alignment && attributes(alignment, ['horizontal', 'wrapText', 'textRotation', 'indent'])),
    };
  });
}

function all(parent: Element, name: string): Element[] {
  return [...parent.getElementsByTagNameNS('*', name)];
}

function childrenOf(parent: Element | undefined): Element[] {
  return parent === undefined
    ? []
    : ([...parent.childNodes].filter((node) => node.nodeType === 1) as Element[]);
}

/** A text, or the parts of one that have formats of their own. */
function runsIn(text: Element): string | string[] {
  const runs = all(text, 'r');
  return runs.length === 0 ? textIn(text) : runs.map(textIn);
}

function textIn(element: Element): string {
  return element.textContent ?? '';
}

function attributes(element: Element, names: readonly string[]) {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = element.getAttribute(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** From the root of the package, as its parts are called. */
function addressOf(relation: Element, folder: string): string {
  const { pathname } = new URL(relation.getAttribute('Target') ?? '', `http://x/${folder}`);
  return pathname.slice(1);
}
