/** @jest-environment jsdom */
import { act, screen } from '@testing-library/react';

import { createFakePorts } from './fake-ports';
import { openView } from './render-pane';

const keep = () => screen.getByRole('switch', { name: 'Save results on this device' });
const clear = () => screen.getByRole('button', { name: 'Clear saved results' });

describe('kept answers in the pane', () => {
  it('are counted, and cleared by one button', async () => {
    const { fake, user } = await openView(
      'More',
      createFakePorts({ kept: { answers: 12_345, bytes: 1_540_000 } }),
    );
    await screen.findByText(/12,345 values, about 1\.5 MB/);
    await user.click(clear());
    await screen.findByText('No results saved on this device yet.');
    expect(fake.acts).toContain('clear kept answers');
  });

  it('can be switched off and on', async () => {
    const { fake, user } = await openView('More');
    await screen.findByText('Saved results');
    expect(keep()).toHaveProperty('checked', true);
    await user.click(keep());
    expect(keep()).toHaveProperty('checked', false);
    expect(fake.ports.answers.current()).toBe(false);
  });

  it.each([
    ['blocked', /Locus can’t store data/],
    ['full', /out of storage/],
    ['damaged', /damaged/],
  ] as const)('say so where the device is %s', async (trouble, words) => {
    await openView('More', createFakePorts({ kept: { answers: 3, bytes: 10, trouble } }));
    await screen.findByText(words);
  });

  it('are looked at again when work has ended', async () => {
    const { fake } = await openView('More', createFakePorts({ kept: { answers: 1, bytes: 10 } }));
    await screen.findByText(/^1 value,/);
    await act(async () => {
      fake.show({ waiting: 3 });
      await fake.ports.answers.clear();
      fake.show({ waiting: 0 });
    });
    await screen.findByText('No results saved on this device yet.');
  });
});
