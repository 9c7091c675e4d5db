import { createSheet } from '../../src/excel/sheet';
import type { CellInput, FailingReading, WriteResult } from '../../src/addin/spreadsheet/sheet';
import { failedFor, startPlayedExcel } from './played/excel-api';
import type { Batch } from './played/played-batch';
import { cellKey, type PlayedWorkbook } from './played/played-workbook';

const excel = startPlayedExcel();
const sheet = createSheet();
let workbook: PlayedWorkbook;

beforeEach(() => void (workbook = excel.open(['Stores'])));

function write(cells: readonly (readonly CellInput[])[], row = 0): Promise<WriteResult> {
  return sheet.write({ sheet: 'Stores', row, column: 0, cells });
}

function sets(batch: Batch): boolean {
  return batch.Actions.some(({ ActionType }) => ActionType === SET);
}

const SET = 4;

/** The rows of the largest range whose cells a batch asks for, or sets. */
function asksRows(batch: Batch): number {
  const hasCells = batch.Actions.some(
    ({ ActionType, QueryInfo }) =>
      ActionType === SET || QueryInfo?.Select?.some((field) => /^(formulas|values)$/i.test(field)),
  );
  if (!hasCells) return 0;
  const sizes = Object.values(batch.ObjectPaths).map(({ Name, ArgumentInfo }) =>
    Name === 'GetRangeByIndexes' ? Number(ArgumentInfo?.Arguments?.[2]) : 0,
  );
  return Math.max(0, ...sizes);
}
const stores = () => workbook.sheets[0] ?? workbook.addSheet('Stores');

describe('reading in Excel', () => {
  it('reads each kind of cell as what it is: a Geography or Stocks cell by its name', async () => {
    workbook.set('A1', [['City'], ['=NA()'], ["'#N/A"], ['=""'], ['']]);
    workbook.show('A2', '#N/A', true);
    workbook.show('A4', '');
    workbook.showEntity('A6', 'Mumbai');
    workbook.showEntity('A7', 'RELIANCE (XBOM:500325)');
    const reading = await sheet.readBlock('Stores!A1:A7');
    expect(reading.kind === 'block' && reading.block.values.flat()).toEqual([
      ...['City', { error: '#N/A' }, '#N/A', '', null, 'Mumbai', 'RELIANCE (XBOM:500325)'],
    ]);
  });

  it('takes the whole table around a selected cell, and names it', async () => {
    workbook.set('B2', [
      ['Name', 'Lat'],
      ['One', 12.9],
      ['', ''],
      ['Two', 12.8],
    ]);
    stores().tables.push({
      name: 'Shops',
      area: { row: 1, column: 1, rows: 4, columns: 2 },
      hasHeaders: true,
    });
    workbook.select('C5');
    expect(await sheet.readSelection()).toMatchObject({
      kind: 'block',
      block: { address: 'Stores!B2:C5', table: { name: 'Shops', isHeaderFirst: true } },
    });
    expect(await sheet.readBlock('Stores!B3:C5')).toMatchObject({
      block: { table: { name: 'Shops', isHeaderFirst: false } },
    });
  });

  it.each(['C3', 'B1:C4', 'B:C'])(
    'leaves the totals of a table out of the list when %s is selected',
    async (selected) => {
      workbook.set('B1', [
        ['Lat', 'Lng'],
        [12.9, 77.6],
        [12.8, 77.5],
        ['=SUBTOTAL(101,[Lat])', '=SUBTOTAL(101,[Lng])'],
      ]);
      const area = { row: 0, column: 1, rows: 4, columns: 2 };
      stores().tables.push({ name: 'Shops', area, hasHeaders: true, hasTotals: true });
      workbook.select(selected);
      expect(await sheet.readSelection()).toMatchObject({
        kind: 'block',
        block: { address: 'Stores!B1:C3', rows: 3, table: { isHeaderFirst: true } },
      });
      expect(await sheet.readBlock('Stores!B1:C4')).toMatchObject({ block: { rows: 4 } });
    },
  );

  it('finds nothing when a chart is selected', async () => {
    workbook.selected = undefined;
    expect(await sheet.readSelection()).toEqual({ kind: 'nothing' });
  });

  it('60,000 rows stay below what Excel on the web gives at once', async () => {
    const line = ['Koramangala 5th Block, Bengaluru', 12.9352, 77.6245];
    workbook.set(
      'A1',
      Array.from({ length: 60_000 }, () => line),
    );
    const reading = await sheet.readBlock('Stores!A:C');
    if (reading.kind !== 'block') throw new Error(reading.kind);
    expect(reading.block.values).toHaveLength(60_000);
    expect(excel.largest().reply).toBeLessThan(5_000_000);
  });

  it('goes on in smaller parts where texts are so long that Excel finds one too much', async () => {
    const rows = Array.from({ length: 500 }, (_, row) => [`Store ${row}`, '=LOCATTR(1,2,"x")']);
    excel.failWhen((batch) =>
      asksRows(batch) > 60 ? 'ResponsePayloadSizeLimitExceeded' : undefined,
    );
    expect((await write(rows)).kind).toBe('written');
    const reading = await sheet.readBlock('Stores!A:B');
    expect(reading.kind === 'block' && reading.block.values.map(([name]) => name)).toEqual(
      rows.map(([name]) => name),
    );
    expect(await sheet.formulas()).toHaveProperty('formulas.length', 500);
  });

  it('finds failing formulas on a protected sheet, and on those beside it', async () => {
    workbook.addSheet('Other');
    for (const name of ['Stores', 'Other']) {
      workbook.set(`${name}!A1`, [['=LOCATR(1)'], ['=LOCATTR(1,2,"x")'], ['=1/0'], ["'#N/A"]]);
      workbook.show(`${name}!A1`, '#NAME?', true);
      workbook.show(`${name}!A2`, 42);
      workbook.show(`${name}!A3`, '#DIV/0!', true);
    }
    stores().isProtected = true;
    const reading = await sheet.failing(['Stores!A2', 'Stores!A3', 'Other!A3', 'Other!A2']);
    if (reading.kind !== 'failing') throw new Error(reading.message);
    const found = reading.formulas.map(({ address, error }) => `${address} ${error}`);
    expect(found.sort()).toEqual(['Other!A1 #NAME?', 'Stores!A1 #NAME?']);
    expect([...reading.withoutError].sort()).toEqual(['Other!A2', 'Stores!A2']);
  });

  it('reads the formulas of a sheet that has a cell far away, and not what lies between', async () => {
    workbook.set('B3', [['=LOCATTR(1,2,"x")', '=LOCATTR(1,2,"y")']]);
    workbook.set('XFD1048576', [['x']]);
    const before = excel.batches();
    expect(await sheet.formulas()).toMatchObject({
      formulas: [{ address: 'Stores!B3' }, { address: 'Stores!C3' }],
    });
    expect(excel.batches() - before).toBeLessThan(8);
  });

  it('knows the cells of a sheet whose name reads like cells', async () => {
    workbook = excel.open(["x!A1,y's"]);
    workbook.set("'x!A1,y''s'!A1", [['=LOCATTR(1,2,"x")', '=NA()']]);
    workbook.show("'x!A1,y''s'!B1", '#N/A', true);
    const { formulas } = (await sheet.failing([])) as FailingReading & { kind: 'failing' };
    expect(formulas.map(({ formula }) => formula)).toEqual(['=NA()']);
    expect(await sheet.formulas()).toHaveProperty('formulas.length', 1);
  });

  it('reads a sheet that does not tell where its formulas are', async () => {
    workbook.set('B3', [['=LOCATTR(1,2,"x")', 'x']]);
    excel.failWhen((batch) =>
      Object.values(batch.ObjectPaths).some(({ Name }) => Name === 'GetSpecialCellsOrNullObject')
        ? 'AccessDenied'
        : undefined,
    );
    expect(await sheet.formulas()).toMatchObject({ formulas: [{ address: 'Stores!B3' }] });
  });

  it.each([
    ['readWrite', /^The sheet is protected, or the file is read-only\. /],
    ['readOnly', /^This file is read-only\. /],
  ])('says what refuses a change in a file that is %s', async (mode, words) => {
    const { context } = Office;
    const document = { mode };
    Object.assign(Office, {
      DocumentMode: { ReadOnly: 'readOnly' },
      context: { ...context, document },
    });
    excel.failWhen(() => 'AccessDenied');
    const writing = await write([['a']]);
    Object.assign(Office, { context });
    expect(writing).toEqual(failedFor(words));
  });

  it.each([
    ['InvalidOperationInCellEditMode', /editing.*Enter/],
    ['ResponsePayloadSizeLimitExceeded', /too much/],
    ['SomethingNobodyKnows', /\(SomethingNobodyKnows\)\. Try again/],
  ])('says plainly what %s means', async (code, words) => {
    workbook.set('A1', [['x']]);
    excel.failWhen(() => code);
    const reading = await sheet.readBlock('Stores!A1');
    expect(reading).toEqual(failedFor(words));
  });
});

describe('writing in Excel', () => {
  it('on a protected sheet says so, and writes nothing', async () => {
    stores().isProtected = true;
    expect(await write([['a']])).toEqual(failedFor(/Unprotect/));
    expect(workbook.read('A1')).toEqual([['']]);
  });

  it('under merged cells is noticed and taken back', async () => {
    stores().merged.push({ row: 1, column: 0, rows: 2, columns: 1 });
    expect(await write([['a'], ['b'], ['c'], ['d']])).toEqual(failedFor(/Merged/));
    expect(workbook.read('A1:A4')).toEqual([[''], [''], [''], ['']]);
  });

  it('a part that fails takes back the parts before it', async () => {
    let parts = 0;
    excel.failWhen((batch) => {
      if (sets(batch)) parts += 1;
      return parts === 3 ? ((parts = 4), 'RequestAborted') : undefined;
    });
    const cells = Array.from({ length: 60_000 }, (_, row) => [row]);
    expect(await write(cells)).toMatchObject({ kind: 'failed' });
    expect(stores().cells.size).toBe(0);
  });

  it('a part that fails in its middle is taken back too', async () => {
    // An array in the way of the last piece of what Microsoft's script sends.
    stores().arrays.push({ row: 4999, column: 0, rows: 1, columns: 1 });
    const cells = Array.from({ length: 5000 }, (_, row) => [row]);
    expect(await write(cells)).toEqual(failedFor(/array/));
    expect(stores().cells.size).toBe(0);
  });

  it('what cannot be taken back is named', async () => {
    workbook.faults.undoGroups = false;
    let parts = 0;
    excel.failWhen((batch) => {
      if (sets(batch)) parts += 1;
      return parts >= 2 ? 'RequestAborted' : undefined;
    });
    const cells = Array.from({ length: 40_000 }, (_, row) => [row]);
    expect(await write(cells)).toEqual({
      kind: 'failed',
      message: 'Excel stopped partway. Check A1:A40000 and clear it manually.',
    });
  });

  it('into cells that are formatted as text writes formulas all the same', async () => {
    for (const [row, column] of [
      [1, 0],
      [1, 1],
      [2, 1],
    ] as const) {
      stores().texts.add(cellKey(row, column));
    }
    const ours = '=LOCATTR(1,2,"w_pop_tt")';
    expect(
      (
        await write([
          ['Pin', 'w_pop_tt'],
          ['007', ours],
          ['008', ours],
        ])
      ).kind,
    ).toBe('written');
    expect(await sheet.formulas()).toHaveProperty('formulas.length', 2);
    expect(workbook.read('Stores!A2')).toEqual([['007']]);
  });

  it('does not overwrite what a formula spills', async () => {
    workbook.set('A1', [['=SEQUENCE(3)']]);
    stores().spills.push({ row: 0, column: 0, rows: 3, columns: 1 });
    expect(await write([['x']], 2)).toEqual({
      kind: 'occupied',
      addresses: ['Stores!A3'],
      count: 1,
    });
  });

  it.each(['value', 'anchor'] as const)(
    'does not overwrite it when asked to either, but the formula itself (Excel gives the %s there)',
    async (spilled) => {
      workbook.spilledFormulas = spilled;
      workbook.set('A1', [['=SEQUENCE(3)'], [''], [''], ['old']]);
      stores().spills.push({ row: 0, column: 0, rows: 3, columns: 1 });
      const overwrite = (row: number, cells: readonly (readonly CellInput[])[]) =>
        sheet.write({ sheet: 'Stores', row, column: 0, cells }, { shouldOverwrite: true });
      expect(await overwrite(1, [[null], ['x'], ['x']])).toEqual({
        kind: 'occupied',
        addresses: ['Stores!A3'],
        count: 1,
      });
      expect(stores().spills).toHaveLength(1);
      expect(workbook.read('A1:A4')).toEqual([['=SEQUENCE(3)'], [''], [''], ['old']]);
      expect(await overwrite(0, [['=SEQUENCE(2)']])).toMatchObject({ kind: 'written' });
    },
  );

  it('60,000 rows stay below what Excel on the web takes and gives at once', async () => {
    const cells = Array.from({ length: 60_000 }, (_, row) => [
      `=LOCATTR($A${row + 1}, $B${row + 1}, $D$1:$K$1)`,
    ]);
    expect(await write(cells)).toMatchObject({ kind: 'written' });
    const { request, reply } = excel.largest();
    expect(Math.max(request, reply)).toBeLessThan(5_000_000);
  });

  it('a new sheet shows its first column whole', async () => {
    await sheet.addSheet('Receipt', [
      ['Where the answers came from', 'Answers'],
      ['The service', 5],
    ]);
    expect(workbook.sheetNamed('Receipt')?.fitted).toEqual(['Receipt!A1:A2']);
  });

  it('a new sheet has its headings in bold', async () => {
    await sheet.addSheet('Receipt', [['Date', 'Calls'], ['Total', 5], ['Attributes']], {
      headings: [0, 2],
    });
    expect(workbook.sheetNamed('Receipt')?.formats).toEqual([
      'Receipt!A1:B1 bold: true',
      'Receipt!A3:B3 bold: true',
    ]);
    // A text that stands alone in its row covers the next columns.
    expect(workbook.sheetNamed('Receipt')?.fitted).toEqual(['Receipt!A1:B2']);
  });

  it('a new sheet that cannot be filled is not left half filled', async () => {
    excel.failWhen((batch) => (sets(batch) ? 'RequestAborted' : undefined));
    expect(await sheet.addSheet('Receipt', [['a']])).toMatchObject({ kind: 'failed' });
    expect(workbook.sheets.map(({ name }) => name)).toEqual(['Stores']);
  });

  it('a sheet that was deleted since cannot be undone, and that is told', async () => {
    workbook.addSheet('Other');
    const result = await write([['a']]);
    if (result.kind !== 'written') throw new Error(result.kind);
    workbook.removeSheet(stores());
    expect(await sheet.undo(result.written)).toMatchObject({ kind: 'failed' });
  });
});

describe('the formulas of ours in Excel', () => {
  it.each(['value', 'anchor'] as const)(
    'are found where they stand, not where they spill (Excel gives the %s there)',
    async (spilled) => {
      const down = '=LOCATTR($A$1:$A$3,$B$1:$B$3,"w_pop_tt")';
      workbook.spilledFormulas = spilled;
      workbook.set('C1', [[down]]);
      workbook.set('D5', [[down], [down]]);
      stores().spills.push({ row: 0, column: 2, rows: 3, columns: 2 });
      const reading = await sheet.formulas();
      if (reading.kind !== 'formulas') throw new Error(reading.message);
      expect(reading.formulas.map(({ address }) => address)).toEqual([
        'Stores!C1',
        'Stores!D5',
        'Stores!D6',
      ]);
    },
  );
});

describe('writing to a table, which Excel corrects as somebody types', () => {
  const area = { row: 0, column: 0, rows: 6, columns: 2 };
  const formula = (row: number): string => `=LOCATTR(A${row},B${row},"x")`;

  beforeEach(() => {
    workbook.set(
      'A1',
      Array.from({ length: 6 }, (_, row) => (row === 0 ? ['Lat', 'Lng'] : [12, 77])),
    );
    stores().tables.push({ name: 'Shops', area, hasHeaders: true });
  });

  it('leaves rows without a formula, though Excel fills the column', async () => {
    const cells = [['x'], [formula(2)], [null], [null], [formula(5)], [null]];
    const result = await sheet.write({ sheet: 'Stores', row: 0, column: 2, cells });
    expect(result).toMatchObject({ kind: 'written' });
    expect(stores().tables[0]?.area).toMatchObject({ columns: 3 });
    expect(workbook.read('C1:C6')).toEqual([['x'], [formula(2)], [''], [''], [formula(5)], ['']]);
    if (result.kind !== 'written') throw new Error(result.kind);
    expect(await sheet.undo(result.written)).toMatchObject({ kept: 0 });
    expect(workbook.read('C1:C6').flat().join('')).toBe('');
  });

  it('leaves what a person had written between them', async () => {
    workbook.set('C3', [['mine'], ['=1+1']]);
    const cells = [['x'], [formula(2)], [null], [null], [formula(5)], [formula(6)]];
    await sheet.write({ sheet: 'Stores', row: 0, column: 2, cells });
    expect(workbook.read('C3:C4')).toEqual([['mine'], ['=1+1']]);
  });

  it.each([
    ['right of it', 0, 2],
    ['below it', 6, 0],
  ])(
    'writes nothing that spills %s, because it would become part of it',
    async (_, row, column) => {
      const spill = { rows: 3, columns: 2 };
      const before = stores().cells.size;
      const block = { sheet: 'Stores', row, column, cells: [[formula(2)]], spill };
      expect(await sheet.write(block)).toEqual(failedFor(/^A table is next to these cells/));
      expect(stores().cells.size).toBe(before);
    },
  );

  it('writes what spills at some distance, and beside a table what does not', async () => {
    const spill = { rows: 3, columns: 2 };
    const far = { sheet: 'Stores', row: 0, column: 3, cells: [[formula(2)]], spill };
    expect(await sheet.write(far)).toMatchObject({ kind: 'written' });
    const beside = { sheet: 'Stores', row: 6, column: 0, cells: [[formula(2)]] };
    expect(await sheet.write(beside)).toMatchObject({ kind: 'written' });
  });
});
