import type { Locator, Page } from 'playwright-core';
import { bringAxe, NARROW, THEMES, violationsOf, WIDE } from './axe-in-page';
import type { ThemeOfPage } from './axe-in-page';
import { suiteWorkbench } from './workbench-page';

/** What Univer draws: into our section its grid and the tools for it, and a list of its messages. */
const NOT_OURS = ['#sheet > *', 'section[aria-label^="Notifications"]'];

const KEY = 'locus-demo-key';
/** A list with a row that cannot be asked for, and with the key in it, for the check to find. */
const LIST = [
  ['Shop', 'Latitude', 'Longitude', 'floor_area', 'note'],
  ...Array.from({ length: 20 }, (_, row) => [`Store ${row}`, 12.8 + row / 1000, 77.5, row, KEY]),
  ['Nowhere', 'not known', 77.5, 1, ''],
];
/** Problems of several kinds, and more calls than are made unasked. */
const FORMULAS = [
  '=LOCATTR(95, 12, "w_pop_tt")',
  '=LOCATTR(12.9, 77.6, "no name")',
  '=LOCSCORE("No such model", "Koramangala")',
  ...Array.from({ length: 600 }, (_, row) => `=LOCATTR(${13 + row / 1000}, 77, "w_pop_tt")`),
];

/** One page that a newcomer opens and fills. Each test goes on from the one before. */
describe('axe finds nothing wrong with', () => {
  const workbench = suiteWorkbench({
    query: '?workbook=blank&key=none',
    viewport: NARROW,
    // So slow that calls are still under way while they are looked at.
    delayMs: 500,
  });
  let page: Page;
  const looks: { readonly size: typeof NARROW; readonly theme: ThemeOfPage }[] = [
    { size: NARROW, theme: 'light' },
    { size: NARROW, theme: 'dark' },
    { size: NARROW, theme: 'high contrast' },
    { size: WIDE, theme: 'high contrast' },
    { size: WIDE, theme: 'dark' },
    { size: WIDE, theme: 'light' },
  ];

  beforeAll(async () => {
    ({ page } = workbench);
    await bringAxe(page);
    await button('Pane').click();
  });

  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const box = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
  const open = (view: string): Promise<void> => page.getByRole('tab', { name: view }).click();
  const said = (text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();

  it('Home and Enrich without a key', async () => {
    await button('Advanced').click();
    await box('Model service address').fill('not an address');
    await button('Save and test').click();
    await expectNothing();
    await box('Model service address').fill(workbench.server.address);
    await open('Enrich');
    await button('Refresh').waitFor();
    await expectNothing();
  });

  it('Home with a first formula, calls that wait and problems', async () => {
    await open('Home');
    await workbench.enterKey(KEY);
    await said(/^Connected/);
    await workbench.set('A1', LIST);
    await workbench.set(
      'G1',
      FORMULAS.map((formula) => [formula]),
    );
    await page.getByRole('region', { name: 'Needs your approval' }).waitFor();
    await expectNothing();
  });

  it('Home while it asks, and while it is paused', async () => {
    await box('Calls to approve').fill('90');
    await button('Approve this many').click();
    await page.getByRole('progressbar').waitFor();
    await button('Pause').click();
    await button('Resume').waitFor();
    await expectNothing();
    await button('Resume').click();
    await button('Pause').waitFor();
    await expectNothing();
    await button('Cancel').click();
  });

  it('Models, and the form of one', async () => {
    await open('Models');
    await button('Add sample models').click();
    await said('3 models added.');
    await button('Try it').click();
    await said('Enter an address, or a latitude and longitude.');
    await expectNothing();
    await button('Add a model').click();
    await button('Add a variable').click();
    await button('Add model').click();
    await expectNothing();
    await button('Back').click();
  });

  it('Enrich with names, a score and a row to correct', async () => {
    await page.evaluate(() => window.workbook.select('B2'));
    await button('Score a list: Branch revenue').click();
    await page.getByRole('checkbox', { name: 'w_pop_tt_1000' }).click();
    await page.getByRole('list', { name: 'Rows to fix' }).waitFor();
    await expectNothing();
  });

  it('Rank with a weight and a filter, and places side by side', async () => {
    await open('Rank');
    const choose = (name: string, option: string) =>
      page.getByRole('combobox', { name, exact: true }).selectOption(option);
    await choose('Column', 'floor_area');
    await choose('Add a filter', 'Shop');
    await page.getByRole('list', { name: 'Best places' }).waitFor();
    await expectNothing();
    await button('Compare the best').click();
    await page.getByRole('table').waitFor();
    await expectNothing();
  });

  it('Names, and a list to import', async () => {
    await open('Attributes');
    await page.getByRole('option', { name: /\bw_pop_tt_200\b/ }).click();
    await button('Import a list').click();
    await box('Or paste a list').fill('name\nw_a\nnot one');
    await button('Check list').click();
    await page.getByRole('heading', { name: '1 attribute in 2 rows' }).waitFor();
    await expectNothing();
  });

  it('Map, also where it is large', async () => {
    await open('Map');
    await button('Next').click();
    await expectNothing();
    await button('Open large map').click();
    await page.getByRole('dialog').waitFor();
    await expectNothing();
    await page.keyboard.press('Escape');
  });

  it('More with all that it tells and asks', async () => {
    await open('More');
    await page.evaluate(() => window.workbook.select('G4'));
    await button('Copy this sheet as values').click();
    await said(/in the new sheet/);
    await button('Check this workbook').click();
    await said(/^Not ready/);
    await button('Remove all keys…').click();
    await expectNothing();
    await open('Spending');
    await expectNothing();
    await open('Help');
    await button('Collect diagnostics').click();
    await box('Diagnostics').waitFor();
    await expectNothing();
    await open('Settings');
    await button('Clear all data…').click();
    await expectNothing();
  });

  it('what the workbench adds: a file that cannot be opened, and saving one', async () => {
    const buffer = Buffer.from('no workbook');
    await page.locator('#file-choice').setInputFiles({ name: 'a.xlsx', mimeType: '', buffer });
    await page.locator('#file-notice').waitFor();
    await button('Save as…').click();
    await page.getByRole('dialog').waitFor();
    await expectNothing();
  });

  async function expectNothing(): Promise<void> {
    // What is under the pointer may show a hint of Univer's.
    await page.mouse.move(0, 0);
    const found: string[] = [];
    for (const { size, theme } of looks) {
      await page.setViewportSize(size);
      await page.emulateMedia({ ...THEMES[theme], reducedMotion: 'reduce' });
      const violations = await violationsOf(page, theme, NOT_OURS);
      found.push(...violations.map((text) => `${theme}, ${size.width} px: ${text}`));
    }
    expect(found).toEqual([]);
    // The next begins where this one ends: to draw the spreadsheet anew takes longest.
    looks.reverse();
  }
});
