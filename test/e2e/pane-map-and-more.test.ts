import { suiteWorkbench, whenIdle } from './workbench-page';

const PLACES = [
  ['Shop', 'lat', 'lng', 'people'],
  ['Koramangala', 12.9352, 77.6245, 5],
  ['Bandra', 19.0596, 72.8295, 7],
  ['Nowhere', null, null, 9],
];

/** Each test goes on from the one before, as a person's session does. */
describe('the views that a person opens now and then', () => {
  const workbench = suiteWorkbench({ query: '?workbook=blank' });

  beforeAll(() => workbench.set('A1', PLACES));

  const open = (name: string) => workbench.page.getByRole('tab', { name }).click();
  const button = (name: string) => workbench.page.getByRole('button', { name, exact: true });

  /** The words below the map, and not the list of places. */
  const lookedAt = (name: string): Promise<void> =>
    workbench.page
      .getByRole('paragraph')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .waitFor();

  it('the map draws the selection’s places over outlines from beside the page', async () => {
    const outlines = workbench.page.waitForResponse(/\/assets\/outline\.json$/);
    await workbench.page.evaluate(() => window.workbook.select('B2'));
    await open('Map');
    expect((await outlines).status()).toBe(200);
    await workbench.page.getByText(/^2 places from Sheet1!A1:D4; 1 row without/).waitFor();
    await button('Next').click();
    await workbench.page.getByText('Koramangala: people 5').waitFor();
    await button('Go to row 2').click();
    await workbench.page
      .getByRole('group', { name: 'Selected' })
      .filter({ hasText: 'Sheet1!A2' })
      .waitFor();
  });

  it('a place under the pointer says its value, and a click leads to its row', async () => {
    const map = workbench.page.getByRole('img', { name: 'Map of 2 places' });
    const box = await map.boundingBox();
    if (box === null) throw new Error('the map is not drawn');
    // The northernmost and westernmost of the two lies in that corner, or above the middle of it.
    let found = false;
    for (let y = 4; y < box.height && !found; y += 8) {
      for (let x = 4; x < box.width / 2 && !found; x += 8) {
        await workbench.page.mouse.move(box.x + x, box.y + y);
        found = await workbench.page.getByText('Bandra: people 7').isVisible();
        if (found) await workbench.page.mouse.click(box.x + x, box.y + y);
      }
    }
    expect(found).toBe(true);
    await workbench.page
      .getByRole('group', { name: 'Selected' })
      .filter({ hasText: 'Sheet1!A3' })
      .waitFor();
  });

  it('a list without coordinates is shown by its pincodes, and a cluster opens', async () => {
    const rows = ['560034', '560034', '560034', '400050'].map((code, index) => [
      `Shop ${String(index + 1)}`,
      code,
    ]);
    await workbench.set('H1', [['Shop', 'Pincode'], ...rows]);
    await workbench.page.evaluate(() => window.workbook.select('H1'));
    await button('Show selection').click();
    await workbench.page.getByText('4 places from Sheet1!H1:I5.').waitFor();
    await workbench.page
      .getByText(/^Places are approximate: each is shown at the centre of its pincode/)
      .waitFor();
    await workbench.page.evaluate(() => window.workbook.select('I5'));
    await lookedAt('Shop 4');
    await button('Next').click();
    await lookedAt('Shop 1');
    for (let step = 0; step < 20; step += 1) await button('Zoom in').click();
    await button('Next').click();
    await lookedAt('Shop 2');
    await whenIdle(workbench.page);
    // It is in the middle: a cluster of three at one point, and each click names the next of them.
    const box = await workbench.page.getByRole('img', { name: 'Map of 4 places' }).boundingBox();
    if (box === null) throw new Error('the map is not drawn');
    const map = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    for (const name of ['Shop 3', 'Shop 1', 'Shop 2']) {
      await workbench.page.mouse.click(map.x, map.y);
      await lookedAt(name);
      await whenIdle(workbench.page);
    }
    await button('Show all places').click();
  });

  it('in high contrast, the map’s buttons have the colours of all others', async () => {
    await workbench.page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
    await workbench.page.mouse.move(0, 0);
    // Colours change over a tenth of a second.
    await workbench.page.waitForFunction(() => {
      const [other, ...ours] = ['Previous', 'Zoom in', 'Zoom out', 'Show all places'].map(
        (name) => {
          const named = [...document.querySelectorAll('button')].find(
            (element) => (element.ariaLabel ?? element.textContent) === name,
          );
          if (named === undefined) return name;
          const { color, backgroundColor } = getComputedStyle(named);
          const { stroke } = getComputedStyle(named.querySelector('path') ?? named);
          return `${color} on ${backgroundColor}, ${stroke}`;
        },
      );
      return ours.every((colours) => colours === other);
    });
    await workbench.page.emulateMedia({ forcedColors: 'none' });
  });

  it('the map opens over the whole page, and Esc leads back to its button', async () => {
    const { page } = workbench;
    await page.evaluate(() => window.workbook.select('B2'));
    await page.getByText(/^2 places from Sheet1!A1:D4; 1 row without/).waitFor();
    await button('Open large map').click();
    const large = page.getByRole('dialog', { name: /^2 places/ });
    const map = large.getByRole('img', { name: 'Map of 2 places' });
    const size = await map.boundingBox();
    const view = page.viewportSize();
    expect(size?.width).toBeGreaterThan(0.6 * (view?.width ?? Infinity));
    await large.getByRole('figure', { name: 'Legend: people' }).waitFor();
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Open large map');
  });

  it('the wheel over the map scrolls the pane, and zooms with Ctrl', async () => {
    const { page } = workbench;
    const map = page.getByRole('img', { name: 'Map of 2 places' });
    const drawn = () =>
      map.evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : ''));
    const scrolled = () => page.evaluate(() => document.getElementById('pane')?.scrollTop);
    const toMap = async (): Promise<void> => {
      await map.scrollIntoViewIfNeeded();
      const box = await map.boundingBox();
      if (box === null) throw new Error('the map is not drawn');
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    };
    await toMap();
    // A person may have pressed on the map before.
    await page.mouse.down();
    await page.mouse.up();
    const [whole, top] = [await drawn(), await scrolled()];
    await page.mouse.wheel(0, top === 0 ? 120 : -120);
    await page.waitForFunction(
      (before) => document.getElementById('pane')?.scrollTop !== before,
      top,
    );
    expect(await drawn()).toBe(whole);
    await toMap();
    const at = await scrolled();
    await page.keyboard.down('Control');
    // Between the two places, so that neither stays in view.
    for (let turn = 0; turn < 12; turn += 1) await page.mouse.wheel(0, -500);
    await page.keyboard.up('Control');
    await page.getByText('No places in view').waitFor();
    expect(await scrolled()).toBe(at);
    await page.getByText('Show all places').click();
    await page.getByText('No places in view').waitFor({ state: 'detached' });
    expect(await drawn()).toBe(whole);
  });

  it('the map’s picture is copied, as large as it is sharp', async () => {
    const { page } = workbench;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button('Copy picture').click();
    await page.getByText('Picture copied. Paste it where you need it.').waitFor();
    const copied = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const file = await item?.getType('image/png');
      const { width, height } = await createImageBitmap(file as Blob);
      return { width, height };
    });
    expect(copied).toEqual({ width: 2240, height: 1400 });
  });
});
