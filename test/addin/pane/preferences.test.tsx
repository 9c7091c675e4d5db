/** @jest-environment jsdom */
import { screen } from '@testing-library/react';

import { createPreferenceStore } from '../../../src/addin/device/preferences';
import { throwingStorage } from '../device/fake-storage';
import { createFakePorts } from './fake-ports';
import { openView } from './render-pane';

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

async function openSettings() {
  const opened = await openView('More');
  await screen.findByRole('region', { name: 'Settings' });
  return opened;
}

describe('the settings in the pane', () => {
  it('count once a person leaves the box, and not while they type', async () => {
    const { fake, user } = await openSettings();
    await user.clear(box('Maximum calls at once'));
    await user.type(box('Maximum calls at once'), '12');
    expect(fake.ports.preferences.current().maxConcurrency).toBe(6);
    await user.tab();
    expect(fake.ports.preferences.current().maxConcurrency).toBe(12);
  });

  it.each([
    ['Maximum calls at once', '0', 'Enter a whole number from 1 to 20.'],
    ['Maximum calls at once', 'many', 'Enter a whole number from 1 to 20.'],
    ['Maximum wait per cell', '3', 'Enter a number from 5 to 600.'],
  ])('%s: %s is told plainly, and nothing changes', async (name, typed, words) => {
    const { fake, user } = await openSettings();
    const before = fake.ports.preferences.current();
    await user.clear(box(name));
    await user.type(box(name), `${typed}{Enter}`);
    expect(screen.getByText(words)).toBeTruthy();
    expect(box(name).value).toBe(typed);
    expect(fake.ports.preferences.current()).toBe(before);
  });

  it('an emptied box goes back to what we would choose, and one button to all of it', async () => {
    const { fake, user } = await openSettings();
    await user.clear(box('Maximum wait per cell'));
    await user.type(box('Maximum wait per cell'), '120{Enter}');
    expect(fake.ports.preferences.current().deadlineMs).toBe(120_000);
    await user.clear(box('Maximum wait per cell'));
    await user.tab();
    expect(fake.ports.preferences.current().deadlineMs).toBe(60_000);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Date format' }), 'DD/MM/YYYY');
    expect(fake.ports.preferences.current().dateFormat).toBe('DD/MM/YYYY');
    await user.click(screen.getByRole('button', { name: 'Reset to defaults' }));
    expect(fake.ports.preferences.current().dateFormat).toBe('YYYY-MM-DD');
  });

  it('let other countries’ codes through', async () => {
    const { fake, user } = await openSettings();
    const pincodes = screen.getByRole('combobox', { name: 'Pincodes' });
    await user.selectOptions(pincodes, 'Other countries’ codes, too');
    expect(fake.ports.preferences.current().pincodes).toBe('any');
    await user.click(screen.getByRole('button', { name: 'Reset to defaults' }));
    expect(fake.ports.preferences.current().pincodes).toBe('india');
  });

  it('are reset also where what was typed was out of bounds', async () => {
    const { user } = await openSettings();
    await user.clear(box('Maximum calls at once'));
    await user.type(box('Maximum calls at once'), '500{Enter}');
    await user.click(screen.getByRole('button', { name: 'Reset to defaults' }));
    expect(box('Maximum calls at once').value).toBe('6');
    expect(screen.queryByText('Enter a whole number from 1 to 20.')).toBeNull();
  });

  it('say where the device does not keep them', async () => {
    const fake = createFakePorts();
    const preferences = createPreferenceStore(throwingStorage);
    const { user } = await openView('More', { ...fake, ports: { ...fake.ports, preferences } });
    const words = 'This device can’t save settings. They last until you close Locus.';
    expect(screen.queryByText(words)).toBeNull();
    const formats = await screen.findByRole('combobox', { name: 'Date format' });
    await user.selectOptions(formats, 'DD/MM/YYYY');
    expect(screen.getByText(words)).toBeTruthy();
    expect(preferences.current().dateFormat).toBe('DD/MM/YYYY');
  });
});
