import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { isNumber, launchBrowser, openWorkbench } from './workbench-page';
import type { WorkbenchPage } from './workbench-page';

const ROWS = 50;
const FORMULAS = `Stores!C2:H${ROWS + 1}`;

/** Each test goes on from the one before, as a person's session does. */
describe('formulas that are frozen and thawed', () => {
  let browser: Browser;
  let workbench: WorkbenchPage;
  let calls: string[];
  let formulas: string[][];
  let values: string[][];

  beforeAll(async () => {
    browser = await launchBrowser();
    workbench = await openWorkbench(browser);
    await workbench.idle();
    calls = [];
    workbench.page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(request.url());
    });
    formulas = await formulasOf(FORMULAS);
    values = await workbench.get(FORMULAS);
    await workbench.page.getByRole('tab', { name: 'More' }).click();
  });
  afterAll(async () => {
    await workbench?.close();
    await browser?.close();
  });

  const card = () => workbench.page.getByRole('group', { name: 'Convert to values', exact: true });
  const press = (name: string) => card().getByRole('button', { name, exact: true }).click();
  const says = (text: RegExp) => card().getByText(text).first().waitFor();
  const formulasOf = (a1: string): Promise<string[][]> =>
    workbench.page.evaluate((cells) => window.workbook.formulas(cells), a1);

  it('are known to the check that was made before, and so is an undo in the sheet', async () => {
    const { page } = workbench;
    const check = page.getByRole('group', { name: 'Check before sending', exact: true });
    await check.getByRole('button', { name: 'Check this workbook' }).click();
    await check.getByText(/can recalculate; none are converted to values/).waitFor();
    await page.evaluate(() => window.workbook.select('Stores!C2:C11'));
    await press('Convert selection');
    await says(/^10 cells converted to values/);
    await check.getByText(/can recalculate; 10 more are converted to values/).waitFor();
    await page
      .locator('#sheet canvas')
      .last()
      .click({ position: { x: 100, y: 60 } });
    // The names that follow the cells may be a step of their own.
    for (let step = 0; step < 3 && (await formulasOf('C2'))[0]?.[0] === ''; step += 1) {
      await page.keyboard.press('Control+z');
      await workbench.idle();
    }
    await check.getByText(/can recalculate; none are converted to values/).waitFor();
    await card().getByText('Converted formulas').waitFor({ state: 'detached' });
    expect(await formulasOf(FORMULAS)).toEqual(formulas);
  });

  it('the whole workbook becomes values that read the same', async () => {
    expect(formulas.flat().filter((formula) => formula.includes('LOC')).length).toBeGreaterThan(
      ROWS,
    );
    await press('Convert whole workbook');
    await says(/cells converted to values\. No calls were made\./);
    await workbench.idle();
    const now = await workbench.get(FORMULAS);
    expect(now).toEqual(values);
    const left = (await formulasOf(FORMULAS)).flat().filter((formula) => formula !== '');
    // What shows an error has no value to leave.
    expect(left).toHaveLength(values.flat().filter((shown) => shown.startsWith('#')).length);
    expect(values.flat().some(isNumber)).toBe(true);
  });

  it('stays so, and can still be thawed, when the workbook is saved and opened again', async () => {
    await workbench.page.evaluate(() => {
      const saved = JSON.parse(JSON.stringify(window.workbook.save())) as ReturnType<
        typeof window.workbook.save
      >;
      window.workbook.load(saved);
    });
    await workbench.idle();
    expect(await workbench.get(FORMULAS)).toEqual(values);
    await card()
      .getByText(/^Stores!/)
      .first()
      .waitFor();
  });

  it('stays so in an Excel file', async () => {
    const { page } = workbench;
    await page.getByRole('button', { name: 'Save as…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('frozen');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    ]);
    await page.setInputFiles('#file-choice', {
      name: 'frozen.xlsx',
      mimeType: '',
      buffer: await readFile(await download.path()),
    });
    await page.getByText('frozen.xlsx is open.').waitFor();
    await workbench.idle();
    expect(await workbench.get(FORMULAS)).toEqual(values);
  });

  it('comes back as it was, and nothing is asked for', async () => {
    await press('Restore all formulas');
    await says(/Formulas restored in [\d,]+ cells\.$/);
    // The button went with the list that it was in, and the focus stays in the pane.
    const focused = () => workbench.page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toMatch(/^Formulas restored/);
    await workbench.idle();
    expect(await formulasOf(FORMULAS)).toEqual(formulas);
    expect(await workbench.get(FORMULAS)).toEqual(values);
    expect(calls).toEqual([]);
    expect(workbench.complaints).toEqual([]);
  });

  it('a typed value is kept, and its formula listed', async () => {
    await workbench.page.evaluate(() => window.workbook.select('Stores!C2:C11'));
    await press('Convert selection');
    await says(/converted to values/);
    await workbench.set('Stores!C5', [['typed by hand']]);
    await press('Restore all formulas');
    await says(/1 formula couldn’t be restored/);
    await says(/From Stores!C5/);
    await workbench.idle();
    expect(await workbench.get('Stores!C5')).toEqual([['typed by hand']]);
    const [first, second, third, ...others] = formulas.slice(0, 10).map(([formula]) => formula);
    expect((await formulasOf('Stores!C2:C11')).flat()).toEqual([
      first,
      second,
      third,
      '',
      ...others.slice(1),
    ]);
    expect(calls).toEqual([]);
  });
});
