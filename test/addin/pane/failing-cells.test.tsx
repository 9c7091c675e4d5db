/** @jest-environment jsdom */
import { act, screen, within } from '@testing-library/react';

import { createFakeSheet } from '../spreadsheet/fake-sheet';
import { createFakePorts } from './fake-ports';
import { openPane } from './render-pane';

const LATE = { code: 'timed-out', message: 'Too late.', count: 1 } as const;
const SWAPPED = {
  address: 'S!A1',
  code: 'invalid-argument',
  message: 'Latitude 77.6 is in the Arctic: latitude and longitude look swapped.',
  count: 1,
} as const;

function open(
  formulas: readonly (readonly [cell: string, formula: string, error: string])[],
  { requestsEndUndo = false } = {},
) {
  const sheet = createFakeSheet({ S: [] });
  const fake = createFakePorts({ sheet });
  Object.assign(fake.ports.host, { requestsEndUndo });
  const type = (cell: string, formula: string, error: string): void => {
    sheet.set(cell, [[formula]]);
    sheet.show(cell, { error });
  };
  for (const typed of formulas) type(...typed);
  const opened = openPane(fake);
  const look = async (): Promise<void> => {
    // A look, and the board that is drawn after it.
    for (let times = 0; times < 4; times += 1) {
      await act(async () => {
        fake.runClock();
        await new Promise((resolve) => setTimeout(resolve));
      });
    }
  };
  const problems = within(screen.getByRole('region', { name: /^Problems/ }));
  return { ...opened, sheet, type, look, problems };
}

describe('cells that fail before a function of ours is asked', () => {
  it('stand among the problems, with what to do', async () => {
    const { look, problems } = open([
      ['S!A1', '=LOCATR(1,2,"x")', '#NAME?'],
      ['S!A2', '=LOCATTR(1,2)', '#VALUE!'],
      ['S!A3', '=1/0', '#DIV/0!'],
    ]);
    await look();
    problems.getByText('Unknown function LOCATR. Did you mean LOCATTR?');
    problems.getByText('LOCATTR needs 3 arguments: lat, lng, variables.');
    expect(problems.queryByRole('button', { name: 'S!A3' })).toBeNull();
  });

  it('are found after an edit, and gone when they are put right', async () => {
    const { fake, sheet, type, look, problems } = open([]);
    await look();
    type('S!B2', '=LOCATR(1,2,"x")', '#NAME?');
    act(() => fake.select('S!B3'));
    await look();
    problems.getByRole('button', { name: 'S!B2' });
    sheet.set('S!B2', [[5]]);
    act(() => fake.select('S!B4'));
    await look();
    expect(problems.queryByRole('button', { name: 'S!B2' })).toBeNull();
  });

  it('are gone where they were emptied, once a person points at the list', async () => {
    const { sheet, look, problems, user } = open([['S!B2', '=LOCATR(1,2,"x")', '#NAME?']]);
    await look();
    sheet.set('S!B2', [['']]);
    await look();
    await user.hover(problems.getByRole('button', { name: 'S!B2' }));
    await look();
    expect(problems.queryByRole('button', { name: 'S!B2' })).toBeNull();
  });

  it('are looked for only where a person points at the list if each request ended undo', async () => {
    const { fake, sheet, look, problems, user } = open([['S!B2', '=LOCATR(1,2,"x")', '#NAME?']], {
      requestsEndUndo: true,
    });
    const requests = jest.spyOn(sheet.sheet, 'failing');
    await look();
    act(() => fake.select(undefined));
    await look();
    act(() => fake.report([{ ...LATE, address: 'S!B3' }]));
    await look();
    expect(requests).not.toHaveBeenCalled();
    await user.hover(problems.getByRole('heading', { name: /^Problems/ }));
    await look();
    expect(requests).toHaveBeenCalledTimes(1);
    problems.getByRole('button', { name: 'S!B2' });
  });

  it('do not hide what a function itself reported of its cell, nor take it away', async () => {
    const { fake, type, look, problems } = open([['S!B2', '=LOCATR(1,2,"x")', '#NAME?']]);
    await look();
    type('S!B2', '=LOCATTR(1,2,"x")', '#N/A');
    act(() => fake.report([{ ...LATE, address: 'S!B2' }]));
    await look();
    problems.getByText('Too late.');
    expect(problems.queryByText(/saved with this error/)).toBeNull();
  });

  it('are no problems any more once they are emptied, whatever a function had reported', async () => {
    const { fake, sheet, type, look, problems } = open([['S!A1', '=LOCATTR(95,1,"x")', '#VALUE!']]);
    type('S!A2', '=LOCATTR(95,1,"x")', '#VALUE!');
    sheet.set('S!A3', [['=IFERROR(LOCATTR(95,1,"x"),0)']]);
    const wrong = { code: 'invalid-argument', message: 'Latitude 95.', count: 1 } as const;
    const cells = ['S!A1', 'S!A2', 'S!A3', 'no address'];
    act(() => fake.report(cells.map((address) => ({ ...wrong, address }))));
    sheet.set('S!A1', [['']]);
    const listed = (): readonly string[] =>
      problems.queryAllByRole('button', { name: /^S!|no address/ }).map((b) => b.textContent ?? '');
    await look();
    act(() => fake.select('S!B9'));
    await look();
    expect(listed()).toEqual(['no address', 'S!A2', 'S!A3']);
    // All formulas are read once, and not again while the same cells catch their errors.
    const reads = jest.spyOn(sheet.sheet, 'formulas');
    act(() => fake.select('S!B10'));
    await look();
    expect(reads).not.toHaveBeenCalled();
  });

  it('get the name that was meant, by a button', async () => {
    const { fake, look, problems, sheet, user } = open([
      ['S!A1', '=LOCATTR(1,2,"w_popp, w_retial")', '#N/A'],
      ['S!A2', '=LOCATTR(1,2,B1)&"w_popp"', '#N/A'],
    ]);
    const message = 'The service has no value for this attribute: did you mean "w_pop"?';
    act(() =>
      fake.report(
        ['S!A1', 'S!A2'].map((address) => ({ address, code: 'no-value', message, count: 1 })),
      ),
    );
    await look();
    await user.click(problems.getByRole('button', { name: 'Change to w_pop' }));
    await problems.findByText('1 formula changed.');
    expect(sheet.read('S!A1:A2')).toEqual([
      ['=LOCATTR(1,2,"w_pop, w_retial")'],
      ['=LOCATTR(1,2,B1)&"w_popp"'],
    ]);
  });

  it('get the name for a title, also for one in a header that a formula reads', async () => {
    const { fake, look, problems, sheet, user } = open([
      ['S!A1', '=LOCATTR(1,2,"w_a, population within 1,000 m")', '#VALUE!'],
      ['S!A2', '=LOCATTR(1,2,D$1)', '#VALUE!'],
      ['S!A3', '=LOCATTR(1,2,D$2)', '#VALUE!'],
    ]);
    await sheet.sheet.write({
      sheet: 'S',
      row: 0,
      column: 3,
      cells: [['Population within 1,000 m'], ['Population']],
    });
    const told = (title: string) => ({
      code: 'invalid-variable' as const,
      message: `"${title}" is a title: did you mean "w_pop_tt_1000"?`,
      count: 1,
    });
    act(() =>
      fake.report([
        { address: 'S!A1', ...told('population within 1,000 m') },
        { address: 'S!A2', ...told('Population within 1,000 m') },
        { address: 'S!A3', ...told('Population within 1,000 m') },
      ]),
    );
    await look();
    await user.click(problems.getByRole('button', { name: 'Change to w_pop_tt_1000' }));
    await problems.findByText('2 formulas changed.');
    expect(sheet.read('S!A1:A3')).toEqual([
      ['=LOCATTR(1,2,"w_a,w_pop_tt_1000")'],
      ['=LOCATTR(1,2,"w_pop_tt_1000")'],
      ['=LOCATTR(1,2,D$2)'],
    ]);
  });

  it('are put right by a button, and back by another', async () => {
    const { look, problems, sheet, user } = open([
      ['S!A1', '=LOCATR(1,2,"x")', '#NAME?'],
      ['S!A2', '=LOCATTR_ADRESS(1,2,"x")', '#NAME?'],
      ['S!A4', '=LOCATTR(1,2,w_pop)', '#NAME?'],
    ]);
    await look();
    await user.click(problems.getByRole('button', { name: 'Correct the function’s name' }));
    await problems.findByText('2 formulas changed.');
    expect(sheet.read('S!A1:A2')).toEqual([['=LOCATTR(1,2,"x")'], ['=LOCATTR_ADDRESS(1,2,"x")']]);
    await user.click(problems.getByRole('button', { name: 'Undo' }));
    await problems.findByText('Formulas changed back.');
    expect(sheet.read('S!A1')).toEqual([['=LOCATR(1,2,"x")']]);
  });

  it('stay as a person has left them since, and the undo says so', async () => {
    const { look, problems, sheet, user } = open([
      ['S!A1', '=LOCATR(1,2,"x")', '#NAME?'],
      ['S!A2', '=LOCATR(3,4,"x")', '#NAME?'],
    ]);
    await look();
    await user.click(problems.getByRole('button', { name: 'Correct the function’s name' }));
    await problems.findByText('2 formulas changed.');
    const undo = () => user.click(problems.getByRole('button', { name: 'Undo' }));
    sheet.set('S!A1', [['mine'], ['mine']]);
    await undo();
    await problems.findByText(
      'No formula was changed back, because these cells were changed since.',
    );
    sheet.set('S!A2', [['=LOCATTR(3,4,"x")']]);
    sheet.fail('The sheet is protected.');
    await undo();
    await problems.findByText('The sheet is protected. Not changed back: S!A1:A2.');
    sheet.fail(undefined);
    await undo();
    await problems.findByText('Formulas changed back, except 1 cell changed since.');
    expect(sheet.read('S!A1:A2')).toEqual([['mine'], ['=LOCATR(3,4,"x")']]);
  });

  it('are explained where a person asks, and put right there', async () => {
    const { fake, user, sheet } = open([['S!A1', '=LOCATTR(77.6, 12.9, "x")', '#VALUE!']]);
    act(() => fake.report([SWAPPED]));
    act(() => fake.select('S!A1'));
    await user.click(screen.getByRole('button', { name: 'Explain this cell' }));
    const about = within(await screen.findByRole('region', { name: 'About S!A1' }));
    await user.click(await about.findByRole('button', { name: 'Swap latitude and longitude' }));
    await about.findByText('1 formula changed.');
    expect(sheet.read('S!A1')).toEqual([['=LOCATTR(12.9, 77.6, "x")']]);
    // It tells how that turned out.
    act(() => fake.report([{ ...SWAPPED, code: 'no-value', message: 'No value here.' }]));
    await about.findByText('No value here.');
  });

  it.each(['Problems', 'About'])('are not put wrong again by a double click: %s', async (part) => {
    const { fake, look, user, sheet } = open([['S!A1', '=LOCATTR(77.6, 12.9, "x")', '#VALUE!']]);
    const { write } = sheet.sheet;
    Object.assign(sheet.sheet, {
      write: async (...args: Parameters<typeof write>) => {
        const written = await write(...args);
        // The formula asks the service anew, and nobody has reported an end yet.
        sheet.show('S!A1', { error: '#BUSY!' });
        return written;
      },
    });
    act(() => fake.report([SWAPPED]));
    act(() => fake.select('S!A1'));
    await look();
    if (part === 'About') {
      await user.click(screen.getByRole('button', { name: 'Explain this cell' }));
    }
    const region = within(await screen.findByRole('region', { name: new RegExp(`^${part}`) }));
    const swap = await region.findByRole('button', { name: 'Swap latitude and longitude' });
    await user.dblClick(swap);
    await region.findByText('1 formula changed.');
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(sheet.read('S!A1')).toEqual([['=LOCATTR(12.9, 77.6, "x")']]);
    expect(region.getByRole('button', { name: 'Undo' })).toBeTruthy();
  });

  it('with a typing error are explained before anything has listed them', async () => {
    const { fake, user } = open([['S!A1', '=LOCATR(1,2,"x")', '#NAME?']]);
    act(() => fake.select('S!A1'));
    await user.click(screen.getByRole('button', { name: 'Explain this cell' }));
    const about = within(await screen.findByRole('region', { name: 'About S!A1' }));
    await about.findByText('Unknown function LOCATR. Did you mean LOCATTR?');
  });
});
