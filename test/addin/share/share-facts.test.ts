import { freeze } from '../../../src/addin/values/freezing';
import { createFrozenStore } from '../../../src/addin/workbook/frozen-store';
import { createFakeGrid } from '../values/fake-grid';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';
import { readShareFacts } from '../../../src/addin/share/share-facts';
import { createFakePorts } from '../pane/fake-ports';
import { createFakeSheet } from '../spreadsheet/fake-sheet';

it('the facts count our own formulas alone, and the addresses written in them', async () => {
  const sheet = createFakeSheet({
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
  });
  const { ports } = createFakePorts({ sheet });
  expect(await readShareFacts(ports)).toMatchObject({ formulas: 5, withAddress: 3 });
});

it('an address in a formula that became a value goes along, and is counted', async () => {
  const grid = createFakeGrid();
  const formulas = [
    ['=LOCATTR_ADDRESS("12 MG Road","560001","x")'],
    ['=LOCATTR_ADDRESS("14 MG Road","560001","x")'],
    ['=LOCATTR(B3,C3,"x")'],
  ];
  grid.set('A1', formulas);
  grid.show('A1', 5);
  grid.show('A2', 6);
  grid.show('A3', 7);
  const { parts, held } = createFakeWorkbookParts();
  const store = createFrozenStore(parts);
  await freeze(undefined, {
    cells: grid.cells,
    store,
    now: () => 1_000,
    turn: () => Promise.resolve(),
  });
  expect(held.join()).toContain('12 MG Road');
  const { ports } = createFakePorts({ sheet: createFakeSheet({ Stores: [[5], [6], [7]] }) });
  const host = { ...ports.host, parts, frozenCells: () => Promise.resolve(grid.cells) };
  const facts = await readShareFacts({ ...ports, host });
  expect(facts).toMatchObject({ formulas: 0, withAddress: 0, frozen: 3, frozenWithAddress: 2 });
  // Undone in the sheet, they are formulas again, whatever the workbook still keeps.
  grid.set('A1', formulas);
  grid.show('A1', 5);
  grid.show('A2', 6);
  grid.show('A3', 7);
  expect(await readShareFacts({ ...ports, host })).toMatchObject({ frozen: 0 });
});
