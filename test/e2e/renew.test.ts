import type { Route } from 'playwright-core';
import { createGate } from '../host/gate';
import { whenKept } from './workbench-files';
import { onceOpen, openWorkbench, suiteBrowser } from './workbench-page';
import type { WorkbenchPage } from './workbench-page';

const browser = suiteBrowser();
let opened: WorkbenchPage | undefined;
const workbench = onceOpen(() => opened);
let calls = 0;
/** What the service has learnt since the first time. */
let more = 0;
let isFailing = false;
/** Holds back what is further north than this. */
let north = 90;
const gate = createGate();

async function answer(route: Route): Promise<void> {
  calls += 1;
  const { lat } = route.request().postDataJSON() as { readonly lat: number };
  if (lat > north) await gate.pass();
  if (isFailing && lat > 14) return route.fulfill({ status: 500 });
  await route.fulfill({ json: { data: { w_pop_tt: Math.round(lat * 10) + more }, status: 200 } });
}

const LIST = [
  ['Lat', 'Lng', 'People'],
  ...[12, 13, '', 15, 16].map((lat, index) => {
    const row = index + 2;
    return [
      lat,
      lat === '' ? '' : 77,
      `=IF(A${row}="","no place",LOCATTR(A${row},B${row},"w_pop_tt"))`,
    ];
  }),
];

beforeAll(async () => {
  opened = await openWorkbench(browser(), {
    // What waits longer than this for a cell that will never ask has no value.
    query: '?workbook=blank&deadlineMs=4000',
    prepare: (page) => page.route('**/getvariablesbulk', answer).then(() => undefined),
  });
  await workbench.set('A1', LIST);
  await workbench.idle();
});

afterAll(() => {
  gate.open();
  return opened?.close();
});

it('asks anew for each place of a list with a blank row that asks nothing, at once, and says what changed', async () => {
  expect(await workbench.get('C2:C6')).toEqual([['120'], ['130'], ['no place'], ['150'], ['160']]);
  expect(calls).toBe(4);
  more = 30;
  const { page } = workbench;
  await page.getByRole('tab', { name: 'More' }).click();
  await page.getByRole('tab', { name: 'Spending' }).click();
  await page.getByRole('combobox', { name: 'Which cells' }).selectOption('The whole sheet');
  await page.getByRole('button', { name: 'Show what it costs' }).click();
  await page.getByRole('button', { name: /^Renew: at most 4 calls/ }).click();
  await page.getByText('4 of 4 values changed, 4 of them by more than 10%.').waitFor();
  expect(calls).toBe(8);
  expect(await workbench.get('C2:C6')).toEqual([['150'], ['160'], ['no place'], ['180'], ['190']]);
});

it('keeps what cannot be had anew, says why, and asks for just that when told to', async () => {
  isFailing = true;
  more = 70;
  const { page } = workbench;
  await page.getByRole('button', { name: 'Show what it costs' }).click();
  await page.getByRole('button', { name: /^Renew: at most 4 calls/ }).click();
  await page.getByText(/2 values not renewed: Home lists the cells\.$/).waitFor();
  expect(await workbench.get('C2:C6')).toEqual([['190'], ['200'], ['no place'], ['180'], ['190']]);
  isFailing = false;
  calls = 0;
  await page.getByRole('tab', { name: 'Home' }).click();
  await page.getByText(/^Sheet1!C5 from .* · Service error$/).waitFor();
  // Nothing waits for a person: what failed was asked again like any other call.
  expect(await page.getByText('Needs your approval').count()).toBe(0);
  await page.getByRole('button', { name: 'Refresh values' }).click();
  await page.getByText('Outdated values').waitFor({ state: 'detached' });
  await workbench.idle();
  expect(await workbench.get('C2:C6')).toEqual([['190'], ['200'], ['no place'], ['220'], ['230']]);
  expect(calls).toBe(2);
});

it('goes on after a reload with what was not renewed, and pays for no value again', async () => {
  await opened?.close();
  opened = await openWorkbench(browser(), {
    query: '?workbook=blank',
    prepare: (page) => page.route('**/getvariablesbulk', answer).then(() => undefined),
  });
  const { page } = opened;
  await workbench.set('A1', LIST);
  await workbench.idle();
  expect(await workbench.get('C2:C6')).toEqual([['190'], ['200'], ['no place'], ['220'], ['230']]);
  more = 110;
  calls = 0;
  north = 14;
  gate.close();
  await page.getByRole('tab', { name: 'More' }).click();
  await page.getByRole('tab', { name: 'Spending' }).click();
  await page.getByRole('combobox', { name: 'Which cells' }).selectOption('The whole sheet');
  await page.getByRole('button', { name: 'Show what it costs' }).click();
  await page.getByRole('button', { name: /^Renew: at most 4 calls/ }).click();
  await gate.whenWaiting(2);
  await page.waitForFunction(() => window.workbook.get('C2:C3').flat().join() === '230,240');
  await whenKept(page, '#BUSY!');
  await page.goto(page.url().replace('workbook=blank', ''));
  await page.waitForFunction(() => 'workbook' in window);
  const offer = page.getByRole('region', { name: 'Needs your approval' });
  await offer.getByText('2 values were interrupted. 2 calls for 2 values').waitFor();
  await page.waitForFunction(
    () => window.workbook.get('C2:C6').flat().join() === '230,240,no place,220,230',
  );
  expect(calls).toBe(4);
  gate.open();
  await offer.getByRole('button', { name: 'Go on (2 calls)' }).click();
  await page.waitForFunction(() => window.workbook.get('C5:C6').flat().join() === '260,270');
  expect(calls).toBe(6);
  // It is over: nothing is offered again.
  await whenKept(page, '270');
  await page.reload();
  await page.waitForFunction(() => 'workbook' in window);
  await workbench.idle();
  await offer.waitFor({ state: 'detached' });
  expect(calls).toBe(6);
});
