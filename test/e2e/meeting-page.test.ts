import { writeFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { openFile, savedFile } from './workbench-files';
import { suiteWorkbench } from './workbench-page';

const SHOPS = [
  ['Shop', 'Latitude', 'Longitude', 'Rent', 'Sales'],
  ...Array.from({ length: 14 }, (_, row) => [
    `Shop ${row + 1}`,
    18.4 + row / 40,
    73.7 + ((row * 5) % 9) / 30,
    40_000 + ((row * 7) % 10) * 5_000,
    300 + ((row * 3) % 11) * 20,
  ]),
];

/** Each test goes on from the one before. */
describe('a page for a meeting', () => {
  const workbench = suiteWorkbench({ query: '?workbook=blank' });

  beforeAll(async () => {
    await workbench.set('A1', SHOPS);
    const { page } = workbench;
    await page.evaluate(() => window.workbook.select('B2'));
    await page.getByRole('tab', { name: 'Rank', exact: true }).click();
    await choose('Column', 'Rent');
    await choose('Add a column', 'Sales');
    await page.getByRole('listitem').filter({ hasText: /^Shop/ }).first().waitFor();
  });

  const button = (name: string) =>
    workbench.page
      .getByRole('button', { name, exact: true })
      .and(workbench.page.locator(':visible'));
  const choose = (label: string, option: string) =>
    workbench.page.getByRole('combobox', { name: label, exact: true }).selectOption(option);
  const make = () => button('Make a page for a meeting').click();
  const sheets = () =>
    workbench.page.evaluate(() => {
      const { sheetOrder = [], sheets: all = {} } = window.workbook.save();
      return sheetOrder.map((id) => all[id]?.name);
    });

  it('holds the best ten as values, the chart and the map', async () => {
    const { page } = workbench;
    await make();
    await page.getByText('Made the sheet “Ranking page”, which prints on one A4 page.').waitFor();
    const rows = await workbench.get("'Ranking page'!A1:E20");
    expect(rows[0]?.[0]).toBe('Sheet1: the best 10 of 14 places');
    const head = rows.findIndex(([first]) => first === 'Rank');
    expect(rows[head]).toEqual(['Rank', 'Place', 'Score', 'Rent', 'Sales']);
    expect(rows[head + 10]?.[1]).toMatch(/^Shop \d+$/);
    expect(rows[head + 11]?.join('')).toBe('');
    expect(
      (await page.evaluate(() => window.workbook.formulas("'Ranking page'!A1:E20")))
        .flat()
        .join(''),
    ).toBe('');
  });

  it('is saved as one page of A4 with two pictures, and opens again with them', async () => {
    const file = await savedFile(workbench);
    if (process.env.KEEP_PAGE !== undefined) writeFileSync(process.env.KEEP_PAGE, file);
    const parts = unzipSync(file);
    const text = (name: string) => Buffer.from(parts[name] ?? []).toString('utf8');
    expect(text('xl/worksheets/sheet2.xml')).toMatch(
      /<pageSetUpPr fitToPage="1"\/>.*<pageSetup paperSize="9" orientation="portrait" fitToWidth="1" fitToHeight="1"\/>.*<drawing /s,
    );
    expect(text('xl/workbook.xml')).toMatch(
      /Print_Area" localSheetId="1">'Ranking page'!\$A\$1:\$E\$\d+</,
    );
    expect(text('xl/drawings/drawing2.xml').match(/<xdr:pic>/g)).toHaveLength(2);
    const media = ['xl/media/image1.png', 'xl/media/image2.png'];
    expect(media.map((name) => text(name).slice(1, 4))).toEqual(['PNG', 'PNG']);
    await openFile(workbench, 'again.xlsx', file);
    expect(await workbench.page.getByText('charts and pictures').count()).toBe(0);
    const again = unzipSync(await savedFile(workbench));
    for (const name of [...media, 'xl/drawings/drawing2.xml', 'xl/workbook.xml']) {
      expect(Buffer.from(again[name] ?? []).equals(Buffer.from(parts[name] ?? []))).toBe(true);
    }
  });

  it('made again it takes its own place; Undo brings the one before back', async () => {
    const { page } = workbench;
    await page.getByRole('tab', { name: 'Rank', exact: true }).click();
    await page.evaluate(() => window.workbook.select('Sheet1!B2'));
    await choose('Column', 'Rent');
    await make();
    await page.getByText('Made the sheet “Ranking page” again.').waitFor();
    expect(await sheets()).toEqual(['Sheet1', 'Ranking page']);
    await workbench.set("'Ranking page'!A40", [['Ask the owner']]);
    await make();
    await page.getByText('The earlier page stays, because it was changed by hand.').waitFor();
    expect(await sheets()).toEqual(['Sheet1', 'Ranking page', 'Ranking page (2)']);
    await button('Undo').last().click();
    await page.getByText('Sheet removed.').waitFor();
    expect(await sheets()).toEqual(['Sheet1', 'Ranking page']);
  });

  it('compares the best on a page of its own, without a call or a complaint', async () => {
    const { page } = workbench;
    await button('Compare the best').click();
    await make();
    await page
      .getByText('Made the sheet “Comparison page”, which prints on one A4 page.')
      .waitFor();
    const rows = await workbench.get("'Comparison page'!A1:F20");
    expect(rows.map(([first]) => first)).toContain(
      'Against the list: 0 is the least, 100 the most',
    );
    expect(workbench.requestsElsewhere).toEqual([]);
    expect(workbench.complaints).toEqual([]);
  });

  it('takes the place of the pane in a narrow window, and the focus', async () => {
    const { page } = workbench;
    await page.setViewportSize({ width: 320, height: 700 });
    await button('Pane').click();
    await button('Make a page for a meeting').press('Enter');
    await page.waitForFunction(() =>
      document.activeElement?.getAttribute('aria-label')?.startsWith('A1, '),
    );
  });
});
