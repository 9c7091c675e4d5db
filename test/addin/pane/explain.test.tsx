/** @jest-environment jsdom */
import { act, screen, within } from '@testing-library/react';

import { coordinatePlace, ListenerSet } from '../../../src/engine/lookup';
import type { PaneRequest } from '../../../src/addin/spreadsheet/host';
import type { Outcome, Question } from '../../../src/engine/lookup';
import { createFakeSheet } from '../spreadsheet/fake-sheet';
import { createFakePorts } from './fake-ports';
import type { FakePorts } from './fake-ports';
import { createFakeScores } from './fake-scores';
import { openPane } from './render-pane';

const DAY_MS = 86_400_000;

const section = (address: string) => screen.findByRole('region', { name: `About ${address}` });

async function explain(fake: FakePorts, address: string) {
  const opened = openPane(fake);
  act(() => fake.select(address));
  await opened.user.click(screen.getByRole('button', { name: 'Explain this cell' }));
  return { ...opened, about: within(await section(address)) };
}

function factsIn(about: ReturnType<typeof within>): Record<string, string | null> {
  const terms = about.getAllByRole('term');
  return Object.fromEntries(
    terms.map((term: HTMLElement) => [
      term.textContent,
      term.nextElementSibling?.textContent ?? null,
    ]),
  );
}

describe('a cell with a value', () => {
  it('is told by its meaning, place, age, source and cost', async () => {
    const sheet = createFakeSheet({
      S: [
        ['Lat', 'Lng', 'Pop'],
        [12.9352, 77.6245, '=LOCATTR(A2,B2,"w_pop_tt_500")'],
      ],
    });
    const scores = createFakeScores();
    let then = 0;
    const place = coordinatePlace(12.9352, 77.6245);
    const asked: Question[] = [];
    const peek = (question: Question): Outcome => {
      asked.push(question);
      return { kind: 'found', value: 20_345, at: then, origin: 'device', isStale: false };
    };
    const fake = createFakePorts({
      sheet,
      scores: { ...scores, scores: { ...scores.scores, peek } },
    });
    then = fake.ports.clock.now() - 3 * DAY_MS;
    const { about } = await explain(fake, 'S!C2');
    await about.findByText('12.9352, 77.6245');
    expect(asked).toEqual([{ kind: 'attribute', place, name: 'w_pop_tt_500' }]);
    const facts = factsIn(about);
    expect(facts['Attribute']).toBe('Population within 500 m (w_pop_tt_500)');
    expect(facts['Unit']).toBe('Not given by the service');
    expect(facts['Updated']).toBe('3 days ago');
    expect(facts['Source']).toBe('Saved on this device');
    expect(facts['Cost']).toBe('None: it was already known');
  });

  it('that another cell’s formula fills is told as well, and where that formula is', async () => {
    const sheet = createFakeSheet({
      S: [
        ['Lat', 'Lng', 'Pop', 'Near'],
        [12.9, 77.6, '=LOCATTR(A2:A3,B2:B3,"w_pop_tt, w_pop_tt_500")', 5],
        [13.1, 77.7, 6, 7],
      ],
    });
    const { about } = await explain(createFakePorts({ sheet }), 'S!D3');
    await about.findByText('13.1, 77.7');
    const facts = factsIn(about);
    expect(facts['Value']).toBe('7');
    expect(facts['Attribute']).toMatch(/\(w_pop_tt_500\)$/);
    expect(facts['Formula in']).toBe('S!C2');
  });

  it('that shows an error of another cell’s formula says why', async () => {
    const sheet = createFakeSheet({ S: [['=LOCATTR(D1:D2,E1:E2,"w_pop_tt")'], ['=1']] });
    sheet.show('S!A2', { error: '#N/A' });
    const fake = createFakePorts({ sheet });
    fake.report([{ address: 'S!A1', code: 'timed-out', message: 'It timed out.', count: 1 }]);
    const { about } = await explain(fake, 'S!A2');
    await about.findByText('It timed out.');
  });

  it('that holds no formula of ours is said to be that', async () => {
    const fake = createFakePorts({ sheet: createFakeSheet({ S: [['Lat']] }) });
    const { about, user } = await explain(fake, 'S!A1');
    await about.findByText(/^This cell has no Locus formula/);
    await user.click(about.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('region', { name: 'About S!A1' })).toBeNull();
  });
});

it('what is told of a cell is closed by Escape, pressed in it and nowhere else', async () => {
  const fake = createFakePorts({ sheet: createFakeSheet({ S: [['Lat']] }) });
  const { about, user } = await explain(fake, 'S!A1');
  await user.keyboard('{Escape}');
  await section('S!A1');
  about.getByRole('button', { name: 'Close' }).focus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'About S!A1' })).toBeNull();
});

it('a cell is explained that a person asks about in the sheet, whatever view is open', async () => {
  const fake = createFakePorts({ sheet: createFakeSheet({ S: [['Lat']] }) });
  const paneRequests = new ListenerSet<[PaneRequest]>();
  const host = { ...fake.ports.host, paneRequests };
  const { user } = openPane({ ...fake, ports: { ...fake.ports, host } });
  await user.click(screen.getByRole('tab', { name: 'Attributes' }));
  act(() => paneRequests.tell({ cell: 'S!A1' }));
  await section('S!A1');
  expect(screen.getByRole('tab', { name: 'Home' }).getAttribute('aria-selected')).toBe('true');
});

it('each cell that is selected is explained once one is, until that is closed', async () => {
  const fake = createFakePorts({ sheet: createFakeSheet({ S: [['Lat', 'Lng']] }) });
  const { about, user } = await explain(fake, 'S!A1');
  act(() => fake.select('S!B1'));
  const next = within(await section('S!B1'));
  expect(about).toBeDefined();
  expect(screen.queryByRole('region', { name: 'About S!A1' })).toBeNull();
  await user.click(next.getByRole('button', { name: 'Close' }));
  act(() => fake.select('S!A1'));
  expect(screen.queryByRole('region', { name: /^About/ })).toBeNull();
});

describe('the message of a selected cell', () => {
  const problems = [
    { address: "'My shops'!B2", code: 'held', message: 'Needs your approval.', count: 3 },
    { address: 'S!C3', code: 'timed-out', message: 'It timed out.', count: 1 },
  ] as const;

  it.each([
    ['S!C3', 'It timed out.'],
    ['S!C3:D9', 'It timed out.'],
    ["'My shops'!B2", 'Needs your approval.'],
  ])('is read above every view without a click or a pointer: %s', async (address, message) => {
    const fake = createFakePorts();
    fake.report(problems);
    const { user } = openPane(fake);
    await user.click(screen.getByRole('tab', { name: 'Attributes' }));
    act(() => fake.select(address));
    expect(within(screen.getByRole('banner')).getByText(message)).toBeDefined();
  });

  it.each(['S!C4', 'S!B2:C9', 'Other!C3', undefined])(
    'is not that of another cell: %s',
    (address) => {
      const fake = createFakePorts();
      fake.report(problems);
      openPane(fake);
      act(() => fake.select(address));
      expect(within(screen.getByRole('banner')).queryByText(/timed out|approval/)).toBeNull();
    },
  );

  it('goes when the cell has its value', () => {
    const fake = createFakePorts();
    fake.report(problems);
    openPane(fake);
    act(() => fake.select('S!C3'));
    act(() => fake.report([]));
    expect(within(screen.getByRole('banner')).queryByText('It timed out.')).toBeNull();
  });
});

it('converting is asked for in the sheet, and shown where it is done', async () => {
  const fake = createFakePorts();
  const paneRequests = new ListenerSet<[PaneRequest]>();
  openPane({ ...fake, ports: { ...fake.ports, host: { ...fake.ports.host, paneRequests } } });
  act(() => paneRequests.tell({ part: 'share' }));
  await screen.findByRole('button', { name: 'Convert selection' });
});

describe('a cell with an error', () => {
  it('has its cure beside it', async () => {
    const fake = createFakePorts();
    fake.report([{ address: 'S!B2', code: 'timed-out', message: 'It timed out.', count: 1 }]);
    const { about, user } = await explain(fake, 'S!B2');
    await about.findByText('It timed out.');
    await user.click(about.getByRole('button', { name: 'Retry this cell' }));
    expect(fake.acts.join()).toContain('S!B2');
  });

  it('leads to the key where that is missing', async () => {
    const fake = createFakePorts();
    fake.report([{ address: 'S!B2', code: 'no-key', message: 'No key.', count: 1 }]);
    const { about, user } = await explain(fake, 'S!B2');
    await user.click(await about.findByRole('button', { name: 'Enter API key' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'API key' }));
  });
});
