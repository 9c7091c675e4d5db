import type { Page } from 'playwright-core';
import { suiteWorkbench } from './workbench-page';

const KEY = 'locus-demo-key';
const FORMULA = '=LOCATTR(19.06,72.83,"w_pop_tt_1000")';

/** Open workbooks are pages of one browser profile: they share its storage, each in a process. */
describe('windows of one device', () => {
  const first = suiteWorkbench({ query: '?workbook=blank&key=none' });
  let a: Page;
  let b: Page;

  beforeAll(async () => {
    a = first.page;
    b = await openAnother();
  });

  async function openAnother(): Promise<Page> {
    const page = await a.context().newPage();
    await page.goto(a.url());
    await page.waitForFunction(() => 'workbook' in window);
    await page.locator('#sheet canvas').first().waitFor();
    return page;
  }

  const view = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click();
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const set = (page: Page, cell: string, text: string): Promise<void> =>
    page.evaluate(({ a1, value }) => window.workbook.set(a1, [[value]]), { a1: cell, value: text });
  const idle = (page: Page): Promise<void> => page.evaluate(() => window.workbook.idle());
  const shown = (page: Page, cell: string): Promise<unknown> =>
    page.waitForFunction((a1) => /^\d/.test(window.workbook.get(a1)[0]?.[0] ?? ''), cell);
  const kept = (page: Page): Promise<Record<string, string>> =>
    page.evaluate(() => ({ ...localStorage }) as Record<string, string>);

  async function setInBoth(cells: string, formulas: (index: number) => string[][]): Promise<void> {
    await Promise.all(
      [a, b].map((page, index) =>
        page.evaluate(([a1, rows]) => window.workbook.set(a1, rows), [
          cells,
          formulas(index),
        ] as const),
      ),
    );
    await Promise.all([idle(a), idle(b)]);
  }

  /** Calls of today, as all windows count them. */
  const booked = (page: Page): Promise<number> =>
    page.evaluate(async () => {
      const { name } = (await indexedDB.databases()).find((each) =>
        each.name?.startsWith('locus-spending'),
      ) as { name: string };
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
      });
      const record = await new Promise<{ calls: number }>((resolve) => {
        const reading = db.transaction('record').objectStore('record').get('now');
        reading.onsuccess = () => resolve(reading.result as { calls: number });
      });
      db.close();
      return record.calls;
    });

  /** The same, once both windows have given back what they had reserved ahead and did not need. */
  async function bookedAtRest(): Promise<number> {
    let before: number | undefined;
    let now = await booked(a);
    while (now !== before) {
      before = now;
      await a.evaluate(() => new Promise((resolve) => setTimeout(resolve, 700)));
      now = await booked(a);
    }
    return now;
  }

  async function saveKey(page: Page, key: string): Promise<void> {
    await view(page, 'Home');
    await page.getByRole('textbox', { name: 'API key', exact: true }).fill(key);
    await button(page, 'Save and test').click();
  }

  it('have the key that was saved in one, and their cells ask with it', async () => {
    await set(b, 'A1', FORMULA);
    await idle(b);
    expect(await b.evaluate(() => window.workbook.get('A1')[0]?.[0])).toBe('#N/A');
    await a.getByRole('switch', { name: 'Remember on this device' }).click();
    await saveKey(a, KEY);
    await b.getByText('The connection was changed in another window.').waitFor();
    expect(await b.getByRole('switch', { name: 'Remember on this device' }).isChecked()).toBe(true);
    await shown(b, 'A1');
  });

  it('have a key replaced once and for all, also where nothing is typed', async () => {
    await saveKey(a, 'another-key');
    await a
      .getByRole('status')
      .filter({ hasText: /rejected/i })
      .waitFor();
    await button(b, 'Save and test').click();
    await b
      .getByRole('status')
      .filter({ hasText: /rejected/i })
      .waitFor();
    await b.waitForFunction((key) => !JSON.stringify({ ...localStorage }).includes(key), KEY);
    await saveKey(b, KEY);
    await b.getByText(/^Connected\./).waitFor();
    // What one process stores, another sees a moment later.
    await a.waitForFunction(() => !JSON.stringify({ ...localStorage }).includes('another-key'));
  });

  it('go by a setting at once, whichever of them it was changed in', async () => {
    let inFlight = 0;
    let most = 0;
    const calls = '**/getvariablesbulk*';
    await b.route(calls, async (route) => {
      most = Math.max(most, (inFlight += 1));
      await new Promise((resolve) => setTimeout(resolve, 100));
      inFlight -= 1;
      await route.continue();
    });
    await Promise.all([view(a, 'More'), view(b, 'More')]);
    await Promise.all([view(a, 'Settings'), view(b, 'Settings')]);
    const fill = async (column: string, value: string): Promise<number> => {
      const box = a.getByRole('textbox', { name: 'Maximum calls at once' });
      await box.fill(value);
      await box.press('Enter');
      await b.waitForFunction(
        (typed) => [...document.querySelectorAll('input')].some((input) => input.value === typed),
        value,
      );
      most = 0;
      const formula = (row: number): string[] => [
        `=LOCATTR(${20 + row / 100},${value}.5,"w_pop_tt_500")`,
      ];
      await b.evaluate(([a1, rows]) => window.workbook.set(a1, rows), [
        `${column}1:${column}12`,
        Array.from({ length: 12 }, (_, row) => formula(row)),
      ] as const);
      await idle(b);
      return most;
    };
    expect(await fill('G', '1')).toBe(1);
    expect(await fill('H', '7')).toBeGreaterThan(1);
    await b.unroute(calls);
  });

  it('count every call in one ledger, also those made at the same moment', async () => {
    const before = first.server.sample.stats().lookups;
    const rows = 60;
    await Promise.all(
      [a, b].map((page, index) =>
        page.evaluate(
          ({ count, start }) =>
            window.workbook.set(
              `C1:C${count}`,
              Array.from({ length: count }, (_, row) => [
                `=LOCATTR(${(start + row * 0.01).toFixed(2)},77.59,"w_pop_tt_500")`,
              ]),
            ),
          { count: rows, start: 12 + index },
        ),
      ),
    );
    await Promise.all([idle(a), idle(b)]);
    expect(first.server.sample.stats().lookups - before).toBe(2 * rows);
    await a.waitForFunction((least) => {
      const { days, windows = [] } = JSON.parse(
        localStorage.getItem('locus.locus.ledger') ?? '{"days":{}}',
      ) as {
        days: Record<string, { calls: number }>;
        windows?: [string, Record<string, { calls: number }>][];
      };
      const all = [days, ...windows.map(([, counted]) => counted)];
      const calls = all.flatMap((each) => Object.values(each).map((day) => day.calls));
      return calls.reduce((sum, count) => sum + count, 0) >= least;
    }, 2 * rows);
  });

  it('ask the same at the same moment with one call, a score too', async () => {
    const before = first.server.sample.stats();
    const formulas = [
      ...Array.from({ length: 40 }, (_, row) => [
        `=LOCATTR(${(20 + row * 0.01).toFixed(2)},77.59,"w_pop_tt_500")`,
      ]),
      ['=LOCSCORE("store-potential","Adyar, Chennai")'],
      ['=LOCSCORE("store-potential","Bandra, Mumbai")'],
    ];
    await setInBoth('G1:G42', () => formulas);
    const { lookups, scores } = first.server.sample.stats();
    expect([lookups - before.lookups, scores - before.scores]).toEqual([40, 2]);
    const [one, two] = await Promise.all(
      [a, b].map((page) => page.evaluate(() => window.workbook.get('G1:G42'))),
    );
    expect(two).toEqual(one);
    expect(one?.flat().every((shown) => /^\d/.test(shown))).toBe(true);
  });

  it('spend from one budget, to the call', async () => {
    await set(a, 'I1', '=LOCATTR(30.5,77.59,"w_pop_tt_500")');
    await shown(a, 'I1');
    const budget = (await bookedAtRest()) + 25;
    await view(a, 'More');
    await view(a, 'Spending');
    const field = a.getByRole('textbox', { name: 'Daily budget' });
    await field.fill(String(budget));
    await field.press('Enter');
    // The other window has heard of it when it shows it.
    await view(b, 'More');
    await view(b, 'Spending');
    await b.waitForFunction(
      (text) => [...document.querySelectorAll('input')].some((input) => input.value === text),
      String(budget),
    );
    const before = first.server.sample.stats().lookups;
    await setInBoth('J1:J40', (index) =>
      Array.from({ length: 40 }, (_, row) => [
        `=LOCATTR(${(31 + index + row * 0.01).toFixed(2)},77.59,"w_pop_tt_500")`,
      ]),
    );
    expect(first.server.sample.stats().lookups - before).toBe(25);
    expect(await booked(b)).toBe(budget);
  });

  it('forget everything together, and nothing of it comes back', async () => {
    await view(a, 'More');
    await view(a, 'Settings');
    await set(b, 'E1', '=LOCATTR(13.11,80.28,"w_pop_tt_200")');
    await button(a, 'Clear all data…').click();
    await button(a, 'Clear all data').click();
    await a.getByText(/^Done\./).waitFor();
    await view(b, 'Home');
    await b.getByPlaceholder('API key or access token').waitFor();
    await idle(b);
    // Whatever waits to be written is written when its page goes.
    await b.goto('about:blank');
    const next = await openAnother();
    const left = Object.keys(await kept(next)).filter((name) => name.includes('locus.'));
    expect(left.sort()).toEqual(['locus.locus.clearing', 'locus.locus.generation']);
    await view(next, 'More');
    await view(next, 'Settings');
    await next.getByText('No results saved on this device yet.').waitFor();
    await next.close();
  });
});
