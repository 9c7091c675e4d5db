import { suiteWorkbench } from './workbench-page';

const SHOPS = [
  ['Shop', 'Lat', 'Lng', 'Rent', 'Sales'],
  ['Hill Road', 19.05, 72.83, 50, 10],
  ['MG Road', 12.97, 77.6, 60, 15],
  ['FC Road', 18.52, 73.85, 90, 20],
  ['Park Street', 22.55, 88.35, null, 18],
];

/** Each test goes on from the one before, as a planner's hour does. */
describe('a planner who chooses among places', () => {
  const workbench = suiteWorkbench({ query: '?workbook=blank' });

  beforeAll(() => workbench.set('A1', SHOPS));

  const button = (name: string) => workbench.page.getByRole('button', { name, exact: true });
  const choose = (label: string, option: string) =>
    workbench.page.getByRole('combobox', { name: label, exact: true }).selectOption(option);

  it('finds the way from Home, weighs two columns and gets formulas that calculate', async () => {
    const { page } = workbench;
    await page.evaluate(() => window.workbook.select('B2'));
    await page.getByRole('button', { name: /^Rank and compare places/ }).click();
    await choose('Column', 'Rent');
    await choose('Add a column', 'Sales');
    const weight = page.getByRole('group', { name: 'Sales' }).getByRole('textbox');
    await weight.fill('3');
    await weight.press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'FC Road: 75.0' }).waitFor();
    await button('Add scores and ranks').click();
    await page.getByText(/^Scores and ranks added in Sheet1!F1:G5\./).waitFor();
    await workbench.idle();
    expect(await workbench.get('F1:G5')).toEqual([
      ['Score', 'Rank'],
      ['25.0', '3'],
      ['56.3', '2'],
      ['75.0', '1'],
      ['', 'No number in Rent'],
    ]);
  });

  it('changes a weight in its cell, and the ranks follow', async () => {
    await workbench.set("'Rank settings'!B5", [[0]]);
    await workbench.idle();
    expect(await workbench.get('F2:G5')).toEqual([
      ['100.0', '1'],
      ['75.0', '2'],
      ['0.0', '3'],
      ['', 'No number in Rent'],
    ]);
    await workbench.set("'Rank settings'!B5", [[3]]);
    await workbench.idle();
  });

  it('compares the best, and saves that as a picture', async () => {
    const { page } = workbench;
    await button('Compare the best').click();
    const table = page.getByRole('table', { name: /^Comparison of FC Road, MG Road/ });
    await table.getByRole('row', { name: /MG Road 25% of the range 60/ }).waitFor();
    const download = page.waitForEvent('download');
    await button('Save picture').click();
    expect((await download).suggestedFilename()).toBe('comparison.png');
  });

  it('takes all of it back in one step, without a call or a complaint', async () => {
    const { page } = workbench;
    await page.getByRole('tab', { name: 'Rank places' }).click();
    await button('Undo').click();
    await page.getByText('Scores, ranks and settings removed.').waitFor();
    expect((await workbench.get('F1:G5')).flat().join('')).toBe('');
    await expect(workbench.get("'Rank settings'!A1")).rejects.toThrow();
    expect(workbench.requestsElsewhere).toEqual([]);
    expect(workbench.complaints).toEqual([]);
  });
});
