import { bringAxe, THEMES, violationsOf, type ThemeOfPage } from './axe-in-page';
import { suiteWorkbench } from './workbench-page';

describe('the pane beside the sheet', () => {
  const workbench = suiteWorkbench({ query: '?workbook=blank&key=none' });

  const pane = () => workbench.page.getByRole('complementary', { name: 'Locus pane' });
  const edge = () => workbench.page.getByRole('separator', { name: 'Width of the pane' });
  const paneWidth = async () => (await pane().boundingBox())?.width;

  async function dragTo(x: number): Promise<void> {
    const { page } = workbench;
    const { x: left = 0 } = (await edge().boundingBox()) ?? {};
    await page.mouse.move(left + 4, 300);
    await page.mouse.down();
    await page.mouse.move(x, 500, { steps: 4 });
    await page.mouse.up();
  }

  it('is as wide as its edge is dragged, and no text is selected on the way', async () => {
    const { page } = workbench;
    await page.getByRole('button', { name: 'Save and test' }).waitFor();
    await dragTo(700);
    expect(await paneWidth()).toBe(580);
    await dragTo(1270);
    expect(await paneWidth()).toBe(320);
    await dragTo(10);
    expect(await paneWidth()).toBe(1000);
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
  });

  it('is as wide as before when a narrow window becomes wide again', async () => {
    const { page } = workbench;
    await page.setViewportSize({ width: 320, height: 700 });
    await workbench.reload();
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await paneWidth()).toBe(350);
  });

  it('becomes wider and narrower by keys', async () => {
    const { page } = workbench;
    await dragTo(800);
    await edge().focus();
    await page.keyboard.press('ArrowRight');
    expect(await paneWidth()).toBe(464);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await paneWidth()).toBe(496);
    expect(await edge().getAttribute('aria-valuenow')).toBe('496');
  });

  it.each(Object.keys(THEMES) as ThemeOfPage[])(
    'leaves the sheet to itself in %s',
    async (theme) => {
      const { page } = workbench;
      await page.emulateMedia(THEMES[theme]);
      const sheetWidth = async () => (await page.locator('#sheet').boundingBox())?.width;
      const before = await sheetWidth();
      await page.getByRole('button', { name: 'Hide pane' }).click();
      await pane().waitFor({ state: 'hidden' });
      expect(await sheetWidth()).toBe(1280);
      await bringAxe(page);
      expect(await violationsOf(page, theme, ['#sheet'])).toEqual([]);
      await page.getByRole('button', { name: 'Show pane' }).click();
      await pane().waitFor();
      expect(await sheetWidth()).toBe(before);
      expect(await violationsOf(page, theme, ['#sheet'])).toEqual([]);
    },
  );

  it('comes back for whoever goes to it', async () => {
    const { page } = workbench;
    await page.getByRole('button', { name: 'Hide pane' }).click();
    await page.mouse.click(200, 300);
    await page.keyboard.press('F6');
    await pane().waitFor();
    expect(await pane().evaluate((it) => it.contains(document.activeElement))).toBe(true);
  });
});
