/** @jest-environment jsdom */
import { act, render, screen } from '@testing-library/react';

import type { PaneView } from '../../../src/addin/pane/parts/pane-view';
import { PanePanel } from '../../../src/addin/pane/Pane';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';
import { createFakePorts } from './fake-ports';
import { openPane } from './render-pane';

const tab = (name: string) => screen.getByRole('tab', { name });

describe('the views of the pane', () => {
  it('are tabs, one of them selected', async () => {
    const { user } = openPane();
    expect(tab('Home').getAttribute('aria-selected')).toBe('true');
    act(() => tab('More').focus());
    await user.keyboard('{Enter}');
    expect(tab('More').getAttribute('aria-selected')).toBe('true');
    expect(await screen.findByText('Saved results')).toBeTruthy();
  });

  it('are one stop for the keyboard, and arrows go round them without opening any', async () => {
    const { user } = openPane();
    const focused = () => document.activeElement?.textContent;
    const isStop = (name: string) => tab(name).tabIndex === 0;
    act(() => tab('Home').focus());
    await user.keyboard('{ArrowRight}');
    expect(focused()).toBe('Enrich');
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(focused()).toBe('More');
    await user.keyboard('{ArrowRight}');
    expect(focused()).toBe('Home');
    await user.keyboard('{End}');
    expect(focused()).toBe('More');
    await user.keyboard('{Home}');
    expect(focused()).toBe('Home');
    await user.keyboard('{End}');
    expect(tab('Home').getAttribute('aria-selected')).toBe('true');
    expect([isStop('Home'), isStop('More')]).toEqual([true, false]);
    await user.keyboard(' ');
    expect(tab('More').getAttribute('aria-selected')).toBe('true');
    expect([isStop('Home'), isStop('More')]).toEqual([false, true]);
  });

  it('know nothing of the workbook that was open before', async () => {
    const parts = createFakeWorkbookParts();
    const { user } = openPane(createFakePorts({ parts }));
    await user.click(tab('Attributes'));
    const search = () => screen.findByRole<HTMLInputElement>('searchbox');
    await user.type(await search(), 'shops');
    expect((await search()).value).toBe('shops');
    act(() => parts.open([]));
    expect((await search()).value).toBe('');
    expect(tab('Attributes').getAttribute('aria-selected')).toBe('true');
  });

  it('keep what was typed in them while another is shown', async () => {
    const { user } = openPane();
    const key = screen.getByRole<HTMLInputElement>('textbox', { name: 'API key' });
    await user.type(key, 'half a key');
    await user.click(tab('More'));
    await user.click(tab('Home'));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'API key' }).value).toBe(
      'half a key',
    );
  });

  it('are each as far down as they were left, and at their top at first', async () => {
    const { user } = openPane();
    const page = document.documentElement;
    page.scrollTop = 300;
    await user.click(tab('More'));
    expect(page.scrollTop).toBe(0);
    page.scrollTop = 120;
    await user.click(tab('Home'));
    expect(page.scrollTop).toBe(300);
    await user.click(tab('More'));
    expect(page.scrollTop).toBe(120);
  });

  it('are at their top where a person is taken to something in them', async () => {
    const { fake, user } = openPane();
    const page = document.documentElement;
    act(() => fake.select('S!B2'));
    page.scrollTop = 300;
    await user.click(screen.getByRole('button', { name: 'Explain this cell' }));
    expect(page.scrollTop).toBe(0);
    page.scrollTop = 300;
    await user.click(tab('More'));
    act(() => fake.heldCalls.hold({ reason: 'held', calls: 600, values: 600, known: 0 }));
    await user.click(await screen.findByRole('button', { name: 'Details' }));
    expect(page.scrollTop).toBe(0);
    page.scrollTop = 300;
    await user.click(tab('More'));
    await user.click(tab('Home'));
    expect(page.scrollTop).toBe(0);
  });
});

describe('a view whose code has to be fetched', () => {
  it('says so when it did not come, and tries again', async () => {
    const fetched: (() => Promise<() => string>)[] = [
      () => Promise.reject(new Error('offline')),
      () => Promise.resolve(() => 'Here it is.'),
    ];
    const view: PaneView = {
      id: 'more',
      title: 'More',
      Icon: () => null,
      load: () => (fetched.shift() ?? (() => Promise.reject(new Error('no more'))))(),
    };
    const { ports } = createFakePorts();
    const board = {
      current: () => ({ groups: [], cellCount: 0, calls: 0 }),
      lookAgain: () => {},
      subscribe: () => () => {},
    };
    render(<PanePanel view={view} ports={ports} board={board} goToView={() => undefined} />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    // After an update, its code is gone for good.
    expect(screen.getByRole('alert').textContent).toContain('reopen Locus');
    act(() => again.click());
    expect(await screen.findByText('Here it is.')).toBeTruthy();
  });
});
