import { isNumber, openWorkbench, suiteBrowser } from './workbench-page';
import type { WorkbenchPage } from './workbench-page';

describe('when something is wrong', () => {
  const browser = suiteBrowser();
  let workbench: WorkbenchPage | undefined;

  afterEach(() => workbench?.close());

  it('a service that stops leaves no cell busy, and when it is back every cell gets its value, the same as before', async () => {
    const query = '?workbook=blank&deadlineMs=5000';
    workbench = await openWorkbench(browser(), { query, delayMs: 40 });
    await workbench.set('A1', ROWS);
    const first = workbench.server.sample;
    while (first.stats().endings.lookup['200'] === undefined || first.stats().calls < 60) {
      await workbench.page.waitForEvent('response');
    }
    const start = await workbench.stopService();
    await workbench.idle();
    const before = (await workbench.get(CELLS)).flat();
    const failed = before.filter((text) => !isNumber(text));
    expect(before.filter((text) => text === '#BUSY!')).toEqual([]);
    expect(new Set(failed)).toEqual(new Set(['#N/A']));
    expect(failed.length).toBeLessThan(before.length);

    await workbench.page.getByRole('tab', { name: 'Attributes' }).click();
    await workbench.page.getByText('The service can’t be reached.').waitFor();
    const second = (await start()).sample;
    // By itself, but for scores that may have arrived, which are a person's to ask for.
    await left(workbench, MOST_IN_FLIGHT + 1);
    await workbench.page.getByText('The service can’t be reached.').waitFor({ state: 'detached' });
    await workbench.page.getByRole('tab', { name: 'Home' }).click();
    await workbench.page.getByRole('button', { name: 'Retry failed' }).click();
    await left(workbench, 0);
    await workbench.idle();
    const after = (await workbench.get(CELLS)).flat();
    expect(after.filter((text) => !isNumber(text))).toEqual([]);
    expect(
      after.filter((text, index) => isNumber(before[index] ?? '') && text !== before[index]),
    ).toEqual([]);
    expect(second.stats().values).toBe(failed.length);
  });
});

const MOST_IN_FLIGHT = 6;
/** A place each with an attribute and a score: a call for each cell. */
const ROWS = Array.from({ length: 100 }, (_, row) => [
  `=LOCATTR(${13 + row / 100}, 77.6, "w_pop_tt")`,
  `=LOCSCORE_COORDS("store-potential", ${13 + row / 100}, 77.6)`,
]);
const CELLS = 'A1:B100';
/** So many cells are not read for each frame: that would be most of what the page does. */
const POLLING_MS = 200;

/** Waits until no more cells than these are without a value. */
async function left({ page }: WorkbenchPage, most: number): Promise<void> {
  await page.waitForFunction(
    ([a1, mayBeLeft]) =>
      window.workbook
        .get(a1)
        .flat()
        .filter((text) => !/^\d/.test(text)).length <= mayBeLeft,
    [CELLS, most] as const,
    { polling: POLLING_MS },
  );
}
