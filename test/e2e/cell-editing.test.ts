import { TYPED_FORMULAS } from '../workbench/formula-grammar';
import { PLACES_TO_TYPE, typeFormula } from './typing';
import { openWorkbench, suiteBrowser, type WorkbenchPage } from './workbench-page';

describe('a cell', () => {
  const browser = suiteBrowser();
  let workbench: WorkbenchPage;
  beforeAll(async () => {
    workbench = await openWorkbench(browser(), { query: '?workbook=blank' });
  });
  afterAll(() => workbench?.close());

  it.each(PLACES_TO_TYPE)('keeps formulas as they are typed into %s', async (place) => {
    const kept: string[] = [];
    for (const text of TYPED_FORMULAS) kept.push(await typeFormula(workbench, place, text));
    expect(kept).toEqual(TYPED_FORMULAS);
    expect(workbench.complaints).toEqual([]);
  });

  it('keeps the letters of Hindi whole while they are typed', async () => {
    const { page } = workbench;
    await page.evaluate(() => {
      const drawn: string[] = [];
      Object.assign(window, { drawn });
      const canvas = CanvasRenderingContext2D.prototype;
      const draw = canvas.fillText;
      canvas.fillText = function fillText(text, ...rest) {
        drawn.push(text);
        return draw.call(this, text, ...rest);
      };
      window.workbook.select('D3');
    });
    const drawn = () =>
      page.evaluate(() => (window as unknown as { drawn: string[] }).drawn.join('|'));
    await page.keyboard.type('फ़ीट कि');
    await page.waitForFunction(() =>
      (window as unknown as { drawn: string[] }).drawn.includes('कि'),
    );
    // A vowel sign by itself is drawn below a dotted circle.
    expect(await drawn()).not.toMatch(/(?:^|\|)\p{M}/u);
    await page.keyboard.press('Enter');
    expect(await workbench.get('D3')).toEqual([['फ़ीट कि']]);
  });

  it('is heard by who cannot see it, with its value and formula', async () => {
    const { page } = workbench;
    await workbench.set('F3', [['=1.50+2'], ['=1/0'], [null]]);
    await workbench.idle();
    await page.evaluate(() => window.workbook.select('F2'));
    const heard: (string | null)[] = [];
    for (let row = 3; row <= 5; row += 1) {
      await page.keyboard.press('ArrowDown');
      await page.getByText(`F${row}, `).waitFor({ state: 'attached' });
      heard.push(await page.locator('#cell-said').textContent());
      // Who comes back to the grid hears the same.
      const name = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      expect(name).toBe(heard.at(-1));
    }
    expect(heard).toEqual([
      'F3, 3.5, formula =1.50+2',
      'F4, #DIV/0!, The formula divides by zero., formula =1/0',
      'F5, blank',
    ]);
  });
});
