import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { saveAs } from './workbench-files';
import { suiteWorkbench } from './workbench-page';

/** The middle of A1 and of the rows below it, in the window of 1280 x 800. */
const COLUMN_A_X = 90;
const rowY = (row: number) => 174 + (row - 1) * 24;

describe('the sheet of a person in India', () => {
  const region = { locale: 'en-IN', timezoneId: 'Asia/Kolkata' };
  const workbench = suiteWorkbench({ query: '?workbook=blank', region });
  let page: Page;

  beforeAll(async () => {
    ({ page } = workbench);
    await page.evaluate(() => {
      const drawn = new Set<string>();
      const draw = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...where) {
        drawn.add(text);
        draw.call(this, text, ...where);
      };
      Object.assign(window, { drawn: () => drawn });
    });
  });
  afterEach(() => expect(workbench.complaints).toEqual([]));

  async function type(row: number, text: string): Promise<void> {
    await page.mouse.click(COLUMN_A_X, rowY(row));
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    const cell = `A${String(row)}`;
    await page.waitForFunction((name) => window.workbook.get(name)[0]?.[0] !== '', cell);
  }

  it('takes 1/3/2024 for the first of March, and a lakh for a number', async () => {
    await type(1, '1/3/2024');
    await type(2, '1,23,456');
    await type(3, '=TEXT(A1,"yyyy-mm-dd")');
    await type(4, '=A2*2');
    await workbench.idle();
    expect(await workbench.get('A1:A4')).toEqual([
      ['1/3/2024'],
      ['1,23,456'],
      ['2024-03-01'],
      [expect.stringMatching(/^2,?46,?912$/)],
    ]);
  });

  it('shows #### for a number that its column has no room for, never its beginning', async () => {
    await workbench.set('A5', [[1_234_567_890_123]]);
    await workbench.set('B5', [['beside']]);
    await page.waitForFunction(() => drawn().has('beside'));
    const texts = await page.evaluate(() => [...drawn()]);
    expect(texts.filter((text) => /^#{4,}$/.test(text))).toHaveLength(1);
    expect(texts).not.toContain('1234567890123');
  });

  it('is saved as CSV with full values, by the name of the sheet', async () => {
    await workbench.page.evaluate(async () => {
      const saved = window.workbook.save();
      const [id = '', sheet] = Object.entries(saved.sheets ?? {})[0] ?? [];
      const cellData = {
        0: { 0: { v: 'day', t: 1 }, 1: { v: 'value', t: 1 } },
        1: {
          0: { v: 45_352, t: 2, s: { n: { pattern: 'm/d/yyyy' } } },
          1: { v: 12.9352345678, t: 2, s: { n: { pattern: '0.00' } } },
        },
      };
      const rent = { ...sheet, id, name: 'Rent 1/4', cellData };
      const other = { id: 'other', name: 'Other', rowCount: 10, columnCount: 5, cellData: {} };
      const sheets = { [id]: rent, other };
      window.workbook.load({ ...saved, name: 'Book', sheets, sheetOrder: [id, 'other'] });
      await window.workbook.idle();
    });
    expect(await workbench.get('A2:B2')).toEqual([['1/3/2024', '12.94']]);
    const csv = await saveAs(workbench, undefined, 'csv');
    expect(csv.suggestedFilename()).toBe('Rent 1 4.csv');
    expect(readFileSync(await csv.path(), 'utf8')).toBe(
      '\uFEFFday,value\r\n2024-03-01,12.9352345678\r\n',
    );
    await page.getByRole('button', { name: 'Save as…' }).click();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    expect(await name.inputValue()).toBe('Book');
    await page.getByRole('radio', { name: '(.csv)' }).check();
    expect(await name.inputValue()).toBe('Rent 1/4');
    await name.fill('Mine');
    await page.getByRole('radio', { name: '(.xlsx)' }).check();
    expect(await name.inputValue()).toBe('Mine');
    await page.locator('[data-cancel]').click();
  });
});

/** In the page. */
declare function drawn(): Set<string>;
