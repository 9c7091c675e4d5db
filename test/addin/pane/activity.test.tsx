/** @jest-environment jsdom */
import { act, screen, within } from '@testing-library/react';

import type { Activity, ActivitySnapshot } from '../../../src/engine/lookup';
import { createFakePorts, defaultAddresses } from './fake-ports';
import { openPane } from './render-pane';

const PLAN = { reason: 'held', calls: 600, values: 600, known: 0 } as const;

type Change = Partial<ActivitySnapshot>;

/** The pane after these changes, one after the other. */
function openShowing(...changes: readonly Change[]) {
  const opened = openPane();
  for (const change of changes) act(() => opened.fake.show(change));
  return opened;
}

const readOut = () => document.querySelector('div[aria-live="polite"]')?.textContent;
const retry = () => screen.getByRole('button', { name: 'Retry failed' });
const cancel = () => screen.getByRole('button', { name: 'Cancel' });

describe('activity in the pane', () => {
  it.each([
    ['Waiting', 'waiting'],
    ['In progress', 'inFlight'],
    ['Done', 'done'],
    ['Failed', 'failed'],
    ['Calls made', 'callsSpent'],
    ['Calls saved', 'callsSaved'],
  ] as const)('shows the value labelled %s', (label, figure) => {
    const { fake } = openPane();
    expect(screen.getByLabelText(label, { exact: false }).textContent).toBe('0');
    act(() => fake.show({ [figure]: 1234567 }));
    const value = screen.getByLabelText(label, { exact: false });
    expect(value.textContent).toBe('1,234,567');
    expect(value.dataset.value).toBe('1234567');
  });

  it('keeps each label to one element while there are problems of every kind', () => {
    const { fake } = openPane();
    act(() => {
      fake.show({ waiting: 5, failed: 3, stoppedBy: 'key-refused' });
      fake.report([
        { address: 'A!1', code: 'service-failed', message: 'Failed. Done waiting.', count: 1 },
        { address: 'A!2', code: 'held', message: 'In progress', count: 1 },
      ]);
      fake.runClock();
    });
    for (const label of ['Waiting', 'In progress', 'Done', 'Failed', 'Calls made', 'Calls saved']) {
      expect(screen.getAllByLabelText(label, { exact: false })).toHaveLength(1);
    }
    expect(screen.getAllByRole('status')).toHaveLength(1);
  });

  it('shows a bar from where this run began, and the time left', () => {
    const { fake } = openShowing(
      { done: 1000 },
      { done: 1000, waiting: 300 },
      { done: 1060, failed: 40, waiting: 190, inFlight: 10, timeLeftMs: 42_000 },
    );
    expect(screen.queryByText(/got no reply|turned away/u)).toBeNull();
    expect(screen.getByText('60 of 300 done, 40 failed, about 45 s left')).toBeTruthy();
    const bar = screen.getByRole('progressbar', { name: 'Progress' });
    expect(Number(bar.getAttribute('aria-valuenow'))).toBe(100);
    expect(Number(bar.getAttribute('aria-valuemax'))).toBe(300);
    act(() =>
      fake.show({ done: 1250, failed: 50, waiting: 0, inFlight: 0, timeLeftMs: undefined }),
    );
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getAllByText('250 of 300 done, 50 failed.')).toHaveLength(2);
  });

  const PARTLY = { waiting: 0, done: 9, failed: 21 };
  const DECLINED = { failed: 600, failedByCode: { held: 600 } };
  const CANCELLED = { waiting: 0, done: 60, failed: 240, failedByCode: { cancelled: 240 } };

  // What is seen only is in one place; what is read out, too, in two.
  it.each<[string, number, Change[]]>([
    ['No requests yet.', 1, [{ failed: 3, failedByCode: { 'no-key': 3 } }]],
    ['9 of 30 done, 21 failed.', 2, [{ waiting: 30 }, PARTLY]],
    ['Done: 2 values.', 1, [{ waiting: 30 }, PARTLY, { waiting: 2 }, { waiting: 0, done: 11 }]],
    ['600 values not requested.', 1, [DECLINED]],
    [
      'Done: 40 values. 600 values not requested.',
      2,
      [DECLINED, { waiting: 40 }, { waiting: 0, done: 40 }],
    ],
    ['Done: 60 values. 240 values cancelled.', 2, [{ waiting: 300 }, CANCELLED]],
    [
      '3 values cancelled.',
      1,
      [{ waiting: 3 }, { waiting: 0, failed: 3, failedByCode: { cancelled: 3 } }],
    ],
    ['1 call got no reply and may have been charged.', 1, [{ callsMade: 79, callsUnanswered: 1 }]],
    [
      '120 more calls were turned away by the service without charge.',
      1,
      [{ callsMade: 478, callsInFlight: 6, callsSpent: 350, callsUnanswered: 2 }],
    ],
  ])('says “%s” in %d places', (text, places, changes) => {
    openShowing(...changes);
    expect(screen.getAllByText(text)).toHaveLength(places);
  });

  it('tells of work that went on while another view was shown', async () => {
    const { fake, user } = openShowing({ waiting: 40 }, { waiting: 0, done: 40 });
    await user.click(screen.getByRole('tab', { name: 'More' }));
    act(() => fake.show({ waiting: 7 }));
    act(() => fake.show({ waiting: 0, done: 47 }));
    await user.click(screen.getByRole('tab', { name: 'Home' }));
    expect(screen.getByText('Done: 7 values.')).toBeTruthy();
  });

  it('says how fast it goes, over the last seconds, and stops saying so in time', () => {
    const { fake } = openPane();
    act(() => fake.show({ waiting: 1000 }));
    expect(screen.queryByText(/per second/u)).toBeNull();
    for (const done of [50, 100, 150]) {
      fake.passTime(500);
      act(() => fake.show({ done, waiting: 1000 - done }));
    }
    expect(screen.getByText('100 values per second')).toBeTruthy();
    fake.passTime(10_000);
    act(() => fake.runClock());
    expect(screen.queryByText(/per second/u)).toBeNull();
    act(() => fake.show({ done: 151 }));
    fake.passTime(2_500);
    act(() => fake.show({ done: 152 }));
    expect(screen.getByText('0.8 values per second')).toBeTruthy();
    act(() => fake.show({ done: 1000, waiting: 0 }));
    expect(screen.queryByText(/per second/u)).toBeNull();
  });

  it('does not call done what waits for a word', () => {
    const { fake } = openPane();
    act(() => fake.heldCalls.hold(PLAN));
    act(() => fake.show({ waiting: 600 }));
    act(() =>
      fake.show({ waiting: 0, failed: 600, failedByCode: { held: 590, 'over-budget': 10 } }),
    );
    expect(screen.getAllByText('600 values await your approval.')).toHaveLength(2);
    expect(readOut()).toBe('600 values await your approval.');
  });

  it.each<[string, [Change, string][]]>([
    [
      'of longer work, once, and nothing on the way',
      [
        [{ waiting: 100 }, ''],
        [{ waiting: 50, done: 50 }, ''],
        [{ waiting: 0, done: 95, failed: 5 }, '95 of 100 done, 5 failed.'],
        [{ waiting: 1 }, ''],
        [{ waiting: 0, done: 96 }, ''],
        [{ waiting: 20 }, ''],
        [{ waiting: 0, done: 116 }, 'Done: 20 values.'],
      ],
    ],
    [
      'again after the same work',
      [
        [{ waiting: 30 }, ''],
        [{ waiting: 0, done: 30 }, 'Done: 30 values.'],
        [{ waiting: 30 }, ''],
        [{ waiting: 0, done: 60 }, 'Done: 30 values.'],
      ],
    ],
  ])('reads out the end %s', (_what, steps) => {
    const { fake } = openPane();
    for (const [change, text] of steps) {
      act(() => fake.show(change));
      expect(readOut()).toBe(text);
    }
  });

  it('does not call failed what a person cancelled', () => {
    openShowing({ waiting: 300 }, CANCELLED);
    expect(screen.getByLabelText('Failed').textContent).toBe('0');
  });

  it('never speaks of 0 values a second', () => {
    const { fake } = openPane();
    for (let turn = 0; turn < 4; turn += 1) {
      fake.passTime(400);
      act(() => fake.show({ waiting: 1000 - (turn % 2), failed: turn % 2 ? 0 : 1 }));
    }
    expect(screen.queryByText(/^0 values/u)).toBeNull();
  });

  it('does not call failed what waits for a person’s word', () => {
    const { fake } = openPane();
    act(() => fake.heldCalls.hold(PLAN));
    act(() => fake.show({ failed: 9, failedByCode: { held: 4, 'over-budget': 3, throttled: 2 } }));
    expect(screen.getByLabelText('Failed').textContent).toBe('2');
    expect(screen.getByText('7 values await your approval.')).toBeTruthy();
    expect(retry().getAttribute('aria-disabled')).not.toBe('true');
  });

  it('comes to rest also where the time left is another whenever it is asked for', () => {
    const fake = createFakePorts();
    const { activity } = fake.ports;
    let timeLeftMs = 60_000;
    const restless: Activity = {
      snapshot: () => ({ ...activity.snapshot(), timeLeftMs: (timeLeftMs -= 1_000) }),
      subscribe: (listener) => activity.subscribe(() => listener(restless.snapshot())),
    };
    openPane({ ...fake, ports: { ...fake.ports, activity: restless } });
    act(() => fake.show({ waiting: 9 }));
    expect(screen.getByRole('progressbar')).toBeTruthy();
  });

  it('says why nothing is sent, and what to do', () => {
    const { fake } = openShowing({ stoppedBy: 'out-of-credits' });
    expect(screen.getByRole('alert').textContent).toContain('out of credits');
    act(() => fake.show({ stoppedBy: undefined }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('what a person can do about it', () => {
  it('is nothing while nothing failed and nothing waits', async () => {
    const { fake, user } = openPane();
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
    for (const idle of [retry(), cancel()]) {
      await user.click(idle);
      expect(idle.getAttribute('aria-disabled')).toBe('true');
    }
    expect(fake.acts).toEqual([]);
  });

  it('is to ask again once credits were added', () => {
    const { fake } = openPane();
    const isOff = (): boolean => retry().getAttribute('aria-disabled') === 'true';
    act(() => fake.show({ failed: 3, failedByCode: { held: 3 } }));
    expect(isOff()).toBe(true);
    act(() => fake.show({ stoppedBy: 'out-of-credits' }));
    expect(isOff()).toBe(false);
  });

  it('is to ask again while an earlier retry still calculates', async () => {
    const { fake, user } = openPane(
      createFakePorts({ retryFailed: () => new Promise(() => undefined) }),
    );
    act(() => fake.show({ failed: 2 }));
    await user.click(retry());
    await user.click(retry());
    expect(fake.acts).toEqual(['retry failed', 'retry failed']);
  });

  it('is to ask again for cells that no call was made for', async () => {
    const { fake, user } = openPane();
    act(() => {
      fake.report([{ address: 'Sheet1!A1', code: 'no-key', message: 'API key needed.', count: 1 }]);
      fake.runClock();
    });
    await user.click(retry());
    expect(fake.acts).toEqual(['retry failed']);
  });

  it('is to cancel what waits', async () => {
    const { fake, user } = openShowing({ waiting: 2 });
    await user.click(cancel());
    expect(fake.acts).toEqual(['cancel waiting']);
  });

  it('is to pause, and to go on, beside what says how far it is', async () => {
    const { fake, user } = openPane();
    act(() => fake.show({ done: 0, waiting: 300 }));
    act(() => fake.runClock());
    act(() => fake.show({ done: 100, waiting: 200, timeLeftMs: 4_000 }));
    const running = screen.getByText(/^Running: 100 of 300 values/u);
    const pause = within(running.parentElement ?? document.body).getByRole('button');
    expect(pause).toBe(screen.getByRole('button', { name: 'Pause' }));
    await user.click(pause);
    expect(screen.getByText('100 of 300 values, paused')).toBeTruthy();
    expect(screen.getByText(/Nothing is sent until you select Resume/u)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Resume');
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(fake.acts).toEqual(['pause', 'go on']);
    expect(screen.queryByText(/Nothing is sent/u)).toBeNull();
  });

  it('is told when the host would not calculate', async () => {
    const { fake, user } = openPane(
      createFakePorts({ retryFailed: () => Promise.reject(new Error('cell is being edited')) }),
    );
    act(() => fake.show({ failed: 2 }));
    await user.click(retry());
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t recalculate');
    expect(retry().getAttribute('aria-disabled')).not.toBe('true');
  });
});

describe('the head of the pane', () => {
  it('shows the selection as it moves', () => {
    const { fake } = openPane();
    const selected = screen.getByRole('group', { name: 'Selected' });
    expect(selected.textContent).toBe('nothing');
    act(() => fake.select('Stores!C2:E201'));
    expect(selected.textContent).toBe('Stores!C2:E201');
  });

  it('says so while the values are sample data, until another service is asked', () => {
    const { ports, connection } = createFakePorts();
    const isSampleData = (): boolean =>
      connection.current().addresses.attributeUrl === defaultAddresses.attributeUrl;
    openPane({ ...createFakePorts(), ports: { ...ports, isSampleData } });
    expect(within(screen.getByRole('banner')).getByText('Sample data')).toBeTruthy();
    const addresses = { ...defaultAddresses, attributeUrl: 'https://own.example' };
    act(() => void connection.save({ credential: 'k', addresses, shouldRemember: false }));
    expect(screen.queryByText('Sample data')).toBeNull();
  });
});
