import type { Page } from 'playwright-core';
import { isNumber, openWorkbench, suiteBrowser } from './workbench-page';
import type { WorkbenchPage } from './workbench-page';

/** Above the threshold that a new device has. */
const ROWS = 600;

const browser = suiteBrowser();
let workbench: WorkbenchPage | undefined;

afterEach(() => workbench?.close());

/** So many places of their own, one value each. */
function column(rows: number, firstLatitude = 12): string[][] {
  return Array.from({ length: rows }, (_, row) => [
    `=LOCATTR(${(firstLatitude + row / 1000).toFixed(3)}, 77.6, "w_pop_tt")`,
  ]);
}

describe('a fill-down above the threshold', () => {
  async function fill(rows: number, threshold?: number): Promise<WorkbenchPage> {
    // A timer must end by the clock that it began by: the page knows no other from the start.
    const prepare = async (page: Page): Promise<void> => {
      await page.clock.install();
      // A worker’s timers would go on.
      await page.addInitScript('delete globalThis.Worker');
    };
    workbench = await openWorkbench(browser(), { query: '?workbook=blank', prepare });
    const { page, set, idle } = workbench;
    if (threshold !== undefined) {
      await askAbove(threshold);
      await page.getByRole('tab', { name: 'Home' }).click();
    }
    // A host calculates its cells in groups, and how soon one follows the other is the machine's
    // business: until all have come in, the page's time goes on only while it has nothing to do.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
    await set('A1', column(rows));
    let isIdle = false;
    const settled = idle().then(() => (isIdle = true));
    while (!isIdle) await page.clock.runFor(20);
    await settled;
    await page.clock.resume();
    return workbench;
  }

  const calls = (): number => workbench?.server.sample.stats().calls ?? -1;
  const pane = (): WorkbenchPage['page'] => (workbench as WorkbenchPage).page;
  const button = (name: string) => pane().getByRole('button', { name, exact: true });
  const held = () => pane().getByRole('region', { name: 'Needs your approval' });

  async function askAbove(calls: number): Promise<void> {
    await pane().getByRole('tab', { name: 'More' }).click();
    await pane().getByRole('tab', { name: 'Spending' }).click();
    await pane().getByRole('textbox', { name: 'Ask for approval above' }).fill(`${calls}`);
    await pane().keyboard.press('Enter');
  }

  async function numbers(a1: string): Promise<number> {
    return ((await workbench?.get(a1)) ?? []).flat().filter(isNumber).length;
  }

  it('is held as a whole, approved in part to the call, and then all of it', async () => {
    const { get, message, idle, complaints } = await fill(120, 100);
    await held().getByText('120 calls for 120 values.').waitFor();
    expect(calls()).toBe(0);
    expect(new Set((await get('A1:A120')).flat())).toEqual(new Set(['#N/A']));
    expect(await message('A1')).toMatch(/^Needs your approval: /u);
    await pane().getByText('120 values await your approval.').first().waitFor();

    await pane().getByRole('textbox', { name: 'Calls to approve' }).fill('20');
    await button('Approve this many').click();
    await held().getByText('100 calls for 100 values.').waitFor();
    await idle();
    expect(calls()).toBe(20);
    expect(await numbers('A1:A120')).toBe(20);

    await button('Approve all').click();
    await pane().waitForFunction(
      (a1) =>
        window.workbook
          .get(a1)
          .flat()
          .every((text) => /^\d/u.test(text)),
      'A1:A120',
      // Not for each frame, which is what it would take most of the page's time for.
      { polling: 200 },
    );
    expect(calls()).toBe(120);
    await button('Approve all').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('refused makes no call, and says so until it is asked for again', async () => {
    const { get, set, idle } = await fill(ROWS);
    await button('Decline').click();
    await button('Decline').waitFor({ state: 'detached' });
    await idle();
    expect(calls()).toBe(0);
    expect((await get(`A${ROWS}`)).flat()).toEqual(['#N/A']);
    // What is small is asked as ever.
    await set('C1', column(3, 20));
    await idle();
    expect(calls()).toBe(3);
    await button('Retry failed').click();
    await held().getByText(`${ROWS} calls for ${ROWS} values.`).waitFor();
    expect(calls()).toBe(3);
  });

  it('of 10,000 rows lets no call slip out while the groups come in', async () => {
    await fill(10_000);
    await held().getByText('10,000 calls for 10,000 values.').waitFor();
    expect(calls()).toBe(0);
  });

  it('goes by itself once the threshold is raised above it, and its price is known', async () => {
    const { idle } = await fill(120, 100);
    await button('Set price per call').click();
    await pane().getByRole('textbox', { name: 'Price per call' }).fill('0.5');
    await pane().keyboard.press('Enter');
    await pane().getByRole('tab', { name: 'Home' }).click();
    await held().getByText('120 calls for 120 values, about 60 credits.').waitFor();
    await askAbove(200);
    await idle();
    await pane().getByRole('row', { name: 'Today 120 120 0 60 credits' }).waitFor();
    expect(calls()).toBe(120);
  });
});

describe('the day’s budget', () => {
  it('is kept across a reload, and a receipt says what was spent', async () => {
    workbench = await openWorkbench(browser(), { query: '?workbook=blank' });
    const { page, server, set, idle } = workbench;
    await page.getByRole('tab', { name: 'More' }).click();
    await page.getByRole('tab', { name: 'Spending' }).click();
    await page.getByRole('textbox', { name: 'Daily budget' }).fill('50');
    await page.keyboard.press('Enter');
    await set('A1', column(40));
    await idle();
    await page.getByRole('row', { name: 'Today 40 40 0' }).waitFor();

    await workbench.reload();
    await workbench.set('A1', column(30, 20));
    await workbench.idle();
    expect(server.sample.stats().calls).toBe(50);
    const heldCalls = page.getByRole('region', { name: 'Needs your approval' });
    await heldCalls.getByText('20 calls for 20 values.').waitFor();
    await heldCalls.getByText('You’ve used today’s budget of 50 calls.').waitFor();

    await page.getByRole('tab', { name: 'More' }).click();
    await page.getByRole('tab', { name: 'Spending' }).click();
    await page.getByRole('row', { name: 'Today 50 50 0' }).waitFor();
    await page.getByRole('button', { name: 'Add a receipt sheet' }).click();
    await page.getByText('Receipt added on the sheet “Locus receipt”.').waitFor();
    const receipt = await workbench.get("'Locus receipt'!A1:E40");
    expect(receipt).toContainEqual(['LOCATTR', '30', '', '', '']);
    expect(receipt).toContainEqual(['Unique places', '30', '', '', '']);
    expect(receipt).toContainEqual(['The service', '10', '', '', '']);
    expect(receipt).toContainEqual(['Total', '50', '50', '0', 'not known']);
    // Since the reload.
    const ofWorkbook = ['This workbook, since it was opened', '10', '10', '0', 'not known'];
    expect(receipt).toContainEqual(ofWorkbook);
    expect(receipt.flat()).toContain('w_pop_tt');
    expect(receipt.flat().join()).not.toContain('locus-demo-key');
  });
});

describe('a pause', () => {
  it('stops what has not left until a person goes on', async () => {
    // So slow that calls are still to be made when the pane has drawn how fast they go.
    workbench = await openWorkbench(browser(), { query: '?workbook=blank', delayMs: 300 });
    const { page, server, set, idle } = workbench;
    await set('A1', column(120));
    await page.getByText(/per second$/u).waitFor();
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByText(/, paused$/u).waitFor();
    await page.getByRole('group', { name: 'In progress' }).filter({ hasText: /^0$/u }).waitFor();
    const { calls } = server.sample.stats();
    expect(calls).toBeLessThan(120);
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await idle();
    expect(server.sample.stats().calls).toBe(120);
    expect((await workbench.get('A1:A120')).flat().every(isNumber)).toBe(true);
  });
});
