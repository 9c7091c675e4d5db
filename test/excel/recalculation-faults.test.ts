import { createCells } from '../../src/excel/cells';
import { parseArea } from '../../src/addin/spreadsheet/cell-address';
import { startPlayedExcel } from './played/excel-api';
import type { Batch } from './played/played-batch';
import type { PlayedWorkbook } from './played/played-workbook';

const OURS = '=LOCATTR(1,2,"w_pop_tt")';
const excel = startPlayedExcel();
let workbook: PlayedWorkbook;

beforeEach(() => void (workbook = excel.open(['Stores', 'Other'])));

/** A column of formulas of ours from A1 down, and their addresses. */
function column(rows: number, sheet = 'Stores'): string[] {
  workbook.set(
    `${sheet}!A1`,
    Array.from({ length: rows }, () => [OURS]),
  );
  workbook.dirty.length = 0;
  return Array.from({ length: rows }, (_, row) => `${sheet}!A${row + 1}`);
}

function marks(batch: Batch): boolean {
  return batch.Actions.some(({ Name }) => Name === 'SetDirty');
}

/** The texts of `getRanges` in a batch. */
function markedRanges(batch: Batch): string[] {
  return Object.values(batch.ObjectPaths).flatMap(({ Name, ArgumentInfo }) =>
    Name === 'GetRanges' ? [String(ArgumentInfo?.Arguments?.[0])] : [],
  );
}

describe('cells that show #NAME? because Excel did not know the functions', () => {
  function showNames(rows: readonly number[]): void {
    for (const row of rows) workbook.show(`Stores!A${row}`, '#NAME?', true);
  }

  it('get their formulas written again, and the others are marked', async () => {
    const addresses = column(6);
    showNames([2, 3, 6]);
    expect(await createCells().recalculate(addresses)).toEqual({ count: 6, failures: [] });
    expect(new Set(workbook.dirty)).toEqual(new Set(addresses));
    expect(workbook.sheets[0]?.shown.size).toBe(0);
    expect(workbook.read('Stores!A1:A6')).toEqual(Array.from({ length: 6 }, () => [OURS]));
  });

  it('get them wherever they are, by the thousand', async () => {
    column(5_000);
    column(2_000, 'Other');
    for (let row = 1; row <= 2_000; row += 1) workbook.show(`Other!A${row}`, '#NAME?', true);
    expect(await createCells().recalculateAll()).toEqual({ count: 7_000, failures: [] });
    expect(new Set(workbook.dirty).size).toBe(7_000);
  });

  it('do not keep the others of a protected sheet from being marked', async () => {
    const addresses = column(4);
    showNames([2]);
    const stores = workbook.sheetNamed('Stores');
    if (stores !== undefined) stores.isProtected = true;
    expect(await createCells().recalculate(addresses)).toEqual({ count: 4, failures: [] });
    expect(workbook.dirty).toEqual(['Stores!A1', 'Stores!A3', 'Stores!A4']);
  });

  it('leave formulas of others alone', async () => {
    workbook.set('Stores!A1', [['=OTHER(1)'], [OURS], ['text']]);
    showNames([1, 2]);
    workbook.dirty.length = 0;
    await createCells().recalculateAll();
    expect(workbook.dirty).toEqual(['Stores!A2']);
  });

  it.each([
    ['=[2]!_xldudf_LOCATTR(1,2,"x")', '=LOCATTR(1,2,"x")'],
    ['=_xldudf_LOCATTR(1,2,"x")', '=LOCATTR(1,2,"x")'],
    ['=IFERROR([13]!_XLDUDF_LOCVARS("a",B1),0)', '=IFERROR(LOCVARS("a",B1),0)'],
    ["='C:\\Shops\\[Old.xlsx]Sheet1'!_xldudf_LOCCATALOG(A1)", '=LOCCATALOG(A1)'],
    ["='https://d.docs.live.net/1/It''s.xlsx'!_xldudf_LOCSCORE(A1)", '=LOCSCORE(A1)'],
    ['=[Old.xlsx]!_xldudf_LOCATTR(A1,[3]Sheet1!B1)', '=LOCATTR(A1,[3]Sheet1!B1)'],
    [
      '=[2]Sheet1!_xldudf_LOCATTR(A1)&"[2]!_xldudf_LOCATTR(1)"',
      '=LOCATTR(A1)&"[2]!_xldudf_LOCATTR(1)"',
    ],
  ])('lose what Excel has put before a function: %s', async (kept, typed) => {
    workbook.set('Stores!C3', [[kept]]);
    workbook.dirty.length = 0;
    expect(await createCells().recalculateAll()).toEqual({ count: 1, failures: [] });
    expect(workbook.read('Stores!C3')).toEqual([[typed]]);
    expect(workbook.dirty).toEqual(['Stores!C3']);
  });
});

describe('calculating again in Excel', () => {
  it('10,000 cells of one column take few requests', async () => {
    const addresses = column(10_000);
    const before = excel.batches();
    expect(await createCells().recalculate(addresses)).toEqual({ count: 10_000, failures: [] });
    expect(workbook.dirty).toHaveLength(10_000);
    // The sheets' names, the formulas, the marks and the mode of calculation.
    expect(excel.batches() - before).toBeLessThanOrEqual(5);
  });

  it('100,000 cells stay below what Excel on the web takes and gives at once', async () => {
    const long = `=LOCATTR(1,2,"${'w_pop_tt_500,'.repeat(6)}w_pop_tt")`;
    workbook.set(
      'Stores!A1',
      Array.from({ length: 50_000 }, () => [long, long]),
    );
    workbook.dirty.length = 0;
    expect(await createCells().recalculateAll()).toEqual({ count: 100_000, failures: [] });
    const { request, reply } = excel.largest();
    expect(Math.max(request, reply)).toBeLessThan(5_000_000);
  });

  it('one bad cell is told, and all the others calculate', async () => {
    const addresses = column(1000);
    excel.failWhen((batch) => {
      if (!marks(batch)) return undefined;
      const isBad = markedRanges(batch).some((text) => covers(text, 617));
      return isBad ? 'GeneralException' : undefined;
    });
    const result = await createCells().recalculate(addresses);
    expect(result.count).toBe(999);
    expect(result.failures.map((failure) => failure.addresses)).toEqual([['Stores!A617']]);
    expect(new Set(workbook.dirty)).toEqual(new Set(addresses.filter((a) => a !== 'Stores!A617')));
  });

  it('a sheet on which everything fails does not keep the next', async () => {
    const addresses = [...column(50), ...column(5, 'Other')];
    const { id } = workbook.sheetNamed('Stores') ?? {};
    excel.failWhen((batch) =>
      JSON.stringify(batch.ObjectPaths).includes(String(id)) && marks(batch)
        ? 'GeneralException'
        : undefined,
    );
    const result = await createCells().recalculate(addresses);
    expect(result.count).toBe(5);
    const failed = result.failures.flatMap((failure) => failure.addresses.flatMap(cellsOf));
    expect(failed.sort()).toEqual(addresses.slice(0, 50).sort());
  });

  it('gives up halving when nothing works', async () => {
    const addresses = column(5000);
    excel.failWhen((batch) => (marks(batch) ? 'GeneralException' : undefined));
    const result = await createCells().recalculate(addresses);
    expect(result.count).toBe(0);
    expect(excel.batches()).toBeLessThan(200);
    expect(result.failures).toHaveLength(1);
    expect(result.failures[0]?.message).toMatch(/try again/i);
  });

  it('too much at once is asked for in smaller parts', async () => {
    const addresses = column(3000);
    excel.failWhen((batch) => {
      const rows = Object.values(batch.ObjectPaths).flatMap(({ Name, ArgumentInfo }) =>
        Name === 'GetRangeByIndexes' ? [Number(ArgumentInfo?.Arguments?.[2])] : [],
      );
      return Math.max(0, ...rows) > 400 ? 'ResponsePayloadSizeLimitExceeded' : undefined;
    });
    expect(await createCells().recalculate(addresses)).toEqual({ count: 3000, failures: [] });
    expect(workbook.dirty).toHaveLength(3000);
  });

  it('a workbook that calculates by hand is calculated, another is not', async () => {
    const addresses = column(3);
    await createCells().recalculate(addresses);
    expect(workbook.calculations).toBe(0);
    workbook.calculationMode = 'Manual';
    await createCells().recalculate(addresses);
    expect(workbook.calculations).toBe(1);
    await createCells().recalculate([]);
    expect(workbook.calculations).toBe(1);
  });

  it('a sheet deleted on the way is told, not thrown', async () => {
    const addresses = [...column(3), ...column(2, 'Other')];
    excel.failWhen((batch) => {
      const isFirstRead = JSON.stringify(batch.ObjectPaths).includes('GetRangeByIndexes');
      const sheet = workbook.sheetNamed('Stores');
      if (isFirstRead && sheet !== undefined) workbook.removeSheet(sheet);
      return undefined;
    });
    const result = await createCells().recalculate(addresses);
    expect(result.count).toBe(2);
    expect(result.failures).toEqual([
      { message: 'The sheet or its cells no longer exist.', addresses: ['Stores!A1:A3'] },
    ]);
  });

  it('a failure before anything is known names all that were asked', async () => {
    const addresses = column(3);
    excel.failWhen(() => 'InvalidOperationInCellEditMode');
    const result = await createCells().recalculate(addresses);
    expect(result).toEqual({
      count: 0,
      failures: [
        { message: expect.stringContaining('You’re editing a cell') as string, addresses },
      ],
    });
  });

  it('a spilled formula calculates, whatever Excel says of the cells that it fills', async () => {
    workbook.set('Stores!A1', [[OURS]]);
    workbook.sheetNamed('Stores')?.spills.push({ row: 0, column: 0, rows: 3, columns: 2 });
    for (const spilled of ['value', 'anchor'] as const) {
      workbook.spilledFormulas = spilled;
      workbook.dirty.length = 0;
      const result = await createCells().recalculate(['Stores!A1']);
      expect(result).toEqual({ count: 1, failures: [] });
      expect(workbook.dirty).toEqual(['Stores!A1']);
    }
  });
});

describe('calculating again in an Excel before ExcelApi 1.9', () => {
  beforeEach(() => excel.withApi('1.8'));

  it('writes each formula anew as it was, and touches nothing else', async () => {
    workbook.set('Stores!A1', [
      [OURS, 'text'],
      ["'=LOCATTR(1,2,3)", "'007"],
      [OURS, '=1+1'],
    ]);
    const before = workbook.read('Stores!A1:B3');
    workbook.dirty.length = 0;
    await createCells().recalculate(['Stores!A1', 'Stores!A2', 'Stores!A3', 'Stores!B3']);
    expect(workbook.read('Stores!A1:B3')).toEqual(before);
    expect(workbook.dirty).toEqual(['Stores!A1', 'Stores!A3']);
  });

  it('says that a protected sheet is protected, and goes on with the others', async () => {
    const addresses = [...column(3), ...column(2, 'Other')];
    const sheet = workbook.sheetNamed('Stores');
    if (sheet !== undefined) sheet.isProtected = true;
    const before = excel.batches();
    const result = await createCells().recalculate(addresses);
    expect(result.count).toBe(2);
    expect(result.failures).toEqual([
      { message: expect.stringContaining('protected') as string, addresses: ['Stores!A1:A3'] },
    ]);
    expect(excel.batches() - before).toBeLessThan(10);
  });

  it('passes by an old array formula, which cannot be written in part', async () => {
    const addresses = column(40);
    workbook.sheetNamed('Stores')?.arrays.push({ row: 10, column: 0, rows: 2, columns: 1 });
    const result = await createCells().recalculate(addresses);
    expect(result.count).toBe(38);
    expect(result.failures).toEqual([
      {
        message: expect.stringContaining('array') as string,
        addresses: ['Stores!A11', 'Stores!A12'],
      },
    ]);
  });
});

/** The cells of an area of column A. */
function cellsOf(address: string): string[] {
  const { startRow = 0, endRow = -1 } = parseArea(address) ?? {};
  return Array.from({ length: endRow - startRow + 1 }, (_, r) => `Stores!A${startRow + r + 1}`);
}

/** Whether a list of areas of column A has a row in it. */
function covers(list: string, row: number): boolean {
  return list.split(',').some((text) => {
    const [, start = '', end = start] = /^A(\d+)(?::A(\d+))?$/.exec(text) ?? [];
    return Number(start) <= row && row <= Number(end);
  });
}
