/** @jest-environment jsdom */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { TextDecoder } from 'node:util';

import type { DescribedName } from '../../../src/engine/catalogue/catalogue-store';
import { createFakeCatalogue } from './fake-catalogue';
import { createFakePorts, type FakePorts } from './fake-ports';
import { createFakeSheet } from '../spreadsheet/fake-sheet';
import { openView } from './render-pane';

const RADII = [200, 500, 1000];
/** 9,000 of them. */
const MANY: readonly DescribedName[] = Array.from({ length: 3_000 }, (_, index) =>
  RADII.map((radius) => ({
    name: `br_shop${String(index)}_ct_${String(radius)}`,
    title: `Shops of brand ${String(index)}`,
  })),
).flat();

// Every browser has one; jsdom does not.
Object.assign(globalThis, { TextDecoder });
// In jsdom nothing has a size, and what has none shows no rows.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { get: () => 300 });

const list = (): Promise<HTMLElement> => screen.findByRole('listbox', { name: 'Attributes' });
const option = (name: string): HTMLElement =>
  within(screen.getByRole('listbox')).getByRole('option', { name: new RegExp(`\\b${name}\\b`) });
const drawnNames = (): HTMLElement[] => within(screen.getByRole('listbox')).getAllByRole('option');
const section = (title: string | RegExp) => within(screen.getByRole('region', { name: title }));
const activeOption = (box: HTMLElement): HTMLElement | null =>
  document.getElementById(box.getAttribute('aria-activedescendant') ?? '');

const knowing = (imported: readonly DescribedName[]): FakePorts =>
  createFakePorts({ catalogue: createFakeCatalogue({ imported }) });

async function openNames(fake?: FakePorts): Promise<{ fake: FakePorts; user: UserEvent }> {
  const opened = await openView('Attributes', fake);
  await list();
  return opened;
}

/** Lets what is read in pieces come to its end. */
async function untilRead(fake: FakePorts, seen: () => unknown): Promise<void> {
  await waitFor(() => {
    act(() => fake.runClock());
    expect(seen()).toBeTruthy();
  });
}

describe('the names that are known', () => {
  it('are listed, with a word on how to bring more', async () => {
    await openNames();
    expect(drawnNames()).toHaveLength(8);
    expect(screen.getByText(/Import your account’s list/)).toBeTruthy();
    expect(option('w_pop_tt_500').textContent).toContain('Population within 500 m');
  });

  it('are not said to be the built-in ones where a team has listed more', async () => {
    const { fake } = await openNames();
    expect(screen.getByText(/^These are the built-in attributes/)).toBeTruthy();
    const catalogue = await fake.ports.catalogue.open();
    await act(() => catalogue.offer([{ name: 'p_team_ct', title: 'Of the team' }]));
    await untilRead(fake, () => !screen.queryByText(/^These are the built-in attributes/));
  });

  it('are drawn only where they are in sight, however many there are', async () => {
    await openNames(knowing(MANY));
    expect(screen.getByText('9,008 attributes')).toBeTruthy();
    const drawn = drawnNames();
    expect(drawn.length).toBeLessThan(40);
    expect(drawn[0]?.getAttribute('aria-setsize')).toBe('9008');
    expect(drawn[1]?.getAttribute('aria-posinset')).toBe('2');
  });

  it('are drawn where the list is scrolled to, with the one that the keys act on', async () => {
    await openNames(knowing(MANY));
    const box = await list();
    box.scrollTop = 48 * 5_000;
    fireEvent.scroll(box);
    const places = drawnNames().map((drawn) => Number(drawn.getAttribute('aria-posinset')));
    expect(places[0]).toBe(1);
    expect(places).toEqual(expect.arrayContaining([4_996, 5_001, 5_007]));
    expect(places.length).toBeLessThan(40);
    fireEvent.keyDown(box, { key: 'End' });
    expect(box.scrollTop).toBe(48 * 9_008 - 300);
    fireEvent.keyDown(box, { key: 'ArrowUp' });
    expect(box.scrollTop).toBe(48 * 9_008 - 300);
    fireEvent.keyDown(box, { key: 'Home' });
    expect(box.scrollTop).toBe(0);
  });

  it('are reached by the arrows, to the very last, and chosen by the space bar', async () => {
    const { user } = await openNames(knowing(MANY));
    await user.click(screen.getByRole('searchbox', { name: 'Find an attribute' }));
    await user.keyboard('{ArrowDown}');
    const box = await list();
    expect(document.activeElement).toBe(box);
    expect(activeOption(box)?.textContent).toContain('w_pop_tt');
    await user.keyboard('{ArrowDown}{ArrowDown} ');
    expect(activeOption(box)?.getAttribute('aria-selected')).toBe('true');
    expect(activeOption(box)?.textContent).toContain('w_pop_tt_500');
    await user.keyboard('{End}');
    expect(activeOption(box)?.getAttribute('aria-posinset')).toBe('9008');
    expect(activeOption(box)?.textContent).toContain('br_shop2999_ct_1000');
    await user.keyboard('{Home}{Shift>}{ArrowDown}{/Shift}');
    expect(screen.getByRole('region', { name: 'Insert 2 attributes' }).textContent).toContain(
      'w_pop_tt_500, w_pop_tt_200',
    );
  });

  it('are narrowed down by theme and radius, until none fits', async () => {
    const { user } = await openNames(knowing(MANY));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Theme' }), 'brands (9,000)');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Radius' }), '200 m (3,001)');
    await screen.findByText('3,000 of 9,008 attributes');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'qqqqq' } });
    await screen.findByText('No matching attributes. Try fewer or different words.');
    await user.click(screen.getByRole('button', { name: 'Show all attributes' }));
    await screen.findByText('9,008 attributes');
  });

  it('tell what they are, and stay at hand as favourites', async () => {
    const described = { name: 'p_bank_ct_500', title: 'Banks', unit: 'branches' };
    const imported = [{ ...described, others: [{ column: 'source', text: 'Survey' }] }];
    const { user, fake } = await openNames(knowing(imported));
    await user.click(option('p_bank_ct_500'));
    const about = section('About p_bank_ct_500');
    for (const text of ['Banks', 'branches', '500 m', 'count', 'places', 'source', 'Survey']) {
      expect(about.getByText(text)).toBeTruthy();
    }
    await user.click(about.getByRole('button', { name: 'Favourite' }));
    expect(about.getByRole('button', { pressed: true })).toBeTruthy();
    expect(fake.held.get('locus.favourites')).toContain('p_bank_ct_500');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'favourites');
    await screen.findByText('1 of 9 attributes');
  });

  it('are asked for again where their code could not be fetched', async () => {
    const working = createFakeCatalogue();
    let tries = 0;
    const catalogue = {
      open: () => ((tries += 1) === 1 ? Promise.reject(new Error('offline')) : working.open()),
    };
    const { user } = await openView('Attributes', createFakePorts({ catalogue }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('couldn’t load');
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await list()).toBeTruthy();
  });
});

describe('chosen names', () => {
  it.each([
    ['As header row', /^w_pop_tt_200\|p_retail_gc_np\|/],
    ['As text', /^w_pop_tt_200,p_retail_gc_np\|/],
    ['As formula', /\|=LOCATTR\(\$B2,\$C2,"w_pop_tt_200,p_retail_gc_np"\)/],
  ])('go into the sheet %s', async (name, cells) => {
    const sheet = createFakeSheet();
    const { user, fake } = await openNames(createFakePorts({ sheet }));
    act(() => fake.select('Sheet1!B2'));
    await user.click(option('w_pop_tt_200'));
    await user.click(option('p_retail_gc_np'));
    await user.click(screen.getByRole('button', { name }));
    await screen.findByText(/ in Sheet1!/);
    expect(sheet.read('Sheet1!B2:E2').flat().join('|')).toMatch(cells);
  });

  it('go over nothing that stands there', async () => {
    const sheet = createFakeSheet({ Sheet1: [['mine', 'too']] });
    const { user, fake } = await openNames(createFakePorts({ sheet }));
    act(() => fake.select('Sheet1!A1'));
    await user.click(option('w_pop_tt_200'));
    await user.click(screen.getByRole('button', { name: 'As text' }));
    await screen.findByText(/Nothing was added, because A1 would be overwritten/);
    expect(sheet.read('Sheet1!A1:B1')).toEqual([['mine', 'too']]);
  });

  it('are copied, and given up', async () => {
    const { user, fake } = await openNames();
    await user.click(option('w_pop_tt_200'));
    await user.click(option('p_retail_gc_np'));
    await user.click(section(/^Insert/).getByRole('button', { name: 'Copy' }));
    expect(fake.acts).toContain('copy w_pop_tt_200,p_retail_gc_np');
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(option('w_pop_tt_200').getAttribute('aria-selected')).toBe('false');
    // The button that was pressed is gone.
    expect(document.activeElement).toBe(
      screen.getByRole('searchbox', { name: 'Find an attribute' }),
    );
  });

  it('are kept in the workbook as a set, replaced, removed and brought back', async () => {
    const { user, fake } = await openNames();
    const { workbook } = fake.ports;
    const sets = () => workbook.current().settings.variableSets;
    await user.click(option('w_pop_tt_200'));
    const field = screen.getByRole('textbox', { name: 'Save chosen attributes as' });
    await user.type(field, 'People{Enter}');
    await screen.findByText('People saved: 1 attribute.');
    await user.click(option('p_retail_gc_np'));
    await user.type(field, 'people');
    await user.click(screen.getByRole('button', { name: 'Replace People' }));
    await screen.findByText('people saved: 2 attributes.');
    expect(sets()).toEqual([{ name: 'people', names: ['w_pop_tt_200', 'p_retail_gc_np'] }]);
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    await user.click(screen.getByRole('button', { name: 'Choose people' }));
    expect(screen.getByRole('region', { name: 'Insert 2 attributes' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove people' }));
    await screen.findByText('people removed.');
    expect(sets()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('people restored.');
    expect(sets()).toHaveLength(1);
  });

  it('of a set are added to those that were chosen already', async () => {
    const fake = createFakePorts();
    const names = ['w_pop_tt', 'w_pop_tt_200'];
    await fake.ports.workbook.edit([{ kind: 'put-set', set: { name: 'Hers', names } }]);
    const { user } = await openNames(fake);
    await user.click(option('p_retail_gc_np'));
    await user.click(option('w_pop_tt_200'));
    await user.click(screen.getByRole('button', { name: 'Choose Hers' }));
    expect(screen.getByText('p_retail_gc_np, w_pop_tt_200, w_pop_tt')).toBeTruthy();
  });

  it('of a colleague’s set are listed also where they are not known here', async () => {
    const fake = createFakePorts();
    const names = ['w_pop_tt', 'x_her_own_500', 'y_hers_too'];
    await fake.ports.workbook.edit([{ kind: 'put-set', set: { name: 'Hers', names } }]);
    const { user } = await openNames(fake);
    await user.click(screen.getByRole('button', { name: 'Choose Hers' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'chosen');
    await waitFor(() => expect(drawnNames()).toHaveLength(3));
    await user.type(screen.getByRole('searchbox', { name: 'Find an attribute' }), 'hers');
    await waitFor(() => expect(drawnNames()).toHaveLength(1));
    await user.keyboard('{ArrowDown}');
    expect(screen.getByText('Not in a list')).toBeTruthy();
  });
});

describe('importing names', () => {
  async function check(text: string, fake = createFakePorts()) {
    const opened = await openNames(fake);
    await opened.user.click(screen.getByRole('button', { name: 'Import a list' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Or paste a list' }), {
      target: { value: text },
    });
    await opened.user.click(screen.getByRole('button', { name: 'Check list' }));
    await untilRead(fake, () => screen.queryByRole('button', { name: 'Edit list' }));
    return opened;
  }

  it('gives a pasted list back to be changed, as it was', async () => {
    const text = 'name\nnot a name\np_bank_ct';
    const { user, fake } = await check(text);
    await user.click(screen.getByRole('button', { name: 'Edit list' }));
    const box = screen.getByRole<HTMLTextAreaElement>('textbox', {
      name: 'Or paste a list',
    });
    expect(box.value).toBe(text);
    expect(document.activeElement).toBe(box);
    fireEvent.change(box, { target: { value: text.replace('not a name', 'p_atm_ct') } });
    await user.click(screen.getByRole('button', { name: 'Check list' }));
    await untilRead(fake, () => screen.queryByRole('heading', { name: '2 attributes in 2 rows' }));
  });

  it.each(['to a preview', 'to the form'])('takes no focus from who comes back: %s', async (to) => {
    const { user } = await check('name\np_bank_ct');
    if (to === 'to the form') await user.click(screen.getByRole('button', { name: 'Edit list' }));
    await user.click(screen.getByRole('tab', { name: 'Home' }));
    await user.click(screen.getByRole('tab', { name: 'Attributes' }));
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Attributes' }));
  });

  it('shows what is wrong, line by line, before anything is taken', async () => {
    const { user, fake } = await check(
      'name;title;unit;source\np_bank_ct;"Banks; all\nof them";branches;"=HYPERLINK(""x"")"\nnot a name;No\nP_BANK_CT;Again\n;Nothing\np_atm_ct;-5;;-7',
    );
    expect(screen.getByRole('heading', { name: '2 attributes in 5 rows' })).toBe(
      document.activeElement,
    );
    const problems = within(screen.getByRole('list', { name: 'Issues' }));
    expect(problems.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Line 4: "not a name" isn’t an attribute’s name. These names contain only a-z, 0-9 and _.',
      'Line 5: p_bank_ct is already on line 2.',
      'Line 6: There’s no attribute on this line.',
    ]);
    expect(screen.getByText(/1 cell beside the names looks like a formula/)).toBeTruthy();
    const catalogue = await fake.ports.catalogue.open();
    expect(catalogue.state().imported).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Import 2 attributes' }));
    await screen.findByText(/^2 attributes added\. This device can’t save attributes/);
    expect(catalogue.entries().at(-1)?.others).toEqual([{ column: 'source', text: '-7' }]);
    expect(document.activeElement?.textContent).toBe('Import a list');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText(/^Imported attributes restored/);
    expect(catalogue.state().imported).toBe(0);
  });

  it('adds to what was imported before, or puts it in its place', async () => {
    const imported = [{ name: 'p_old_ct', title: 'Old' }];
    const fake = knowing(imported);
    const { user } = await check('p_new_ct\np_newer_ct', fake);
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Attributes imported earlier' }),
      'Replace imported attributes',
    );
    await user.click(screen.getByRole('button', { name: 'Import 2 attributes' }));
    await screen.findByText(/^2 attributes added/);
    const catalogue = await fake.ports.catalogue.open();
    const names = () => catalogue.entries().map(({ name }) => name);
    expect(names()).not.toContain('p_old_ct');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText(/restored/);
    expect(names()).toContain('p_old_ct');
    expect(names()).not.toContain('p_new_ct');
    await user.click(screen.getByRole('button', { name: 'Remove imported attributes' }));
    await screen.findByText(/^Imported attributes removed/);
    expect(catalogue.state().imported).toBe(0);
  });

  it('lets a person say what the columns are', async () => {
    const { user, fake } = await check('code,words\np_bank_ct,Banks');
    await user.selectOptions(screen.getByRole('combobox', { name: 'words' }), 'title');
    await untilRead(fake, () => screen.queryByText('p_bank_ct: Banks'));
  });

  it.each([
    ['a workbook', [0x50, 0x4b, 3, 4], /is a workbook, not a CSV file/],
    ['no text', [1, 0, 2, 0], /is neither text nor a workbook/],
    ['nothing', [], /is empty/],
  ])('says of a file with %s what to do instead', async (_what, bytes, words) => {
    const { user } = await openNames();
    await user.click(screen.getByRole('button', { name: 'Import a list' }));
    await upload(user, new Uint8Array(bytes));
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
  });

  it('reads a file in the alphabet that it is written in', async () => {
    const { user, fake } = await openNames();
    await user.click(screen.getByRole('button', { name: 'Import a list' }));
    const text = '\uFEFFname\ttitle\r\np_cafe_ct\tCafés\r\n';
    await upload(user, new Uint8Array(Buffer.from(text, 'utf16le')));
    await untilRead(fake, () => screen.queryByText('p_cafe_ct: Cafés'));
  });
});

describe('names that the workbook uses', () => {
  it('can be shown alone, without those that are misspelt', async () => {
    const sheet = createFakeSheet({ S: [['=LOCATTR(1,2,"p_own_ct, w_popp, w_pop_tt_200")']] });
    const fake = createFakePorts({ sheet });
    const catalogue = await fake.ports.catalogue.open();
    await catalogue.take([{ name: 'p_own_ct' }], 'add');
    const { user } = await openNames(fake);
    const show = screen.getByRole('combobox', { name: 'Show' });
    await within(show).findByRole('option', { name: 'In this workbook (2)' });
    await user.selectOptions(show, 'used');
    await waitFor(() => expect(drawnNames()).toHaveLength(2));
    expect(option('p_own_ct')).toBeTruthy();
  });
});

describe('exporting names', () => {
  it('offers a file and, where none may be saved, a copy', async () => {
    const { user, fake } = await openNames();
    await user.click(screen.getByRole('button', { name: 'Save as CSV' }));
    const saved = fake.acts.find((act) => act.startsWith('save locus-names.csv'));
    expect(saved).toContain('name,title,unit,description\r\nw_pop_tt,,,\r\n');
    expect(screen.getByText(/select Copy as CSV instead/)).toBeTruthy();
    await user.click(option('w_pop_tt_200'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'What to export' }), 'chosen');
    await user.click(screen.getByRole('button', { name: 'Copy as CSV' }));
    expect(fake.acts.at(-1)).toBe('copy \uFEFFname,title,unit,description\r\nw_pop_tt_200,,,\r\n');
  });
});

/** A file as a browser gives it; jsdom's cannot be read. */
async function upload(user: UserEvent, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const file = new File([bytes], 'names.csv', { type: 'text/csv' });
  Object.assign(file, { arrayBuffer: () => Promise.resolve(bytes.buffer) });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('there is no field for a file');
  await user.upload(input, file);
}
