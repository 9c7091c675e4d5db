import {
  isNumber,
  openWorkbench,
  startServer,
  suiteBrowser,
  suiteWorkbench,
} from './workbench-page';
import type { WorkbenchPage } from './workbench-page';

/** Long and unlike anything else, so that finding it anywhere means that it got there. */
const KEY = 'probe-4f1c9a7d20b84e63-KEY';

/** However a text might hide: as it is, in parts, or encoded. */
const DISGUISES = [KEY, KEY.slice(0, 12), KEY.slice(-12), btoa(KEY), encodeURIComponent(KEY)];

const browser = suiteBrowser();

describe('the API key', () => {
  const workbench = suiteWorkbench({ query: '?workbook=blank' });

  it('is sent to the service alone, and stands nowhere but in its own record', async () => {
    const { page, complaints } = workbench;
    const addresses: string[] = [];
    const texts: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    page.on('console', (entry) => texts.push(entry.text()));

    await page.getByRole('switch', { name: 'Remember on this device' }).click();
    await workbench.enterKey(KEY);
    await page
      .getByRole('status')
      .filter({ hasText: /rejected/i })
      .waitFor();
    await workbench.set('A1', [
      ['=LOCATTR(13.05, 80.21, "w_pop_tt")'],
      ['=LOCSCORE("store-potential", "Adyar, Chennai")'],
      ['=LOCATTR(95, 80.21, "w_pop_tt")'],
    ]);
    await workbench.idle();
    for (const cell of ['A1', 'A2', 'A3']) texts.push((await workbench.message(cell)) ?? '');
    expect(await workbench.get('A1:A2')).toEqual([['#VALUE!'], ['#VALUE!']]);

    const here = await page.evaluate(() => ({
      document: document.documentElement.outerHTML,
      workbook: JSON.stringify(window.workbook.save()),
      address: window.location.href,
      cookies: document.cookie,
      session: JSON.stringify({ ...sessionStorage }),
      local: { ...localStorage } as Record<string, string>,
    }));
    texts.push(...complaints, ...addresses, here.document, here.workbook, here.address);
    texts.push(here.cookies, here.session, await databaseText(workbench));
    const holding = Object.entries(here.local).filter(([, text]) => text.includes(KEY));
    expect(holding.map(([name]) => name)).toEqual([expect.stringMatching(/credential$/)]);
    for (const [name, text] of Object.entries(here.local)) {
      if (!/credential$/.test(name)) texts.push(name, text);
    }
    for (const text of texts) {
      for (const disguise of DISGUISES) expect(text).not.toContain(disguise);
    }
  });

  it('is gone from the device when it is forgotten', async () => {
    await workbench.page.getByRole('button', { name: 'Remove key' }).click();
    const held = await workbench.page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(held).not.toContain(KEY);
  });
});

describe('a sheet that is opened again', () => {
  it('shows its values without a call, until they are cleared', async () => {
    const workbench = await openWorkbench(browser(), { query: '?workbook=blank' });
    const ask = async (): Promise<string> => {
      await workbench.set('A1', [['=LOCATTR(13.05, 80.21, "w_pop_tt")']]);
      await workbench.idle();
      return (await workbench.get('A1')).flat().join();
    };
    const value = await ask();
    expect(isNumber(value)).toBe(true);
    const calls = (): number => workbench.server.sample.stats().calls;
    const before = calls();
    await workbench.page.getByRole('tab', { name: 'More' }).click();
    await workbench.page.getByRole('tab', { name: 'Settings' }).click();
    await workbench.page.getByText(/^\d+ values?, about/).waitFor();

    await workbench.reload();
    expect(await ask()).toBe(value);
    expect(calls()).toBe(before);

    await workbench.page.getByRole('tab', { name: 'More' }).click();
    await workbench.page.getByRole('tab', { name: 'Settings' }).click();
    await workbench.page.getByRole('button', { name: 'Clear saved results' }).click();
    await workbench.page.getByText('No results saved on this device yet.').waitFor();
    await workbench.reload();
    expect(await ask()).toBe(value);
    expect(calls()).toBe(before + 1);
    await workbench.close();
  });

  it('asks nothing twice though it was closed in the moment its values came', async () => {
    const server = await startServer();
    const page = await browser().newPage();
    await page.goto(`${server.address}/functions.json`);
    const rows = Array.from({ length: 200 }, (_, row) => [
      `=LOCATTR(${13 + row / 1000}, 80.21, "w_pop_tt")`,
    ]);
    const openAndClose = (): Promise<string[][]> => page.evaluate(calculateInFrame, rows);
    const values = await openAndClose();
    expect(values.flat().every(isNumber)).toBe(true);
    expect(server.sample.stats().calls).toBe(200);
    expect(await openAndClose()).toEqual(values);
    expect(server.sample.stats().calls).toBe(200);
    await server.stop();
  });
});

/**
 * Runs in a page: a frame, as the one that a pane is in, goes in the very turn in which its last
 * value came, and its database has none to write in.
 */
async function calculateInFrame(rows: string[][]): Promise<string[][]> {
  const frame = document.createElement('iframe');
  frame.src = '/workbench.html?workbook=blank';
  document.body.append(frame);
  const inner = frame.contentWindow;
  if (inner === null) throw new Error('no frame');
  while (!('workbook' in inner)) await new Promise((resolve) => setTimeout(resolve, 20));
  inner.workbook.set('A1', rows);
  await inner.workbook.idle();
  const values = inner.workbook.get(`A1:A${rows.length}`);
  frame.remove();
  return values;
}

/** All that the page's databases hold, as text. */
function databaseText({ page }: WorkbenchPage): Promise<string> {
  return page.evaluate(async () => {
    const finished = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('unreadable'));
      });
    const texts: string[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await finished(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames) {
        const content = database.transaction(store).objectStore(store);
        texts.push(JSON.stringify(await finished(content.getAll())));
        texts.push(JSON.stringify(await finished(content.getAllKeys())));
      }
      database.close();
    }
    return texts.join();
  });
}
