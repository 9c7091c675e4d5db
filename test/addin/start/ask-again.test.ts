import {
  addressesToRetry,
  askAgain,
  resumeInterrupted,
  reviveLostResults,
} from '../../../src/addin/start/ask-again';
import type { KeptRenewal } from '../../../src/addin/device/renewal-record';
import { createRenewals } from '../../../src/addin/functions/renewals';
import { readMark } from '../../../src/addin/functions/place-contents';
import {
  createCellRegister,
  type Problem,
  type Problems,
} from '../../../src/addin/functions/problems';
import { type ActivitySnapshot, ListenerSet } from '../../../src/engine/lookup';
import { createCells } from '../../../src/excel/cells';
import { createSheet } from '../../../src/excel/sheet';
import { HandClock } from '../../engine/lookup/hand-clock';
import { startPlayedExcel } from '../../excel/played/excel-api';
import type { PlayedWorkbook } from '../../excel/played/played-workbook';
import { nothingYet } from '../pane/fake-ports';

const LATE: Problem = { code: 'timed-out', message: 'Late.', count: 1 };
const OFFLINE: Problem = { code: 'offline', message: 'Offline.', count: 1 };

function failing(...addresses: string[]): Problems {
  const problems: Problems = createCellRegister();
  for (const address of addresses) problems.report(address, [LATE]);
  return problems;
}

test('cells that are asked again leave the list, and others stay', async () => {
  const problems = failing('S!A1', 'S!A2', 'S!A3');
  const asked: string[][] = [];
  const recalculate = (addresses: readonly string[]) => {
    asked.push([...addresses]);
    return Promise.resolve({ count: addresses.length, failures: [] });
  };
  await askAgain(['S!A1', 'S!A2'], problems, { recalculate });
  expect(asked).toEqual([['S!A1', 'S!A2']]);
  expect(problems.list().map(({ address }) => address)).toEqual(['S!A3']);
});

test('a cell that cannot be asked stays on the list, and the reason is told', async () => {
  const problems = failing('S!A1', 'S!A2');
  const failures = [{ message: 'The sheet is protected.', addresses: ['S!A2', 'S!A9'] }];
  const recalculate = () => Promise.resolve({ count: 1, failures });
  const result = await askAgain(['S!A1', 'S!A2'], problems, { recalculate });
  expect(result.failures).toEqual(failures);
  expect(problems.list()).toEqual([{ ...LATE, address: 'S!A2' }]);
});

test('what a cell has reported meanwhile counts', async () => {
  const problems = failing('S!A1');
  const recalculate = () => {
    problems.report('S!A1', [OFFLINE]);
    return Promise.resolve({ count: 0, failures: [{ message: 'Late.', addresses: ['S!A1'] }] });
  };
  await askAgain(['S!A1'], problems, { recalculate });
  expect(problems.list()).toEqual([{ ...OFFLINE, address: 'S!A1' }]);
});

test('what the service rejected as wrong is not asked again with all that failed', () => {
  const problems = failing('S!A1', 'S!A2');
  problems.report('S!A3', [{ code: 'rejected', message: 'Wrong.', count: 1 }]);
  problems.report('S!A1', [LATE, { code: 'rejected', message: 'Wrong.', count: 1 }]);
  expect(addressesToRetry(problems)).toEqual(expect.arrayContaining(['S!A1', 'S!A2']));
  expect(addressesToRetry(problems)).toHaveLength(2);
});

const OURS = '=LOCATTR(1,2,"w_pop_tt")';
const HALF_A_MINUTE_MS = 30_000;
const excel = startPlayedExcel();
let workbook: PlayedWorkbook;

beforeEach(() => void (workbook = excel.open(['Stores', 'Other'])));

function setUp() {
  const problems = createCellRegister<Problem>();
  const clock = new HandClock();
  const told = new ListenerSet<[ActivitySnapshot]>();
  let activity = nothingYet;
  reviveLostResults({
    engine: { activity: { snapshot: () => activity, subscribe: told.subscribe } },
    problems,
    host: { sheet: createSheet(), cells: createCells() },
    clock,
  });
  return {
    problems,
    clock,
    listed: () => problems.list().map(({ address, code }) => `${address} ${code}`),
    show(next: Partial<ActivitySnapshot>) {
      activity = { ...nothingYet, ...next };
      told.notify(activity);
    },
    /** Half a minute, and what is read and written at its end. */
    async wait() {
      await clock.advance(HALF_A_MINUTE_MS);
      await requestsEnd();
    },
  };
}

async function requestsEnd(): Promise<void> {
  for (let turns = 0; turns < 40; turns += 1) await new Promise((next) => setTimeout(next));
}

/** Excel calculates: a cell whose result is lost stays busy, the others show theirs. */
function calculate(isLost: (address: string) => boolean): string[] {
  const calculated = workbook.dirty.splice(0);
  for (const address of calculated) {
    if (isLost(address)) workbook.show(address, '#BUSY!', true);
    else workbook.show(address, 42);
  }
  return calculated;
}

function type(cells: Readonly<Record<string, string>>, isLost: (address: string) => boolean): void {
  for (const [address, formula] of Object.entries(cells)) workbook.set(address, [[formula]]);
  calculate(isLost);
}

describe('a cell that Excel still shows as busy', () => {
  it('is listed and calculated again once it has shown that for half a minute', async () => {
    const { listed, wait, problems } = setUp();
    type(
      { 'Stores!A1': OURS, 'Stores!A2': OURS, 'Other!B7': OURS },
      (address) => address !== 'Stores!A2',
    );
    await wait();
    expect(listed()).toEqual([]);
    await wait();
    expect(listed().sort()).toEqual(['Other!B7 not-shown', 'Stores!A1 not-shown']);
    expect(calculate(() => false).sort()).toEqual(['Other!B7', 'Stores!A1']);
    // As the functions report their results.
    problems.forget(['Stores!A1']);
    await wait();
    expect(listed()).toEqual([]);
    await wait();
    expect(workbook.dirty).toEqual([]);
  });

  it('is left alone while Locus is busy, and where it is not ours', async () => {
    const { listed, show, wait } = setUp();
    type({ 'Stores!A1': OURS, 'Stores!A2': '=OTHER(1)', 'Stores!A3': '=1/0' }, () => true);
    show({ inFlight: 1 });
    for (let times = 0; times < 4; times += 1) await wait();
    expect(listed()).toEqual([]);
    show({});
    await wait();
    await wait();
    expect(listed()).toEqual(['Stores!A1 not-shown']);
    expect(calculate(() => false)).toEqual(['Stores!A1']);
  });

  it('is not looked for before half a minute without a sign of life', async () => {
    const { problems, show, clock, wait, listed } = setUp();
    type({ 'Stores!A1': OURS }, () => true);
    // The host asks to be told of sheets' new names.
    await requestsEnd();
    const before = excel.batches();
    for (let times = 0; times < 5; times += 1) {
      await clock.advance(HALF_A_MINUTE_MS - 1);
      show({ done: times });
      await clock.advance(HALF_A_MINUTE_MS - 1);
      problems.report('Stores!B1', [{ code: 'no-value', message: 'No.', count: 1 }]);
    }
    expect(excel.batches()).toBe(before);
    await wait();
    await wait();
    expect(listed()).toContain('Stores!A1 not-shown');
  });

  it('that cannot be revived is tried three times, and stays listed', async () => {
    const { listed, wait } = setUp();
    type({ 'Stores!A1': OURS }, () => true);
    let times = 0;
    for (let minutes = 0; minutes < 20; minutes += 1) {
      await wait();
      times += calculate(() => true).length;
    }
    expect(times).toBe(3);
    expect(listed()).toEqual(['Stores!A1 not-shown']);
    const before = excel.batches();
    for (let minutes = 0; minutes < 20; minutes += 1) await wait();
    expect(excel.batches()).toBe(before);
  });

  it('among thousands is revived 10,000 at a time', async () => {
    const { wait } = setUp();
    workbook.set(
      'Stores!A1',
      Array.from({ length: 12_000 }, (_, row) => [`=LOCATTR(${row},2,"w_pop_tt")`]),
    );
    calculate(() => true);
    await wait();
    const counts: number[] = [];
    for (let times = 0; times < 3; times += 1) {
      await wait();
      counts.push(calculate(() => false).length);
    }
    expect(counts).toEqual([10_000, 2_000, 0]);
  });

  it('is found even if somebody was typing at first', async () => {
    const { listed, wait } = setUp();
    type({ 'Stores!A1': OURS }, () => true);
    excel.failWhen(() => 'InvalidOperationInCellEditMode');
    await wait();
    await wait();
    excel.failWhen(() => undefined);
    await wait();
    await wait();
    expect(listed()).toEqual(['Stores!A1 not-shown']);
  });
});

describe('cells that were calculating when their workbook was closed', () => {
  const acts: string[] = [];
  const renewals = createRenewals(new HandClock(), { snapshot: () => nothingYet });
  const resume = (clock = new HandClock(), kept?: KeptRenewal) =>
    resumeInterrupted({
      renewals,
      renewing: { read: () => kept },
      firstAsking: {
        asking() {
          acts.push('calls are held');
          return () => void acts.push('no longer');
        },
      },
      host: { sheet: createSheet(), cells: createCells() },
      clock,
    });

  beforeEach(() => void acts.splice(0));

  it('are calculated again while calls are held, and no other cell', async () => {
    type({ 'Stores!A1': OURS, 'Stores!A2': '=RTD("x")', 'Other!B7': OURS }, () => true);
    workbook.set('Stores!A3', [[OURS]]);
    calculate(() => false);
    const clock = new HandClock();
    await expect(resume(clock)).resolves.toBe(true);
    expect(acts).toEqual(['calls are held']);
    expect(calculate(() => false).sort()).toEqual(['Other!B7', 'Stores!A1']);
    await clock.drain();
    expect(acts).toEqual(['calls are held', 'no longer']);
  });

  it('are asked for what a renewal did not get, in the workbook that it was about alone', async () => {
    type({ 'Stores!A1': OURS, 'Stores!A2': OURS, 'Stores!A3': OURS }, () => false);
    const cells = ['Stores!A1', 'Stores!A2'];
    const mark = (await readMark(cells, createSheet())) ?? 0;
    const kept: KeptRenewal = { version: 1, at: 1_000, cells, mark };
    await resume(new HandClock(), { ...kept, mark: mark + 1 });
    expect([calculate(() => false), renewals.newerThan('Stores!A1')]).toEqual([[], undefined]);
    await resume(new HandClock(), kept);
    expect(calculate(() => false).sort()).toEqual(cells);
    const since = ['Stores!A1', 'Stores!A2', 'Stores!A3'].map((cell) => renewals.newerThan(cell));
    expect(since).toEqual([1_000, 1_000, undefined]);
    renewals.forget();
    expect(renewals.newerThan('Stores!A1')).toBeUndefined();
  });

  it('where there are none, nothing is held', async () => {
    type({ 'Stores!A1': OURS }, () => false);
    await expect(resume()).resolves.toBe(true);
    expect(acts).toEqual([]);
  });
});
