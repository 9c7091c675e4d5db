import { readFileSync } from 'node:fs';
import type { Browser, Locator } from 'playwright-core';
import { openFile } from './workbench-files';
import { isNumber, launchBrowser, openWorkbench } from './workbench-page';
import type { WorkbenchPage } from './workbench-page';

const ROWS = 150;
const PLACES = Array.from({ length: ROWS }, (_, index) => [
  12.9 + index / 10_000,
  77.6 + (index % 7) / 1_000,
]);
const VALUES = `C2:D${ROWS + 1}`;
/** Above the first row. */
const HEADER_HEIGHT = 20;
const ROW_HEIGHT = 24;

/** Each step goes on from the one before, as the two people's days do. */
describe('two people and one workbook', () => {
  let browser: Browser;
  let owner: WorkbenchPage;
  let colleague: WorkbenchPage;
  let shown: string[][];
  let formulas: string[][];
  let file: Buffer;

  beforeAll(async () => {
    browser = await launchBrowser();
    [owner, colleague] = await Promise.all([
      openWorkbench(browser, { query: '?workbook=blank' }),
      openWorkbench(browser, { query: '?workbook=blank&key=none' }),
    ]);
    await Promise.all([owner.idle(), colleague.idle()]);
  });
  afterEach(() => {
    expect([...owner.complaints, ...colleague.complaints]).toEqual([]);
    expect([...owner.requestsElsewhere, ...colleague.requestsElsewhere]).toEqual([]);
    expect(colleague.server.sample.stats()).toMatchObject({ lookups: 0, scores: 0 });
  });
  afterAll(async () => {
    await Promise.all([owner?.close(), colleague?.close()]);
    await browser?.close();
  });

  it('the owner adds two columns beside 150 places, with few calls', async () => {
    const { page } = owner;
    await owner.set('A1', [['lat', 'lng'], ...PLACES]);
    await page.evaluate(() => window.workbook.select('Sheet1!A1'));
    await page.getByRole('tab', { name: 'Enrich' }).click();
    for (const name of ['w_pop_tt_1000', 'w_pop_tt_500']) {
      await page.getByRole('checkbox', { name }).click();
    }
    await page.getByRole('button', { name: 'Add columns', exact: true }).click();
    await page
      .getByText(`2 columns added in Sheet1!C1:D${ROWS + 1}.`)
      .first()
      .waitFor();
    await owner.idle();
    shown = await owner.get(VALUES);
    formulas = await formulasIn(owner, VALUES);
    expect(shown.flat().filter(isNumber)).toHaveLength(2 * ROWS);
    // The two names of a place travel together, unless the page was too busy to ask for them at once.
    expect(owner.server.sample.stats().lookups).toBeLessThan(2 * ROWS);
  });

  it('saves the answers and checks before sending', async () => {
    const { page } = owner;
    await page.getByRole('tab', { name: 'More' }).click();
    const answers = card(owner, 'Results in this workbook');
    await answers.getByRole('button', { name: 'Save results now' }).click();
    await answers.getByText('Done. Save the workbook to keep the results.').waitFor();
    const check = card(owner, 'Check before sending');
    await check.getByRole('button', { name: 'Check this workbook' }).click();
    await check
      .getByText(/^Ready to send/)
      .first()
      .waitFor();
    expect(await owner.get(VALUES)).toEqual(shown);
  });

  it('and saves it as an Excel workbook, without the key', async () => {
    const { page } = owner;
    await page.keyboard.press('Control+s');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Places');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    ]);
    file = readFileSync(await download.path());
    expect(file.includes('locus-demo-key')).toBe(false);
  });

  it('the colleague, who has no key, opens it and sees every value, calculated again too', async () => {
    await openFile(colleague, 'Places.xlsx', file);
    await colleague.page.locator('#file-notice').getByRole('button', { name: 'Close' }).click();
    expect(await colleague.get(VALUES)).toEqual(shown);
    await recalculate(colleague);
    expect(await colleague.get(VALUES)).toEqual(shown);
  });

  it('sorts a part, inserts a row and takes it back, and every value is still there', async () => {
    const first = 41;
    const area = `A${first + 1}:B${ROWS + 1}`;
    await colleague.set(area, PLACES.slice(first - 1).reverse());
    await colleague.idle();
    const sorted = [...shown.slice(0, first - 1), ...shown.slice(first - 1).reverse()];
    expect(await colleague.get(VALUES)).toEqual(sorted);
    await insertRowAbove(colleague, 3);
    expect(await colleague.get(`C2:D${ROWS + 2}`)).toEqual([
      sorted[0],
      ['', ''],
      ...sorted.slice(1),
    ]);
    await recalculate(colleague);
    expect(await colleague.get(`C2:D${ROWS + 2}`)).toEqual([
      sorted[0],
      ['', ''],
      ...sorted.slice(1),
    ]);
    await colleague.page.keyboard.press('Control+z');
    await colleague.page.waitForFunction(() => window.workbook.get('C3')[0]?.[0] !== '');
    await colleague.set(area, PLACES.slice(first - 1));
    await colleague.idle();
    expect(await colleague.get(VALUES)).toEqual(shown);
  });

  it('copies the sheet as values, which need no formula', async () => {
    await colleague.page.getByRole('tab', { name: 'More' }).click();
    const values = card(colleague, 'Convert to values');
    await values.getByRole('button', { name: 'Copy this sheet as values' }).click();
    await values.getByText(/in the new sheet Sheet1 \(values\)/).waitFor();
    expect(await colleague.get(`'Sheet1 (values)'!${VALUES}`)).toEqual(shown);
    expect((await formulasIn(colleague, `'Sheet1 (values)'!${VALUES}`)).flat().join('')).toBe('');
    expect(await formulasIn(colleague, `Sheet1!${VALUES}`)).toEqual(formulas);
  });
});

function card({ page }: WorkbenchPage, name: string): Locator {
  return page.getByRole('group', { name });
}

function formulasIn({ page }: WorkbenchPage, area: string): Promise<string[][]> {
  return page.evaluate((a1) => window.workbook.formulas(a1), area);
}

async function recalculate(workbench: WorkbenchPage): Promise<void> {
  await workbench.page.evaluate(() => window.workbook.recalculate());
  await workbench.idle();
}

/** By the menu of the row's header, as a person does it. */
async function insertRowAbove({ page, idle }: WorkbenchPage, row: number): Promise<void> {
  await page.evaluate(() => window.workbook.select('A1'));
  const sheet = page.locator('#sheet canvas').last();
  const box = await sheet.boundingBox();
  const header = {
    x: (box?.x ?? 0) + 20,
    y: (box?.y ?? 0) + HEADER_HEIGHT + (row - 0.5) * ROW_HEIGHT,
  };
  // Rows above may be taller than usual.
  for (let tries = 0; tries < 10; tries += 1, header.y += ROW_HEIGHT / 2) {
    await page.mouse.click(header.x, header.y);
    const isFound = await page
      .getByText(`!A${row}:`)
      .first()
      .waitFor({ timeout: 2000 })
      .then(
        () => true,
        () => false,
      );
    if (isFound) break;
  }
  await page.mouse.click(header.x, header.y, { button: 'right' });
  // Its middle is the field for how many.
  await page.getByText('rows above').click({ position: { x: 4, y: 8 } });
  await page.waitForFunction((cell) => window.workbook.get(cell)[0]?.[0] === '', `A${row}`);
  await idle();
}
