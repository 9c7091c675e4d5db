/** @jest-environment jsdom */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import type { WorkbookModel } from '../../../src/addin/spreadsheet/host';
import { SETTINGS_NAMESPACE } from '../../../src/addin/workbook/workbook-store';
import { createFakePorts, type FakePorts, type FakePortsOptions } from './fake-ports';
import { createFakeScores } from './fake-scores';
import { createFakeSheet, holdReplies } from '../spreadsheet/fake-sheet';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';
import { openView } from './render-pane';
import { revenue, shops, STORES } from './store-models';

// Typing into Fluent's fields takes jsdom long.
jest.setTimeout(30_000);

interface Opening {
  /** The workbook's parts. */
  readonly held?: readonly string[];
  readonly cells?: (string | number)[][];
  readonly has?: readonly WorkbookModel[];
  readonly more?: FakePortsOptions;
  /** What happens before the pane is opened. */
  readonly before?: (fake: FakePorts) => unknown;
}

async function open({ held, cells = STORES, has = [], more, before }: Opening = {}) {
  const sheet = createFakeSheet({ Stores: cells });
  const parts = createFakeWorkbookParts(held);
  const scores = createFakeScores();
  const fake = createFakePorts({ sheet, parts, scores, ...more });
  const { workbook } = fake.ports;
  if (has.length > 0) await workbook.edit(has.map((model) => ({ kind: 'put-model', model })));
  await before?.(fake);
  await workbook.whenRead();
  const { user } = await openView('Models', fake);
  await screen.findByRole('heading', { name: 'Models' });
  const models = () => workbook.current().settings.models;
  const names = () => models().map(({ alias }) => alias);
  return { fake, sheet, parts, scores, workbook, user, models, names };
}

const button = (name: string) => screen.getByRole('button', { name });
const box = (name: string | RegExp) => screen.getByRole('textbox', { name });
const section = (name: string) => within(screen.getByRole('region', { name }));

describe('models that formulas ask by their id', () => {
  const SCORED = [
    ['Shop', 'store-potential', ' branch-revenue'],
    ['MG Road', '=LOCSCORE(B$1,A2)', '=LOCSCORE_COORDS("gamma",1,2)'],
    ['Hill Road', '=LOCSCORE(B$1,A3)'],
    ['Hill Road', '=IF(A4="","",LOCSCORE("Branch-Revenue ",A4))'],
    ['Hill Road', '=LOCSCORE("Shops",A5)+LOCATTR(1,2,"store-potential")'],
    ['', '=LOCSCORE(B1:C1,A6)', '="LOCSCORE(""epsilon"",1)"'],
    ['', '=LOCSCORE(B1&"x",A8)', '=LOCSCORE(Gone!A1,A8)'],
  ];

  it('are shown with what uses them, and one click from a name', async () => {
    const { user, models } = await open({ cells: SCORED, has: [shops] });
    await screen.findByRole('region', { name: 'Used in this workbook' });
    const used = section('Used in this workbook');
    const headings = used.getAllByRole('heading', { level: 3 });
    expect(headings.map((one) => one.parentElement?.textContent)).toEqual([
      'store-potential3 formulas',
      'Branch-Revenue2 formulas',
      'gamma1 formula',
    ]);
    await user.click(button('Add store-potential'));
    expect(box(/Model ID/)).toHaveProperty('value', 'store-potential');
    expect(document.activeElement).toBe(box(/Name in formulas/));
    await user.keyboard('Potential');
    await user.click(button('Add model'));
    await screen.findByText('Potential added.');
    expect(models().map(({ modelId }) => modelId)).toContain('store-potential');
    expect(section('Used in this workbook').queryByText(/^store-potential/)).toBeNull();
  });

  it('are not “none yet”, and follow the sheet', async () => {
    const { fake, sheet } = await open({ cells: SCORED });
    await screen.findByText(/The models that this workbook uses are below/);
    expect(screen.queryByText(/No models yet/)).toBeNull();
    sheet.set(
      'B2',
      Array.from({ length: 6 }, () => [1, 1]),
    );
    act(() => fake.select('Stores!A1'));
    act(() => fake.runClock());
    await screen.findByText(/No models yet/);
    expect(screen.queryByRole('region', { name: 'Used in this workbook' })).toBeNull();
  });

  it('are none where the workbook cannot be read', async () => {
    const { fake, sheet } = await open({ cells: SCORED });
    await screen.findByRole('region', { name: 'Used in this workbook' });
    sheet.fail('Excel is busy.');
    act(() => fake.select('Stores!A1'));
    act(() => fake.runClock());
    await screen.findByText(/No models yet/);
  });
});

describe('the models of a workbook that has none', () => {
  it('are explained, and a first one is added by typing', async () => {
    const { user, models } = await open();
    expect(screen.getByText(/A model scores a place/)).toBeTruthy();
    await user.click(button('Add a model'));
    expect(document.activeElement).toBe(box(/Name in formulas/));
    await user.keyboard('Revenue');
    await user.type(box(/Model ID/), 'branch-revenue');
    await user.type(box('Note'), 'of 2026');
    await user.click(button('Add a variable'));
    await user.keyboard('floor_area');
    await user.type(box('Default'), '120');
    await user.click(button('Add a variable'));
    const second = within(screen.getByRole('group', { name: 'Variable 2' }));
    await user.type(second.getByRole('textbox', { name: 'Variable name' }), 'format');
    await user.selectOptions(second.getByRole('combobox', { name: 'Kind' }), 'Text');
    await user.click(button('Add model'));
    await screen.findByText('Revenue added.');
    expect(models()).toEqual([revenue]);
    expect(screen.getByText('Needs floor_area (number, 120 if blank), format (text)')).toBeTruthy();
    expect(document.activeElement).toBe(button('Add a model'));
  });

  it('leave the focus on the tab by which a person comes back to an open form', async () => {
    const { user } = await open();
    await user.click(button('Add a model'));
    await user.click(screen.getByRole('tab', { name: 'Home' }));
    await user.click(screen.getByRole('tab', { name: 'Models' }));
    expect(box(/Name in formulas/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Models' }));
  });

  it('can be the sample ones where the values are sample data, and only there', async () => {
    const { user, models } = await open({
      more: { isSampleData: true },
      before: ({ ports }) => Object.assign(ports.host, { sampleModels: [revenue, shops] }),
    });
    await user.click(button('Add sample models'));
    await screen.findByText('2 models added.');
    expect(models()).toEqual([revenue, shops]);
    expect(screen.queryByRole('button', { name: 'Add sample models' })).toBeNull();
  });

  it('are not the sample ones where the values are real', async () => {
    await open();
    expect(screen.queryByRole('button', { name: 'Add sample models' })).toBeNull();
  });
});

describe('a model that cannot be used', () => {
  it('is not saved: each field says what to do, and the first of them has the focus', async () => {
    const { user, models } = await open({ has: [shops] });
    await user.click(button('Add a model'));
    await user.type(box(/Name in formulas/), 'SHOPS');
    await user.click(button('Add a variable'));
    await user.type(box('Default'), '1,2');
    await user.click(button('Add model'));
    expect(screen.getByText('Another model in this workbook has this name.')).toBeTruthy();
    expect(screen.getByText('Enter the model’s ID from the service.')).toBeTruthy();
    expect(screen.getByText('Name this variable, or remove it.')).toBeTruthy();
    expect(document.activeElement).toBe(box(/Name in formulas/));
    expect(models()).toEqual([shops]);
    await user.click(button('Remove variable 1'));
    await user.clear(box(/Name in formulas/));
    await user.type(box(/Name in formulas/), '12/05');
    expect(screen.getByText(/would read this as a number or a date/)).toBeTruthy();
    await user.click(button('Back'));
    expect(button('Change Shops')).toBeTruthy();
  });

  it('is told from one that is only unusual', async () => {
    const { user, models } = await open();
    await user.click(button('Add a model'));
    await user.type(box(/Name in formulas/), 'Odd');
    await user.type(box(/Model ID/), 'a b&ü?');
    expect(screen.getByText('This ID looks unusual. It’s sent exactly as written.')).toBeTruthy();
    await user.click(button('Add model'));
    await screen.findByText('Odd added.');
    expect(models()[0]?.modelId).toBe('a b&ü?');
  });

  it('keeps what was typed where the workbook cannot be written', async () => {
    const { user, parts } = await open();
    await user.click(button('Add a model'));
    await user.type(box(/Name in formulas/), 'Shops');
    await user.type(box(/Model ID/), 'sp');
    parts.fail('Finish the edit of the cell first.');
    await user.click(button('Add model'));
    await screen.findByText('Not saved. Finish the edit of the cell first.');
    parts.fail(undefined);
    await user.click(button('Add model'));
    await screen.findByText('Shops added.');
  });
});

describe('the models of a workbook', () => {
  async function saveAs(user: UserEvent, from: string, to: string): Promise<void> {
    await user.click(button(`Change ${from}`));
    await user.clear(box(/Name in formulas/));
    await user.type(box(/Name in formulas/), to);
    await user.click(button('Save changes'));
  }
  async function rename(user: UserEvent, from: string, to: string): Promise<void> {
    await saveAs(user, from, to);
    await user.click(await screen.findByRole('button', { name: 'Rename and update' }));
  }
  const FORMULAS = [['=LOCSCORE("shops", A9)'], ['=LOCSCORE("SHOPS", A9)'], ['x']];

  it('take their formulas along to another name, and back', async () => {
    const { user, sheet, workbook, models, names } = await open({ cells: FORMULAS, has: [shops] });
    const known: string[][] = [];
    workbook.subscribe(() => known.push(names()));
    await rename(user, 'Shops', 'Stores');
    await screen.findByText('Stores saved. 2 formulas updated.');
    expect(sheet.read('A1:A3')).toEqual([
      ['=LOCSCORE("Stores", A9)'],
      ['=LOCSCORE("Stores", A9)'],
      ['x'],
    ]);
    // At no time is there a formula whose alias is not known.
    expect(known).toEqual([['Shops', 'Stores'], ['Stores']]);
    await user.click(button('Undo'));
    await screen.findByText('Shops and its formulas were restored.');
    expect(sheet.read('A1:A3')).toEqual(FORMULAS);
    expect(models()).toEqual([shops]);
  });

  it('say first which formulas a new name or a removal concerns, and change nothing before', async () => {
    const { user, sheet, models } = await open({ cells: FORMULAS, has: [shops] });
    const uses = /^2 formulas use Shops: \S+!A1, \S+!A2\./u;
    await user.click(button('Remove Shops'));
    await screen.findByText(uses);
    expect(models()).toEqual([shops]);
    await user.click(button('Change Shops'));
    await user.clear(box(/Name in formulas/));
    await user.type(box(/Name in formulas/), 'Stores');
    await user.click(button('Save changes'));
    await screen.findByText(uses);
    // What stands out now is the answer.
    expect(button('Save changes').className).toBe(button('Back').className);
    await user.click(button('Back'));
    expect(models()).toEqual([shops]);
    expect(sheet.read('A1:A3')).toEqual(FORMULAS);
    expect(screen.queryByText(uses)).toBeNull();
    await user.click(button('Remove Shops'));
    await user.click(await screen.findByRole('button', { name: 'Remove Shops anyway' }));
    await screen.findByText('Shops removed.');
    expect(models()).toEqual([]);
  });

  it('are not asked about any more once a person types something else', async () => {
    const { user, names } = await open({ cells: FORMULAS, has: [shops] });
    await saveAs(user, 'Shops', 'Stores');
    await screen.findByRole('button', { name: 'Rename and update' });
    await user.type(box(/Name in formulas/), '2');
    expect(screen.queryByRole('button', { name: 'Rename and update' })).toBeNull();
    await user.click(button('Save changes'));
    await user.click(await screen.findByRole('button', { name: 'Rename and update' }));
    await screen.findByText('Stores2 saved. 2 formulas updated.');
    expect(names()).toEqual(['Stores2']);
  });

  it('keep the old name too where their formulas cannot be changed', async () => {
    const { user, sheet, workbook, names } = await open({ cells: FORMULAS, has: [shops] });
    const stop = workbook.subscribe(() => {
      stop();
      sheet.fail('The sheet is protected.');
    });
    await rename(user, 'Shops', 'Stores');
    await screen.findByText(/so Shops is kept too. The sheet is protected.$/);
    expect(names()).toEqual(['Shops', 'Stores']);
  });

  it('leave alone what a person types while the question about their formulas stands', async () => {
    const { user, sheet, names } = await open({ cells: FORMULAS, has: [shops] });
    await saveAs(user, 'Shops', 'Stores');
    const yes = await screen.findByRole('button', { name: 'Rename and update' });
    sheet.set('A2', [['typed meanwhile']]);
    await user.click(yes);
    await screen.findByText(
      'Stores saved. 1 formula updated. 1 cell changed since and left as is, so Shops is kept too.',
    );
    expect(sheet.read('A1:A2')).toEqual([['=LOCSCORE("Stores", A9)'], ['typed meanwhile']]);
    expect(names()).toEqual(['Shops', 'Stores']);
  });

  it('keep the new name too where an undo leaves a formula that says it', async () => {
    const { user, sheet, names } = await open({ cells: FORMULAS, has: [shops] });
    await rename(user, 'Shops', 'Stores');
    await screen.findByText('Stores saved. 2 formulas updated.');
    sheet.set('A2', [['=LOCSCORE("Stores", A9)*100']]);
    await user.click(button('Undo'));
    await screen.findByText(
      /^Shops restored\. Stores is kept too, because 1 formula may still use it: \S+!A2\.$/,
    );
    expect(sheet.read('A1:A2')).toEqual([FORMULAS[0], ['=LOCSCORE("Stores", A9)*100']]);
    expect(names().sort()).toEqual(['Shops', 'Stores']);
  });

  it('are taken back at a second attempt where the first fails', async () => {
    const { user, sheet, models, names } = await open({ cells: FORMULAS, has: [shops] });
    await rename(user, 'Shops', 'Stores');
    await screen.findByText('Stores saved. 2 formulas updated.');
    sheet.fail('The sheet is protected.');
    await user.click(button('Undo'));
    await screen.findByText('The sheet is protected.');
    expect(names().sort()).toEqual(['Shops', 'Stores']);
    sheet.fail(undefined);
    await user.click(button('Undo'));
    await screen.findByText('Shops and its formulas were restored.');
    expect(sheet.read('A1:A3')).toEqual(FORMULAS);
    expect(models()).toEqual([shops]);
  });

  it('keep the old name too where a formula may read it from a cell, and go back to it', async () => {
    const cells = [['Shops'], ['=LOCSCORE(A1, A9)'], ['=LOCSCORE("shops", A9)']];
    const { user, sheet, workbook, names } = await open({ cells, has: [shops] });
    await user.click(button('Make default: Shops'));
    await screen.findByText('Shops is now the default.');
    await rename(user, 'Shops', 'Stores');
    await screen.findByText(
      /^Stores saved\. 1 formula updated\. Shops is kept too, because 1 formula may still use it: \S+!A2\.$/,
    );
    expect(names()).toEqual(['Shops', 'Stores']);
    await user.click(button('Undo'));
    await screen.findByText(/^Shops restored\. Stores is kept too/);
    expect(sheet.read('A1:A3')).toEqual(cells);
    expect(workbook.current().settings.defaultModel).toEqual(shops);
  });

  it('keep the old name too where no formula says it but one may read it', async () => {
    const { user, names } = await open({ cells: [['Shops'], ['=LOCSCORE(A1, A9)']], has: [shops] });
    await saveAs(user, 'Shops', 'Stores');
    await screen.findByText(
      /^Stores saved\. Shops is kept too, because 1 formula may still use it/,
    );
    expect(names()).toEqual(['Shops', 'Stores']);
  });

  it('have a default, which goes and comes back with its model', async () => {
    const { user, workbook, models } = await open({ has: [shops, revenue] });
    await user.click(button('Make default: Shops'));
    await screen.findByText('Shops is now the default.');
    expect(section('Try a model').getByRole<HTMLSelectElement>('combobox').value).toBe('Shops');
    await user.click(button('Remove Shops'));
    await screen.findByText(/Shops removed/);
    expect(models()).toEqual([revenue]);
    await waitFor(() => expect(document.activeElement).toBe(button('Add a model')));
    await user.click(button('Undo'));
    await screen.findByText('Shops restored.');
    expect(workbook.current().settings.defaultModel).toEqual(shops);
  });

  it('are found by typing where there are many', async () => {
    const many = Array.from({ length: 150 }, (_, at) => ({ ...shops, alias: `Shops ${at + 1}` }));
    const { user } = await open({ has: many });
    expect(screen.getByText('and 50 more. Type to find them.')).toBeTruthy();
    await user.type(screen.getByRole('searchbox', { name: 'Find a model' }), '149');
    expect(button('Change Shops 149')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Change Shops 1' })).toBeNull();
    await user.type(screen.getByRole('searchbox', { name: 'Find a model' }), 'x');
    expect(screen.getByText('No matching models.')).toBeTruthy();
  });

  const part = (json: string, version: string) =>
    `<settings xmlns="${SETTINGS_NAMESPACE}" version="${version}">${json}</settings>`;

  it('of a newer version are shown, and none of them can be changed', async () => {
    const json = '{"models":{"shops":{"at":1,"alias":"Shops","modelId":"sp"}}}';
    await open({ held: [part(json, '2')] });
    expect(screen.getByText(/A newer version of Locus/)).toBeTruthy();
    expect(screen.getByText('Model ID: sp')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Change Shops' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add a model' })).toBeNull();
  });

  it('that are damaged are said to be, and others can be added', async () => {
    await open({ held: [part('{"models"', '1')] });
    expect(screen.getByText(/is damaged. It stays in the file/)).toBeTruthy();
    expect(button('Add a model')).toBeTruthy();
  });

  it('that cannot be read are read again on request', async () => {
    const held = createFakeWorkbookParts();
    const { user } = await open({
      has: [shops],
      more: { parts: held },
      before({ ports }) {
        held.fail('Excel is busy.');
        return ports.workbook.read();
      },
    });
    expect(screen.getByText(/Couldn’t read this workbook’s models. Excel is busy./)).toBeTruthy();
    held.fail(undefined);
    await user.click(button('Read again'));
    await waitFor(() => expect(button('Change Shops')).toBeTruthy());
  });

  it('from a hostile workbook are text on the page and nothing else', async () => {
    const alias = '<img src=x onerror=alert(1)>';
    const json = JSON.stringify({
      models: { [alias]: { at: 1, alias, modelId: '<b>x', note: '<script>y</script>' } },
    }).replaceAll('<', '&lt;');
    await open({ held: [part(json, '1')] });
    expect(screen.getByRole('heading', { name: alias })).toBeTruthy();
    expect(screen.getByText('<script>y</script>')).toBeTruthy();
    expect(document.querySelector('main img, main script, main b')).toBeNull();
  });
});

describe('trying a model', () => {
  it('says that it costs a call, asks once and shows the score', async () => {
    const { user, fake, scores } = await open({ has: [revenue] });
    const trial = section('Try a model');
    expect(trial.getByText('Uses 1 call.')).toBeTruthy();
    await user.type(trial.getByRole('textbox', { name: 'Address or coordinates' }), '12.97, 77.59');
    await user.type(trial.getByRole('textbox', { name: 'format' }), 'store');
    await user.click(button('Try it'));
    await user.click(button('Try it'));
    expect(scores.asked).toMatchObject([
      {
        model: 'branch-revenue',
        place: { kind: 'coordinates', lat: 12.97, lng: 77.59 },
        customVariables: { floor_area: 120, format: 'store' },
      },
    ]);
    await act(async () => {
      scores.answer({
        kind: 'found',
        value: 1234.5,
        at: 0,
        origin: 'service',
        isStale: false,
      });
      await Promise.resolve();
    });
    await trial.findByText('The score is 1,234.5.');
    expect(fake.prices).toEqual(['Uses 1 call.']);
  });

  it('says what the call costs where that is known', async () => {
    await open({
      has: [shops],
      before: ({ ports }) => ports.preferences.save({ pricePerCall: 0.5, currency: 'INR' }),
    });
    expect(section('Try a model').getByText('Uses 1 call, about ₹0.50.')).toBeTruthy();
  });

  it('says all that may be wrong with a request that is rejected, or what the service says', async () => {
    const { user, scores } = await open({
      has: [revenue],
      before: ({ ports }) => ports.preferences.save({ dateFormat: 'DD/MM/YYYY' }),
    });
    const trial = section('Try a model');
    const place = trial.getByRole('textbox', { name: 'Address or coordinates' });
    const reject = async (reason?: string): Promise<void> => {
      await user.click(button('Try it'));
      const error = { code: 'rejected', status: 400, ...(reason && { reason }) } as const;
      await act(async () => scores.answer({ kind: 'failed', error }));
    };
    await user.type(trial.getByRole('textbox', { name: 'format' }), 'store');
    await user.type(place, '12.97, 77.59');
    await reject();
    const wrong = 'The service rejected this request: check';
    await trial.findByText(`${wrong} the variables, the coordinates and the model.`);
    expect(scores.asked[0]).not.toHaveProperty('date');
    await user.clear(place);
    await user.type(place, 'MG Road');
    fireEvent.change(trial.getByLabelText('Date'), { target: { value: '2026-12-31' } });
    await reject();
    await trial.findByText(
      `${wrong} the date 31/12/2026, the variables, the address and the model.`,
    );
    expect(scores.asked[1]).toMatchObject({ date: '31/12/2026' });
    await reject('floor_area must be a number above 0');
    await trial.findByText('The service says “floor_area must be a number above 0”');
  });

  it('asks nothing before the place and the numbers are right', async () => {
    const { user, scores } = await open({ has: [revenue] });
    const trial = section('Try a model');
    await user.click(button('Try it'));
    expect(trial.getByText('Enter an address, or a latitude and longitude.')).toBeTruthy();
    const place = trial.getByRole('textbox', { name: 'Address or coordinates' });
    await user.type(place, '95, 77');
    await user.click(button('Try it'));
    expect(trial.getByText(/Latitude 95 is outside/)).toBeTruthy();
    await user.clear(place);
    await user.type(place, 'MG Road');
    await user.clear(trial.getByRole('textbox', { name: 'floor_area' }));
    await user.type(trial.getByRole('textbox', { name: 'floor_area' }), 'large');
    await user.click(button('Try it'));
    expect(trial.getByText('floor_area must be a number, such as 120.5.')).toBeTruthy();
    await user.clear(trial.getByRole('textbox', { name: 'floor_area' }));
    await user.click(button('Try it'));
    expect(trial.getByText('Enter floor_area and format.')).toBeTruthy();
    expect(scores.asked).toEqual([]);
  });

  it('shows no score beside a place that came from the sheet only after it was asked for', async () => {
    const { user, fake, sheet, scores } = await open({ has: [shops] });
    const replies = holdReplies(sheet, 'readBlock');
    act(() => fake.select('Stores!A2'));
    const trial = section('Try a model');
    const place = trial.getByRole<HTMLInputElement>('textbox');
    await user.type(place, 'Park Street');
    await user.click(button('Use the selected cell'));
    await user.click(button('Try it'));
    await act(async () => replies[0]?.());
    expect(place.value).toBe('Park Street');
    const score = { kind: 'found', value: 7, at: 0, origin: 'service', isStale: false } as const;
    await act(async () => scores.answer(score));
    await trial.findByText('The score is 7.');
  });

  it('takes the place from the selected cell, and says where it is known already', async () => {
    const { user, fake, scores } = await open({ has: [shops] });
    scores.know({ kind: 'missing', at: 0, origin: 'device' });
    act(() => fake.select('Stores!A2'));
    await user.click(button('Use the selected cell'));
    const trial = section('Try a model');
    await waitFor(() =>
      expect(trial.getByRole<HTMLInputElement>('textbox').value).toBe('MG Road 1, Bengaluru'),
    );
    expect(trial.getByText('Already known. Uses no calls.')).toBeTruthy();
    await user.click(button('Try it'));
    await trial.findByText('The service has no score for this place.');
  });
});

describe('the models that a gateway lists for everybody', () => {
  const listed: WorkbookModel[] = [
    { alias: 'Shops', modelId: 'shops-of-all', note: 'Any day', variables: [] },
    { alias: 'Cafes', modelId: 'cafes', note: '', variables: [] },
  ];

  it('are offered, and one that is added takes nobody else’s name', async () => {
    const { user, workbook } = await open({
      has: [shops],
      more: { teamModels: () => Promise.resolve(listed) },
    });
    await user.click(await screen.findByRole('button', { name: 'Add Shops' }));
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: 'Add Shops' })).toBeNull();
    });
    const own = workbook.current().settings;
    expect(own.modelOf('Shops')).toEqual(shops);
    expect(own.modelOf('Shops 2')).toMatchObject({ modelId: 'shops-of-all', note: 'Any day' });
    await user.click(button('Add Cafes'));
    await waitFor(() => {
      expect(screen.queryByRole('region', { name: 'Your team’s models' })).toBeNull();
    });
  });

  it('are none behind an ordinary service', async () => {
    await open();
    expect(screen.queryByRole('region', { name: 'Your team’s models' })).toBeNull();
  });
});
