import { TYPED_FORMULAS } from '../workbench/formula-grammar';
import { FORMULA_BAR, PLACES_TO_TYPE, typeFormula } from './typing';
import { isNumber, suiteWorkbench } from './workbench-page';

describe('a cell', () => {
  const workbench = suiteWorkbench({ query: '?workbook=blank' });

  it.each(PLACES_TO_TYPE)('keeps formulas as they are typed into %s', async (place) => {
    const kept: string[] = [];
    for (const text of TYPED_FORMULAS) kept.push(await typeFormula(workbench, place, text));
    expect(kept).toEqual(TYPED_FORMULAS);
    expect(workbench.complaints).toEqual([]);
  });

  it.each(PLACES_TO_TYPE)('takes no function that is only offered into %s', async (place) => {
    const { page } = workbench;
    const kept: string[] = [];
    for (const { first, offers, takes, rest } of OFFERED) {
      await workbench.set('B3', [[null]]);
      await page.evaluate(() => window.workbook.select('B3'));
      if (place === 'the formula bar') await page.locator(FORMULA_BAR).last().click();
      await page.keyboard.type(first);
      const list = page.locator('[data-u-comp="rect-popup"]');
      await list.getByText(offers, { exact: true }).first().waitFor();
      // While it is typed slowly, the list may still be the one for fewer letters.
      await list.getByText(first.slice(1).toUpperCase(), { exact: true }).first().waitFor();
      for (const key of takes) await page.keyboard.press(key);
      // Longer than Univer takes to put the caret behind what was completed.
      if (takes.length > 0) await page.evaluate(() => new Promise((go) => setTimeout(go, 300)));
      await page.keyboard.type(rest);
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => window.workbook.formulas('B3')[0]?.[0] !== '');
      kept.push(await page.evaluate(() => window.workbook.formulas('B3')[0]?.[0] ?? ''));
    }
    expect(kept).toEqual(['=SUM(1)', '=n', '=LOCATTR(1,2,3)', '=SLOPE(A1:A2,B1:B2)']);
  });

  it.each(PLACES_TO_TYPE)('takes a function by Tab before it is offered in %s', async (place) => {
    const { page } = workbench;
    await workbench.set('B3', [[null]]);
    await page.evaluate(() => window.workbook.select('B3'));
    if (place === 'the formula bar') await page.locator(FORMULA_BAR).last().click();
    await page.keyboard.type('=1+slop');
    await page.keyboard.press('Tab');
    // Longer than Univer takes to put the caret behind what was completed.
    await page.evaluate(() => new Promise((go) => setTimeout(go, 300)));
    await page.keyboard.type('A1:A2,B1:B2)*"a');
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => window.workbook.formulas('B3')[0]?.[0] !== '');
    expect(await page.evaluate(() => window.workbook.formulas('B3')[0]?.[0])).toMatch(
      /^=1\+SLOPE\(A1:A2,B1:B2\)\*"a/,
    );
  });

  it.each(PLACES_TO_TYPE)('holds the name that is taken from the list in %s', async (place) => {
    const { page } = workbench;
    // The Name box has Univer's editors begin anew.
    const nameBox = page.locator('[data-u-comp="defined-name"] input');
    await nameBox.fill('H3');
    await nameBox.press('Enter');
    if (place === 'the formula bar') await page.locator(FORMULA_BAR).last().click();
    await page.keyboard.type('=LOCATTR(12.9350,77.6240,"w_pop_tt_1');
    const list = page.getByRole('listbox', { name: 'Attributes' });
    await list.getByRole('option').first().waitFor();
    await page.keyboard.press('Tab');
    await list.waitFor({ state: 'hidden' });
    await page.keyboard.type('")');
    await page.keyboard.press('Enter');
    await workbench.idle();
    const formula = '=LOCATTR(12.9350,77.6240,"w_pop_tt_1000")';
    expect(await page.evaluate(() => window.workbook.formulas('H3'))).toEqual([[formula]]);
    expect((await workbench.get('H3')).flat().map(isNumber)).toEqual([true]);
    await workbench.set('H3', [[null]]);
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

/** What is typed while functions are offered for the first letters, and the keys that take one. */
const OFFERED = [
  { first: '=S', offers: 'SLN', takes: [], rest: 'UM(1)' },
  { first: '=n', offers: 'NOW', takes: [], rest: '' },
  { first: '=locatt', offers: 'LOCATTR', takes: ['Tab'], rest: '1,2,3)' },
  { first: '=sl', offers: 'SLOPE', takes: ['ArrowDown', 'Enter'], rest: 'A1:A2,B1:B2)' },
];
