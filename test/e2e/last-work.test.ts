import type { Page } from 'playwright-core';
import { openFile, whenKept } from './workbench-files';
import { suiteWorkbench } from './workbench-page';

describe('a person’s last work', () => {
  const workbench = suiteWorkbench();
  let page: Page;

  beforeAll(async () => {
    ({ page } = workbench);
    // Whether to leave work behind.
    page.on('dialog', (dialog) => void dialog.accept());
    await workbench.idle();
    await openShops();
  });
  afterEach(() => expect(workbench.complaints.splice(0)).toEqual([]));

  const nameOf = (of: Page) => of.locator('#workbook-name');
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const shown = (of: Page, cell: string) =>
    of.evaluate((a1) => window.workbook.get(a1)[0]?.[0], cell);

  /** As a person would, and waits until the device has it. */
  async function openShops(): Promise<void> {
    await openFile(workbench, 'Shops.csv', 'shop,rent\nHill Road,90000\n');
    await page.mouse.click(90, 300);
    await page.keyboard.type('typed');
    await page.keyboard.press('Enter');
    await whenKept(page, 'typed');
  }

  it('is open after a reload, by its name and without a call, and the sample a click away', async () => {
    expect(await nameOf(page).textContent()).toBe('Shops');
    workbench.server.sample.reset();
    await workbench.reload();
    expect(await page.title()).toBe('Shops — Locus workbench');
    expect(await nameOf(page).textContent()).toBe('Shops');
    expect((await workbench.get('A1:A8')).flat()).toContain('typed');
    await page.getByText('“Shops” is open as you left it.').waitFor();
    expect(workbench.server.sample.stats()).toMatchObject({ lookups: 0, scores: 0 });
    await button('Sample workbook').click();
    expect(await shown(page, 'Stores!A1')).toBe('Address');
    expect(await nameOf(page).textContent()).toBe('Sample workbook');
    // Nobody has worked on that.
    await workbench.reload();
    expect(await nameOf(page).textContent()).toBe('Shops');
  });

  it('stays with its window, and a second window’s copy is another', async () => {
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.waitForFunction(() => 'workbook' in window);
    expect(await nameOf(second).textContent()).toBe('Sample workbook');
    await second.getByRole('button', { name: /^Shops, / }).click();
    await second.waitForFunction(() => window.workbook.get('A1')[0]?.[0] === 'shop');
    await second.mouse.click(90, 350);
    await second.keyboard.type('in the second');
    await second.keyboard.press('Enter');
    await whenKept(page, 'in the second');
    await workbench.reload();
    expect(await nameOf(page).textContent()).toBe('Shops');
    const texts = (await workbench.get('A1:A9')).flat();
    expect(texts).toContain('typed');
    expect(texts).not.toContain('in the second');
    await second.close();
  });

  it('that can no longer be opened is named, and the sample is open', async () => {
    // So that the page itself writes nothing more.
    await button('Sample workbook').click();
    await workbench.idle();
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open('locus-workbooks');
          opening.addEventListener('success', () => {
            const transaction = opening.result.transaction('contents', 'readwrite');
            const store = transaction.objectStore('contents');
            const all = store.getAllKeys();
            all.addEventListener('success', () => {
              for (const id of all.result) store.put({ id, content: '{"sheets":1}' });
            });
            transaction.addEventListener('complete', () => resolve(opening.result.close()));
          });
        }),
    );
    await workbench.reload();
    await page.getByText('“Shops” can no longer be opened.').waitFor();
    expect(await shown(page, 'Stores!A1')).toBe('Address');
    await workbench.idle();
  });

  it('is deleted on request, and stays so', async () => {
    await button('Delete all').click();
    await page.getByText('Delete all work kept on this device?').waitFor();
    // Enter does no harm.
    await page.keyboard.press('Enter');
    await page.getByText('“Shops” can no longer be opened.').waitFor();
    await button('Delete all').click();
    await page.getByText('Delete all work kept on this device?').waitFor();
    await button('Delete all').click();
    await workbench.reload();
    expect(await nameOf(page).textContent()).toBe('Sample workbook');
    expect(await button('Delete all').count()).toBe(0);
  });

  it('is nowhere where the browser keeps nothing, and the sample opens as ever', async () => {
    await page.addInitScript(() => {
      const blocked = (): never => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      for (const name of ['indexedDB', 'localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, { get: blocked });
      }
      Object.defineProperty(navigator, 'locks', { value: undefined });
    });
    await workbench.reload();
    expect(await nameOf(page).textContent()).toBe('Sample workbook');
    await page.waitForFunction(() => /^\d/.test(window.workbook.get('Stores!C2')[0]?.[0] ?? ''));
  });
});
