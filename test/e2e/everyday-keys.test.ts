import { PLACES_TO_TYPE, typeFormula } from './typing';
import { suiteWorkbench } from './workbench-page';

/** Each test goes on from the one before, as a person's session does. */
describe('keys that people know from Excel', () => {
  const workbench = suiteWorkbench({ query: '?workbook=blank' });

  beforeAll(async () => {
    await workbench.set('A1', [
      ['a', 1, 2],
      ['b', 3, 4],
    ]);
    await workbench.page.evaluate(() => window.workbook.select('B2'));
    await workbench.page.locator('canvas[id^="univer-sheet-main-canvas"]').focus();
  });

  /** Presses the keys; settles when that is what is selected. */
  async function press(keys: string, selected: string): Promise<void> {
    await workbench.page.keyboard.press(keys);
    await workbench.page
      .getByRole('group', { name: 'Selected' })
      .filter({ hasText: new RegExp(`${selected.replace('$', '\\$')}(?!\\d)`) })
      .waitFor();
  }

  it('move to the ends of the row and of the sheet', async () => {
    await press('Home', 'Sheet1!A2');
    await press('Control+End', 'Sheet1!C2');
    await press('Control+Home', 'Sheet1!A1');
    await press('PageDown', 'Sheet1!A[2-9]\\d');
    await press('PageUp', 'Sheet1!A1');
  });

  it('select as far as they move, with Shift', async () => {
    await press('Control+Shift+End', 'Sheet1!A1:C2');
    await press('Control+Home', 'Sheet1!A1');
    await press('ArrowRight', 'Sheet1!B1');
    await press('Shift+Home', 'Sheet1!A1:B1');
  });

  it('select whole rows and columns', async () => {
    await press('ArrowDown', 'Sheet1!B2');
    await press('Shift+Space', 'Sheet1!A2:[A-Z]+2');
    await press('Control+Home', 'Sheet1!A1');
    await press('Control+Space', 'Sheet1!A1:A\\d+');
    await press('Control+Home', 'Sheet1!A1');
  });

  it('insert a sheet before the one that is open, and turn to the others', async () => {
    await press('Shift+F11', 'Sheet2!A1');
    await press('Alt+Shift+F1', 'Sheet3!A1');
    await press('Control+PageDown', 'Sheet2!A1');
    await press('Control+Alt+PageDown', 'Sheet1!A1');
    await press('Control+Alt+PageUp', 'Sheet2!A1');
    await press('Control+PageUp', 'Sheet3!A1');
    await press('Control+PageUp', 'Sheet3!A1');
  });

  it('enter the day of today, which undo takes back', async () => {
    const { page } = workbench;
    await page.keyboard.press('Control+;');
    await page.waitForFunction(() => window.workbook.get('Sheet3!A1')[0]?.[0] !== '');
    const [[shown = ''] = []] = await workbench.get('Sheet3!A1');
    expect(shown).toContain(String(new Date().getFullYear()));
    await page.keyboard.press('Control+z');
    await page.waitForFunction(() => window.workbook.get('Sheet3!A1')[0]?.[0] === '');
  });

  it('sum the numbers above, or those selected, which undo takes back', async () => {
    const { page } = workbench;
    await press('Control+PageDown', 'Sheet2!A1');
    await press('Control+PageDown', 'Sheet1!A1');
    await press('Control+End', 'Sheet1!C2');
    await press('ArrowDown', 'Sheet1!C3');
    await page.keyboard.press('Alt+=');
    await page.waitForFunction(() => window.workbook.get('Sheet1!C3')[0]?.[0] === '6');
    await page.keyboard.press('Control+z');
    await page.waitForFunction(() => window.workbook.get('Sheet1!C3')[0]?.[0] === '');
    await press('Control+Home', 'Sheet1!A1');
    await press('Control+Shift+End', 'Sheet1!A1:C2');
    await page.keyboard.press('Alt+=');
    await page.waitForFunction(() => window.workbook.get('Sheet1!A3:C3')[0]?.join() === ',4,6');
    await page.keyboard.press('Control+z');
    await page.waitForFunction(() => window.workbook.get('Sheet1!A3:C3')[0]?.join() === ',,');
    await press('Control+PageUp', 'Sheet2!A1');
    await press('Control+PageUp', 'Sheet3!A1');
  });

  it('are left to the cell that is edited', async () => {
    const { page } = workbench;
    await page.keyboard.type('Pune');
    for (const key of ['Home', 'Shift+F11', 'PageDown']) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.workbook.get('Sheet3!A1')[0]?.[0] === 'Pune');
    expect(await page.getByText('Sheet4', { exact: true }).count()).toBe(0);
  });

  it('sum only the rows that a filter shows', async () => {
    const { page } = workbench;
    await page.evaluate(() => {
      const { sheets, ...saved } = window.workbook.save();
      const [id = '', sheet] = Object.entries(sheets ?? {})[0] ?? [];
      const ref = { startRow: 0, endRow: 3, startColumn: 0, endColumn: 0 };
      const filterColumns = [{ colId: 0, filters: { filters: ['1', '300'] } }];
      const filters = { [id]: { ref, filterColumns, cachedFilteredOut: [2] } };
      const sold = { 0: 'Sold', 1: 1, 2: 20, 3: 300 };
      const cells = Object.entries(sold).map(([row, v]) => [row, { 0: { v } }]);
      window.workbook.load({
        ...saved,
        sheets: { [id]: { ...sheet, cellData: Object.fromEntries(cells) } },
        sheetOrder: [id],
        resources: [{ name: 'SHEET_FILTER_PLUGIN', data: JSON.stringify(filters) }],
      } as never);
      window.workbook.select('A5');
    });
    await page.locator('canvas[id^="univer-sheet-main-canvas"]').focus();
    await page.keyboard.press('Alt+=');
    await page.waitForFunction(() => window.workbook.get('A5')[0]?.[0] === '301');
    expect(await page.evaluate(() => window.workbook.formulas('A5'))).toEqual([
      ['=SUBTOTAL(9,A2:A4)'],
    ]);
  });

  it.each(PLACES_TO_TYPE)('type a formula into %s as it is kept', async (place) => {
    const typed = ['=IF(2>0.50,"yes","no")', '=1.50*N(A1)&"फ़ीट"'];
    const kept: string[] = [];
    for (const text of typed) kept.push(await typeFormula(workbench, place, text));
    expect(kept).toEqual(typed);
  });
});
