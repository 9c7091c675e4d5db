import type { WorkbenchPage } from './workbench-page';

export const FORMULA_BAR =
  '[data-u-comp="formula-bar"] [contenteditable], [data-u-comp="formula-bar"] canvas';

/** Where a person types a formula. */
export const PLACES_TO_TYPE = ['the cell', 'the formula bar'] as const;

/** What a cell holds after a person has typed this, key by key, and pressed Enter. */
export async function typeFormula(
  { page }: WorkbenchPage,
  place: (typeof PLACES_TO_TYPE)[number],
  text: string,
): Promise<string> {
  await page.evaluate(() => window.workbook.set('B3', [[null]]));
  await page.evaluate(() => window.workbook.select('B3'));
  if (place === 'the formula bar') await page.locator(FORMULA_BAR).last().click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.workbook.formulas('B3')[0]?.[0] !== '');
  return page.evaluate(() => window.workbook.formulas('B3')[0]?.[0] ?? '');
}
