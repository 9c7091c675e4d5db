/** @jest-environment jsdom */
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { HeldPlan } from '../../../src/engine/lookup';
import type { PaneViewProps, ViewId } from '../../../src/addin/pane/parts/pane-view';
import { StatusStrip } from '../../../src/addin/activity/StatusStrip';
import { createFakePorts } from './fake-ports';
import { openPane, openView, renderUnstyled } from './render-pane';

const plan: HeldPlan = { calls: 2_400, values: 28_800, known: 900, reason: 'held' };
const OTHERS: readonly ViewId[] = ['enrich', 'names', 'models', 'map', 'more'];

function openStrip(shown: ViewId = 'names') {
  const fake = createFakePorts();
  const went: ViewId[] = [];
  const goToView: PaneViewProps['goToView'] = (id) => void went.push(id);
  const { container } = renderUnstyled(
    <StatusStrip ports={fake.ports} shown={shown} goToView={goToView} />,
  );
  return { fake, went, container, user: userEvent.setup({ delay: null }) };
}

const button = (name: string) => screen.queryByRole('button', { name });

beforeEach(() => void (document.title = 'Stores.xlsx'));

describe('above every view', () => {
  it.each(OTHERS)('what needs approval is told and approved: %s', async (view) => {
    const { fake, user } = openStrip(view);
    act(() => fake.heldCalls.hold(plan));
    expect(screen.getByText('2,400 calls need your approval.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Approve all' }));
    expect(fake.acts).toEqual(['approve 2400']);
    expect(button('Approve all')).toBeNull();
  });

  it('what needs approval is told with its price, once a person has said what a call costs', () => {
    const { fake } = openStrip();
    act(() => fake.heldCalls.hold(plan));
    act(() => void fake.ports.preferences.save({ pricePerCall: 0.5, currency: '₹' }));
    expect(screen.getByText('2,400 calls need your approval, about ₹1,200.00.')).toBeTruthy();
  });

  it('what was interrupted is told as that, and goes on', async () => {
    const { fake, user } = openStrip();
    act(() => fake.heldCalls.hold({ ...plan, calls: 45, values: 45, first: 'interrupted' }));
    expect(
      screen.getByText('45 values were interrupted. 45 calls need your approval.'),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    expect(fake.acts).toEqual(['approve 45']);
  });

  it('two clicks approve once, although the pane hears of the first a moment later', async () => {
    const fake = createFakePorts();
    const held = { ...fake.ports.held, subscribe: () => () => {} };
    fake.heldCalls.hold(plan);
    const ports = { ...fake.ports, held };
    renderUnstyled(<StatusStrip ports={ports} shown="names" goToView={() => undefined} />);
    const user = userEvent.setup({ delay: null });
    await user.dblClick(screen.getByRole('button', { name: 'Approve all' }));
    expect(fake.acts).toEqual(['approve 2400']);
  });

  it('the budget is named where that is what stops', () => {
    const { fake } = openStrip();
    act(() => fake.heldCalls.hold({ ...plan, calls: 1, reason: 'over-budget' }));
    expect(screen.getByText('Over today’s budget: 1 call needs your approval.')).toBeTruthy();
  });

  it('an approval whose cells could not be calculated says so, whatever went wrong', async () => {
    const { fake, user } = openStrip();
    fake.heldCalls.answerApprovals(() => Promise.reject(new Error('busy')));
    act(() => fake.heldCalls.hold(plan));
    await user.click(screen.getByRole('button', { name: 'Approve all' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t recalculate');
  });

  it('longer work shows how far it is and can be paused; what is over at once is not shown', async () => {
    const { fake, container, user } = openStrip();
    act(() => fake.show({ waiting: 300 }));
    expect(container.textContent).toBe('');
    act(() => fake.runClock());
    act(() => fake.show({ waiting: 200, done: 100, timeLeftMs: 4_000 }));
    expect(screen.getByText(/^Running: 100 of 300 values, .* left$/u)).toBeTruthy();
    expect(
      screen.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow'),
    ).toBe('100');
    expect(document.title).toBe('33% · Stores.xlsx');
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(screen.getByText('Paused: 100 of 300 values')).toBeTruthy();
    expect(document.title).toBe('Paused · Stores.xlsx');
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    act(() => fake.show({ waiting: 0, done: 300 }));
    expect(container.textContent).toBe('');
    expect(document.title).toBe('Stores.xlsx');
    expect(fake.acts).toEqual(['pause', 'go on']);
  });

  it('a new run is not shown at once because the one before was long', () => {
    const { fake, container } = openStrip();
    act(() => fake.show({ waiting: 3 }));
    act(() => fake.runClock());
    act(() => fake.show({ waiting: 0, done: 3 }));
    act(() => fake.show({ waiting: 1 }));
    expect(container.textContent).toBe('');
  });

  it('a service that can’t be reached is told, and that nobody has to do anything', () => {
    const { fake } = openStrip('home');
    act(() => fake.show({ waiting: 40, isUnreachable: true }));
    act(() => fake.runClock());
    expect(
      screen.getByText('The service can’t be reached. Locus resumes by itself when it can.'),
    ).toBeTruthy();
    expect(screen.queryByText(/^Running/u)).toBeNull();
    act(() => fake.show({ failingStatus: 503 }));
    expect(
      screen.getByText(
        'The service isn’t working (status 503). Locus tries again every few seconds.',
      ),
    ).toBeTruthy();
    act(() => fake.show({ isUnreachable: false, failingStatus: undefined }));
    expect(screen.queryByText(/can’t be reached|isn’t working/u)).toBeNull();
  });

  it('a service that takes nothing for now is told, in place of a time that nobody knows', () => {
    const { fake } = openStrip('home');
    act(() => fake.show({ waiting: 40, timeLeftMs: 4_000 }));
    act(() => fake.runClock());
    act(() => fake.show({ isStalled: true, timeLeftMs: undefined }));
    expect(
      screen.getByText('The service isn’t taking requests right now. Still trying: 0 of 40 values'),
    ).toBeTruthy();
    act(() => fake.show({ isStalled: false, waiting: 39, done: 1 }));
    expect(screen.getByText('Running: 1 of 40 values')).toBeTruthy();
  });

  it('a pause with nothing to do is told too', () => {
    const { fake } = openStrip();
    act(() => fake.show({ isPaused: true }));
    expect(screen.getByText('Paused.')).toBeTruthy();
  });

  it('a service that refused the key leads to where it is entered', async () => {
    const { fake, user, went } = openStrip();
    act(() => fake.show({ stoppedBy: 'key-refused' }));
    expect(screen.getByText('Stopped: the service rejected your API key.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Details' }));
    expect(went).toEqual(['home']);
  });

  it('the page keeps a title that another part gave it meanwhile', () => {
    const { fake } = openStrip();
    act(() => fake.heldCalls.hold(plan));
    expect(document.title).toBe('Needs approval · Stores.xlsx');
    document.title = 'Other.xlsx';
    act(() => fake.heldCalls.hold(undefined));
    expect(document.title).toBe('Other.xlsx');
  });

  it('Home says itself what is held and what stopped, and is paused here as elsewhere', async () => {
    const { fake, user } = openStrip('home');
    act(() => fake.heldCalls.hold(plan));
    act(() => fake.show({ waiting: 9, isPaused: true, stoppedBy: 'out-of-credits' }));
    expect(screen.getByText('Paused: 0 of 9 values')).toBeTruthy();
    expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Resume',
    ]);
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(fake.acts).toEqual(['go on']);
  });
});

it('the focus stays in the pane when the button that had it goes', async () => {
  const { fake, user } = await openView('More');
  await screen.findByText('Saved results');
  act(() => fake.heldCalls.hold(plan));
  const [strip] = screen.getAllByRole('button', { name: 'Approve all' });
  await user.click(strip as HTMLElement);
  expect(document.activeElement?.textContent).toBe('More');
});

describe('the tab of Home', () => {
  const tab = (): HTMLElement => screen.getByRole('tab', { name: 'Home' });

  it('is marked while something waits for a person, in words too', () => {
    const { fake } = openPane();
    expect(tab().getAttribute('aria-description')).toBeNull();
    act(() => fake.heldCalls.hold(plan));
    expect(tab().getAttribute('aria-description')).toBe('Needs your attention');
    expect(tab().querySelector('.fui-Badge')).toBeTruthy();
    act(() => fake.heldCalls.hold(undefined));
    expect(tab().querySelector('.fui-Badge')).toBeNull();
    act(() => fake.show({ stoppedBy: 'key-refused' }));
    expect(tab().querySelector('.fui-Badge')).toBeTruthy();
  });

  it('leads to the approval first of all', () => {
    const { fake } = openPane();
    act(() => fake.heldCalls.hold(plan));
    const [first] = screen.getAllByRole('region');
    expect(within(first as HTMLElement).getByText('Needs your approval')).toBeTruthy();
  });
});
