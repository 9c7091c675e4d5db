/** @jest-environment jsdom */
import { screen, waitFor, within } from '@testing-library/react';

import { createFakePorts } from '../pane/fake-ports';
import { openView } from '../pane/render-pane';
import { createFakeSheet } from '../spreadsheet/fake-sheet';

jest.setTimeout(60_000);

const SHOPS = [
  ['Shop', 'Lat', 'Lng'],
  ['One', 12.9352, 77.6245],
  ['Two', 12.9719, 77.6412],
];
const BRANCHES = [
  ['Code', 'Branch', 'Latitude', 'Longitude'],
  [1, 'Jayanagar', 12.9299, 77.5826],
  ['', '', '', ''],
  [2, 'Indiranagar', 12.9784, 77.6408],
  ['', 'Total', '', ''],
];

async function openNearest(
  branches: (string | number)[][] = BRANCHES,
  shops = SHOPS,
  sheet = createFakeSheet({ Shops: shops, 'Our branches': branches }),
) {
  sheet.select('A1');
  const fake = createFakePorts({ sheet });
  const { user } = await openView('Enrich', fake);
  const choose = async (label: string, name: string) => {
    await screen.findByRole('option', { name });
    await user.selectOptions(screen.getByRole('combobox', { name: label }), name);
  };
  return { sheet, fake, user, choose };
}

const button = () => screen.getByRole('button', { name: 'Add nearest and distance' });

describe('the nearest of another list', () => {
  it('is shown for one place, then written as formulas in two columns, and taken back', async () => {
    const { sheet, fake, user, choose } = await openNearest();
    await choose('Other list', 'Our branches');
    const example = await screen.findByText('Row 2: Jayanagar, 4.58 km away.');
    expect(example.closest('[aria-live=polite]')).not.toBeNull();
    await waitFor(() => expect(button().getAttribute('aria-disabled')).not.toBe('true'));
    await user.click(button());
    await waitFor(() => fake.runClock());
    // Beside the button, which has the focus: what is shown elsewhere would scroll it out of sight.
    const section = within(screen.getByRole('region', { name: 'Nearest of another list' }));
    await section.findByText('2 columns added in Shops!D1:E3.');
    const lists = "'Our branches'!$C$2:$C$4,'Our branches'!$D$2:$D$4";
    const labels = "'Our branches'!$B$2:$B$4";
    expect(sheet.read('Shops!D1:E3')).toEqual([
      ['Nearest of Our branches', 'Distance to Our branches (km)'],
      ...[2, 3].map((row) => [
        `=INDEX(LOCNEAREST($B${row},$C${row},${lists},${labels}),1,1)`,
        `=INDEX(LOCNEAREST($B${row},$C${row},${lists}),1,2)`,
      ]),
    ]);
    await waitFor(() => expect(button().getAttribute('aria-disabled')).toBe('true'));
    await user.click(button());
    expect(sheet.read('Shops!F1:G3').flat().join('')).toBe('');
    await user.click(section.getByRole('button', { name: 'Undo' }));
    await section.findByText('Columns removed.');
    expect(sheet.read('Shops!D1:E3').flat().join('')).toBe('');
  });

  it('can be named by any column, or by its number in the list', async () => {
    const { choose } = await openNearest();
    await choose('Other list', 'Our branches');
    await choose('Name', 'Its number in the list');
    await screen.findByText('Row 2: 1, 4.58 km away.');
    await choose('Name', 'Code');
    await screen.findByText('Row 2: 1, 4.58 km away.');
  });

  it.each<[string, (string | number)[][], RegExp]>([
    [
      'has addresses alone',
      [
        ['Branch', 'Address', 'Pincode'],
        ['x', '12 MG Road, Bengaluru', 560001],
      ],
      /^That list needs columns of latitude and longitude, in numbers\. Locus doesn’t guess/,
    ],
    [
      'has both coordinates in one column',
      [
        ['Branch', 'Coordinates'],
        ['x', '12.93, 77.58'],
        ['y', '12.97, 77.64'],
      ],
      /^That list needs columns of latitude and longitude, in numbers\. Locus doesn’t guess/,
    ],
    [
      'has decimal commas',
      [
        ['Branch', 'Lat', 'Lng'],
        ['x', '12,93', '77,58'],
        ['y', '12,97', '77,64'],
      ],
      /^That list needs columns of latitude and longitude, in numbers\. Locus doesn’t guess/,
    ],
    [
      'has a place that cannot be read',
      [...BRANCHES.slice(0, 4), [3, 'Whitefield', 'x', 77.7]],
      /^Rows with unreadable coordinates: 5 \(1 of 3\)\. Correct or clear them: each/,
    ],
    ['is empty', [], /^No list there\.$/],
  ])('is refused in words where the other list %s', async (_, branches, words) => {
    const { choose } = await openNearest(branches);
    await choose('Other list', 'Our branches');
    await screen.findByText(words);
    expect(button().getAttribute('aria-disabled')).toBe('true');
  });

  it('is not sought in the list itself, but in other cells of its sheet', async () => {
    const shops = SHOPS.map((row, index) => [
      ...row,
      '',
      ...(['Depot,Lat,Lng', 'North,13.1,77.6', 'South,12.8,77.6'][index] ?? '')
        .split(',')
        .map((text, at) => (index > 0 && at > 0 ? Number(text) : text)),
    ]);
    const { user, choose } = await openNearest(BRANCHES, shops);
    await choose('Other list', 'Cells that I enter');
    const cells = screen.getByRole('textbox', { name: 'Cells' });
    await user.type(cells, 'Shops!A1:C3{Enter}');
    await screen.findByText(/^That is the list itself/);
    await user.clear(cells);
    await user.type(cells, 'Shops!E1:G3{Enter}');
    await screen.findByText(/^Row 2: South, 15\.\d+ km away\.$/);
  });

  it('says before it is written which places of the other list have no coordinates', async () => {
    const { choose } = await openNearest([
      ...BRANCHES.slice(0, 4),
      [3, 'Whitefield', '', ''],
      [4, 'Hebbal', 'n/a', 'n/a'],
      ['', 'Total', '', ''],
    ]);
    await choose('Other list', 'Our branches');
    await screen.findByText('Rows without coordinates can’t be the nearest: 5, 6 (2 of 4).');
    await waitFor(() => expect(button().getAttribute('aria-disabled')).not.toBe('true'));
  });

  it('is not sought among places that their number format puts elsewhere', async () => {
    const sheet = createFakeSheet({ Shops: SHOPS, Branches: [] });
    const cells = BRANCHES.slice(0, 2);
    const formats = [undefined, undefined, '0.00"°S"'];
    await sheet.sheet.write({ sheet: 'Branches', row: 0, column: 0, cells, formats });
    const { choose } = await openNearest(BRANCHES, SHOPS, sheet);
    await choose('Other list', 'Branches');
    await screen.findByText(/^The number format of C2 shows other degrees than its number/);
    expect(button().getAttribute('aria-disabled')).toBe('true');
  });

  it('needs coordinates in the list itself too', async () => {
    await openNearest(BRANCHES, [
      ['Shop', 'Address', 'Pincode'],
      ['One', '12 MG Road, Bengaluru', 560001],
    ]);
    await screen.findByText('Needs columns of latitude and longitude in both lists.');
    expect(screen.queryByRole('combobox', { name: 'Other list' })).toBeNull();
  });
});
