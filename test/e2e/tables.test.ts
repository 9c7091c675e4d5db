import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { Browser } from 'playwright-core';
import { madeWorkbook, relations, rows } from '../workbench/files/made-package';
import { launchBrowser, openWorkbench } from './workbench-page';
import type { WorkbenchPage } from './workbench-page';

const text = (cell: string, value: string) =>
  `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;
/** A table with headers, filter buttons, bands and totals; a formula of the file names it. */
const FILE = madeWorkbook(
  rows(
    `<row r="1">${text('A1', 'City')}${text('B1', 'Rent')}</row>` +
      `<row r="2">${text('A2', 'Pune')}<c r="B2"><v>7</v></c><c r="D2"><f>Shops[[#This Row],[Rent]]*2</f><v>14</v></c></row>` +
      `<row r="3">${text('A3', 'Thane')}<c r="B3"><v>8</v></c></row>` +
      `<row r="4">${text('A4', 'Total')}<c r="B4"><f>SUBTOTAL(109,Shops[Rent])</f><v>15</v></c></row>`,
  ),
  {
    'xl/worksheets/_rels/sheet1.xml.rels': relations([['table', '../tables/table1.xml']]),
    'xl/tables/table1.xml':
      '<table id="1" name="Shops" displayName="Shops" ref="A1:B4" totalsRowCount="1"><autoFilter ref="A1:B3"/>' +
      '<tableColumns count="2"><tableColumn id="1" name="City" totalsRowLabel="Total"/><tableColumn id="2" name="Rent" totalsRowFunction="sum"/></tableColumns>' +
      '<tableStyleInfo name="TableStyleMedium2" showRowStripes="1"/></table>',
  },
);

describe('a table of a file', () => {
  let browser: Browser;
  let workbench: WorkbenchPage;

  beforeAll(async () => {
    browser = await launchBrowser();
    workbench = await openWorkbench(browser, { query: '?workbook=blank' });
    await workbench.idle();
    const buffer = Buffer.from(FILE);
    await workbench.page.setInputFiles('#file-choice', {
      name: 'shops.xlsx',
      mimeType: '',
      buffer,
    });
    await workbench.page.getByText('shops.xlsx is open.').waitFor();
    await workbench.idle();
  });
  afterAll(async () => {
    expect(workbench?.complaints).toEqual([]);
    await workbench?.close();
    await browser?.close();
  });

  /** The colours in what the sheet's canvas shows. */
  const colours = (): Promise<string[]> =>
    workbench.page.evaluate(() => {
      const canvas = [...document.querySelectorAll<HTMLCanvasElement>('#sheet canvas')].reduce(
        (largest, each) =>
          each.width * each.height > largest.width * largest.height ? each : largest,
      );
      const { data } =
        canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
      const counts = new Map<string, number>();
      for (let at = 0; data !== undefined && at < data.length; at += 4) {
        const colour = [...data.slice(at, at + 3)].join();
        counts.set(colour, (counts.get(colour) ?? 0) + 1);
      }
      return [...counts].filter(([, count]) => count > 500).map(([colour]) => colour);
    });

  it('is shown in the colours of its style, with buttons that filter', async () => {
    expect(await colours()).toEqual(expect.arrayContaining(['68,114,196', '217,225,242']));
  });

  it('is calculated where a typed formula names it, and saved with its names', async () => {
    await workbench.set('D6', [
      ['=SUM(Shops[Rent])'],
      ['=Shops[[#Totals],[Rent]]*10'],
      ['=ROWS(shops)'],
    ]);
    await workbench.idle();
    expect(await workbench.get('D6:D8')).toEqual([['15'], ['150'], ['2']]);
    await workbench.set('B3', [[18]]);
    await workbench.idle();
    expect(await workbench.get('D6')).toEqual([['25']]);
    await workbench.page.getByRole('button', { name: 'Save as…' }).click();
    const [download] = await Promise.all([
      workbench.page.waitForEvent('download'),
      workbench.page.getByRole('button', { name: 'Save', exact: true }).click(),
    ]);
    const parts = unzipSync(readFileSync(await download.path()));
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    const formulas = [...sheet.matchAll(/<f>([^<]*)<\/f>/g)].map(([, formula]) => formula);
    expect(formulas).toEqual([
      'Shops[[#This Row],[Rent]]*2',
      'SUBTOTAL(109,Shops[Rent])',
      'SUM(Shops[Rent])',
      'Shops[[#Totals],[Rent]]*10',
      'ROWS(Shops[])',
    ]);
    expect(strFromU8(parts['xl/tables/table1.xml'] ?? new Uint8Array())).toContain('ref="A1:B4"');
  });
});
