import { enrichmentBlock } from '../../../src/addin/enrich/enrich-cells';
import {
  completeColumns,
  guessChoice,
  inSheet,
  type PlaceColumns,
} from '../../../src/engine/places/place-choice';
import {
  countScores,
  type ChosenSources,
  DATE,
  leftOut,
  scoreQuestions,
  toScoreColumn,
  wantScore,
} from '../../../src/addin/enrich/score-choice';
import type { CellContent } from '../../../src/engine/places/cell';
import type { ModelVariable, WorkbookModel } from '../../../src/addin/spreadsheet/host';
import { listOf } from './list-of-places';

type Values = readonly (readonly CellContent[])[];

function modelOf(variables: readonly ModelVariable[], alias = 'Shops'): WorkbookModel {
  return { alias, modelId: 'x', note: '', variables };
}

/** The formula of a score in a row of a sheet. */
async function formulaIn(
  score: ReturnType<typeof toScoreColumn>,
  place: PlaceColumns,
  row: number,
): Promise<unknown> {
  const list = { sheet: 'S', row, column: 0, rows: 1, columns: 9 };
  const { cells } = await enrichmentBlock(
    { list, hasHeader: false, place, names: [], score, layout: 'cells', column: 9 },
    () => Promise.resolve(),
  );
  return cells[0]?.at(-1);
}

/** The formula of the last row, with what the list itself tells. */
function lastFormula(
  values: Values,
  model: WorkbookModel,
  at: { row?: number; column?: number } = {},
  chosen?: ChosenSources,
): Promise<unknown> | undefined {
  const list = listOf(values, at);
  const place = completeColumns(guessChoice(list), false);
  const { row, rows, column } = list.block;
  const score = toScoreColumn(wantScore(model, list, chosen), list, true);
  return place && formulaIn(score, inSheet(place, column), row + rows - 1);
}

describe('a date for each row', () => {
  const values = [
    ['Address', 'Opened', 'floor_area'],
    ['MG Road 1', '2026-01-01', 90],
    ['MG Road 1', '2026-02-01', 90],
  ];
  const list = listOf(values);
  const place = { kind: 'address', parts: [0], pincode: undefined, pincodeGoes: 'end' } as const;

  it('is taken from the column that a person chose, with variables and without', async () => {
    const chosen = new Map([[DATE, 1]]);
    const formula = (variables: readonly ModelVariable[]): Promise<unknown> =>
      formulaIn(toScoreColumn(wantScore(modelOf(variables), list, chosen), list), place, 2);
    expect(await formula([])).toBe('=LOCSCORE("Shops",$A3,$B3)');
    expect(await formula([{ name: 'floor_area', kind: 'number' }])).toBe(
      '=LOCSCORE("Shops",$A3,$B3,LOCVARS("floor_area",IF($C3="","",$C3)))',
    );
  });

  it('makes two scores of one place, which are counted before they are asked for', () => {
    const dated = wantScore(modelOf([]), list, new Map([[DATE, 1]]));
    expect(countScores(dated, list, place)).toBe(2);
    expect(scoreQuestions(dated, [])).toBeUndefined();
    expect(countScores(wantScore(modelOf([]), list), list, place)).toBe(1);
  });
});

const area: ModelVariable = { name: 'floor_area', kind: 'number' };
const format: ModelVariable = { name: 'format', kind: 'text' };
const HOME = 'MG Road 1, Bengaluru';

describe('the formula for a row of a list', () => {
  it('asks for an address', async () => {
    const at = { row: 4, column: 1 };
    expect(await lastFormula([['Address'], [HOME], [HOME]], modelOf([]), at)).toBe(
      '=LOCSCORE("Shops",$B7)',
    );
  });

  it('asks for coordinates where the list has them, also without a header', async () => {
    const values = [
      [12.9716, 77.5946],
      [19.0761, 72.8777],
    ];
    expect(await lastFormula(values, modelOf([], 'say "hi"'))).toBe(
      '=LOCSCORE_COORDS("say ""hi""",$A2,$B2)',
    );
  });

  it.each<[string, Values, ModelVariable[], string]>([
    [
      'names are spelled out, and a blank stays out, which is 0 in a range on the desktop',
      [
        ['Address', 'Floor area', 'Format'],
        [HOME, 100, 'store'],
      ],
      [area, format],
      'LOCVARS({"floor_area","format"},CHOOSE({1,2},IF($B2="","",$B2),IF($C2="","",$C2)))',
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
      'what has neither column nor default is left out',
      [
        ['Address', 'format'],
        [HOME, 'store'],
      ],
      [area, format],
      'LOCVARS("format",IF($B2="","",$B2))',
    ],
  ])('gives the custom variables: %s', async (_, values, variables, expected) => {
    const formula = String(await lastFormula(values, modelOf(variables)));
    expect(formula).toContain('=LOCSCORE("Shops",');
    expect(formula.slice(formula.indexOf('LOCVARS'), -1)).toBe(expected);
  });

  it('has no third argument where the model wants nothing that is there', async () => {
    expect(await lastFormula([['Address'], [HOME]], modelOf([area]))).toBe(
      '=LOCSCORE("Shops",$A2)',
    );
  });

  it('has a default in every row only where a person chose it', async () => {
    const model = modelOf([
      { ...area, fallback: -1.5 },
      { ...format, fallback: 'the "new" one' },
    ]);
    const values = [['Address'], [HOME]];
    expect(await lastFormula(values, model)).toBe('=LOCSCORE("Shops",$A2)');
    const chosen: ChosenSources = new Map([
      ['floor_area', 'default'],
      ['format', 'default'],
    ]);
    expect(await lastFormula(values, model, {}, chosen)).toBe(
      '=LOCSCORE("Shops",$A2,,LOCVARS({"floor_area","format"},{-1.5,"the ""new"" one"}))',
    );
  });
});

describe('scores beside a list', () => {
  it('are asked for once for each different row, and for no blank one', () => {
    const values = [
      ['Address', 'floor_area'],
      [HOME, 1],
      [` ${HOME} `, 1],
      [HOME, 2],
      [null, 3],
    ];
    const list = listOf(values);
    const place = { kind: 'address', parts: [0], pincode: undefined, pincodeGoes: 'end' } as const;
    const sized = wantScore(modelOf([area]), list);
    expect(countScores(sized, list, place)).toBe(2);
    expect(countScores(wantScore(modelOf([]), list), list, place)).toBe(1);
    const long = { ...list, block: { ...list.block, rows: 1_005 } };
    expect(countScores(sized, long, place)).toBe(1_002);
  });

  it('are not counted for rows that are left out, read or not', () => {
    const list = listOf([
      ['Address', 'floor_area'],
      [HOME, 1],
      [`${HOME} 2`, 2],
      [`${HOME} 3`, 3],
    ]);
    const place = { kind: 'address', parts: [0], pincode: undefined, pincodeGoes: 'end' } as const;
    const sized = wantScore(modelOf([area]), list);
    expect(countScores(sized, list, place, new Set([2]))).toBe(2);
    const long = { ...list, block: { ...list.block, rows: 1_004 } };
    expect(countScores(sized, long, place, new Set([2, 700, 701]))).toBe(1_000);
  });

  it('are none where the model needs what the list does not give', () => {
    const list = listOf([
      ['Address', 'floor_area'],
      [HOME, 1],
      ['Brigade Road 5, Bengaluru', null],
    ]);
    const place = { kind: 'address', parts: [0], pincode: undefined, pincodeGoes: 'end' } as const;
    expect(countScores(wantScore(modelOf([area]), list), list, place)).toBe(1);
    const filled = wantScore(modelOf([{ ...area, fallback: 9 }]), list);
    expect(countScores(filled, list, place)).toBe(1);
    expect(countScores(filled, list, place, new Set(), true)).toBe(2);
    expect(scoreQuestions(wantScore(modelOf([area, format]), list), [])).toEqual([]);
  });

  it('are as many as the service tells apart', () => {
    const list = listOf([
      ['Address', 'grade'],
      ...['A', 'a', 5, '5', true, null].map((grade) => [HOME, grade]),
      [HOME.toUpperCase(), 'A'],
    ]);
    const place = { kind: 'address', parts: [0], pincode: undefined, pincodeGoes: 'end' } as const;
    const grade: ModelVariable = { name: 'grade', kind: 'text', fallback: 'B' };
    const graded = wantScore(modelOf([grade]), list);
    expect(countScores(graded, list, place)).toBe(5);
    expect(countScores(graded, list, place, new Set(), true)).toBe(6);
  });

  it('take their variables from headers with a unit or another word before the name', () => {
    const headers = ['Address', 'Floor area (sq ft)', 'Store format', 'Format of lease'];
    const mappingOf = (others: readonly string[] = []) =>
      wantScore(
        modelOf([area, format]),
        listOf([
          [...headers, ...others],
          [HOME, 1, 'store', 'x'],
        ]),
      ).mapping;
    expect(mappingOf()).toEqual([1, 2]);
    expect(mappingOf(['Old format'])).toEqual([1, undefined]);
    expect(mappingOf(['Format'])).toEqual([1, 4]);
  });

  it('take their variables from the columns that a person chose, and guess the others', () => {
    const list = listOf([
      ['Address', 'Floor area', 'format', 'size'],
      [HOME, 1, 'store', 2],
    ]);
    const model = modelOf([area, format]);
    expect(wantScore(model, list).mapping).toEqual([1, 2]);
    expect(wantScore(model, list, new Map([['floor_area', 3]])).mapping).toEqual([3, 2]);
    const without = wantScore(model, list, new Map([['format', undefined]]));
    expect(without.mapping).toEqual([1, undefined]);
    expect(leftOut(without)).toEqual(['format']);
    const filled = modelOf([{ ...area, fallback: 1 }]);
    const said = (source: 'default' | undefined) =>
      leftOut(wantScore(filled, list, new Map([['floor_area', source]])));
    expect([said(undefined), said('default')]).toEqual([['floor_area'], []]);
  });

  it('take no header for a variable whose name is only like one of an object', () => {
    const variable: ModelVariable = { name: 'constructor', kind: 'text' };
    expect(wantScore(modelOf([variable]), listOf([['Address'], [HOME]])).mapping).toEqual([
      undefined,
    ]);
  });
});
