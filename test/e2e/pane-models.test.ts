import type { Locator, Page } from 'playwright-core';
import { isNumber, openWorkbench, suiteBrowser } from './workbench-page';
import type { WorkbenchPage } from './workbench-page';

const ADDRESSES = [
  'Koramangala, Bengaluru',
  'Indiranagar, Bengaluru',
  'Park Street, Kolkata',
  'Bandra West, Mumbai',
  'Connaught Place, New Delhi',
];

describe('the models of a workbook', () => {
  const browser = suiteBrowser();
  let workbench: WorkbenchPage;

  beforeEach(async () => {
    workbench = await openWorkbench(browser(), { query: '?workbook=blank' });
    await workbench.page.getByRole('tab', { name: 'Models' }).click();
    await button('Add a model').waitFor();
  });
  afterEach(async () => {
    // A browser tells of every 404, and that is what a model that is not there gives.
    const complaints = workbench.complaints.filter((text) => !text.includes('404 (Not Found)'));
    await workbench.close();
    expect(complaints).toEqual([]);
    expect(workbench.requestsElsewhere).toEqual([]);
  });

  const button = (name: string): Locator =>
    workbench.page.getByRole('button', { name, exact: true });
  const said = (text: string | RegExp): Promise<void> =>
    workbench.page.getByText(text).first().waitFor();

  async function addModel(page: Page, alias: string, id: string): Promise<void> {
    await button('Add a model').click();
    await page.getByRole('textbox', { name: 'Name in formulas' }).fill(alias);
    await page.getByRole('textbox', { name: 'Model ID' }).fill(id);
    await button('Add model').click();
    await said(`${alias} added.`);
  }

  it('give formulas an alias, and take them along to another one without a call', async () => {
    const { page } = workbench;
    await workbench.set('A1', [
      ['=LOCSCORE("Shops", "Koramangala, Bengaluru")', 'Stores', '=LOCSCORE(B1, "Bandra, Mumbai")'],
    ]);
    await workbench.idle();
    expect(await workbench.get('A1:C1')).toEqual([['#VALUE!', 'Stores', '#VALUE!']]);
    await addModel(page, 'Shops', 'store-potential');
    await workbench.idle();
    const [[score = ''] = []] = await workbench.get('A1');
    expect(isNumber(score)).toBe(true);
    workbench.server.sample.reset();
    await button('Change Shops').click();
    await page.getByRole('textbox', { name: 'Name in formulas' }).fill('Stores');
    await button('Save changes').click();
    await button('Rename and update').click();
    await said('Stores saved. 1 formula updated.');
    await workbench.idle();
    expect(await page.evaluate(() => window.workbook.formulas('A1'))).toEqual([
      ['=LOCSCORE("Stores", "Koramangala, Bengaluru")'],
    ]);
    const [[same = '', , other = ''] = []] = await workbench.get('A1:C1');
    expect(same).toBe(score);
    expect(isNumber(other)).toBe(true);
    // The one place that had not been asked about.
    expect(workbench.server.sample.stats().scores).toBe(1);
  });

  it('travel with the workbook: saved and opened again, cells know them at once', async () => {
    const { page } = workbench;
    await addModel(page, 'Shops', 'store-potential');
    const saved = await page.evaluate(() => window.workbook.save());
    expect(JSON.stringify(saved)).toContain('store-potential');
    expect(JSON.stringify(saved)).not.toContain('locus-demo-key');
    await button('Remove Shops').click();
    await said(/Shops removed/);
    await page.evaluate(async (workbook) => {
      window.workbook.load(workbook);
      window.workbook.set('A1', [['=LOCSCORE("Shops", "Koramangala, Bengaluru")']]);
      await window.workbook.idle();
    }, saved);
    await button('Change Shops').waitFor();
    expect((await workbench.get('A1')).flat().every(isNumber)).toBe(true);
    expect(workbench.server.sample.stats().scores).toBe(1);
  });

  it('score a list of 50 places with variables from its columns, and take it back', async () => {
    const { page } = workbench;
    await button('Add sample models').click();
    await said('3 models added.');
    await button('Make default: Branch revenue').click();
    await said('Branch revenue is now the default.');
    const rows = Array.from({ length: 50 }, (_, index) => [
      `${index + 1} Main Road, ${ADDRESSES[index % ADDRESSES.length] ?? ''}`,
      index === 7 ? null : 100 + index,
      index % 2 === 0 ? 'kiosk' : 'store',
    ]);
    await workbench.set('B3', [['Address', 'floor_area', 'format'], ...rows]);
    await page.evaluate(() => window.workbook.select('B3'));
    // One click from the model to its scores.
    await button('Score a list: Branch revenue').click();
    await said('Sheet1!B3:D53');
    // A row without a floor_area is scored only if a person says so.
    await page.locator('dt:text-is("Calls") + dd:text-is("at most 49")').waitFor();
    await page.getByRole('checkbox', { name: 'Score this row with defaults' }).check();
    await page.locator('dt:text-is("Calls") + dd:text-is("at most 50")').waitFor();
    await button('Add columns').click();
    await said('2 columns added in Sheet1!E3:F53.');
    await workbench.idle();
    expect(await workbench.get('E3:F3')).toEqual([
      ['Branch revenue: defaults used', 'Branch revenue'],
    ]);
    const used = (await workbench.get('E4:E53')).flat();
    expect(used.filter((text) => text !== '')).toEqual(['floor_area 120']);
    expect(used[7]).toBe('floor_area 120');
    const shown = (await workbench.get('F4:F53')).flat();
    expect(shown.filter((text) => !isNumber(text))).toEqual([]);
    expect(workbench.server.sample.stats().scores).toBe(50);
    await page.getByRole('tabpanel', { name: 'Enrich' }).getByText('Undo').click();
    await said('Columns removed.');
    expect((await workbench.get('E3:F53')).flat().join('')).toBe('');
  });
});
