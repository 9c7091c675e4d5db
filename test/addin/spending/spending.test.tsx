/** @jest-environment jsdom */
import { act, screen, waitFor } from '@testing-library/react';

import { createFakeSheet } from '../spreadsheet/fake-sheet';
import { createFakePorts } from '../pane/fake-ports';
import { openView } from '../pane/render-pane';

const amounts = { calls: 40, values: 320, answered: 400 };
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
/** What stands in a row after its title; asked for without roles, which thirty rows make slow. */
function row(title: string, table = 0): (string | null)[] {
  const rows = [...(document.querySelectorAll('table')[table]?.rows ?? [])];
  const found = rows.find(({ cells }) => cells[0]?.textContent === title);
  return [...(found?.cells ?? [])].slice(1).map(({ textContent }) => textContent);
}

async function openSpending(fake = createFakePorts()) {
  const opened = await openView('More', fake);
  await screen.findByRole('region', { name: 'Spending' });
  return opened;
}

describe('spending in the pane', () => {
  it('is nothing at first, and counted as it comes', async () => {
    const { fake } = await openSpending();
    expect(row('Today')).toEqual(['0', '0', '0']);
    const none = screen.getByRole('img', { name: 'Calls per day, last 30 days: none.' });
    // Nor a scale, which would look like a call.
    expect(none.textContent).toBe('23 Oct21 Nov');
    act(() => fake.ports.ledger.add('2026-11-21', amounts));
    act(() => fake.ports.ledger.add('2026-11-02', { ...amounts, calls: 400 }));
    act(() => fake.ports.ledger.add('2026-10-30', { ...amounts, calls: 7 }));
    expect(row('Today')).toEqual(['40', '320', '360']);
    expect(row('This month')).toEqual(['440', '640', '360']);
    expect(
      screen.getByRole('img', {
        name: 'Calls per day, last 30 days: at most 400, on 2 Nov.',
      }),
    ).toBeTruthy();
  });

  it('is a bar for each day that has any, and a table of all thirty', async () => {
    const { fake } = await openSpending();
    act(() => fake.ports.ledger.add('2026-11-21', amounts));
    act(() => fake.ports.ledger.add('2026-10-23', amounts));
    act(() => fake.ports.ledger.add('2026-10-22', amounts));
    const bars = [...screen.getByRole('img').querySelectorAll('rect')];
    expect(bars.map((bar) => bar.textContent)).toEqual(['23 Oct: 40 calls', '21 Nov: 40 calls']);
    const table = screen.getByRole('table', { name: 'Spent by day' });
    expect(table.querySelectorAll('tr')).toHaveLength(31);
    expect(row('21 Nov', 1)).toEqual(['40', '320', '360']);
  });

  it('has a price once a person has said what a call costs', async () => {
    const { fake, user } = await openSpending();
    act(() => fake.ports.ledger.add('2026-11-21', amounts));
    expect(screen.queryByText('Cost')).toBeNull();
    await user.type(box('Price per call'), '0.25{Enter}');
    expect(row('Today')).toEqual(['40', '320', '360', '10 credits']);
    await user.type(box('Currency'), ' ₹{Enter}');
    expect(row('Today')).toEqual(['40', '320', '360', '₹10.00']);
    await user.clear(box('Price per call'));
    await user.tab();
    expect(row('Today')).toEqual(['40', '320', '360']);
  });

  it('says apart what this workbook has cost since it was opened', async () => {
    const { fake, user } = await openSpending();
    const title = 'This workbook, since it was opened';
    expect(row(title)).toEqual(['0', '0', '0']);
    act(() => fake.ports.ledger.add('2026-11-21', amounts));
    act(() => fake.workbookSpending.add('2026-11-21', { calls: 12, values: 30, answered: 20 }));
    expect(row(title)).toEqual(['12', '30', '8']);
    await user.type(box('Price per call'), '2.5{Enter}');
    await user.type(box('Currency'), '₹{Enter}');
    expect(row(title)).toEqual(['12', '30', '8', '₹30.00']);
  });

  it('of the next day begins anew while the pane stays open', async () => {
    const { fake } = await openSpending();
    act(() => fake.ports.ledger.add('2026-11-21', amounts));
    fake.passTime(86_400_000);
    act(() => fake.runClock());
    expect(row('Today')).toEqual(['0', '0', '0']);
    expect(row('This month')).toEqual(['40', '320', '360']);
  });

  it('says so where the device does not keep it', async () => {
    const fake = createFakePorts();
    fake.ports.host.storage.write = () => false;
    fake.ports.ledger.add('2026-11-21', amounts);
    await openSpending(fake);
    expect(screen.getByText(/They last until you close Locus/u)).toBeTruthy();
    expect(row('Today')).toEqual(['40', '320', '360']);
  });
});

describe('the limits that a person sets', () => {
  it('count once the box is left, and an emptied box means the usual', async () => {
    const { fake, user } = await openSpending();
    await user.clear(box('Ask for approval above'));
    await user.type(box('Ask for approval above'), '2,000{Enter}');
    await user.type(box('Daily budget'), '5 000{Enter}');
    expect(fake.ports.preferences.current()).toMatchObject({
      approvalThreshold: 2_000,
      dailyBudget: 5_000,
    });
    await user.clear(box('Ask for approval above'));
    await user.clear(box('Daily budget'));
    await user.tab();
    expect(fake.ports.preferences.current()).toMatchObject({
      approvalThreshold: 500,
      dailyBudget: null,
    });
  });

  it.each([
    ['Ask for approval above', '0', 'Enter a whole number from 1 to 1,000,000.'],
    ['Ask for approval above', 'all', 'Enter a whole number from 1 to 1,000,000.'],
    [
      'Daily budget',
      '1.5',
      'Enter a whole number from 1 to 100,000,000, or leave blank for no limit.',
    ],
    ['Price per call', '-1', 'Enter a number from 0 to 1,000,000, such as 0.25, or leave blank.'],
    ['Price per call', '0,25', 'Use a decimal point, such as 0.25.'],
    ['Currency', 'a very long currency', 'Use up to 12 characters.'],
  ])('%s: "%s" is told plainly, and nothing changes', async (name, typed, words) => {
    const { fake, user } = await openSpending();
    const before = fake.ports.preferences.current();
    await user.clear(box(name));
    await user.type(box(name), `${typed}{Enter}`);
    expect(screen.getByText(words)).toBeTruthy();
    expect(fake.ports.preferences.current()).toBe(before);
  });
});

describe('a device that keeps no settings', () => {
  it('is told of wherever a limit or a setting is changed', async () => {
    const fake = createFakePorts();
    fake.ports.host.storage.write = () => false;
    const { user } = await openSpending(fake);
    expect(screen.queryByText(/can’t save/u)).toBeNull();
    await user.type(box('Daily budget'), '10{Enter}');
    expect(fake.ports.preferences.current().dailyBudget).toBe(10);
    expect(screen.getByText(/can’t save these limits\. They last until/u)).toBeTruthy();
    expect(screen.getByText(/can’t save settings\. They last until/u)).toBeTruthy();
  });
});

describe('a receipt', () => {
  const button = () => screen.getByRole('button', { name: 'Add a receipt sheet' });

  it('is a sheet of what was asked, from where the answers came, and what it cost', async () => {
    const sheet = createFakeSheet({
      Data: [
        ['Latitude', 'Longitude', 'w_pop_tt', 'p_x'],
        [12.9, 77.6, '=LOCATTR(A2, B2, C$1)', '=LOCATTR(A2, B2, D$1)'],
        [13.0, 77.6, '=LOCATTR(A3, B3, C$1)', '=LOCATTR(A3, B3, D$1)'],
        ['', '', '', '=LOCATTR(A3, B3, "K-Secret-1")'],
      ],
      Scores: [['12 Secret Street, Pune', '=LOCSCORE("m", A:A)']],
    });
    const fake = createFakePorts({ sheet, isSampleData: true });
    fake.ports.connection.save({ credential: 'k-secret-1', shouldRemember: true });
    fake.ports.preferences.save({ pricePerCall: 0.5, currency: '=1+1' });
    fake.ports.ledger.add('2026-11-20', { calls: 1, unanswered: 2, values: 1, answered: 1 });
    fake.ports.ledger.add('2026-11-21', { calls: 3, values: 5, answered: 9 });
    fake.workbookSpending.add('2026-11-21', { calls: 2, values: 4, answered: 4 });
    fake.show({
      doneByOrigin: { service: 5, gateway: 0, memory: 3, device: 1, workbook: 0 },
      failed: 2,
    });
    const { user } = await openSpending(fake);
    await user.click(button());
    await screen.findByText('Receipt added on the sheet “Locus receipt”.');
    const rows = sheet.read("'Locus receipt'!A1:E40").filter((line) => line[0] !== '');
    expect(rows.map((line) => line.filter((cell) => cell !== ''))).toEqual([
      ['Locus usage and cost'],
      ['Period', '2026-11-01 to 2026-11-21'],
      ['Prepared', expect.stringMatching(/^2026-11-21 \d\d:\d\d$/u)],
      ['Sample data: the values come from the sample service.'],
      ['Spending on this device, in all workbooks'],
      ['Date', 'Calls', 'Values', 'Calls saved', 'Cost (=1+1)'],
      ['2026-11-20', 1, 1, 0, 0.5],
      ['2026-11-21', 3, 5, 6, 1.5],
      ['Total', 4, 6, 6, 2],
      ['Calls without a reply, possibly charged, not included', 2],
      ['This workbook, since it was opened', 2, 4, 2, 1],
      ['Calls saved cost nothing.'],
      ['Formulas in this workbook', 'Count'],
      ['LOCATTR', 5],
      ['LOCSCORE', 1],
      ['Unique places', 3],
      ['Different attributes', 2],
      ['Where the answers came from, since Locus was opened', 'Answers'],
      ['The service', 5],
      ['Your team’s gateway, without a call', 0],
      ['Already known from this session', 3],
      ['Kept on this device', 1],
      ['Kept in the workbook', 0],
      ['Failed', 2],
      ['Attributes'],
      ['p_x'],
      ['w_pop_tt'],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/secret/i);
  });

  it('shows costs and counts as the pane does, as numbers, and its headings are bold', async () => {
    const sheet = createFakeSheet({ Data: [['=LOCATTR(12.9, 77.6, "w_pop_tt")']] });
    const looks: unknown[] = [];
    const { addSheet } = sheet.sheet;
    Object.assign(sheet.sheet, {
      addSheet: (...[name, cells, look]: Parameters<typeof addSheet>) => {
        const bold = look?.headings?.map((at) => cells[at]?.[0]);
        looks.push({ formats: look?.formats, bold });
        return addSheet(name, cells, look);
      },
    });
    const fake = createFakePorts({ sheet });
    fake.ports.preferences.save({ pricePerCall: 2.5, currency: '₹' });
    fake.ports.ledger.add('2026-11-21', { calls: 126, values: 416, answered: 363 });
    const { user } = await openSpending(fake);
    await user.click(button());
    await screen.findByText('Receipt added on the sheet “Locus receipt”.');
    expect(looks).toEqual([
      {
        formats: [undefined, '#,##0', '#,##0', '#,##0', '"₹"#,##0.00'],
        bold: [
          'Locus usage and cost',
          'Spending on this device, in all workbooks',
          'Date',
          'Formulas in this workbook',
          'Where the answers came from, since Locus was opened',
          'Attributes',
        ],
      },
    ]);
    expect(sheet.read("'Locus receipt'!E7")).toEqual([[315]]);
  });

  it('claims nothing of values that were there before Locus was opened', async () => {
    const sheet = createFakeSheet({ Data: [['=LOCATTR(12.9, 77.6, "w_pop_tt")']] });
    const { user } = await openSpending(createFakePorts({ sheet }));
    await user.click(button());
    await screen.findByText('Receipt added on the sheet “Locus receipt”.');
    const rows = sheet.read("'Locus receipt'!A1:B40");
    const origins = rows.findIndex(([first]) => String(first).startsWith('Where the answers'));
    expect(rows.slice(origins, origins + 3)).toEqual([
      ['Where the answers came from, since Locus was opened', ''],
      ['Not known for values from before Locus was opened', ''],
      ['', ''],
    ]);
  });

  it('of a workbook without a formula of ours says so', async () => {
    const sheet = createFakeSheet();
    const { user, fake } = await openSpending(createFakePorts({ sheet }));
    await user.click(button());
    await screen.findByText('Receipt added on the sheet “Locus receipt”.');
    expect(sheet.read("'Locus receipt'!A12")).toEqual([['No Locus formulas']]);
    // The same again is shown, and not added; what has been spent since makes another.
    await user.click(button());
    await waitFor(() => expect(fake.acts).toContain("go to 'Locus receipt'!A1"));
    expect(sheet.names()).toEqual(['Sheet1', 'Locus receipt']);
    act(() => fake.ports.ledger.add('2026-11-21', amounts));
    await user.click(button());
    await screen.findByText('Receipt added on the sheet “Locus receipt (2)”.');
  });

  it('that cannot be added says why', async () => {
    const sheet = createFakeSheet();
    sheet.fail('The workbook is protected.');
    const { user } = await openSpending(createFakePorts({ sheet }));
    await user.click(button());
    await screen.findByText('The workbook is protected.');
  });
});
