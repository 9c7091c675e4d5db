/** @jest-environment jsdom */
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import type { ConnectionReport } from '../../../src/engine/client/connection-test';
import { createFakePorts } from './fake-ports';
import { openPane } from './render-pane';

const KEY = 'k-0123456789abcdef';

const keyBox = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'API key' });
const save = () => screen.getByRole('button', { name: 'Save and test' });
const remember = () =>
  screen.getByRole<HTMLInputElement>('switch', { name: 'Remember on this device' });
const advanced = () => screen.getByRole('button', { name: 'Advanced' });
const status = () => screen.getByRole('status');
const addressBox = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

/** Where a key was entered before. */
function openWithKey(shouldRemember = false) {
  const fake = createFakePorts();
  fake.connection.save({ credential: KEY, shouldRemember });
  return openPane(fake);
}

async function enterKey(user: UserEvent): Promise<void> {
  await user.type(keyBox(), KEY);
  await user.click(save());
}

/** A test whose end the test of the pane decides. */
function pendingReport() {
  let end: (report: ConnectionReport) => void = () => undefined;
  const report = new Promise<ConnectionReport>((resolve) => (end = resolve));
  return { report, end: (value: ConnectionReport) => end(value) };
}

describe('the connection in the pane', () => {
  it('saves the key, tests it, says how it went and then lets the cells ask again', async () => {
    const { fake, user } = openPane();
    await user.type(keyBox(), `  ${KEY} `);
    await user.click(save());
    await waitFor(() =>
      expect(status().textContent).toBe('Connected. The service responded in 0.4\u00a0s.'),
    );
    expect(fake.testedKeys).toEqual([KEY]);
    expect(fake.acts).toEqual(['credential changed: works']);
    expect(fake.connection.current().credential).toBe(KEY);
    expect([...fake.held]).toEqual([]);
  });

  it('brings into sight what it says of a step, and nothing of its own accord', async () => {
    const seen: string[] = [];
    jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      seen.push(this.textContent);
    });
    const { user } = openPane();
    expect(seen).toEqual([]);
    await user.type(keyBox(), `${KEY}{Enter}`);
    await waitFor(() => expect(seen.at(-1)).toMatch(/^Connected\./));
    jest.restoreAllMocks();
  });

  it('says that attributes work where the models’ own address is wrong', async () => {
    const { fake, user } = openPane();
    fake.answerTests(() =>
      Promise.resolve({ kind: 'works', elapsedMs: 400, isModelServiceAway: true }),
    );
    await user.type(keyBox(), `${KEY}{Enter}`);
    await waitFor(() => expect(status().textContent).toMatch(/^Attributes work, but the model/));
  });

  it('says that a key was rejected for as long as it stops the calls', async () => {
    const { fake, user } = openPane();
    fake.answerTests(() => Promise.resolve({ kind: 'refused', status: 401 }));
    await user.type(keyBox(), `${KEY}{Enter}`);
    await waitFor(() => expect(status().textContent).toMatch(/rejected this key/));
    act(() => fake.show({ valuesReceived: 2, stoppedBy: 'key-refused' }));
    expect(status().textContent).toMatch(/rejected this key/);
    act(() => fake.show({ valuesReceived: 3, stoppedBy: undefined }));
    expect(status().textContent).toBe('Your key is kept until you close Locus.');
  });

  it('never puts the key into the markup, not even while it is typed', async () => {
    const { user } = openPane();
    await user.type(keyBox(), KEY);
    expect(document.documentElement.outerHTML).not.toContain(KEY);
    await user.click(screen.getByRole('button', { name: 'Show key' }));
    expect(document.documentElement.outerHTML).not.toContain(KEY);
    await user.click(save());
    await waitFor(() => expect(status().textContent).toContain('Connected'));
    expect(keyBox().value).toBe('');
    expect(keyBox().placeholder).toBe('Type to replace your key');
    expect(document.documentElement.outerHTML).not.toContain(KEY);
  });

  it('gives the key to nobody but the test', async () => {
    const logs: unknown[][] = [];
    const methods = ['log', 'info', 'warn', 'error', 'debug'] as const;
    const original = methods.map((method) => console[method]);
    for (const method of methods) console[method] = (...args: unknown[]) => void logs.push(args);
    const { fake, user } = openPane();
    fake.answerTests(() => Promise.reject(new Error('broken')));
    await enterKey(user);
    await waitFor(() => expect(status().textContent).toContain('rejected the test'));
    methods.forEach((method, index) => Object.assign(console, { [method]: original[index] }));
    expect(JSON.stringify(logs)).not.toContain(KEY);
    expect(fake.acts.join()).not.toContain(KEY);
  });

  it('shows and hides what is being typed, with a box that keeps its role and name', async () => {
    const { user } = openPane();
    const masked = keyBox().className;
    await user.click(screen.getByRole('button', { name: 'Show key' }));
    expect(keyBox().className).not.toBe(masked);
    await user.click(screen.getByRole('button', { name: 'Hide key' }));
    expect(keyBox().className).toBe(masked);
    expect(keyBox().type).toBe('text');
    expect(keyBox().autocomplete).toBe('off');
  });

  it('does not let a masked key be copied', async () => {
    const { user } = openPane();
    await user.type(keyBox(), KEY);
    const copy = () =>
      keyBox().dispatchEvent(new Event('copy', { bubbles: true, cancelable: true }));
    expect(copy()).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Show key' }));
    expect(copy()).toBe(true);
  });

  it('asks for a key where there is none', async () => {
    const { fake, user } = openPane();
    await user.click(save());
    expect(status().textContent).toBe('Enter your API key first.');
    expect(document.activeElement).toBe(keyBox());
    expect(fake.testedKeys).toEqual([]);
    expect(fake.acts).toEqual([]);
  });

  it.each<[ConnectionReport, string]>([
    [
      { kind: 'refused', status: 401 },
      'The service rejected this key (status 401). Make sure you copied all of it, or ask for a new one.',
    ],
    [
      { kind: 'out-of-credits', status: 402 },
      'Your key works, but you’re out of credits (status 402). Add credits, then select Save and test.',
    ],
    [
      { kind: 'throttled', status: 429, retryAfterMs: 30_000 },
      'Your key is saved, but the service is busy (status 429). Try again in about 30\u00A0s.',
    ],
    [
      { kind: 'unreachable', likelyCause: 'offline' },
      'Can’t reach the service. You seem to be offline. Check your network and try again.',
    ],
    [
      { kind: 'unreachable', likelyCause: 'blocked' },
      'Can’t reach the service. A proxy or firewall may be blocking it, or the service may not allow requests from add-ins (CORS). Check the address under Advanced, or ask your IT team for the address of a Locus gateway.',
    ],
    [
      { kind: 'failed', status: 502, likelyCause: 'service-error' },
      'Your key is saved, but the service has a problem (status 502). Try again in a few minutes.',
    ],
    [
      { kind: 'failed', status: 200, likelyCause: 'wrong-address' },
      'Something responds at this address, but it isn’t the service (status 200). Check the address under Advanced.',
    ],
  ])('says in words what came back, until values come: %j', async (report, words) => {
    const { fake, user } = openPane();
    fake.answerTests(() => Promise.resolve(report));
    await enterKey(user);
    await waitFor(() => expect(status().textContent).toBe(words));
    // A new key is told of even when the test went badly: the old one's fate no longer counts.
    expect(fake.acts).toEqual([`credential changed: ${report.kind}`]);
    act(() => fake.show({ callsMade: 1 }));
    expect(status().textContent).toBe(words);
    act(() => fake.show({ valuesReceived: 1 }));
    expect(status().textContent).toBe('Your key is kept until you close Locus.');
  });

  it('tells of nothing when an old key was tested and did not work', async () => {
    const { fake, user } = openWithKey();
    fake.answerTests(() => Promise.resolve({ kind: 'throttled', status: 429 }));
    await user.click(save());
    await waitFor(() => expect(status().textContent).toContain('busy'));
    expect(fake.acts).toEqual([]);
  });

  it('survives cells that cannot be calculated again', async () => {
    const fake = createFakePorts({
      onCredentialChanged: () => Promise.reject(new Error('editing')),
    });
    const { user } = openPane(fake);
    await enterKey(user);
    await waitFor(() => expect(status().textContent).toContain('Connected'));
  });

  it('makes one test at a time', async () => {
    const { fake, user } = openPane();
    const { report, end } = pendingReport();
    fake.answerTests(() => report);
    await enterKey(user);
    expect(status().textContent).toBe('Testing…');
    await user.click(save());
    await user.type(keyBox(), 'another{Enter}');
    expect(fake.testedKeys).toEqual([KEY]);
    end({ kind: 'works', elapsedMs: 50 });
    await waitFor(() => expect(status().textContent).toContain('under 0.1'));
  });

  it('does not bring a forgotten key back with a late test', async () => {
    const { fake, user } = openPane();
    const { report, end } = pendingReport();
    fake.answerTests(() => report);
    await enterKey(user);
    await user.click(screen.getByRole('button', { name: 'Remove key' }));
    end({ kind: 'works', elapsedMs: 50 });
    await report;
    expect(status().textContent).toBe('Key and addresses removed from this device.');
    expect(fake.connection.current().credential).toBeUndefined();
    expect(fake.acts).toEqual([]);
  });

  it('refuses a key with a space inside, keeps it in the box and saves nothing', async () => {
    const { fake, user } = openPane();
    await user.type(keyBox(), 'two words');
    await user.click(save());
    expect(status().textContent).toBe('Not saved. Fix the highlighted fields.');
    expect(screen.getByText(/don’t contain spaces or line breaks/)).toBeTruthy();
    expect(keyBox().value).toBe('two words');
    expect(keyBox().getAttribute('aria-invalid')).toBe('true');
    expect(fake.testedKeys).toEqual([]);
  });
});

const UNENCRYPTED = /^Stored unencrypted in this browser/;

describe('remembering', () => {
  it('is off until a person turns it on, and then stores the key', async () => {
    const { fake, user } = openPane();
    expect(remember().checked).toBe(false);
    expect(screen.queryByText(UNENCRYPTED)).toBeNull();
    await user.click(remember());
    expect(screen.getByText(UNENCRYPTED)).toBeTruthy();
    await enterKey(user);
    await waitFor(() => expect(status().textContent).toContain('Connected'));
    expect(JSON.stringify([...fake.held])).toContain(KEY);
  });

  it('takes a saved key off the device at once when turned off', async () => {
    const { fake, user } = openWithKey(true);
    expect(remember().checked).toBe(true);
    expect(status().textContent).toBe('Your key is saved on this device.');
    await user.click(remember());
    expect([...fake.held]).toEqual([]);
    expect(fake.connection.current().credential).toBe(KEY);
    expect(status().textContent).toContain('no longer saved on this device');
  });

  it('says so when the device would not keep the key', async () => {
    const fake = createFakePorts();
    const { user } = openPane({
      ...fake,
      ports: {
        ...fake.ports,
        connection: {
          ...fake.connection,
          save: (change) => {
            const saving = fake.connection.save({ ...change, shouldRemember: false });
            return saving.kind === 'saved' ? { ...saving, keptIn: 'not-kept' } : saving;
          },
        },
      },
    });
    await user.click(remember());
    await enterKey(user);
    await waitFor(() =>
      expect(status().textContent).toBe(
        'Connected. The service responded in 0.4\u00a0s. This device couldn’t save the key, so it works until you close Locus.',
      ),
    );
    expect(remember().checked).toBe(false);
  });
});

describe('the addresses', () => {
  it('ask for the key again when they lead elsewhere, and send nothing until then', async () => {
    const { fake, user } = openWithKey();
    await user.click(advanced());
    const box = addressBox('Attribute service address');
    await user.clear(box);
    await user.type(box, 'https://other.example/stage/');
    await user.click(save());
    expect(status().textContent).toContain('Enter your key again');
    expect(document.activeElement).toBe(keyBox());
    expect(fake.testedKeys).toEqual([]);
    expect(box.value).toBe('https://other.example/stage');
    await user.type(keyBox(), 'k-other');
    await user.click(save());
    await waitFor(() => expect(fake.testedKeys).toEqual(['k-other']));
  });

  it.each([
    ['http://data.example.com', /To keep your key private, use https/],
    ['https://me@data.example.com', /before the @/],
    ['data.example.com', /Enter the full address/],
  ])('that are unsafe are refused, shown and pointed at: %s', async (typed, words) => {
    const { fake, user } = openPane();
    await user.click(advanced());
    const box = addressBox('Model service address');
    await user.clear(box);
    await user.type(box, typed);
    await user.click(advanced());
    await enterKey(user);
    expect(screen.getByText(words)).toBeTruthy();
    expect(document.activeElement).toBe(addressBox('Model service address'));
    expect(keyBox().value).toBe(KEY);
    expect(fake.testedKeys).toEqual([]);
    expect(fake.connection.current().credential).toBeUndefined();
  });
});

describe('the connection that another window changes', () => {
  const openSaved = async () => {
    const opened = openPane();
    const { fake, user } = opened;
    await user.click(remember());
    await user.type(keyBox(), `${KEY}{Enter}`);
    await waitFor(() => expect(status().textContent).toMatch(/^Connected/));
    return { ...opened, other: fake.connectionElsewhere() };
  };

  it('is shown as it is now, and a key that is not typed stays the new one', async () => {
    const { fake, user, other } = await openSaved();
    act(() => void other.save({ credential: 'NEW-KEY', shouldRemember: true }));
    expect(status().textContent).toBe('The connection was changed in another window.');
    await user.click(save());
    await waitFor(() => expect(fake.testedKeys).toEqual([KEY, 'NEW-KEY']));
    act(() => other.forget());
    expect(status().textContent).toBe('Enter your API key, then select Save and test.');
    expect(remember().checked).toBe(false);
    await user.click(save());
    expect(fake.connection.current().credential).toBeUndefined();
  });

  it('is shown as it is now to who comes back from another view', async () => {
    const { user, other } = await openSaved();
    await user.click(remember());
    await user.click(screen.getByRole('tab', { name: 'Attributes' }));
    act(() => void other.save({ credential: 'NEW-KEY', shouldRemember: true }));
    await user.click(screen.getByRole('tab', { name: 'Home' }));
    expect(status().textContent).toBe('The connection was changed in another window.');
    expect(remember().checked).toBe(true);
  });

  it('is not said to work by the test of a key that was replaced meanwhile', async () => {
    const { fake, user, other } = await openSaved();
    const { report, end } = pendingReport();
    fake.answerTests(() => report);
    await user.click(save());
    await user.click(screen.getByRole('tab', { name: 'Attributes' }));
    act(() => void other.save({ credential: 'NEW-KEY', shouldRemember: true }));
    const acts = fake.acts.length;
    await act(async () => end({ kind: 'works', elapsedMs: 400 }));
    await user.click(screen.getByRole('tab', { name: 'Home' }));
    expect(status().textContent).toBe('The connection was changed in another window.');
    expect(save().getAttribute('aria-disabled')).not.toBe('true');
    expect(fake.acts.slice(acts)).toEqual([]);
  });

  it('keeps an address that is being typed, and takes the one that is not', async () => {
    const { user, other } = await openSaved();
    await user.click(advanced());
    const box = addressBox('Attribute service address');
    await user.clear(box);
    await user.type(box, 'https://typed.example');
    const addresses = { modelUrl: 'https://models.example' };
    act(() => void other.save({ credential: KEY, addresses, shouldRemember: true }));
    expect(box.value).toBe('https://typed.example');
    expect(addressBox('Model service address').value).toBe('https://models.example');
  });
});
