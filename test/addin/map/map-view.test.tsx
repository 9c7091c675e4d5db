/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';

import type { CellInput } from '../../../src/addin/spreadsheet/sheet';
import { createFakePorts, type FakePortsOptions } from '../pane/fake-ports';
import { createFakeSheet, holdReplies } from '../spreadsheet/fake-sheet';
import { openView } from '../pane/render-pane';

// jsdom neither measures nor draws; a browser's test does.
HTMLCanvasElement.prototype.getContext = () => null;
// Nor has it dialogs.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};
HTMLDialogElement.prototype.close = function () {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event('close'));
};

const LIST = [
  ['Shop', 'lat', 'lng', 'w_pop_tt', 'score'],
  ['Koramangala', 12.9352, 77.6245, 82426, 1],
  ['Bandra', 19.0596, 72.8295, 112864, 2],
  ['Nowhere', null, null, 5, 3],
];

/** With the first cell of Sales selected. */
async function openMap(
  rows: readonly (readonly CellInput[])[] = LIST,
  sheet = createFakeSheet({ Sales: rows, Other: LIST.slice(0, 2) }),
  more: FakePortsOptions = {},
) {
  sheet.select('Sales!A1');
  const opened = await openView('Map', createFakePorts({ sheet, ...more }));
  return { ...opened, sheet };
}

/** A list of which the last row has its latitude and longitude swapped. */
const TURNED = [
  ...LIST.slice(0, 2),
  ...[12.1, 12.2, 12.3, 12.4].map((lat) => ['Other', lat, 77.5, 1, 1]),
  ['Turned', 77.6, 12.9, 1, 1],
];

describe('the map', () => {
  it('shows the places around the selected cell, coloured by the first column of numbers', async () => {
    await openMap();
    await screen.findByText('2 places from Sales!A1:E4; 1 row without coordinates skipped.');
    expect(screen.getByRole('img', { name: 'Map of 2 places' })).toBeTruthy();
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Colour by' });
    expect([...choice.options].map(({ text }) => text)).toEqual(['w_pop_tt', 'score']);
    expect(screen.getByRole('figure', { name: 'Legend: w_pop_tt' }).textContent).toBe(
      '82,426(1)112,864(1)',
    );
  });

  it('shows no place on the other side of the equator than the cells do', async () => {
    const sheet = createFakeSheet({ Sales: [] });
    const formats = [undefined, '0.0000"°S"'];
    await sheet.sheet.write({ sheet: 'Sales', row: 0, column: 0, cells: LIST, formats });
    await openMap(LIST, sheet);
    await screen.findByText(/^The number format of B2 shows other degrees than its number/);
    expect(screen.queryByRole('img', { name: /^Map of/ })).toBeNull();
  });

  it('goes from place to place and to a place’s row without a pointer', async () => {
    const { fake, user } = await openMap();
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await screen.findByText('Koramangala: w_pop_tt 82,426');
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    await screen.findByText('Bandra: w_pop_tt 112,864');
    await user.click(screen.getByRole('button', { name: 'Go to row 3' }));
    expect(fake.acts).toEqual(['go to Sales!A3']);
  });

  it('leads to every place by its name', async () => {
    const { fake, user } = await openMap();
    const places = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Place' });
    const names = ['Choose a place', 'Koramangala: 82,426', 'Bandra: 112,864'];
    expect([...places.options].map(({ text }) => text)).toEqual(names);
    await user.selectOptions(places, 'Bandra: 112,864');
    await screen.findByText('Bandra: w_pop_tt 112,864');
    await user.click(screen.getByRole('button', { name: 'Go to row 3' }));
    expect(fake.acts).toEqual(['go to Sales!A3']);
  });

  it('says in words what it shows: the extremes, and what has no value', async () => {
    await openMap([...LIST, ['Pune', 18.52, 73.86, null, 4]]);
    const map = await screen.findByRole('img', { name: 'Map of 3 places' });
    expect(map.getAttribute('aria-description')).toBe(
      '3 places, coloured by w_pop_tt. Least: Koramangala: 82,426. Most: Bandra: 112,864. 1 place has no value.',
    );
    expect(screen.getByRole('figure', { name: 'Legend: w_pop_tt' }).textContent).toContain(
      'No value(1)',
    );
  });

  it('shows another list as soon as a person turns to it, and not a cell beside it', async () => {
    const { fake, sheet } = await openMap();
    await screen.findByText(/^2 places from Sales!A1:E4/);
    const turnTo = (address: string): void => {
      sheet.select(address);
      act(() => fake.select(address));
    };
    turnTo('Other!B1');
    await screen.findByText('1 place from Other!A1:E2.');
    turnTo('Other!K20');
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(screen.getByText('1 place from Other!A1:E2.')).toBeTruthy();
    turnTo('Sales!A1:E3');
    await screen.findByText('2 places from Sales!A1:E3.');
  });

  it('opens large over the page, shows the same there, and closes', async () => {
    const { user } = await openMap();
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('button', { name: 'Open large map' }));
    const large = within(await screen.findByRole('dialog', { name: /^2 places from Sales/ }));
    expect(large.getByText('Koramangala: w_pop_tt 82,426')).toBeTruthy();
    await user.selectOptions(large.getByRole('combobox', { name: 'Colour by' }), 'score');
    expect(screen.getAllByText('Koramangala: score 1')).toHaveLength(2);
    await user.click(large.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('goes to a place’s row from the large map, which gives way to the sheet', async () => {
    const { fake, user } = await openMap();
    await user.click(await screen.findByRole('button', { name: 'Open large map' }));
    const large = within(screen.getByRole('dialog'));
    await user.click(large.getByRole('button', { name: 'Next' }));
    await user.click(large.getByRole('button', { name: 'Go to row 2' }));
    expect(fake.acts).toEqual(['go to Sales!A2']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is copied as a picture, named after its sheet where it is saved', async () => {
    const { fake, user } = await openMap();
    await user.click(await screen.findByRole('button', { name: 'Copy picture' }));
    await screen.findByText('Picture copied. Paste it where you need it.');
    await user.click(screen.getByRole('button', { name: 'Save picture' }));
    await screen.findByText('Picture saved as Sales map.png.');
    expect(fake.acts).toEqual(['copy png of 1120×700', 'save Sales map.png png of 1120×700']);
    expect(screen.queryByRole('button', { name: 'Insert picture into the sheet' })).toBeNull();
  });

  it.each<[string, CellInput[][], number, readonly (string | RegExp)[]]>([
    [
      'what it shows, what its colours mean, and whose data it holds',
      [...LIST.slice(0, 3), ['Pune', 18.52, 73.86, null, 4]],
      6,
      [
        'w_pop_tt: 3 places in “Sales”',
        'w_pop_tt',
        '82,426 (1 place)',
        '112,864 (1 place)',
        'No value (1 place)',
        'Coastlines: Natural Earth. Cities: GeoNames, CC BY 4.0.',
      ],
    ],
    [
      'what the number of places close together is, in as many lines as it takes',
      [...LIST.slice(0, 2), LIST[1] ?? [], LIST[1] ?? []],
      6,
      [
        '3',
        'A number counts places close together.',
        'Its ring has the colour of their',
        'average.',
      ],
    ],
    ['that a title is cut off', LIST.slice(0, 3), 80, [/^w_pop.*…$/]],
  ])('is a picture on white paper that says %s', async (_what, rows, letter, said) => {
    const { fake, user } = await openMap(rows);
    const texts: string[] = [];
    const fills: string[] = [];
    const context = new Proxy<Record<string, unknown>>(
      {
        measureText: (text: string) => ({ width: letter * text.length }),
        fillText: (text: string) => texts.push(text),
        fillRect: (...box: number[]) => fills.push(`${String(context['fillStyle'])} ${box.join()}`),
      },
      { get: (own, name) => (name in own ? own[String(name)] : () => undefined) },
    );
    fake.ports.pictures.png = ({ draw }) => {
      draw(context as unknown as CanvasRenderingContext2D);
      return 'png';
    };
    await user.click(await screen.findByRole('button', { name: 'Copy picture' }));
    await screen.findByText('Picture copied. Paste it where you need it.');
    expect(fills[0]).toBe('#ffffff 0,0,1120,700');
    expect(texts).toEqual(
      expect.arrayContaining(
        said.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))),
      ),
    );
  });

  it('changes what it is coloured by', async () => {
    const { user } = await openMap();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Colour by' }), 'score');
    expect(screen.getByRole('figure', { name: 'Legend: score' })).toBeTruthy();
  });

  it('offers to swap the columns of a list that lies in the sea, and takes it back', async () => {
    const [head = [], ...rows] = LIST;
    const swapped = rows.map(([shop = null, lat = null, lng = null, ...rest]) => [
      shop,
      lng,
      lat,
      ...rest,
    ]);
    const { user, sheet } = await openMap([head, ...swapped]);
    await screen.findByText('Latitude and longitude look swapped.');
    await user.click(screen.getByRole('button', { name: 'Swap them' }));
    await waitFor(() => expect(screen.queryByText(/look swapped/)).toBeNull());
    await screen.findByText('2 places from Sales!A1:E4; 1 row without coordinates skipped.');
    expect(sheet.read('Sales!B2:C2')).toEqual([[77.6245, 12.9352]]);
  });

  it('offers to swap single rows, writes them, and shows them where they are then', async () => {
    const { user, sheet } = await openMap(TURNED);
    await screen.findByText('Latitude and longitude look swapped in row 7.');
    await user.click(screen.getByRole('button', { name: 'Swap this row' }));
    await screen.findByText('1 row swapped.');
    expect(sheet.read('Sales!B7:C7')).toEqual([[12.9, 77.6]]);
    // The map is read again meanwhile, and takes no click.
    const undo = () => screen.getByRole('button', { name: 'Undo' });
    await waitFor(() => {
      expect(screen.queryByText(/look swapped/)).toBeNull();
      expect(undo().getAttribute('aria-disabled')).not.toBe('true');
    });
    await user.click(undo());
    await screen.findByText('Latitude and longitude look swapped in row 7.');
  });

  it('shows a list without coordinates by its pincodes, and says so', async () => {
    const rows = [
      ['Shop', 'Pincode'],
      ['Koramangala', 560034],
      ['Nowhere', 999999],
    ];
    const mapData = () => Promise.resolve({ 560: '034,12.93,77.62' });
    await openMap(rows, undefined, { mapData });
    await screen.findByText('1 place from Sales!A1:B3; 1 row without a known pincode skipped.');
    await screen.findByText(/^Places are approximate: each is shown at the centre of its pincode/);
  });

  it('shows the place of the row that is selected in the grid', async () => {
    const { fake } = await openMap();
    await screen.findByText(/^Point to a place/);
    act(() => {
      fake.select('Sales!B3');
    });
    await screen.findByText('Bandra: w_pop_tt 112,864');
    act(() => {
      fake.select('Other!B2');
    });
    expect(screen.getByText('Bandra: w_pop_tt 112,864')).toBeTruthy();
  });

  it('shows what is selected by now, whichever reading ends first', async () => {
    const sheet = createFakeSheet({ Sales: LIST, Other: LIST.slice(0, 2) });
    const replies = holdReplies(sheet, 'readSelection');
    const { user } = await openMap(LIST, sheet);
    const look = await screen.findByRole('button', { name: 'Show selection' });
    sheet.select('Other!A1');
    await user.click(look);
    await waitFor(() => expect(replies.length).toBeGreaterThan(1));
    await act(async () => replies.at(-1)?.());
    await screen.findByText('1 place from Other!A1:E2.');
    await act(async () => replies.forEach((reply) => reply()));
    expect(screen.getByText('1 place from Other!A1:E2.')).toBeTruthy();
  });

  it('swaps rows once for a double click, and offers to take that back', async () => {
    const { user, sheet } = await openMap(TURNED);
    await user.dblClick(await screen.findByRole('button', { name: 'Swap this row' }));
    await screen.findByText('1 row swapped.');
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(sheet.read('Sales!B7:C7')).toEqual([[12.9, 77.6]]);
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
  });

  it('says what it needs where nothing says where rows are, and looks again on demand', async () => {
    const { sheet, user } = await openMap([['Koramangala', 5]]);
    await screen.findByText(/No coordinates or pincodes found in Sales!A1:B1/);
    sheet.set('Sales!A1', LIST);
    await user.click(screen.getByRole('button', { name: 'Show selection' }));
    await screen.findByText(/^2 places from/);
  });

  it('says so where nothing is there, or the sheet cannot be read', async () => {
    const { sheet, user } = await openMap([]);
    await screen.findByText('The selection is empty.');
    sheet.fail('Finish editing the cell you are in, then try again.');
    await user.click(screen.getByRole('button', { name: 'Show selection' }));
    await screen.findByText('Finish editing the cell you are in, then try again.');
  });
});
