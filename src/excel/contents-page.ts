import { t } from '../engine/language/speech';
import type { TextKind, TextPlace, WorkbookText } from '../addin/spreadsheet/workbook-contents';

const PAGES = ['defaultForAllPages', 'firstPage', 'oddPages', 'evenPages'] as const;
const CORNERS = [
  'leftHeader',
  'centerHeader',
  'rightHeader',
  'leftFooter',
  'centerFooter',
  'rightFooter',
] as const;

export const HEADERS: ContentsKind = {
  kind: 'header',
  since: '1.9',
  words: () => t('headers and footers'),
  async read(context) {
    const sheets = await namedSheets(context);
    const loaded = sheets.flatMap((sheet) =>
      PAGES.map((page) => {
        const texts = sheet.pageLayout.headersFooters[page];
        texts.load(CORNERS.join());
        return { sheet, page, texts };
      }),
    );
    await context.sync();
    return loaded.flatMap(({ sheet, page, texts }) =>
      CORNERS.map((corner): WorkbookText => {
        const field = `${page} ${corner}`;
        return textOf({ kind: 'header', id: sheet.id, field, label: sheet.name }, texts[corner]);
      }),
    );
  },
  change(context, { id, field }, after) {
    const { headersFooters } = context.workbook.worksheets.getItem(id).pageLayout;
    const page = PAGES.find((name) => field.startsWith(`${name} `));
    const corner = CORNERS.find((name) => field.endsWith(` ${name}`));
    if (page !== undefined && corner !== undefined) headersFooters[page][corner] = after ?? '';
  },
};

/** Names, descriptions and texts of drawn shapes and pictures. */
export const SHAPES: ContentsKind = {
  kind: 'shape',
  since: '1.9',
  words: () => t('shapes'),
  async read(context) {
    const sheets = await namedSheets(context);
    for (const { shapes } of sheets) {
      shapes.load('items/id,items/name,items/type,items/altTextTitle,items/altTextDescription');
    }
    await context.sync();
    const all = sheets.flatMap((sheet) => sheet.shapes.items.map((shape) => ({ sheet, shape })));
    // Pictures and lines have no text, and asking for it fails.
    const drawn = all.filter(({ shape }) => shape.type === 'GeometricShape');
    for (const { shape } of drawn) shape.textFrame.textRange.load('text');
    if (drawn.length > 0) await context.sync();
    return all.flatMap(({ sheet, shape }) => {
      const { altTextTitle, altTextDescription, name } = shape;
      const isDrawn = shape.type === 'GeometricShape';
      const texts: [field: string, text: string][] = [
        ['name', name],
        ['altTextTitle', altTextTitle],
        ['altTextDescription', altTextDescription],
        ['text', isDrawn ? shape.textFrame.textRange.text : ''],
      ];
      const label = t('{name} on {sheet}', { name, sheet: sheet.name });
      return texts.map(([field, text]) =>
        textOf({ kind: 'shape', id: `${sheet.id} ${shape.id}`, field, label }, text),
      );
    });
  },
  change(context, { id, field }, after) {
    const [sheetId = '', shapeId = ''] = id.split(' ');
    const shape = context.workbook.worksheets.getItem(sheetId).shapes.getItem(shapeId);
    if (field === 'text') shape.textFrame.textRange.text = after ?? '';
    else if (field === 'name') shape.name = after ?? 'Shape';
    else if (field === 'altTextTitle') shape.altTextTitle = after ?? '';
    else shape.altTextDescription = after ?? '';
  },
};

export const CHARTS: ContentsKind = {
  kind: 'chart',
  since: '1.7',
  words: () => t('charts'),
  async read(context) {
    const sheets = await namedSheets(context);
    for (const { charts } of sheets) charts.load('items/id,items/name');
    await context.sync();
    const all = sheets.flatMap((sheet) => sheet.charts.items.map((chart) => ({ sheet, chart })));
    for (const { chart } of all) chart.title.load('text,visible');
    if (all.length > 0) await context.sync();
    return all.flatMap(({ sheet, chart }) => {
      const place = {
        kind: 'chart',
        id: `${sheet.id} ${chart.id}`,
        label: t('{name} on {sheet}', { name: chart.name, sheet: sheet.name }),
      } as const;
      return [
        textOf({ ...place, field: 'name' }, chart.name),
        textOf({ ...place, field: 'title' }, chart.title.visible ? chart.title.text : ''),
      ];
    });
  },
  change(context, { id, field }, after) {
    const [sheetId = '', chartId = ''] = id.split(' ');
    const chart = context.workbook.worksheets.getItem(sheetId).charts.getItem(chartId);
    if (field === 'name') chart.name = after ?? 'Chart';
    else chart.title.text = after ?? '';
  },
};

/** A kind of text that a workbook holds outside its cells, and how to reach it in Excel. */
export interface ContentsKind {
  readonly kind: TextKind;
  /** The version of ExcelApi that it needs, such as `1.10`. */
  readonly since: string;
  /** Names the kind for a person, if this Excel gives no access to it. */
  words(this: void): string;
  read(context: Excel.RequestContext): Promise<WorkbookText[]>;
  /** Queues the change of the text at a place. */
  change(context: Excel.RequestContext, place: TextPlace, after: string | null): void;
}

/** A text at a place; what the place does not say has its usual value. */
export function textOf(
  place: Partial<TextPlace> & Pick<TextPlace, 'kind' | 'id' | 'label'>,
  text: string,
): WorkbookText {
  return { place: { field: 'text', address: undefined, repair: 'replace', ...place }, text };
}

/** What Excel gives as text may be a number, a boolean or nothing. */
export function asText(given: unknown): string {
  if (given === null || given === undefined) return '';
  return typeof given === 'string' ? given : (JSON.stringify(given) ?? '');
}

/** The sheets, each with its id and name. */
async function namedSheets(context: Excel.RequestContext): Promise<Excel.Worksheet[]> {
  const { worksheets } = context.workbook;
  worksheets.load('items/id,items/name');
  await context.sync();
  return worksheets.items;
}
