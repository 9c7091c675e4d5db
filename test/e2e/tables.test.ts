import { strFromU8, unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import { madeWorkbook, relations, rows } from '../workbench/files/made-package';
import { openFile, savedFile } from './workbench-files';
import { suiteWorkbench } from './workbench-page';
import type { WorkbenchPage } from './workbench-page';

const text = (cell: string, value: string) =>
  `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;
/** A table with headers, filter buttons, bands and totals; a formula of the file names it. */
const tableFile = (second: string, filter: string, total: number) =>
  madeWorkbook(
    rows(
      `<row r="1">${text('A1', 'City')}${text('B1', 'Rent')}</row>` +
        `<row r="2"${second}>${text('A2', 'Pune')}<c r="B2"><v>7</v></c><c r="D2"><f>Shops[[#This Row],[Rent]]*2</f><v>14</v></c></row>` +
        `<row r="3">${text('A3', 'Thane')}<c r="B3"><v>8</v></c></row>` +
        `<row r="4">${text('A4', 'Total')}<c r="B4"><f>SUBTOTAL(109,Shops[Rent])</f><v>${total}</v></c></row>`,
    ),
    {
      'xl/worksheets/_rels/sheet1.xml.rels': relations([['table', '../tables/table1.xml']]),
      'xl/tables/table1.xml':
        `<table id="1" name="Shops" displayName="Shops" ref="A1:B4" totalsRowCount="1"><autoFilter ref="A1:B3">${filter}</autoFilter>` +
        '<tableColumns count="2"><tableColumn id="1" name="City" totalsRowLabel="Total"/><tableColumn id="2" name="Rent" totalsRowFunction="sum"/></tableColumns>' +
        '<tableStyleInfo name="TableStyleMedium2" showRowStripes="1"/></table>',
    },
  );
const FILE = tableFile('', '', 15);
const FILTERED = tableFile(
  ' hidden="1"',
  '<filterColumn colId="0"><filters><filter val="Thane"/></filters></filterColumn>',
  8,
);

describe('a table of a file', () => {
  const workbench = suiteWorkbench({ query: '?workbook=blank' });

  beforeAll(() => openFile(workbench, 'shops.xlsx', FILE));
  afterAll(() => {
    expect(workbench.complaints).toEqual([]);
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
    const part = await savedParts(workbench);
    const formulas = [...part('worksheets/sheet1').matchAll(/<f>([^<]*)<\/f>/g)].map(
      ([, formula]) => formula,
    );
    expect(formulas).toEqual([
      'Shops[[#This Row],[Rent]]*2',
      'SUBTOTAL(109,Shops[Rent])',
      'SUM(Shops[Rent])',
      'Shops[[#Totals],[Rent]]*10',
      'ROWS(Shops[])',
    ]);
    expect(part('tables/table1')).toContain('ref="A1:B4"');
  });

  it('looks filtered where the file had filtered it, and shows all rows once that is cleared', async () => {
    const { page } = workbench;
    await openFile(workbench, 'filtered.xlsx', FILTERED);
    expect(await workbench.get('B4')).toEqual([['8']]);
    await clickEndOf(page, 0, 1);
    await filterPanel(page).getByText('Thane', { exact: true }).waitFor();
    await filterPanel(page).getByText('Clear Filter').click();
    await filterPanel(page).waitFor({ state: 'detached' });
    await workbench.idle();
    expect(await workbench.get('B4')).toEqual([['15']]);
    const part = await savedParts(workbench);
    expect(filterIn(part('tables/table1'))).toBeUndefined();
    expect(hiddenRows(part('worksheets/sheet1'))).toEqual([]);
  });
});

function filterPanel(page: Page): Locator {
  return page.locator('[data-u-comp="sheets-filter-panel"]').first();
}

/** Clicks the right end of a cell, where a header has its button. */
async function clickEndOf(
  page: Page,
  column: number,
  row: number,
  button: 'left' | 'right' = 'left',
): Promise<void> {
  const box = await page.locator('#sheet canvas').last().boundingBox();
  if (box === null) throw new Error('no sheet');
  // Univer draws the buttons so long after they have moved.
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), 20);
  const [x, y] = [box.x + 46 + (column + 1) * 88 - 9, box.y + 20 + row * 24 - 9];
  await page.mouse.click(x, y, { button });
}

/** Saves the workbook; what the file has by the name of a part. */
async function savedParts(workbench: WorkbenchPage): Promise<(name: string) => string> {
  const parts = unzipSync(await savedFile(workbench));
  return (name) => strFromU8(parts[`xl/${name}.xml`] ?? new Uint8Array());
}

const CITIES =
  '<filterColumn colId="0"><customFilters><customFilter val="*n*"/></customFilters></filterColumn>';
/** Two tables on one sheet; the first is filtered, so that it shows all that it has. */
const TWO = madeWorkbook(
  rows(
    `<row r="1">${text('A1', 'City')}${text('D1', 'Owner')}</row>` +
      `<row r="2">${text('A2', 'Pune')}${text('D2', 'Asha')}</row>` +
      `<row r="3">${text('A3', 'Thane')}${text('D3', 'Ravi')}</row>`,
  ),
  {
    'xl/worksheets/_rels/sheet1.xml.rels': relations([
      ['table', '../tables/table1.xml'],
      ['table', '../tables/table2.xml'],
    ]),
    'xl/tables/table1.xml': `<table id="1" name="Cities" displayName="Cities" ref="A1:A3"><autoFilter ref="A1:A3">${CITIES}</autoFilter><tableColumns count="1"><tableColumn id="1" name="City"/></tableColumns></table>`,
    'xl/tables/table2.xml':
      '<table id="2" name="Owners" displayName="Owners" ref="D1:D3"><autoFilter ref="D1:D3"/><tableColumns count="1"><tableColumn id="1" name="Owner"/></tableColumns></table>',
  },
);

/** Each test goes on from the one before. */
describe('two tables on a sheet', () => {
  const workbench = suiteWorkbench({ query: '?workbook=blank' });
  let page: Page;

  beforeAll(async () => {
    ({ page } = workbench);
    await openFile(workbench, 'two.xlsx', TWO);
  });
  afterAll(() => {
    expect(workbench.complaints).toEqual([]);
  });

  const panel = () => filterPanel(page);

  const clickEnd = (column: number, row: number, button?: 'left' | 'right') =>
    clickEndOf(page, column, row, button);

  it('are filtered one after the other, each where a person stands, and saved each with its own', async () => {
    await clickEnd(3, 2);
    await page.getByText('One!D2', { exact: true }).waitFor();
    await clickEnd(3, 1);
    await panel().getByText('Asha', { exact: true }).hover();
    await panel().getByText('Filter Only').first().click();
    await panel().getByText('Confirm').click();
    await panel().waitFor({ state: 'detached' });
    const part = await savedParts(workbench);
    expect(filterIn(part('tables/table1'))).toBe(CITIES);
    expect(filterIn(part('tables/table2'))).toBe(
      '<filterColumn colId="0"><filters><filter val="Asha"/></filters></filterColumn>',
    );
    expect(hiddenRows(part('worksheets/sheet1'))).toEqual(['3']);
  });

  it('show all rows again where a person asks to filter the other', async () => {
    await clickEnd(0, 2, 'right');
    await page.getByText('Filter this table instead').click();
    await clickEnd(0, 1);
    await panel().getByText('Thane', { exact: true }).waitFor();
    await panel().getByText('Cancel').click();
    const part = await savedParts(workbench);
    expect(filterIn(part('tables/table1'))).toBe(CITIES);
    expect(filterIn(part('tables/table2'))).toBeUndefined();
    expect(hiddenRows(part('worksheets/sheet1'))).toEqual([]);
  });
});

function filterIn(table: string): string | undefined {
  return /<autoFilter[^>]*>(.*)<\/autoFilter>/.exec(table)?.[1];
}

function hiddenRows(sheet: string): (string | undefined)[] {
  return [...sheet.matchAll(/<row r="(\d+)"[^>]*hidden="1"/g)].map(([, row]) => row);
}
