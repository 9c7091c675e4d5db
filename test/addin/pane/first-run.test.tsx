/** @jest-environment jsdom */
import { act, cleanup, screen, waitFor } from '@testing-library/react';

import { createFakePorts, type FakePorts } from './fake-ports';
import { createFakeSheet, holdReplies } from '../spreadsheet/fake-sheet';
import { openPane } from './render-pane';
import { shops } from './store-models';

const KEY = 'k-0123456789abcdef';
const FORMULA = '=LOCATTR(12.9352, 77.6245, "w_pop_tt")';

const keyBox = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'API key' });
const save = () => screen.getByRole('button', { name: 'Save and test' });
const card = (name: RegExp) => screen.getByRole('button', { name });
const welcome = () => screen.queryByRole('region', { name: 'Get started' });

async function testedPane(fake: FakePorts) {
  const opened = openPane(fake);
  await opened.user.type(keyBox(), KEY);
  await opened.user.click(save());
  await screen.findByText(/^Connected/);
  return opened;
}

/** With a cell selected, and the formula in sight that a person can try there. */
async function tryFormula(cell: string, sheet = createFakeSheet({ Sales: [['Shop']] })) {
  const { fake, user } = openPane(createFakePorts({ sheet }));
  act(() => fake.select(cell));
  await user.click(card(/^Try a formula/));
  return { fake, user, sheet };
}

it('shows problems before a key that was there, and after one that is still to come', async () => {
  const titles = () =>
    screen
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent)
      .filter((title) => /^(?:Connection|Activity|Problems)/.test(title));
  const { fake } = await testedPane(createFakePorts());
  expect(titles()).toEqual(['Connection', 'Activity', 'Problems']);
  cleanup();
  openPane(fake);
  expect(titles()).toEqual(['Activity', 'Problems', 'Connection']);
});

describe('the welcome', () => {
  it('tells a stranger what Locus is before it asks for anything', () => {
    openPane(createFakePorts());
    const said = screen.getByText(/^Locus looks up places for your spreadsheet/);
    expect(welcome()?.contains(said)).toBe(true);
    expect(said.compareDocumentPosition(card(/^Add data to this list/))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });

  it('asks for the key when a first formula needs it', async () => {
    const { user, sheet } = await tryFormula('Sales!B2');
    expect(card(/^Insert formula/).closest('li')).toBe(card(/^Try a formula/).closest('li'));
    await user.click(card(/^Insert formula/));
    await screen.findByText(/^Added in Sales!B2\./);
    expect(sheet.read('Sales!B2')).toEqual([[FORMULA]]);
    expect(document.activeElement).toBe(keyBox());
  });

  it('puts a first formula on a sheet of its own where the selected cell is not empty', async () => {
    const { fake, user, sheet } = await tryFormula('Sales!A1');
    await user.click(card(/^Insert formula/));
    await screen.findByText(/^Added in 'Locus example'!B1\./);
    expect(sheet.read('Sales!A1')).toEqual([['Shop']]);
    expect(sheet.read("'Locus example'!B1")).toEqual([[FORMULA]]);
    expect(fake.acts).toContain("go to 'Locus example'!B1");
  });

  it('puts in one formula, however often it is clicked', async () => {
    const { user, sheet } = await tryFormula('Sales!B2');
    await user.dblClick(card(/^Insert formula/));
    await screen.findByText(/^Added in Sales!B2\./);
    expect(sheet.names()).toEqual(['Sales']);
  });

  it('puts in one formula for two clicks while the host takes its time', async () => {
    const sheet = createFakeSheet({ Sales: [['Shop']] });
    const replies = holdReplies(sheet, 'write');
    const { user } = await tryFormula('Sales!B2', sheet);
    await user.click(card(/^Insert formula/));
    await user.click(card(/^Insert formula/));
    await act(async () => replies[0]?.());
    await act(async () => replies.at(-1)?.());
    await screen.findByText(/^Added in Sales!B2\./);
    expect(sheet.names()).toEqual(['Sales']);
  });

  it('says what the sheet says where nothing can be written', async () => {
    const { user, sheet } = await tryFormula('Sales!C3');
    sheet.fail('The sheet is protected. Unprotect it first.');
    await user.click(card(/^Insert formula/));
    await screen.findByText('The sheet is protected. Unprotect it first.');
  });

  it('takes a name to Enrich, and from there to the key', async () => {
    const { user } = openPane(createFakePorts());
    await user.click(card(/^Add data to this list/));
    await user.click(await screen.findByRole('button', { name: 'Add API key' }));
    expect(document.activeElement).toBe(keyBox());
  });

  it('leads to Enrich with the first sample model, also by a double click', async () => {
    const fake = createFakePorts();
    const host = { ...fake.ports.host, sampleModels: [shops] };
    const { user } = openPane({
      ...fake,
      ports: { ...fake.ports, host, isSampleData: () => true },
    });
    await user.dblClick(card(/^Score places/));
    await waitFor(() => expect(fake.ports.workbook.current().settings.models).toEqual([shops]));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    const shown = screen.getByRole('tab', { selected: true });
    expect(shown.textContent).toBe('Enrich');
  });

  it('leads to the models where the workbook has none to score with', async () => {
    const { user } = openPane(createFakePorts());
    await user.click(card(/^Score places/));
    expect(await screen.findByRole('button', { name: 'Add a model' })).toBeTruthy();
  });

  it('stays when a key comes on the way, and goes when it is told to', async () => {
    const { user } = await testedPane(createFakePorts());
    expect(welcome()).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(welcome()).toBeNull();
  });

  it('is not for who has a key already', () => {
    const fake = createFakePorts();
    fake.connection.save({ credential: KEY, shouldRemember: false });
    openPane(fake);
    expect(welcome()).toBeNull();
  });
});

describe('the key', () => {
  it('is not spoken of by a test that ends after it was removed elsewhere', async () => {
    const fake = createFakePorts();
    let end: () => void = () => undefined;
    fake.answerTests(
      () => new Promise((resolve) => (end = () => resolve({ kind: 'works', elapsedMs: 1 }))),
    );
    const { user } = openPane(fake);
    await user.type(keyBox(), KEY);
    await user.click(save());
    act(() => fake.connection.forget());
    await act(async () => Promise.resolve(end()));
    expect(screen.getByRole('status').textContent).toMatch(/^Enter your API key/);
    expect(save().getAttribute('aria-disabled')).not.toBe('true');
  });
});

describe('what will be sent, and to whom', () => {
  const notice = () => screen.queryByText(/When you save a key, Locus can send/);

  it('names each service once, and is said again when an address changes', async () => {
    const { user } = openPane();
    expect(notice()?.textContent).toContain('to data.example.com and model.example.com.');
    await user.type(keyBox(), KEY);
    await user.click(save());
    await waitFor(() => expect(notice()).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Advanced' }));
    const box = screen.getByRole('textbox', { name: 'Model service address' });
    await user.clear(box);
    await user.type(box, 'https://data.example.com');
    expect(notice()?.textContent).toContain('to data.example.com.');
  });
});
