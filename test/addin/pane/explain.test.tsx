/** @jest-environment jsdom */
import { act, screen, within } from '@testing-library/react';

import {
  addressPlace,
  coordinatePlace,
  ListenerSet,
  type Outcome,
  type Question,
} from '../../../src/engine/lookup';
import type { CellProblem } from '../../../src/addin/functions/problems';
import type { PaneRequest } from '../../../src/addin/spreadsheet/host';
import type { CellInput } from '../../../src/addin/spreadsheet/sheet';
import { createFakeSheet } from '../spreadsheet/fake-sheet';
import { createFakePorts, type FakePorts } from './fake-ports';
import { createFakeScores } from './fake-scores';
import { openPane } from './render-pane';

const DAY_MS = 86_400_000;
const KNOWN = 'None: this is known. Only Renew values requests it again.';

type Rows = readonly (readonly CellInput[])[];
type Failing = readonly [address: string, code: CellProblem['code'], message: string];

/** Over a sheet with these cells, of which some fail. */
function portsOf(rows: Rows, ...failing: readonly Failing[]): FakePorts {
  const fake = createFakePorts({ sheet: createFakeSheet({ S: rows }) });
  fake.report(failing.map(([address, code, message]) => ({ address, code, message, count: 1 })));
  return fake;
}

/** Over a sheet with these cells, where this is known of whatever they ask. */
function knowing(rows: Rows, known: () => Partial<Outcome & { kind: 'found' }>) {
  const asked: Question[] = [];
  const fakeScores = createFakeScores();
  const peek = (question: Question): Outcome => {
    asked.push(question);
    return { kind: 'found', value: 5, at: 0, origin: 'device', isStale: false, ...known() };
  };
  const scores = { ...fakeScores, scores: { ...fakeScores.scores, peek } };
  return { asked, fake: createFakePorts({ sheet: createFakeSheet({ S: rows }), scores }) };
}

const section = (address: string) => screen.findByRole('region', { name: `About ${address}` });

async function explain(fake: FakePorts, address: string) {
  const opened = openPane(fake);
  act(() => fake.select(address));
  await opened.user.click(screen.getByRole('button', { name: 'Explain this cell' }));
  return { ...opened, about: within(await section(address)) };
}

const factsIn = (about: ReturnType<typeof within>): Record<string, string | null | undefined> =>
  Object.fromEntries(
    about
      .getAllByRole('term')
      .map((term: HTMLElement) => [term.textContent, term.nextElementSibling?.textContent]),
  );

/** The pane, and what the sheet asks of it. */
function openWithRequests(fake: FakePorts) {
  const paneRequests = new ListenerSet<[PaneRequest]>();
  const host = { ...fake.ports.host, paneRequests };
  return { ...openPane({ ...fake, ports: { ...fake.ports, host } }), paneRequests };
}

describe('a cell with a value', () => {
  it('is told by its meaning, place, age, source and cost', async () => {
    const rows = [
      ['Lat', 'Lng', 'Pop'],
      [12.9352, 77.6245, '=LOCATTR(A2,B2,"w_pop_tt_500")'],
    ];
    const { asked, fake } = knowing(rows, () => ({ at: fake.ports.clock.now() - 3 * DAY_MS }));
    const { about } = await explain(fake, 'S!C2');
    await about.findByText('12.9352, 77.6245');
    const place = coordinatePlace(12.9352, 77.6245);
    expect(asked).toEqual([{ kind: 'attribute', place, name: 'w_pop_tt_500' }]);
    expect(factsIn(about)).toMatchObject({
      Attribute: 'Population within 500 m (w_pop_tt_500)',
      Unit: 'Not given by the service',
      Updated: '3 days ago',
      Source: 'Saved on this device',
      Cost: KNOWN,
    });
  });

  // Where it came from says what it cost once; what is known costs nothing now.
  it.each(['service', 'gateway', 'memory', 'device', 'workbook'] as const)(
    'that is known from %s costs nothing, unless it is outdated',
    async (origin) => {
      let isStale = false;
      const rows = [[12.9, 77.6, '=LOCATTR(A1,B1,"w_pop_tt")']];
      const { fake } = knowing(rows, () => ({ origin, isStale }));
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
    const fake = portsOf([
      ['Lat', 'Lng', 'Pop', 'Near'],
      [12.9, 77.6, '=LOCATTR(A2:A3,B2:B3,"w_pop_tt, w_pop_tt_500")', 5],
      [13.1, 77.7, 6, 7],
    ]);
    const { about } = await explain(fake, 'S!D3');
    await about.findByText('13.1, 77.7');
    expect(factsIn(about)).toMatchObject({
      Value: '7',
      Attribute: expect.stringMatching(/\(w_pop_tt_500\)$/),
      'Formula in': 'S!C2',
    });
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
    const { about, user } = await explain(portsOf([['Lat']]), 'S!A1');
    await about.findByText(/^This cell has no Locus formula/);
    await user.click(about.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('region', { name: 'About S!A1' })).toBeNull();
  });
});

it('what is told of a cell is closed by Escape, pressed in it and nowhere else', async () => {
  const { about, user } = await explain(portsOf([['Lat']]), 'S!A1');
  await user.keyboard('{Escape}');
  await section('S!A1');
  about.getByRole('button', { name: 'Close' }).focus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'About S!A1' })).toBeNull();
});

it('a cell is explained that a person asks about in the sheet, whatever view is open', async () => {
  const { user, paneRequests } = openWithRequests(portsOf([['Lat']]));
  await user.click(screen.getByRole('tab', { name: 'Attributes' }));
  act(() => paneRequests.notify({ cell: 'S!A1' }));
  await section('S!A1');
  expect(screen.getByRole('tab', { name: 'Home' }).getAttribute('aria-selected')).toBe('true');
});

it('converting is asked for in the sheet, and shown where it is done', async () => {
  const { paneRequests } = openWithRequests(createFakePorts());
  act(() => paneRequests.notify({ part: 'share' }));
  await screen.findByRole('button', { name: 'Copy this sheet as values' });
});

it('each cell that is selected is explained once one is, until that is closed', async () => {
  const fake = portsOf([['Lat', 'Lng']]);
  const { user } = await explain(fake, 'S!A1');
  act(() => fake.select('S!B1'));
  const next = within(await section('S!B1'));
  expect(screen.queryByRole('region', { name: 'About S!A1' })).toBeNull();
  await user.click(next.getByRole('button', { name: 'Close' }));
  act(() => fake.select('S!A1'));
  expect(screen.queryByRole('region', { name: /^About/ })).toBeNull();
});

describe('the message of a selected cell', () => {
  function open() {
    const fake = portsOf(
      [],
      ["'My shops'!B2", 'held', 'Needs your approval.'],
      ['S!C3', 'timed-out', 'It timed out.'],
    );
    return openPane(fake);
  }
  const said = () => within(screen.getByRole('banner')).queryByText(/timed out|approval/);

  it.each([
    ['S!C3', 'It timed out.'],
    ['S!C3:D9', 'It timed out.'],
    ["'My shops'!B2", 'Needs your approval.'],
  ])('is read above every view without a click or a pointer: %s', async (address, message) => {
    const { fake, user } = open();
    await user.click(screen.getByRole('tab', { name: 'Attributes' }));
    act(() => fake.select(address));
    expect(said()?.textContent).toBe(message);
  });

  it.each(['S!C4', 'S!B2:C9', 'Other!C3', undefined])('is not another cell’s: %s', (address) => {
    const { fake } = open();
    act(() => fake.select(address));
    expect(said()).toBeNull();
  });

  it('goes when the cell has its value', () => {
    const { fake } = open();
    act(() => fake.select('S!C3'));
    act(() => fake.report([]));
    expect(said()).toBeNull();
  });
});

describe('a score', () => {
  const stores = (formula: string): Rows => [
    ['Address', 'Day', 'floor_area', 'format', 'Score'],
    ['Hill Road', '2026-12-31', 120, 'kiosk', formula],
  ];

  it('with a date and variables is told by its age and cost, as any value is', async () => {
    const rows = stores('=LOCSCORE("Store potential",A2,B2,LOCVARS($C$1:$D$1,C2:D2))');
    const { asked, fake } = knowing(rows, () => ({ origin: 'workbook' }));
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
    const fake = portsOf(stores(formula), ['S!E2', 'no-value', 'No score here.']);
    const { about, user } = await explain(fake, 'S!E2');
    await about.findByText('Store potential at ‘Hill Road’');
    expect(factsIn(about)['Formula']).toBe(formula);
    expect(about.queryByRole('button', { name: 'Find an attribute' })).toBeNull();
    await user.click(about.getByRole('button', { name: 'Add city or pincode' }));
    expect(fake.acts).toContain('go to S!A2');
  });
});

const POPULATION = 'Population within 500 m at 12.9, 77.6';

describe('an attribute without a value', () => {
  it.each([
    ['=LOCATTR(A1,B1,"w_pop_tt_500")', POPULATION, 'Check the coordinates'],
    ['=LOCATTR(A1,B1,"w_popp")', 'w_popp at 12.9, 77.6', 'Find an attribute'],
    ['=LOCATTR_ADDRESS("Hill","","w_pop_tt")', 'Population at ‘Hill’', 'Add city or pincode'],
  ])('%s is told as %s, with its cure: %s', async (formula, what, cure) => {
    const fake = portsOf([[12.9, 77.6, formula]], ['S!C1', 'no-value', 'No value.']);
    const { about } = await explain(fake, 'S!C1');
    await about.findByText(what);
    expect(about.getByRole('button', { name: cure })).toBeDefined();
  });

  it('that was never asked for has cost nothing, and its place is told as it is written', async () => {
    const rows = [['north', 77.6, '=LOCATTR(A1,B1,"w_pop_tt")']];
    const fake = portsOf(rows, ['S!C1', 'invalid-argument', 'The latitude can’t be read.']);
    const { about } = await explain(fake, 'S!C1');
    await about.findByText('Population at ‘north, 77.6’');
    expect(factsIn(about)['Cost']).toBe('None: nothing was asked');
  });
});

describe('a cell with an error', () => {
  it('is followed by the next that is selected, with its own formula', async () => {
    const rows = [
      ['Hill Road', '=LOCSCORE("Shops",A1)'],
      ['MG Road', '=LOCSCORE("Shops",A2)'],
    ];
    const none = ['no-value', 'No score here.'] as const;
    const fake = portsOf(rows, ['S!B1', ...none], ['S!B2', ...none]);
    const { about } = await explain(fake, 'S!B1');
    await about.findByText('Shops at ‘Hill Road’');
    act(() => fake.select('S!B2'));
    await within(await section('S!B2')).findByText('Shops at ‘MG Road’');
  });

  it('has its cure beside it', async () => {
    const fake = portsOf([], ['S!B2', 'timed-out', 'It timed out.']);
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
    const message = `The service says "${reason}": check the formula.`;
    const fake = portsOf([['Hill Road', 12.9, 77.6, formula]], ['S!D1', 'rejected', message]);
    const { about, user } = await explain(fake, 'S!D1');
    // To ask the same again could only be rejected, and paid for, again.
    expect(about.queryByRole('button', { name: /^Retry/ })).toBeNull();
    await user.click(await about.findByRole('button', { name: cure }));
    expect(fake.acts).toContain(`go to ${cell}`);
  });

  it('leads to the key where that is missing', async () => {
    const fake = portsOf([], ['S!B2', 'no-key', 'No key.']);
    const { about, user } = await explain(fake, 'S!B2');
    await user.click(await about.findByRole('button', { name: 'Enter API key' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'API key' }));
  });
});
