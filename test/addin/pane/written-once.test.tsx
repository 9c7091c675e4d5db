/** @jest-environment jsdom */
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { join } from 'node:path';

import type { PaneHost } from '../../../src/addin/spreadsheet/host';
import type { Sheet } from '../../../src/addin/spreadsheet/sheet';
import { readSourceTree } from '../../architecture/source-tree';
import { createFakeSheet, type FakeSheet } from '../spreadsheet/fake-sheet';
import { createFakePorts, type FakePorts } from './fake-ports';
import { openView } from './render-pane';

jest.setTimeout(60_000);
HTMLCanvasElement.prototype.getContext = () => null;

/** All that a host does for the pane: how a call looks that puts something into the workbook. */
const CALLS: Readonly<Record<keyof Sheet | keyof PaneHost, RegExp | undefined>> = {
  write: /\bsheet\.write\(/,
  addSheet: /\.addSheet\(/,
  insertPicture: /\binsert(?:Picture\?\.)?\(\{? ?(?:png|message)/,
  copyAsValues: /\bcopyAsValues\(/,
  makePage: /\bmakePage\(/,
  undo: undefined,
  removeSheet: undefined,
  foreseeUndo: undefined,
  readSelection: undefined,
  readBlock: undefined,
  sheetNames: undefined,
  hiddenRows: undefined,
  formulas: undefined,
  failing: undefined,
  selection: undefined,
  theme: undefined,
  requestsEndUndo: undefined,
  openWindow: undefined,
  openPage: undefined,
};

/** Where no button below is pressed, and why. */
const OTHERS: Readonly<Record<string, string>> = {
  'enrich/fill-down.ts': 'fills blank cells, which are full then',
  'enrich/renaming.ts': 'changes formulas that name what was renamed',
  'enrich/row-swapping.ts': 'swaps what still stands as it was read',
  'problems/fix-cells.ts': 'changes formulas that still fail',
  'share/share-repair.ts': 'takes the key out of cells that hold it',
  'map/use-map-window.ts': 'passes a picture on from the window to the host',
  'pane/parts/PictureActions.tsx': 'gives a picture to the host, which keeps the same one once',
  'start/join-pane.ts': 'is what the others write through',
};

interface Writer {
  /** Where it is written, in src/addin. */
  readonly file: string;
  readonly button: string | RegExp;
  readonly view: string;
  /** What a person does until the button can be pressed. */
  ready(parts: { readonly user: UserEvent; readonly fake: FakePorts }): Promise<void>;
  /** What one press adds. @default 1 */
  readonly adds?: number;
}

const choose = async (user: UserEvent, label: string | RegExp, option: string) =>
  user.selectOptions(await screen.findByRole('combobox', { name: label }), option);
const tick = async (user: UserEvent) =>
  user.click(await screen.findByRole('checkbox', { name: /^Population within 1,000 m/ }));
const compare = async (user: UserEvent) => {
  await user.click(await screen.findByRole('tab', { name: 'Compare places' }));
  await choose(user, 'Add a place', 'Two');
};
const spending = async (user: UserEvent) =>
  user.click(await screen.findByRole('tab', { name: 'Spending' }));
const names = (button: string, cell = 'Stores!H2'): Writer => ({
  file: 'enrich/name-insertion.ts',
  button,
  view: 'Attributes',
  async ready({ user, fake }) {
    act(() => fake.select(cell));
    await user.click(await screen.findByRole('option', { name: /w_pop_tt_200/ }));
  },
});

const WRITERS: readonly Writer[] = [
  {
    file: 'welcome/WelcomeSection.tsx',
    button: 'Insert formula',
    view: 'Home',
    async ready({ user, fake }) {
      act(() => fake.select('Stores!A1'));
      await user.click(screen.getByRole('button', { name: /^Try a formula/ }));
    },
  },
  names('As header row'),
  names('As text'),
  // In the list, so that the formula goes beside it.
  names('As formula', 'Stores!A2'),
  {
    file: 'enrich/column-writing.ts',
    button: /^Add column/,
    view: 'Enrich',
    ready: ({ user }) => tick(user),
  },
  {
    file: 'enrich/column-writing.ts',
    button: 'Add nearest and distance',
    view: 'Enrich',
    async ready({ user }) {
      await screen.findByRole('option', { name: 'Branches' });
      await choose(user, 'Other list', 'Branches');
    },
  },
  {
    file: 'rank/ranking.ts',
    button: 'Add scores and ranks',
    view: 'Rank',
    adds: 2,
    ready: ({ user }) => choose(user, 'Column', 'Rent'),
  },
  {
    file: 'compare/CompareSection.tsx',
    button: 'Write as sheet',
    view: 'Rank',
    ready: ({ user }) => compare(user),
  },
  {
    file: 'meeting/MeetingPageAction.tsx',
    button: 'Make a page for a meeting',
    view: 'Rank',
    ready: ({ user }) => compare(user),
  },
  {
    file: 'values/ValuesCard.tsx',
    button: 'Copy this sheet as values',
    view: 'More',
    async ready({ user, fake }) {
      act(() => fake.select('Stores!A1'));
      await user.click(await screen.findByRole('tab', { name: 'Share' }));
    },
  },
  {
    file: 'spending/SpendingSection.tsx',
    button: 'Add a receipt sheet',
    view: 'More',
    ready: ({ user }) => spending(user),
  },
  {
    file: 'renew/before-columns.ts',
    button: 'Write as columns',
    view: 'More',
    async ready({ user, fake }) {
      await spending(user);
      act(() => fake.select('Stores!F2'));
      await user.click(await screen.findByRole('button', { name: 'Show what it costs' }));
      await user.click(await screen.findByRole('button', { name: /^Renew: / }));
    },
  },
];

const LIST = [
  ['Shop', 'Lat', 'Lng', 'Rent', 'Sales', 'People'],
  ['One', 12.9, 77.6, 50, 10, '=LOCATTR(B2,C2,"w_pop_tt")'],
  ['Two', 12.8, 77.5, 60, 15, '=LOCATTR(B3,C3,"w_pop_tt")'],
];

/** A workbook that keeps a list of what is added to it. */
function openWorkbook(): { fake: FakePorts; sheet: FakeSheet; added: string[] } {
  const sheet = createFakeSheet({
    Stores: LIST,
    Branches: [
      ['Branch', 'Latitude', 'Longitude'],
      ['Jayanagar', 12.93, 77.58],
    ],
  });
  const show = (value: number): void => {
    for (const cell of ['F2', 'F3']) sheet.show(`Stores!${cell}`, value);
  };
  show(100);
  sheet.select('Stores!A1');
  const added: string[] = [];
  const { write, addSheet } = sheet.sheet;
  const fake = createFakePorts({
    sheet,
    renew: () => {
      show(200);
      return Promise.resolve(0);
    },
    async copyAsValues(name) {
      const copy = await sheet.sheet.addSheet(`${name} (values)`, LIST);
      if (copy.kind === 'failed') return copy;
      return { kind: 'copied', sheet: copy.sheet, formulas: 2, errors: 0 };
    },
    async makePage(page) {
      const earlier = sheet.names().includes(page.name) ? 'replaced' : 'none';
      if (earlier === 'replaced') return { kind: 'failed', message: 'It is there.' };
      const made = await sheet.sheet.addSheet(page.name, []);
      return made.kind === 'failed' ? made : { ...made, kind: 'made', earlier };
    },
  });
  Object.assign(sheet.sheet, {
    async write(...given: Parameters<Sheet['write']>) {
      const result = await write(...given);
      if (result.kind === 'written') added.push(result.address);
      return result;
    },
    async addSheet(...given: Parameters<Sheet['addSheet']>) {
      const result = await addSheet(...given);
      if (result.kind === 'added') added.push(result.sheet);
      return result;
    },
  });
  return { fake, sheet, added };
}

/** Until nothing is under way: the fake host and clock answer at once. */
async function settle({ runClock }: FakePorts): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await act(async () => runClock());
}

it('is tried with every part of the pane that adds something to the workbook', () => {
  const calls = Object.values(CALLS).filter((call) => call !== undefined);
  const sources = [...readSourceTree(join(__dirname, '../../..'), 'src/addin')];
  const writing = sources.filter(([, text]) => calls.some((call) => call.test(text)));
  const tried = [...WRITERS.map(({ file }) => file), ...Object.keys(OTHERS)];
  expect(writing.map(([path]) => path.replace('src/addin/', '')).sort()).toEqual(
    [...new Set(tried)].sort(),
  );
});

it.each(WRITERS)('$button writes once, however often it is pressed', async (writer) => {
  const { fake, added } = openWorkbook();
  const { user } = await openView(writer.view, fake);
  await writer.ready({ user, fake });
  await settle(fake);
  // The same button of another view is hidden before it.
  const button = () => screen.getAllByRole('button', { name: writer.button }).at(-1) as HTMLElement;
  await waitFor(() => expect(button().getAttribute('aria-disabled')).not.toBe('true'));
  await user.dblClick(button());
  await settle(fake);
  button().focus();
  await user.keyboard('{Enter}{Enter}');
  await settle(fake);
  expect(added).toHaveLength(writer.adds ?? 1);
});
