import * as fc from 'fast-check';
import {
  mayAskModel,
  readModelDraft,
  renamedInFormula,
  toModelDraft,
} from '../../../src/addin/workbook/workbook-model';
import type { ModelDraft, VariableDraft } from '../../../src/addin/workbook/workbook-model';

const draft = (change: Partial<ModelDraft> = {}): ModelDraft => ({
  alias: 'Shops',
  modelId: 'store-potential',
  note: '',
  variables: [],
  ...change,
});
const variable = (change: Partial<VariableDraft> = {}): VariableDraft => ({
  name: 'floor_area',
  kind: 'number',
  fallback: '',
  ...change,
});

describe('a model as typed', () => {
  it('is taken with the white space around it gone', () => {
    const reading = readModelDraft(
      draft({
        alias: ' Our shops ',
        modelId: ' a b?c#ü ',
        note: ' of 2026 ',
        variables: [
          variable({ name: ' floor_area ', fallback: ' 1.2e2 ' }),
          variable({ name: 'format', kind: 'text', fallback: ' store ' }),
          variable({ name: 'Format', kind: 'text' }),
        ],
      }),
    );
    expect(reading).toEqual({
      kind: 'model',
      model: {
        alias: 'Our shops',
        modelId: 'a b?c#ü',
        note: 'of 2026',
        variables: [
          { name: 'floor_area', kind: 'number', fallback: 120 },
          { name: 'format', kind: 'text', fallback: 'store' },
          { name: 'Format', kind: 'text' },
        ],
      },
    });
  });

  it.each([
    ['', 'empty'],
    [' \t ', 'empty'],
    ['x'.repeat(65), 'too-long'],
    ['two\nlines', 'has-break'],
    ['half \ud800', 'has-break'],
    ['12', 'not-text'],
    ['1,200.50', 'not-text'],
    ['1e5', 'not-text'],
    ['₹ 300', 'not-text'],
    ['12/05/2026', 'not-text'],
    ['TRUE', 'not-text'],
    ['=SUM(A1)', 'odd-start'],
    ['-x', 'odd-start'],
    ['@home', 'odd-start'],
    ['#N/A', 'odd-start'],
    ["'quoted", 'odd-start'],
    ['SHOPS', 'taken'],
    ['shops', 'taken'],
  ])('is refused by the alias %j: %s', (alias, reason) => {
    expect(readModelDraft(draft({ alias }), [{ alias: 'Shops' }])).toEqual({
      kind: 'faulty',
      faults: [{ field: 'alias', reason }],
    });
  });

  it.each(['2026 shops', 'A-12', '<script>alert(1)</script>', '__proto__', 'constructor', '店'])(
    'may be called %j',
    (alias) => {
      expect(readModelDraft(draft({ alias })).kind).toBe('model');
    },
  );

  it.each([
    ['', 'empty'],
    ['..', 'unusable'],
    ['x\udc00', 'unusable'],
    ['x'.repeat(256), 'too-long'],
  ])('is refused by the id %j: %s', (modelId, reason) => {
    expect(readModelDraft(draft({ modelId }))).toEqual({
      kind: 'faulty',
      faults: [{ field: 'modelId', reason }],
    });
  });

  it('names every variable that cannot be used, and what of it', () => {
    const reading = readModelDraft(
      draft({
        variables: [
          variable(),
          variable({ name: ' ' }),
          variable({ name: ' floor_area' }),
          variable({ name: 'rent', fallback: '1,200' }),
          variable({ name: 'x'.repeat(256) }),
          variable({ name: 'a\nb' }),
          variable({ name: 'kind', kind: 'text', fallback: 'x'.repeat(256) }),
        ],
      }),
    );
    expect(reading.kind === 'faulty' && reading.faults).toEqual([
      { field: 'variable', index: 1, part: 'name', reason: 'empty' },
      { field: 'variable', index: 2, part: 'name', reason: 'twice' },
      { field: 'variable', index: 3, part: 'fallback', reason: 'not-a-number' },
      { field: 'variable', index: 4, part: 'name', reason: 'too-long' },
      { field: 'variable', index: 5, part: 'name', reason: 'unusable' },
      { field: 'variable', index: 6, part: 'fallback', reason: 'too-long' },
    ]);
    const many = Array.from({ length: 51 }, (_, index) => variable({ name: `v${index}` }));
    expect(readModelDraft(draft({ variables: many }))).toEqual({
      kind: 'faulty',
      faults: [{ field: 'variables', reason: 'too-many' }],
    });
  });

  it('shows in a form what reads as the same model again', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (fallback) => {
        const model = {
          alias: 'Shops',
          modelId: 'x',
          note: '',
          variables: [{ name: 'n', kind: 'number', fallback: fallback === 0 ? 0 : fallback }],
        } as const;
        expect(readModelDraft(toModelDraft(model))).toEqual({ kind: 'model', model });
      }),
    );
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
