/** @jest-environment jsdom */
import { act, screen, within } from '@testing-library/react';
import { TextDecoder } from 'node:util';

import { SETTINGS_NAMESPACE } from '../../../src/addin/workbook/workbook-store';
import { createFakePorts, type FakePorts } from '../pane/fake-ports';
import { createFakeSheet, type FakeSheets } from '../spreadsheet/fake-sheet';
import { createFakeWorkbookAnswers } from '../spreadsheet/fake-workbook-answers';
import { createFakeWorkbookContents } from '../spreadsheet/fake-workbook-contents';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';
import { openView } from '../pane/render-pane';

Object.assign(globalThis, { TextDecoder });
jest.setTimeout(60_000);

const KEY = 'sk-live-9fQ2xT7LmZ04bKcR8vWyE1uH';

function portsOf(
  sheets: FakeSheets,
  parts = createFakeWorkbookParts(),
): FakePorts & {
  readonly sheet: ReturnType<typeof createFakeSheet>;
  readonly contents: ReturnType<typeof createFakeWorkbookContents>;
} {
  const sheet = createFakeSheet(sheets);
  const contents = createFakeWorkbookContents(sheet, parts);
  const fake = createFakePorts({ sheet, contents, parts });
  fake.connection.save({ credential: KEY, shouldRemember: false });
  return { ...withTurns(fake), sheet, contents };
}

/** The page gets its turn as soon as it is asked for; longer times pass when the test says so. */
function withTurns(fake: FakePorts): FakePorts {
  const { clock } = fake.ports;
  const schedule: typeof clock.schedule = (ms, run) => {
    if (ms > 0) return clock.schedule(ms, run);
    queueMicrotask(run);
    return () => undefined;
  };
  return { ...fake, ports: { ...fake.ports, clock: { ...clock, schedule } } };
}

async function openChecked(fake: FakePorts) {
  const { user } = await openView('More', fake);
  const card = within(await screen.findByRole('group', { name: 'Check before sending' }));
  await user.click(card.getByRole('button', { name: 'Check this workbook' }));
  return { user, card };
}

const NOT_READY = /^Not ready to send: your key is in/;
const READY = /^Ready to send/;

describe('the card of the share check', () => {
  it('says that a workbook is ready to send, and what nobody can look at', async () => {
    const { card } = await openChecked(portsOf({ Stores: [['MG Road']] }));
    expect((await card.findAllByText(READY)).length).toBeGreaterThan(0);
    card.getByText(/pictures/);
    card.getByText('This workbook has no Locus formulas.');
  });

  it('counts our own formulas alone, and those with an address written in them', async () => {
    const { card } = await openChecked(
      portsOf({
        Stores: [
          ['=LOCATTR(A1,B1,"x")'],
          ['=LOCATTR_ADDRESS("MG Road","560001","x")'],
          ['=LOCSCORE("shops, old (2)","MG Road")'],
          ['=LOCSCORE(MAX(A1,B1),"MG Road")'],
          ['=LOCSCORE("shops",A1,"2026-01-01")'],
          ['=LOCVARS(A1,B1)'],
          ['=LOCVARS("LOCATTR(1)",MYLOCSCORE("a","MG Road"))'],
          ['=LOCCATALOG("LOCATTR(")'],
        ],
      }),
    );
    await card.findByText('5 formulas can recalculate.');
    card.getByText(/^3 formulas contain an address/);
  });

  it('says that results may be missing, and saves all of them after calculating', async () => {
    const fake = portsOf({ Stores: [['=LOCATTR(1,2,"x")'], ['=LOCATTR(2,2,"x")']] });
    const kept = createFakeWorkbookAnswers();
    kept.show({ answers: 1 });
    const workbookAnswers = () => Promise.resolve(kept.answers);
    const { user, card } = await openChecked({
      ...fake,
      ports: { ...fake.ports, workbookAnswers },
    });
    expect((await card.findAllByText(/some results may not be saved/)).length).toBeGreaterThan(0);
    expect(card.queryByText(READY)).toBeNull();
    kept.show({ answers: 1, isAll: true });
    await user.click(card.getByRole('button', { name: 'Recalculate all and save' }));
    expect((await card.findAllByText(READY)).length).toBeGreaterThan(0);
    expect(kept.acts).toEqual(['calculate and save']);
  });

  it('knows what a person has changed in the sheet since the check', async () => {
    const fake = portsOf({ Stores: [['=LOCATTR(1,2,"x")'], ['=LOCATTR(2,2,"x")']] });
    const { card } = await openChecked(fake);
    await card.findByText('2 formulas can recalculate.');
    fake.sheet.set('A1', [[5], [6]]);
    act(() => fake.select('Stores!A2'));
    act(() => fake.runClock());
    await card.findByText('This workbook has no Locus formulas.');
  });

  it('never has the key in the page, wherever it was found', async () => {
    const fake = portsOf({ [`a ${KEY}`]: [[KEY]] });
    fake.contents.plant('name', KEY, `="${KEY}"`);
    const { card } = await openChecked(fake);
    await card.findAllByText(NOT_READY);
    const page = document.documentElement.outerHTML;
    for (let from = 3; from + 9 <= KEY.length; from += 1) {
      expect(page).not.toContain(KEY.slice(from, from + 9));
    }
  });

  it('says nothing once it was cancelled, also while it reads what else goes along', async () => {
    const fake = portsOf({ Stores: [['MG Road']] });
    let goOn = (): void => {};
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const { workbookAnswers } = fake.ports;
    const ports = { ...fake.ports, workbookAnswers: () => gate.then(workbookAnswers) };
    const { user, card } = await openChecked({ ...fake, ports });
    await user.click(await card.findByRole('button', { name: 'Cancel check' }));
    await act(async () => goOn());
    expect(await card.findByRole('button', { name: 'Check this workbook' })).toBeTruthy();
    expect(card.queryByText(READY)).toBeNull();
  });

  it('goes to the cell', async () => {
    const fake = portsOf({ Stores: [[KEY]] });
    const { user, card } = await openChecked(fake);
    await user.click(await card.findByRole('button', { name: 'Cell Stores!A1' }));
    expect(fake.acts).toContain('go to Stores!A1');
  });

  it('takes the key out of a text at once, and asks before it empties a cell', async () => {
    const fake = portsOf({ Stores: [[`use ${KEY}`, KEY]] });
    const { user, card } = await openChecked(fake);
    await user.click(await card.findByRole('button', { name: 'Remove key: Cell Stores!A1' }));
    await settled(fake, () => expect(fake.sheet.read('Stores!A1')).toEqual([['use [removed]']]));
    await user.click(await card.findByRole('button', { name: 'Remove key: Cell Stores!B1' }));
    card.getByText('Clear this cell?');
    await user.click(card.getByRole('button', { name: 'Cancel' }));
    expect(fake.sheet.read('Stores!B1')).toEqual([[KEY]]);
  });

  it('empties nothing for who clicks twice, or presses Enter twice', async () => {
    const fake = portsOf({ Stores: [[KEY]] });
    const { user, card } = await openChecked(fake);
    await user.dblClick(await card.findByRole('button', { name: 'Remove key: Cell Stores!A1' }));
    await user.click(card.getByRole('button', { name: 'Cancel' }));
    card.getByRole('button', { name: 'Remove key: Cell Stores!A1' }).focus();
    await user.keyboard('{Enter}{Enter}');
    card.getByRole('button', { name: 'Remove all keys…' }).focus();
    await user.keyboard('{Enter}{Enter}');
    expect(fake.sheet.read('Stores!A1')).toEqual([[KEY]]);
    expect(card.queryByText('Clear this cell?')).toBeNull();
  });

  it('fixes all after a second thought, and checks again', async () => {
    const fake = portsOf({ Stores: [[KEY, `="${KEY}"`]] });
    fake.contents.plant('note', 'Stores!A1', KEY);
    const { user, card } = await openChecked(fake);
    await user.click(await card.findByRole('button', { name: 'Remove all keys…' }));
    await user.click(card.getByRole('button', { name: 'Remove all keys' }));
    await settled(fake, () => expect(card.queryAllByText(READY).length).toBeGreaterThan(0));
    expect(fake.contents.texts('note')).toEqual({});
  });

  it('takes a key out of the settings such that it does not come back with their next change', async () => {
    const model = { alias: 'Shops', modelId: 'shops', note: KEY, variables: [] };
    const settings = JSON.stringify({ models: { shops: { ...model, at: 1 } } });
    const parts = createFakeWorkbookParts([
      `<settings xmlns="${SETTINGS_NAMESPACE}" version="1">${settings}</settings>`,
    ]);
    const fake = portsOf({ Stores: [['x']] }, parts);
    const { user, card } = await openChecked(fake);
    await user.click(await card.findByRole('button', { name: 'Remove all keys…' }));
    await user.click(card.getByRole('button', { name: 'Remove all keys' }));
    await settled(fake, () => expect(card.queryAllByText(READY).length).toBeGreaterThan(0));
    fake.connection.forget();
    const another = { ...model, alias: 'Demand', note: '' };
    await fake.ports.workbook.edit([{ kind: 'put-model', model: another }]);
    expect(parts.held.join()).toContain('Demand');
    expect(parts.held.join()).not.toContain(KEY);
  });

  it('says that there is no key, and looks for one that is typed', async () => {
    const sheet = createFakeSheet({ Stores: [['an-older-key-1234567890']] });
    const fake = withTurns(createFakePorts({ sheet, contents: createFakeWorkbookContents(sheet) }));
    const { user, card } = await openChecked(fake);
    expect((await card.findAllByText(/^There’s no key on this device/)).length).toBeGreaterThan(0);
    const box = card.getByRole('textbox', { name: 'Another key to look for' });
    await user.type(box, 'an-older-key-1234567890');
    await user.click(card.getByRole('button', { name: 'Check again' }));
    expect((await card.findAllByText(NOT_READY)).length).toBeGreaterThan(0);
    expect(document.documentElement.outerHTML).not.toContain('older-key');
  });

  it('says what could not be looked at instead of that all is well', async () => {
    const fake = portsOf({ Stores: [['x']] });
    fake.contents.fail('cells Stores');
    const { card } = await openChecked(fake);
    expect((await card.findAllByText(/Locus couldn’t check everything/)).length).toBeGreaterThan(0);
    card.getByText('This cannot be read now.');
  });
});

/** Lets what is scheduled happen until it is so. */
async function settled(fake: FakePorts, isSo: () => void): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) {
    act(() => fake.runClock());
    await screen.findByRole('group', { name: 'Check before sending' });
    try {
      isSo();
      return;
    } catch {
      await act(() => new Promise((resolve) => setTimeout(resolve)));
    }
  }
  isSo();
}
