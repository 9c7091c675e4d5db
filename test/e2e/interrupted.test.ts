import { createGate } from '../host/gate';
import { chooseFile, savedFile, whenKept } from './workbench-files';
import { isNumber, openWorkbench, suiteBrowser } from './workbench-page';
import type { WorkbenchPage } from './workbench-page';

const ROWS = 45;
const CELLS = `A1:A${ROWS}`;

const browser = suiteBrowser();
const gate = createGate();
let workbench: WorkbenchPage | undefined;

afterEach(async () => {
  gate.open();
  await workbench?.close();
});

/** So many places of their own, whose values the service holds back. */
async function openInMidRun(): Promise<WorkbenchPage> {
  const delay = (): Promise<void> => gate.pass();
  workbench = await openWorkbench(browser(), { query: '?workbook=blank', delayMs: 1, delay });
  gate.close();
  await workbench.set(
    'A1',
    Array.from({ length: ROWS }, (_, row) => [`=LOCATTR(${12 + row / 1000}, 77.6, "w_pop_tt")`]),
  );
  await workbench.page.waitForFunction(
    (cells) =>
      window.workbook
        .get(cells)
        .flat()
        .every((text) => text === '#BUSY!'),
    CELLS,
  );
  await gate.whenWaiting(1);
  return workbench;
}

const calls = (): number => workbench?.server.sample.stats().calls ?? -1;
const numbers = async (): Promise<number> =>
  ((await workbench?.get(CELLS)) ?? []).flat().filter(isNumber).length;

/** The offer with its price stands, nothing has been asked, and a click brings the values. */
async function goOn({ page, idle }: WorkbenchPage, asked: number): Promise<void> {
  const offer = page.getByRole('region', { name: 'Needs your approval' });
  await offer.getByText('45 values were interrupted. 45 calls for 45 values.').waitFor();
  await idle();
  expect(calls()).toBe(asked);
  expect(await numbers()).toBe(0);
  await page.getByRole('tab', { name: 'More' }).click();
  await page.getByRole('tab', { name: 'Spending' }).click();
  await page.getByRole('textbox', { name: 'Price per call' }).fill('0.5');
  await page.keyboard.press('Enter');
  await page
    .getByText(/^45 values were interrupted\. 45 calls need your approval, about /)
    .waitFor();
  await page.getByRole('tab', { name: 'Home' }).click();
  await offer.getByRole('button', { name: 'Go on (45 calls)' }).click();
  await page.waitForFunction(
    (cells) =>
      window.workbook
        .get(cells)
        .flat()
        .every((text) => /^\d/.test(text)),
    CELLS,
  );
  expect(calls()).toBe(asked + ROWS);
  await offer.waitFor({ state: 'detached' });
}

describe('values that were being requested', () => {
  it('when the page was reloaded are offered with what they cost, and asked for on a click', async () => {
    const opened = await openInMidRun();
    await whenKept(opened.page, '#BUSY!');
    await opened.page.goto(opened.page.url().replace('?workbook=blank', ''));
    await opened.page.waitForFunction(() => 'workbook' in window);
    gate.open();
    const asked = calls();
    await goOn(opened, asked);
  });

  it('when the file was saved are offered as soon as it is open', async () => {
    const opened = await openInMidRun();
    const { page } = opened;
    const file = await savedFile(opened, 'Half');
    page.on('dialog', (dialog) => void dialog.accept());
    await opened.reload();
    gate.open();
    await chooseFile(opened, 'Half.xlsx', file);
    await page.getByText('Half.xlsx is open.').waitFor();
    await goOn(opened, calls());
  });
});
