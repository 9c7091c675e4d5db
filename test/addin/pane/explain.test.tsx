/** @jest-environment jsdom */
import { act, screen, within } from '@testing-library/react';

import {
  addressPlace,
  coordinatePlace,
  ListenerSet,
  type Outcome,
  type Question,
} from '../../../src/engine/lookup';
import type { PaneRequest } from '../../../src/addin/spreadsheet/host';
import { createFakeSheet } from '../spreadsheet/fake-sheet';
import { createFakePorts, type FakePorts } from './fake-ports';
import { createFakeScores } from './fake-scores';
import { openPane } from './render-pane';

const DAY_MS = 86_400_000;
const KNOWN = 'None: this is known. Only Renew values requests it again.';

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
    expect(facts['Cost']).toBe(KNOWN);
  });

  // Where it came from says what it cost once; what is known costs nothing now.
  it.each(['service', 'gateway', 'memory', 'device', 'workbook'] as const)(
    'that is known from %s costs nothing, unless it is outdated',
    async (origin) => {
      const sheet = createFakeSheet({ S: [[12.9, 77.6, '=LOCATTR(A1,B1,"w_pop_tt")']] });
      let isStale = false;
      const scores = createFakeScores();
      const peek = (): Outcome => ({ kind: 'found', value: 5, at: 0, origin, isStale });
      const fake = createFakePorts({
        sheet,
        scores: { ...scores, scores: { ...scores.scores, peek } },
      });
      const { about, user } = await explain(fake, 'S!C1');
      await about.findByText('12.9, 77.6');
      expect(factsIn(about)['Cost']).toBe(KNOWN);
      isStale = true;
      await user.click(about.getByRole('button', { name: 'Close' }));
      await user.click(screen.getByRole('button', { name: 'Explain this cell' }));
      const outdated = within(await section('S!C1'));
      await outdated.findByText('12.9, 77.6');
      expect(factsIn(outdated)).not.toHaveProperty('Cost');
    },
  );

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
  act(() => paneRequests.notify({ cell: 'S!A1' }));
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
  act(() => paneRequests.notify({ part: 'share' }));
  await screen.findByRole('button', { name: 'Copy this sheet as values' });
});

describe('a score', () => {
  const stores = (formula: string) =>
    createFakeSheet({
      S: [
        ['Address', 'Day', 'floor_area', 'format', 'Score'],
        ['Hill Road', '2026-12-31', 120, 'kiosk', formula],
      ],
    });

  it('with a date and variables is told by its age and cost, as any value is', async () => {
    const sheet = stores('=LOCSCORE("Store potential",A2,B2,LOCVARS($C$1:$D$1,C2:D2))');
    const scores = createFakeScores();
    const asked: Question[] = [];
    const peek = (question: Question): Outcome => {
      asked.push(question);
      return { kind: 'found', value: 42, at: 0, origin: 'workbook', isStale: false };
    };
    const fake = createFakePorts({
      sheet,
      scores: { ...scores, scores: { ...scores.scores, peek } },
    });
    const { about } = await explain(fake, 'S!E2');
    await about.findByText('Hill Road');
    expect(asked).toEqual([
      {
        kind: 'score',
        place: addressPlace('Hill Road'),
        model: 'Store potential',
        date: '2026-12-31',
        customVariables: { floor_area: 120, format: 'kiosk' },
      },
    ]);
    expect(factsIn(about)).toMatchObject({
      Model: 'Store potential',
      Source: 'Saved in this workbook',
      Cost: KNOWN,
    });
  });

  it('that there is none of says of what, by which formula, and leads to the address', async () => {
    const formula = '=IFERROR(LOCSCORE("Store potential",A2),NA())';
    const fake = createFakePorts({ sheet: stores(formula) });
    fake.report([{ address: 'S!E2', code: 'no-value', message: 'No score here.', count: 1 }]);
    const { about, user } = await explain(fake, 'S!E2');
    await about.findByText('Store potential at ‘Hill Road’');
    expect(factsIn(about)['Formula']).toBe(formula);
    expect(about.queryByRole('button', { name: 'Find an attribute' })).toBeNull();
    await user.click(about.getByRole('button', { name: 'Add city or pincode' }));
    expect(fake.acts).toContain('go to S!A2');
  });
});

describe('an attribute without a value', () => {
  it.each([
    [
      '=LOCATTR(A1,B1,"w_pop_tt_500")',
      'Population within 500 m at 12.9, 77.6',
      'Check the coordinates',
    ],
    ['=LOCATTR(A1,B1,"w_popp")', 'w_popp at 12.9, 77.6', 'Find an attribute'],
    [
      '=LOCATTR_ADDRESS("Hill Road","","w_pop_tt")',
      'Population at ‘Hill Road’',
      'Add city or pincode',
    ],
  ])('%s is told as %s, with its cure: %s', async (formula, what, cure) => {
    const fake = createFakePorts({ sheet: createFakeSheet({ S: [[12.9, 77.6, formula]] }) });
    fake.report([{ address: 'S!C1', code: 'no-value', message: 'No value.', count: 1 }]);
    const { about } = await explain(fake, 'S!C1');
    await about.findByText(what);
    expect(about.getByRole('button', { name: cure })).toBeDefined();
  });

  it('that was never asked for has cost nothing, and its place is told as it is written', async () => {
    const sheet = createFakeSheet({ S: [['north', 77.6, '=LOCATTR(A1,B1,"w_pop_tt")']] });
    const fake = createFakePorts({ sheet });
    const message = 'The latitude can’t be read.';
    fake.report([{ address: 'S!C1', code: 'invalid-argument', message, count: 1 }]);
    const { about } = await explain(fake, 'S!C1');
    await about.findByText('Population at ‘north, 77.6’');
    expect(factsIn(about)['Cost']).toBe('None: nothing was asked');
  });
});

describe('a cell with an error', () => {
  it('is followed by the next that is selected, with its own formula', async () => {
    const sheet = createFakeSheet({
      S: [
        ['Hill Road', '=LOCSCORE("Shops",A1)'],
        ['MG Road', '=LOCSCORE("Shops",A2)'],
      ],
    });
    const fake = createFakePorts({ sheet });
    const problem = { code: 'no-value', message: 'No score here.', count: 1 } as const;
    fake.report([
      { ...problem, address: 'S!B1' },
      { ...problem, address: 'S!B2' },
    ]);
    const { about } = await explain(fake, 'S!B1');
    await about.findByText('Shops at ‘Hill Road’');
    act(() => fake.select('S!B2'));
    await within(await section('S!B2')).findByText('Shops at ‘MG Road’');
  });

  it('has its cure beside it', async () => {
    const fake = createFakePorts();
    fake.report([{ address: 'S!B2', code: 'timed-out', message: 'It timed out.', count: 1 }]);
    const { about, user } = await explain(fake, 'S!B2');
    await about.findByText('It timed out.');
    await user.click(about.getByRole('button', { name: 'Retry this cell' }));
    expect(fake.acts.join()).toContain('S!B2');
  });

  it.each([
    [
      '=LOCSCORE("Revenue",A1,,LOCVARS({"floor_area","format"},CHOOSE({1,2},IF($B1="",120,$B1),IF($C1="","",$C1))))',
      'custom_variables, format must be kiosk or store',
      'Check the variables',
      'S!C1',
    ],
    [
      '=LOCSCORE("Revenue",A1,,LOCVARS($B$3:$C$3,$B1:$C1))',
      'custom_variables, format must be kiosk or store',
      'Check the variables',
      'S!B1:C1',
    ],
    ['=LOCSCORE("Revenue",A1,B1)', 'date is too early', 'Check the date', 'S!B1'],
    [
      '=LOCSCORE("Revenue",MID(IF($A1="","",", "&$A1),3,999))',
      'the address is too vague',
      'Check the address',
      'S!A1',
    ],
    ['=LOCATTR(B1,C1,"w_pop_tt")', 'lat is in the sea', 'Check the coordinates', 'S!B1'],
    ['=LOCSCORE("Revenue",A1)', 'no', 'Check the formula', 'S!D1'],
  ])('leads to what the service says is wrong: %s, %s', async (formula, reason, cure, cell) => {
    const sheet = createFakeSheet({ S: [['Hill Road', 12.9, 77.6, formula]] });
    const fake = createFakePorts({ sheet });
    const message = `The service says "${reason}": check the formula.`;
    fake.report([{ address: 'S!D1', code: 'rejected', message, count: 1 }]);
    const { about, user } = await explain(fake, 'S!D1');
    // To ask the same again could only be rejected, and paid for, again.
    expect(about.queryByRole('button', { name: /^Retry/ })).toBeNull();
    await user.click(await about.findByRole('button', { name: cure }));
    expect(fake.acts).toContain(`go to ${cell}`);
  });

  it('leads to the key where that is missing', async () => {
    const fake = createFakePorts();
    fake.report([{ address: 'S!B2', code: 'no-key', message: 'No key.', count: 1 }]);
    const { about, user } = await explain(fake, 'S!B2');
    await user.click(await about.findByRole('button', { name: 'Enter API key' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'API key' }));
  });
});
