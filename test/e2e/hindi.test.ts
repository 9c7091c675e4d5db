import axe from 'axe-core';
import type { Page } from 'playwright-core';
import hindi from '../../assets/hi.json';
import { suiteWorkbench } from './workbench-page';

const TABS = ['Home', 'Enrich', 'Rank', 'Attributes', 'Models', 'Map', 'More'] as const;

describe('Hindi', () => {
  const workbench = suiteWorkbench({ viewport: { width: 1280, height: 800 } });
  let page: Page;

  beforeAll(async () => {
    ({ page } = workbench);
    // Whether to leave work behind.
    page.on('dialog', (dialog) => void dialog.accept());
    await workbench.idle();
  });

  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  const reload = async (): Promise<void> => {
    await page.reload();
    await page.waitForFunction(() => 'workbook' in window);
    await workbench.idle();
  };

  it('is chosen in Settings, and spoken by the page and the pane from the next start', async () => {
    await tab('More').click();
    await tab('Settings').click();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('hi');
    await reload();
    await tab(hindi.Home).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('hi');
    await page.getByRole('button', { name: hindi['Save as…'] }).waitFor();
    await page.getByRole('heading', { name: hindi['Get started'] }).waitFor();
    const ribbon = page.locator('#sheet').getByText(hindi.Formulas, { exact: true });
    await ribbon.waitFor();
    await workbench.set('Scratch!A1', [['=LOCATTR(195, 277, "w_pop_tt")']]);
    await workbench.idle();
    expect(await workbench.message('Scratch!A1')).toBe(
      'अक्षांश 195 सीमा -90 से 90 के बाहर है: उसे ठीक करें।',
    );
  });

  it('fits 320 px in every view, and axe finds nothing wrong', async () => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.getByRole('button', { name: hindi.Pane, exact: true }).click();
    await page.evaluate(axe.source);
    for (const title of TABS) {
      await tab(hindi[title]).click();
      // Sections that are fetched apart have one each.
      await page.locator('.fui-Spinner').first().waitFor({ state: 'detached' });
      const { violations, isWide } = await page.evaluate(async () => ({
        violations: (await window.axe.run('#pane')).violations.map(({ id }) => id),
        isWide: document.documentElement.scrollWidth > window.innerWidth,
      }));
      expect({ title, violations, isWide }).toEqual({ title, violations: [], isWide: false });
    }
  });

  it('is English where its texts cannot be fetched', async () => {
    await page.route('**/assets/hi.json', (route) => route.abort());
    await page.setViewportSize({ width: 1280, height: 800 });
    await reload();
    await tab('Home').waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  });
});
