import { mayAskModel, renamedInFormula } from '../../../src/addin/workbook/model-formulas';

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
