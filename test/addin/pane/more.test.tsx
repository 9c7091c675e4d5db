/** @jest-environment jsdom */
import { screen } from '@testing-library/react';

import { createFakePorts } from './fake-ports';
import { openView } from './render-pane';

const press = (name: string) => screen.findByRole('button', { name });

describe('help with a problem', () => {
  it('is a text that a person reads before they copy it', async () => {
    const { fake, user } = await openView('More');
    await user.click(await press('Collect diagnostics'));
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Diagnostics' });
    expect(box.value).toBe('Locus, all is well');
    await user.click(await press('Copy diagnostics'));
    await screen.findByText('Copied.');
    expect(fake.acts).toEqual(['copy Locus, all is well']);
  });

  it('says so when it cannot be collected', async () => {
    const diagnostics = () => Promise.reject(new Error('offline'));
    const { user } = await openView('More', createFakePorts({ diagnostics }));
    await user.click(await press('Collect diagnostics'));
    await screen.findByText(/Couldn’t collect diagnostics/);
  });
});

describe('forgetting everything', () => {
  it('asks once more, and can be called off', async () => {
    const { fake, user } = await openView('More');
    await user.click(await press('Clear all data…'));
    await user.click(await press('Keep data'));
    expect(fake.acts).toEqual([]);
    await user.click(await press('Clear all data…'));
    await user.click(await press('Clear all data'));
    await screen.findByText(/^Done\./);
    expect(fake.acts).toEqual(['forget everything']);
  });

  it('is not done by a double click', async () => {
    const { fake, user } = await openView('More');
    const asking = await press('Clear all data…');
    await user.dblClick(asking);
    expect(asking.isConnected).toBe(false);
    expect(fake.acts).toEqual([]);
  });

  it('is not done by Enter twice', async () => {
    const { fake, user } = await openView('More');
    (await press('Clear all data…')).focus();
    await user.keyboard('{Enter}');
    expect(document.activeElement?.textContent).toBe('Keep data');
    await user.keyboard('{Enter}');
    expect(screen.getByText('Nothing was cleared.')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Clear all data…');
    expect(fake.acts).toEqual([]);
  });

  it('says what to do where the device keeps some of it', async () => {
    const forget = () => Promise.reject(new Error('blocked'));
    const { user } = await openView('More', createFakePorts({ forgetEverything: forget }));
    await user.click(await press('Clear all data…'));
    await user.click(await press('Clear all data'));
    await screen.findByText(/couldn’t delete everything/);
  });
});
