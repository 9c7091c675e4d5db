import { readAskedWorkbook } from '../../../src/addin/share/asked-workbook';
import type { CellInput } from '../../../src/addin/spreadsheet/sheet';
import { createFakeSheet } from '../spreadsheet/fake-sheet';

const KEY = 'sk_live_9fq2xt7lmz04bkcr8vwye1uh';

/** What the workbook's formulas ask, which stand in M, beside cells of these sheets. */
async function read(formulas: readonly string[], cells: readonly (readonly CellInput[])[] = []) {
  const rows = Array.from({ length: Math.max(formulas.length, cells.length) }, (_, row) => {
    const values = Array.from({ length: 12 }, (_each, column) => cells[row]?.[column] ?? '');
    return [...values, formulas[row] ?? ''];
  });
  const { sheet } = createFakeSheet({ Data: rows, दुकान: [['x'], ['y'], ['z']] });
  const asked = await readAskedWorkbook(sheet, [KEY]);
  if (asked.kind === 'failed') throw new Error(asked.message);
  return asked;
}

describe('what formulas ask', () => {
  it('is counted by function, those with most first, also inside other formulas', async () => {
    const { functions } = await read([
      '=LOCSCORE("m", A1)',
      '=LOCATTR(A1, B1, "a")',
      '=IFERROR(locattr(A2,B2,"a"), LOCATTR(A3,B3,"b"))',
      '=_xldudf_LOCCATALOG("pop")',
    ]);
    expect(functions).toEqual([
      ['LOCATTR', 3],
      ['LOCSCORE', 1],
      ['LOCCATALOG', 1],
    ]);
  });

  it('is not what functions of others ask whose names end like ours', async () => {
    const { functions, places } = await read([
      '=MYLOCATTR(A1,B1,"a")',
      '=काLOCATTR(A1,B1,"a")',
      '=my.LOCSCORE("m",A1)',
      '=LOCSCORE("m",दुकान!A1:A3)',
    ]);
    expect([functions, places]).toEqual([[['LOCSCORE', 1]], 3]);
  });

  it('names what is written out and what stands in the cells it is taken from, each once, and no key', async () => {
    const { names } = await read(
      [
        `=LOCATTR(A1, B1, "w_pop_tt, P_x ,not a name, ${KEY}")`,
        '=LOCATTR(A2, B2, "p_x")',
        '=LOCATTR(A3, B3, $C$1:$F$1)',
        '=LOCATTR_ADDRESS(A4, B4, Data!G2)',
        '=LOCATTR(A5, B5, UPPER("p_y"))',
        '=LOCATTR(T[[#This Row],[Lat]],T[[#This Row],[Lng]],"p_t")',
      ],
      [
        ['', '', 'in_c', 'in_d', '', 7],
        ['', '', '', '', '', '', 'g_1, w_pop_tt'],
      ],
    );
    expect(names).toEqual(['g_1', 'in_c', 'in_d', 'p_t', 'p_x', 'w_pop_tt']);
  });

  it.each<[string, readonly string[], number]>([
    ['one cell, asked twice', ['=LOCATTR(A1, B1, "a")', '=LOCATTR(A1, B1, "b")'], 1],
    ['of two ranges the larger', ['=LOCATTR($A$1, C2:C9, "b")'], 8],
    ['cells that overlap, once', ['=LOCATTR(A1:A5, B1:B5, "a")', '=LOCATTR(A3:A7, 1, "a")'], 7],
    ['a whole column, to its end', ['=LOCSCORE("m", दुकान!A:A)'], 3],
    ['commas in a model', ['=LOCSCORE_COORDS("m,n", A2, B2, "2026-01-01")'], 1],
    ['an address', ['=LOCATTR_ADDRESS("12, MG Road (East)", "560001", "a")'], 1],
    ['numbers, spaced or not', ['=LOCATTR(12.9, 77.6, "a")', '=LOCATTR(12.9,  77.6, "b")'], 1],
    [
      'columns of tables, whose names have commas and quotes',
      [
        '=LOCATTR(T[[#This Row],[Lat]],T[[#This Row],[Lng]],"p_x")',
        '=LOCSCORE("m",T[[#Headers],[a"(b]],"p_y")',
      ],
      2,
    ],
  ])('is about places: %s', async (_what, formulas, places) => {
    expect((await read(formulas)).places).toBe(places);
  });

  it.each([
    '="LOCATTR(1,2,""a"")"',
    "='LOCATTR(1)'!A1",
    '=MYLOCATTR(1, 2, "a")',
    '=LOCATTR(',
    '=LOCATTR(1, "a',
    '=LOCVARS(A1:B1, A2:B2)',
    '=LOCATTR()',
  ])('names nothing, whatever is written: %s', async (formula) => {
    expect((await read([formula])).names).toEqual([]);
  });
});
