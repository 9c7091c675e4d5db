/** @jest-environment jsdom */
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RenewSection } from '../../../src/addin/renew/RenewSection';
import { createFakePorts } from '../pane/fake-ports';
import { renderUnstyled } from '../pane/render-pane';
import { createFakeSheet } from '../spreadsheet/fake-sheet';

const FORMULAS = [2, 3, 4].map((row) => [
  12 + row / 100,
  77,
  `=LOCATTR(A${String(row)},B${String(row)},"w_pop_tt")`,
  `=LOCATTR(A${String(row)},B${String(row)},"w_a,w_b")`,
  `=LOCSCORE_COORDS("m",A${String(row)},B${String(row)})`,
]);

function open(values: readonly (readonly number[])[]) {
  const sheet = createFakeSheet({
    Shops: [['Lat', 'Lng', 'People', 'Both', 'Score'], ...FORMULAS],
  });
  const show = (rows: readonly (readonly number[])[]): void =>
    rows.forEach((row, index) =>
      row.forEach((value, column) => {
        sheet.show(`Shops!${'CDE'.charAt(column)}${String(index + 2)}`, value);
      }),
    );
  show(values);
  let next: readonly (readonly number[])[] = values;
  let meanwhile: () => number | Promise<number> = () => 0;
  const fake = createFakePorts({
    sheet,
    renew: () => {
      show(next);
      return Promise.resolve(meanwhile());
    },
  });
  renderUnstyled(<RenewSection ports={fake.ports} />);
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  return {
    fake,
    sheet,
    willBe: (rows: readonly (readonly number[])[]) => void (next = rows),
    /** Done while the service is asked; gives how many values stayed as they were. */
    meanwhile: (act: () => number | Promise<number>) => void (meanwhile = act),
    press: (name: string | RegExp) => user.click(screen.getByRole('button', { name })),
    choose: (label: string) =>
      user.selectOptions(screen.getByRole('combobox', { name: 'Which cells' }), label),
    select: (a1: string) => act(() => fake.select(a1)),
  };
}

const OLD = [
  [100, 1, 5],
  [200, 2, 5],
  [300, 3, 5],
];

describe('renewing values', () => {
  it('says what it costs, asks for the selected column, and lists what has changed', async () => {
    const { fake, willBe, press, select } = open(OLD);
    act(() => void fake.ports.preferences.save({ pricePerCall: 0.5, currency: '₹' }));
    select('Shops!C2');
    await press('Show what it costs');
    expect(fake.acts.filter((each) => each.startsWith('renew'))).toEqual([]);
    willBe([
      [100, 1, 5],
      [202, 2, 5],
      [150, 3, 5],
    ]);
    await press(/^Renew: at most 3 calls, ₹1\.50/);
    await screen.findByText('2 of 3 values changed, 1 of them by more than 10%.');
    expect(fake.acts).toContain('renew Shops!C2 Shops!C3 Shops!C4');
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toEqual(['C4 300 → 150 (−50%)', 'C3 200 → 202 (+1%)']);
    await press('C4');
    expect(fake.acts).toContain('go to Shops!C4');
  });

  it('puts before and change beside the list, and takes them back', async () => {
    const { sheet, willBe, press, select } = open(OLD);
    select('Shops!C2');
    await press('Show what it costs');
    willBe([
      [100, 1, 5],
      [202, 2, 5],
      [150, 3, 5],
    ]);
    await press(/at most 3 calls/);
    await press('Write as columns');
    await screen.findByText('Before and change added in Shops!F1:G4.');
    expect(sheet.read('Shops!F1:G4')).toEqual([
      ['People: before', 'People: change in %'],
      ...[100, 200, 300].map((before, index) => {
        const row = String(index + 2);
        const change = `IF(F${row}=0,"",(C${row}-F${row})/ABS(F${row})*100)`;
        return [before, `=IF(ISNUMBER(C${row}),${change},"")`];
      }),
    ]);
    await press('Write as columns');
    expect(sheet.read('Shops!H1:I4').flat().join('')).toBe('');
    await press('Undo');
    await screen.findByText('Columns removed.');
    expect(sheet.read('Shops!F1:G4').flat().join('')).toBe('');
  });

  it('compares every value that one formula for a whole list spills', async () => {
    const { sheet, fake, press, select } = open(OLD);
    sheet.set('Shops!J1', [['People', 'Homes']]);
    sheet.set('Shops!J2', [['=LOCATTR(A2:A3,B2:B3,"w_a,w_b")', 7], [8, 9], [4]]);
    sheet.show('Shops!J2', 6);
    select('Shops!J2');
    await press('Show what it costs');
    await press(/at most 2 calls/);
    await screen.findByText('4 values are the same as before.');
    expect(fake.acts).toContain('renew Shops!J2');
  });

  it('finds the formula of a value that it spills', async () => {
    const { sheet, fake, press, choose, select } = open(OLD);
    sheet.set('Shops!J2', [
      ['=LOCATTR(A2:A3,B2:B3,"w_a,w_b")', 7],
      [8, 9],
    ]);
    sheet.show('Shops!J2', 6);
    await choose('The selected cells');
    for (const cell of ['Shops!K3', 'Shops!J3']) {
      select(cell);
      await press('Show what it costs');
      await press(/at most 2 calls/);
      await screen.findByText('4 values are the same as before.');
    }
    expect(fake.acts).toContain('renew Shops!J2');
  });

  it('does not call a value the same that could not be had anew, or is none any more', async () => {
    const { sheet, meanwhile, press, select } = open(OLD);
    select('Shops!C2');
    meanwhile(() => {
      sheet.show('Shops!C3', { error: '#N/A' });
      return 1;
    });
    await press('Show what it costs');
    await press(/at most 3 calls/);
    await screen.findByText(
      '1 of 3 values changed, 1 of them by more than 10%. 1 value not renewed: Home lists the cells.',
    );
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toEqual(['C3 200 → no number']);
    meanwhile(() => 3);
    select('Shops!E2');
    await press('Show what it costs');
    await press(/at most 3 calls/);
    await screen.findByText('3 values not renewed: Home lists the cells.');
  });

  it('compares no values of rows that were moved meanwhile', async () => {
    const { sheet, meanwhile, press, select } = open(OLD);
    select('Shops!C2');
    meanwhile(() => {
      // As if a row was inserted above the second.
      sheet.set('Shops!A3', [
        [50, 77],
        [12.03, 77],
      ]);
      sheet.show('Shops!C3', 900);
      return 0;
    });
    await press('Show what it costs');
    await press(/at most 3 calls/);
    await screen.findByText(
      '1 value is the same as before. 2 values not compared: the places have changed.',
    );
  });

  it('says no more of the last renewal once a person prices the next', async () => {
    const { willBe, press, select } = open(OLD);
    select('Shops!C2');
    willBe([[100], [202], [300]]);
    await press('Show what it costs');
    await press(/at most 3 calls/);
    await screen.findByText('1 of 3 values changed, none of them by more than 10%.');
    await press('Show what it costs');
    await screen.findByRole('button', { name: /at most 3 calls/ });
    expect(screen.queryByText(/of 3 values changed/)).toBeNull();
  });

  it('writes no values of before beside rows that were sorted since', async () => {
    const { sheet, willBe, press, select } = open(OLD);
    select('Shops!C2');
    willBe([[100], [200], [150]]);
    await press('Show what it costs');
    await press(/at most 3 calls/);
    await screen.findByText(/1 of 3 values changed/);
    sheet.set('Shops!A2', [[12.04], [12.03], [12.02]]);
    await press('Write as columns');
    await screen.findByText('The list was sorted or edited since. Renew again to compare.');
    expect(sheet.read('Shops!F1:G4').flat().join('')).toBe('');
  });

  it('compares no value while a cell still shows that it calculates', async () => {
    const { fake, sheet, meanwhile, press, select } = open(OLD);
    select('Shops!C2');
    meanwhile(() => {
      sheet.show('Shops!C4', { error: '#BUSY!' });
      return 0;
    });
    await press('Show what it costs');
    await press(/at most 3 calls/);
    expect(screen.queryByText(/values? (?:is|are) the same/)).toBeNull();
    sheet.show('Shops!C4', 300);
    act(() => fake.runClock());
    await screen.findByText('3 values are the same as before.');
  });

  it('neither counts nor asks for a cell that shows nothing, as a blank IF', async () => {
    const { fake, sheet, press, select } = open(OLD);
    sheet.show('Shops!C3', '');
    select('Shops!C2');
    await press('Show what it costs');
    await press(/at most 2 calls/);
    await screen.findByText('2 values are the same as before.');
    expect(fake.acts).toContain('renew Shops!C2 Shops!C4');
  });

  it.each([
    ['IF(A9="","no address",@)', false],
    ['IF(A9<>"",@,"no address")', false],
    ['if( TRIM(A9) = "" , "no address" , @ )', false],
    ['IF(A2="","no address",@)', true],
    ['IF(@="","no address",1)', true],
    ['IF(ISBLANK(A9),0,@)', false],
    ['IF(NOT(ISNUMBER(A2)),0,@)', true],
    ['IF(OR(A9="",A2=0),"none",@)', false],
    ['IF(AND(A9="",A2=0),"none",@)', true],
    ['IF(A2>12,"far",@)', false],
    ['IF(A2<=-12.5,"far",@)', true],
    ['IF(A9=0,0,@)', false],
    ['IF(A9,@,0)', false],
    ['IF(E9="CLOSED","closed",@)', false],
    ['IF(E9&"!"="closed!","closed",IF(A2=1,@,2))', false],
    ['IF((A2>12),"far",@)', false],
    ['IF(A2+1>12,"far",@)', true],
    ['IF(Other!A2="","none",@)', true],
    ['IF(A2:A3="","none",@)', true],
    ['IF(F9,1,@)', false],
    ['IF(G9,1,@)', true],
    ['IFERROR(A2,@)', false],
    ['IFERROR(F9,@)', true],
    ['IFNA(F9,@)', false],
    ['IFERROR(@,"none")', true],
    ['_xlfn.IFS(A9="","none",TRUE,@)', false],
    ['IFS(A2="","none",TRUE,@)', true],
    ['IFS(A2="",@,A2=1,@)', false],
    ['CHOOSE(1,"none",@)', false],
    ['CHOOSE(2,"none",@)', true],
    ['SWITCH(E9,"Closed","none",@)', false],
    ['SWITCH(E9,"open","none",@)', true],
    ['SWITCH(E9,"open",@,"none")', false],
    ['LET(x,A9,IF(x="","none",@))', true],
    ['LET(x,1,IF(A9="","none",@))', false],
    ['SUM(1,IF(A9="",1,@))', false],
    ['IF(A9="","none",1)+@', true],
  ])('counts %s as asking: %s', async (formula, isAsking) => {
    const { sheet, fake, press, choose, select } = open(OLD);
    sheet.set('Shops!E9', [['Closed', '=1/0', '=OTHER()']]);
    sheet.show('Shops!F9', { error: '#DIV/0!' });
    sheet.set('Shops!H2', [[`=${formula.replaceAll('@', 'LOCATTR(A2,B2,"w_pop_tt")')}`]]);
    sheet.show('Shops!H2', 'none');
    await choose('The selected cells');
    select('Shops!H2');
    await press('Show what it costs');
    if (!isAsking) await screen.findByText(/There are no Locus values here/);
    else {
      await press(/at most [12] calls?/);
      expect(fake.acts).toContain('renew Shops!H2');
    }
  });

  it('says so where the sheet cannot be read', async () => {
    const { sheet, meanwhile, press, select } = open(OLD);
    select('Shops!C2');
    await press('Show what it costs');
    meanwhile(() => {
      sheet.fail('Excel is busy.');
      return 0;
    });
    await press(/at most 3 calls/);
    await screen.findByText('Excel is busy.');
  });

  it('counts names of one place once, and each score', async () => {
    const { press, choose, select } = open(OLD);
    select('Shops!A1');
    await choose('The whole sheet');
    await press('Show what it costs');
    await screen.findByRole('button', { name: /at most 6 calls/ });
  });

  it('counts each model that a score names in cells', async () => {
    const { sheet, press, select } = open(OLD);
    sheet.set('Shops!G2', [['=LOCSCORE_COORDS(H2:I2,A2,B2)', 'm', 'n']]);
    select('Shops!G2');
    await press('Show what it costs');
    await screen.findByRole('button', { name: /at most 2 calls/ });
  });

  it('says so if nothing changed, and if there is nothing', async () => {
    const { press, choose, select } = open(OLD);
    select('Shops!A2:B3');
    await press('Show what it costs');
    await screen.findByText(/There are no Locus values here/);
    await choose('The selected cells');
    select('Shops!C3:D3');
    await press('Show what it costs');
    await press(/at most 1 call/);
    await screen.findByText('2 values are the same as before.');
  });
});
