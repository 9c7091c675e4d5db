import { mayAskModel, renamedInFormula } from '../../src/workbook/model-formulas';
import {
  countScores,
  guessPlace,
  matchVariables,
  readPlaceList,
  scoreCells,
} from '../../src/enrich/score-plan';
import type { ModelVariable, WorkbookModel } from '../../src/spreadsheet/scoring-model';
import type { CellContent, SheetBlock } from '../../src/spreadsheet/sheet';

function blockOf(values: CellContent[][], at = { row: 0, column: 0 }): SheetBlock {
  const rows = values.length;
  const columns = values[0]?.length ?? 0;
  return { sheet: 'Stores', ...at, rows, columns, address: 'x', values, table: undefined };
}

function modelOf(variables: readonly ModelVariable[], alias = 'Shops'): WorkbookModel {
  return { alias, modelId: 'x', note: '', variables };
}

/** The last cell of the column that would be written, with what the list itself tells. */
function lastFormula(block: SheetBlock, model: WorkbookModel): string | undefined {
  const list = readPlaceList(block);
  const place = guessPlace(list);
  if (place === undefined) return undefined;
  return scoreCells(list, model, place, matchVariables(model, list.columns)).at(-1)?.[0];
}

const area: ModelVariable = { name: 'floor_area', kind: 'number' };
const format: ModelVariable = { name: 'format', kind: 'text' };
const HOME = 'MG Road 1, Bengaluru';

describe('the formula for a row of a list', () => {
  it('asks for an address, the header of its column saying the model', () => {
    const list = readPlaceList(blockOf([['Address'], [HOME], [HOME]], { row: 4, column: 1 }));
    const place = guessPlace(list);
    expect(place).toEqual({ kind: 'address', address: 0 });
    expect(place && scoreCells(list, modelOf([]), place, [])).toEqual([
      ['Shops'],
      ['=LOCSCORE("Shops",$B6)'],
      ['=LOCSCORE("Shops",$B7)'],
    ]);
  });

  it('asks for coordinates where the list has them, also without a header', () => {
    const block = blockOf([
      [12.97, 77.59],
      [19.07, 72.87],
    ]);
    expect(lastFormula(block, modelOf([], 'say "hi"'))).toBe(
      '=LOCSCORE_COORDS("say ""hi""",$A2,$B2)',
    );
  });

  it.each<[string, CellContent[][], ModelVariable[], string]>([
    [
      'headers beside each other are the names',
      [
        ['Address', 'floor_area', 'format'],
        [HOME, 100, 'store'],
      ],
      [area, format],
      'LOCVARS($B$1:$C$1,$B2:$C2)',
    ],
    [
      'headers that only look alike are spelled out',
      [
        ['Address', 'Floor area', 'Format'],
        [HOME, 100, 'store'],
      ],
      [area, format],
      'LOCVARS({"floor_area","format"},$B2:$C2)',
    ],
    [
      'columns in another order are chosen one by one, and a blank stays out',
      [
        ['format', 'Address', 'floor_area'],
        ['store', HOME, 100],
      ],
      [area, format],
      'LOCVARS({"floor_area","format"},CHOOSE({1,2},IF($C2="","",$C2),IF($A2="","",$A2)))',
    ],
    [
      'a default fills what is blank',
      [
        ['Address', 'floor_area'],
        [HOME, 100],
      ],
      [{ ...area, fallback: 120 }],
      'LOCVARS("floor_area",IF($B2="",120,$B2))',
    ],
    [
      'defaults without columns are the same in every row',
      [['Address'], [HOME]],
      [
        { name: 'floor_area', kind: 'number', fallback: -1.5 },
        { name: 'format', kind: 'text', fallback: 'the "new" one' },
      ],
      'LOCVARS({"floor_area","format"},{-1.5,"the ""new"" one"})',
    ],
    [
      'what has neither column nor default is left out',
      [
        ['Address', 'format'],
        [HOME, 'store'],
      ],
      [area, format],
      'LOCVARS($B$1,$B2)',
    ],
  ])('gives the custom variables: %s', (_, values, variables, expected) => {
    const formula = lastFormula(blockOf(values), modelOf(variables)) ?? '';
    expect(formula).toContain('=LOCSCORE("Shops",');
    expect(formula.slice(formula.indexOf('LOCVARS'), -1)).toBe(expected);
  });

  it('has no third argument where the model wants nothing that is there', () => {
    expect(lastFormula(blockOf([['Address'], [HOME]]), modelOf([area]))).toBe(
      '=LOCSCORE("Shops",$A2)',
    );
  });
});

describe('a list of places', () => {
  it('is asked for each different row once, and for no blank one', () => {
    const values = [
      ['Address', 'floor_area'],
      [HOME, 1],
      [` ${HOME} `, 1],
      [HOME, 2],
      [null, 3],
    ];
    const list = readPlaceList(blockOf(values));
    const place = { kind: 'address', address: 0 } as const;
    expect(countScores(list, place, [1])).toEqual({ rows: 4, questions: 2 });
    expect(countScores(list, place, [undefined])).toEqual({ rows: 4, questions: 1 });
    const long = { ...list, block: { ...list.block, rows: 1_005 } };
    expect(countScores(long, place, [1])).toEqual({ rows: 1_004, questions: 1_002 });
  });

  it('has the header that a person says it has', () => {
    const block = blockOf([['Store'], ['Koramangala 5th Block, Bengaluru']]);
    expect(readPlaceList(block).columns.hasHeader).toBe(false);
    expect(readPlaceList(block, true).columns.hasHeader).toBe(true);
  });

  it('takes no header for a variable whose name is only like one of an object', () => {
    const list = readPlaceList(blockOf([['Address'], [HOME]]));
    const variable: ModelVariable = { name: 'constructor', kind: 'text' };
    expect(matchVariables(modelOf([variable]), list.columns)).toEqual([undefined]);
  });
});

describe('another name for a model', () => {
  it.each([
    ['=LOCSCORE("Shops", A1)', '=LOCSCORE("New ""one""", A1)'],
    ['=locscore_coords( "SHOPS" ,1,2)', '=locscore_coords( "New ""one""" ,1,2)'],
    [
      '=LOCSCORE("shops",A1)+LOCSCORE("other",A1)',
      '=LOCSCORE("New ""one""",A1)+LOCSCORE("other",A1)',
    ],
    ['=_xldudf_LOCSCORE("Shops",A1)', '=_xldudf_LOCSCORE("New ""one""",A1)'],
    ['=LOCSCORE("Shops"&B1,A1)', undefined],
    ['=LOCSCORE(B1,"Shops")', undefined],
    ['=LOCATTR(1,2,"Shops")', undefined],
    // Other functions whose names end or go on like ours.
    ['=MYLOCSCORE("Shops",A1)', undefined],
    ['=my.LOCSCORE("Shops",A1)', undefined],
    ['=MY_LOCSCORE_COORDS("Shops",A1)', undefined],
    ['=X2LOCSCORE("Shops",A1)', undefined],
    ['=काLOCSCORE("Shops",A1)', undefined],
    ['=LOCSCORE2("Shops",A1)', undefined],
    ['=LOCSCORE.NEW("Shops",A1)', undefined],
    ['=LOCSCORE_("Shops",A1)', undefined],
    ['=Book1.xlsm!LOCSCORE("Shops",A1)', undefined],
    [`='[Other book.xlsm]Sheet1'!LOCSCORE("Shops",A1)`, undefined],
    // What only looks like a call.
    ['="LOCSCORE(""Shops"",A1)"', undefined],
    [`='LOCSCORE("Shops",1)'!A1`, undefined],
    ['=T[LOCSCORE("Shops",A1)]', undefined],
    // A quote in a name opens no text.
    [`='6" tall'!A1+LOCSCORE("Shops",A1)`, `='6" tall'!A1+LOCSCORE("New ""one""",A1)`],
    ['=T[6" tall]+LOCSCORE("Shops",A1)', '=T[6" tall]+LOCSCORE("New ""one""",A1)'],
    [
      `=T[[#This Row],[6'"]]+LOCSCORE("Shops",A1)`,
      `=T[[#This Row],[6'"]]+LOCSCORE("New ""one""",A1)`,
    ],
    [`="it's"&LOCSCORE("Shops",A1)&"'"`, `="it's"&LOCSCORE("New ""one""",A1)&"'"`],
    ['=दुकान!A2+LOCSCORE ("Shops",दुकान!A2)', '=दुकान!A2+LOCSCORE ("New ""one""",दुकान!A2)'],
    // A piece of one that was frozen.
    ['+LOCSCORE("Shops",', '+LOCSCORE("New ""one""",'],
  ])('is put into %s', (formula, expected) => {
    expect(renamedInFormula(formula, 'Shops', 'New "one"')).toBe(expected);
    // The same formulas are those that a change of the model concerns.
    const readsIt = formula.includes('(B1,') || formula.includes('&B1');
    expect(mayAskModel(formula, new Set(['shops']))).toBe(expected !== undefined || readsIt);
  });
});
