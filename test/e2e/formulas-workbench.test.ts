import type { Browser, Page } from 'playwright-core';
import { cellName } from '../../src/addin/spreadsheet/cell-address';
import { IN_THE_WORKBENCH, isErrorText } from '../addin/functions/formula-calculation';
import { callsAbout, inAnyOrder, shownBy } from '../addin/functions/formula-calls';
import { subjectsOf } from '../addin/functions/formula-evaluation';
import { MODELS_PART } from '../addin/functions/formula-models';
import { startFormulaService } from '../addin/functions/formula-service';
import type { FormulaService } from '../addin/functions/formula-service';
import { readFormulaTable } from '../addin/functions/formula-table';
import type { Content, FormulaRow } from '../addin/functions/formula-table';
import { DIST, launchBrowser } from './workbench-page';

const { rows } = readFormulaTable();
const typed = rows.filter(({ notIn }) => notIn?.workbench === undefined);
/** Rows that list the names known here come first: what is asked later may teach some. */
const listing = typed.filter(({ formula }) => formula.startsWith('=LOCCATALOG'));
const asking = typed.filter((row) => !listing.includes(row));

/** A sheet for each row, all in one page, calculated at once: places say whose a call is. */
describe('the table of formulas, typed into the workbench', () => {
  const seen = new Map<FormulaRow, unknown[][]>();
  let browser: Browser;
  let service: FormulaService;

  beforeAll(async () => {
    service = await startFormulaService(DIST);
    browser = await launchBrowser();
    const [context] = browser.contexts();
    const page = await (context ?? browser).newPage();
    await page.goto(`${service.address}/workbench.html?workbook=blank`);
    await page.waitForFunction(() => 'workbook' in window);
    await openSheets(page, typed.length);
    for (const group of [listing, asking]) {
      await type(page, group);
      for (const row of group) seen.set(row, await look(page, row));
    }
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.each(typed.map((row) => [`${row.what}: ${row.formula}`, row] as const))(
    '%s',
    async (_, row) => {
      expect(seen.get(row)).toEqual(framed(shownBy(row)));
      const calls = callsAbout(await subjectsOf(row, IN_THE_WORKBENCH), service.sent);
      expect(calls).toHaveLength(row.calls);
      if (row.sends !== undefined) expect(inAnyOrder(calls)).toEqual(inAnyOrder(row.sends));
    },
  );

  test('makes no call but those of its rows', () => {
    expect(service.sent).toHaveLength(typed.reduce((sum, row) => sum + row.calls, 0));
  });
});

async function openSheets(page: Page, count: number): Promise<void> {
  const opened = { count, part: MODELS_PART };
  await page.evaluate(async ({ count: sheetCount, part }) => {
    const saved = window.workbook.save();
    const [first] = Object.values(saved.sheets ?? {});
    const names = Array.from({ length: sheetCount }, (_, index) => `Row${index}`);
    const sheets = names.map((name) => [name, { ...first, id: name, name, cellData: {} }]);
    window.workbook.load({
      ...saved,
      custom: { locusParts: [part] },
      sheetOrder: names,
      sheets: Object.fromEntries(sheets) as NonNullable<typeof saved.sheets>,
    });
    await window.workbook.idle();
  }, opened);
}

async function type(page: Page, group: readonly FormulaRow[]): Promise<void> {
  const inputs = group.flatMap((row) => {
    const blocks = Object.entries(row.sheet ?? {}).map(([start, block]) => ({
      at: `${sheetOf(row)}!${start}`,
      rows: block.map((line) => line.map(written)),
    }));
    return [
      ...blocks,
      { at: `${sheetOf(row)}!${cellName(0, FORMULA_COLUMN)}`, rows: [[row.formula]] },
    ];
  });
  await page.evaluate(async (all) => {
    for (const { at, rows } of all) window.workbook.set(at, rows);
    await window.workbook.idle();
  }, inputs);
}

/** What a person types so that a cell holds this. */
function written(content: Content): Content {
  if (content === '') return '=""';
  if (isErrorText(content)) return `=${content}`;
  return typeof content === 'string' ? `'${content}` : content;
}

/** What the row's cells show, as the table writes it, with one cell more in each direction. */
async function look(page: Page, row: FormulaRow): Promise<unknown[][]> {
  const expected = framed(shownBy(row));
  const cells = expected.map((line, y) =>
    line.map((_, x) => `${sheetOf(row)}!${cellName(y, FORMULA_COLUMN + x)}`),
  );
  const area = `${cells[0]?.[0] ?? ''}:${cells.at(-1)?.at(-1)?.split('!')[1] ?? ''}`;
  const { texts, messages } = await page.evaluate(
    (asked) => ({
      texts: window.workbook.get(asked.area),
      messages: asked.cells.map((line) => line.map((cell) => window.workbook.message(cell))),
    }),
    { area, cells },
  );
  return texts.map((line, y) =>
    line.map((text, x) => {
      const message = messages[y]?.[x] ?? null;
      if (message !== null) return `${text} ${message}`;
      const isNumber = typeof expected[y]?.[x] === 'number' && text !== '';
      return isNumber ? Number(text) : text;
    }),
  );
}

function sheetOf(row: FormulaRow): string {
  return `Row${typed.indexOf(row)}`;
}

/** To the right of all that the rows' sheets hold, where a spill finds room. */
const FORMULA_COLUMN = 8;

/** With the blank cells that stand to the right of a spill and below it. */
function framed(shown: readonly (readonly unknown[])[]): unknown[][] {
  const blanks = Array.from({ length: (shown[0]?.length ?? 0) + 1 }, () => '');
  return [...shown.map((line) => [...line, '']), blanks];
}
