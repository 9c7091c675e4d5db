import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { DIST, suiteWorkbench } from './workbench-page';

/** Of script, before the sheet is drawn: half of the 15 MB that it once was, and not by much. */
const MOST_BEFORE_SHEET = 7_500_000;
/** Of script, before the frame is shown. */
const MOST_BEFORE_FRAME = 150_000;

describe('a cold start', () => {
  const workbench = suiteWorkbench({ prepare });
  /** In the order in which the page asked for them. */
  const asked: string[] = [];
  let framed: { readonly texts: string; readonly scripts: readonly string[] } | undefined;
  let isSeenInNarrowWindow = false;
  let askedBeforeSheet: readonly string[] = [];

  /** Holds the spreadsheet's code back until the page has been looked at. */
  async function prepare(page: Page): Promise<void> {
    await page.exposeFunction('sheetDrawn', () => {
      if (askedBeforeSheet.length === 0) askedBeforeSheet = [...asked];
    });
    await page.addInitScript(() => {
      const fill = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...where) {
        CanvasRenderingContext2D.prototype.fillText = fill;
        (window as unknown as { sheetDrawn(): void }).sheetDrawn();
        fill.call(this, text, ...where);
      };
    });
    await page.route('**/workbench*.js', async (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      if (name.includes('.univer.')) {
        const opening = page.getByText('Opening…');
        await opening.waitFor();
        framed = { texts: await page.locator('body').innerText(), scripts: [...asked] };
        await page.setViewportSize({ width: 320, height: 640 });
        isSeenInNarrowWindow = await opening.evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2) === element;
        });
        await page.setViewportSize({ width: 1280, height: 800 });
      }
      asked.push(name);
      await route.continue();
    });
  }

  const bytesOf = (names: readonly string[]): number =>
    names.map((name) => statSync(join(DIST, name)).size).reduce((sum, size) => sum + size, 0);

  it('shows the frame before the spreadsheet’s code is there', () => {
    expect(framed?.texts).toContain('Locus workbench');
    expect(framed?.texts).toContain('Opening…');
    expect(isSeenInNarrowWindow).toBe(true);
    const html = readFileSync(join(DIST, 'workbench.html'), 'utf8');
    const first = [...html.matchAll(/<script[^>]* src="?([^\s">]+)/g)].map(([, name = '']) => name);
    expect(bytesOf(first)).toBeLessThan(MOST_BEFORE_FRAME);
  });

  it('draws the sheet before any of the pane is read, and of less than half the code', async () => {
    await workbench.page.getByRole('tab', { name: 'Home' }).waitFor();
    const before = askedBeforeSheet.filter((name) => name.endsWith('.js'));
    expect(before.some((name) => name.includes('.univer.'))).toBe(true);
    expect(before.filter((name) => name.startsWith('workbench.pane'))).toEqual([]);
    expect(asked.some((name) => name.startsWith('workbench.pane.'))).toBe(true);
    expect(bytesOf(before)).toBeLessThan(MOST_BEFORE_SHEET);
    expect(await workbench.page.getByText('Opening…').count()).toBe(0);
    expect(readdirSync(DIST).some((name) => name.startsWith('workbench.univer.'))).toBe(true);
    expect(workbench.complaints).toEqual([]);
  });
});
