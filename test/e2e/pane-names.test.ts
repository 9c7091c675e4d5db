import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { openWorkbench, suiteBrowser } from './workbench-page';
import type { WorkbenchPage } from './workbench-page';

const NARROW = { width: 320, height: 800 };

/** As Excel writes it where lists are separated by semicolons; three of its lines are bad. */
const CSV = [
  '\uFEFFname;title;unit;description;source',
  ...Array.from({ length: 2_998 }, (_, index) => {
    const [name, of] = [`br_shop${String(index)}_ct_500`, String(index)];
    return `${name};"Shops; brand ""${of}""";shops;"First line\nsecond line";"=1+1"`;
  }),
  'w_pop_tt_500;People within 500 m;people;;',
  'w_pop_male_tt_500;Men;people;;',
  'not a name;Wrong;;;',
  ';No name at all;;;',
  'BR_SHOP7_CT_500;Twice;;;',
].join('\r\n');

describe('the catalogue of names', () => {
  const browser = suiteBrowser();
  let workbench: WorkbenchPage;

  afterEach(async () => {
    const { complaints, requestsElsewhere } = workbench;
    await workbench.close();
    expect(complaints).toEqual([]);
    expect(requestsElsewhere).toEqual([]);
  });

  const button = (name: string): Locator =>
    workbench.page.getByRole('button', { name, exact: true });
  const said = (text: string | RegExp): Promise<void> =>
    workbench.page.getByText(text).first().waitFor();
  const option = (name: RegExp): Locator => workbench.page.getByRole('option', { name });

  async function openNames(): Promise<void> {
    await workbench.page.getByRole('tab', { name: 'Attributes' }).click();
    await workbench.page.getByRole('listbox', { name: 'Attributes' }).waitFor();
  }

  async function importList(text: string): Promise<void> {
    await button('Import a list').click();
    const choosing = workbench.page.waitForEvent('filechooser');
    await button('Choose a CSV file').click();
    const buffer = Buffer.from(text);
    await (await choosing).setFiles({ name: 'names.csv', mimeType: 'text/csv', buffer });
    await button('Choose another list').waitFor();
  }

  it('takes a list of 3,000 attributes, and gives them to the sheet, a set and a file', async () => {
    workbench = await openWorkbench(browser(), { query: '?workbook=blank' });
    const { page } = workbench;
    await openNames();
    await importList(CSV);
    await said('3,000 attributes in 3,003 rows');
    const problems = page.getByRole('list', { name: 'Issues' }).getByRole('listitem');
    // Each of the 2,998 rows before is two lines long.
    expect(await problems.allTextContents()).toEqual([
      'Line 6,000: "not a name" isn’t an attribute’s name. These names contain only a-z, 0-9 and _.',
      'Line 6,001: There’s no attribute on this line.',
      'Line 6,002: br_shop7_ct_500 is already on line 16.',
    ]);
    await said(/2,998 cells beside the names look like a formula/);
    await button('Import 3,000 attributes').click();
    await said('3,000 attributes added.');

    await page.getByRole('searchbox', { name: 'Find an attribute' }).fill('population 500m');
    await said('2 of 3,007 attributes');
    await option(/\bw_pop_tt_500\b/).click();
    await option(/\bw_pop_male_tt_500\b/).click();
    await said('Insert 2 attributes');
    await page.evaluate(() => window.workbook.select('B2'));
    await button('As header row').click();
    await said('2 attributes added in Sheet1!B2:C2.');
    expect(await workbench.get('A2:D2')).toEqual([['', 'w_pop_tt_500', 'w_pop_male_tt_500', '']]);
    await button('Undo').first().click();
    await said('Undone.');
    expect(await workbench.get('B2:C2')).toEqual([['', '']]);

    await page.getByRole('textbox', { name: 'Save chosen attributes as' }).fill('People');
    await button('Save set').click();
    await said('People saved: 2 attributes.');
    const saved = JSON.stringify(await page.evaluate(() => window.workbook.save()));
    expect(saved).toContain('w_pop_male_tt_500');

    const downloading = page.waitForEvent('download');
    await button('Save as CSV').click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('locus-names.csv');
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toMatch(/^\uFEFFname,title,unit,description,source\r\n/);
    expect(text).toContain(
      `br_shop7_ct_500,"Shops; brand ""7""",shops,"First line\nsecond line",'=1+1\r\n`,
    );

    await workbench.reload();
    await openNames();
    await said('3,007 attributes');
    await said('3,000 attributes imported on this device.');
  });

  it('goes by the keys alone, at 320 pixels, to the last of thousands', async () => {
    workbench = await openWorkbench(browser(), { query: '?workbook=blank', viewport: NARROW });
    const { page } = workbench;
    await button('Pane').click();
    await openNames();
    await importList(CSV);
    await button('Import 3,000 attributes').click();
    await said('3,000 attributes added.');
    await said('3,007 attributes');
    await page.getByRole('searchbox', { name: 'Find an attribute' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('Space');
    await page.getByRole('region', { name: 'About w_pop_male_tt_500' }).waitFor();
    const chosen = page.getByRole('listbox').getByRole('option', { selected: true });
    expect(await chosen.getAttribute('aria-posinset')).toBe('3007');
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isWide).toBe(false);
  });

  it('holds names for the session where the device keeps none', async () => {
    workbench = await openWorkbench(browser(), { query: '?workbook=blank' });
    const { page } = workbench;
    await page.addInitScript(() => {
      const blocked = (): never => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      Object.defineProperty(window, 'indexedDB', { get: blocked });
      Object.defineProperty(window, 'localStorage', { get: blocked });
    });
    await workbench.reload();
    await openNames();
    await importList('p_bank_ct_500,Banks\np_atm_ct_500,Cash machines\n');
    await button('Import 2 attributes').click();
    await said(/2 attributes added\. This device can’t save attributes/);
    await option(/\bp_bank_ct_500\b/).click();
    await button('Favourite').click();
    await said(/This device can’t save favourites/);
    await workbench.set('A1', [['=LOCCATALOG("cash")']]);
    await workbench.idle();
    expect((await workbench.get('A1')).flat()).toEqual(['p_atm_ct_500']);
  });
});
