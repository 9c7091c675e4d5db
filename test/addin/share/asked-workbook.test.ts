import { readAsked } from '../../../src/addin/share/asked-workbook';

function read(...formulas: string[]) {
  const located = formulas.map((formula, row) => ({
    address: `Data!D${row + 1}`,
    sheet: 'Data',
    row,
    column: 3,
    formula,
  }));
  const asked = readAsked(located);
  return {
    functions: asked.functions,
    names: [...asked.names],
    nameCells: [...asked.nameCells],
    writtenPlaces: [...asked.writtenPlaces],
    placeCells: [...asked.placeCells],
  };
}

describe('what formulas ask', () => {
  it('is counted by function, those with most first, also inside other formulas', () => {
    const { functions } = read(
      '=LOCSCORE("m", A1)',
      '=LOCATTR(A1, B1, "a")',
      '=IFERROR(locattr(A2,B2,"a"), LOCATTR(A3,B3,"b"))',
      '=_xldudf_LOCCATALOG("pop")',
    );
    expect(functions).toEqual([
      ['LOCATTR', 3],
      ['LOCSCORE', 1],
      ['LOCCATALOG', 1],
    ]);
  });

  it('is not what functions of others ask whose names end like ours', () => {
    const { functions, placeCells } = read(
      '=MYLOCATTR(A1,B1,"a")',
      '=काLOCATTR(A1,B1,"a")',
      '=my.LOCSCORE("m",A1)',
      '=LOCSCORE("m",दुकान!A2)',
    );
    expect(functions).toEqual([['LOCSCORE', 1]]);
    expect(placeCells).toEqual(["'दुकान'!A2"]);
  });

  it('names what is written out, each once, and the cells that hold the rest', () => {
    const { names, nameCells } = read(
      '=LOCATTR(A1, B1, "w_pop_tt, P_x ,not a name")',
      '=LOCATTR(A2, B2, "p_x")',
      '=LOCATTR(A3, B3, $C$1:$F$1)',
      "=LOCATTR_ADDRESS(A4, B4, 'My names, all'!A1:A9)",
      '=LOCATTR(A5, B5, UPPER("p_y"))',
    );
    expect(names).toEqual(['w_pop_tt', 'p_x']);
    expect(nameCells).toEqual(['Data!C1:F1', "'My names, all'!A1:A9"]);
  });

  it('is about the places of more cells, or about what is written out', () => {
    const { placeCells, writtenPlaces } = read(
      '=LOCATTR(A1, B1, "a")',
      '=LOCATTR(A1, B1, "b")',
      '=LOCATTR($A$1, C2:C9, "b")',
      '=LOCSCORE_COORDS("m,n", A2, B2, "2026-01-01")',
      '=LOCATTR_ADDRESS("12, MG Road (East)", "560001", "a")',
      '=LOCATTR(12.9, 77.6, "a")',
      '=LOCATTR(12.9,  77.6, "b")',
      '=LOCSCORE("m", Other!A:A)',
    );
    expect(placeCells).toEqual(['Data!A1', 'Data!C2:C9', 'Data!A2', 'Other!A1:A1048576']);
    expect(writtenPlaces).toEqual(['"12, MG Road (East)","560001"', '12.9,77.6']);
  });

  it('has arguments of tables, whose columns have commas between them too', () => {
    const { names, writtenPlaces } = read(
      '=LOCATTR(T[[#This Row],[Lat]],T[[#This Row],[Lng]],"p_x")',
      '=LOCSCORE("m",T[[#Headers],[a"(b]],"p_y")',
    );
    expect(names).toEqual(['p_x']);
    expect(writtenPlaces).toEqual([
      'T[[#This Row],[Lat]],T[[#This Row],[Lng]]',
      'T[[#Headers],[a"(b]]',
    ]);
  });

  it.each([
    '="LOCATTR(1,2,""a"")"',
    "='LOCATTR(1)'!A1",
    '=MYLOCATTR(1, 2, "a")',
    '=LOCATTR(',
    '=LOCATTR(1, "a',
    '=LOCVARS(A1:B1, A2:B2)',
    '=LOCATTR()',
  ])('stands whatever is written: %s', (formula) => {
    const { names, nameCells } = read(formula);
    expect([...names, ...nameCells]).toEqual([]);
  });
});
