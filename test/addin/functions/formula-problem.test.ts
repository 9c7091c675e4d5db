import {
  countFault,
  fixedFormula,
  formulaProblem,
} from '../../../src/addin/functions/formula-problem';
import { SIGNATURES } from './signatures';

const said = (formula: string, error: string) => formulaProblem(formula, error)?.message;

describe('a cell that fails before a function of ours is asked', () => {
  it.each([
    ['=LOCATR(1,2,"x")', '#NAME?', 'Unknown function LOCATR. Did you mean LOCATTR?'],
    [
      '=locattr_adress(A1,B1,"x")',
      '#NAME?',
      'Unknown function locattr_adress. Did you mean LOCATTR_ADDRESS?',
    ],
    [
      '=_xldudf_LOCSCOR("m",A1)',
      '#NAME?',
      'Unknown function _xldudf_LOCSCOR. Did you mean LOCSCORE?',
    ],
    [
      '=IFERROR(1,LOCCATALOGUE())',
      '#NAME?',
      'Unknown function LOCCATALOGUE. Did you mean LOCCATALOG?',
    ],
    ['=LOCATTR(ROUNDD(1,2),2,"x")', '#NAME?', 'Unknown function ROUNDD: check its spelling.'],
    ['=LOCATTR(A1,B1,w_pop_tt)', '#NAME?', 'Put quotes around the attribute w_pop_tt: "w_pop_tt".'],
    [
      '=LOCATTR(A1,B1,"x")',
      '#NAME?',
      'LOCATTR wasn’t loaded: select the cell, press F2 and then Enter.',
    ],
    ['=LOCATTR(A1,B1)', '#VALUE!', 'LOCATTR needs 3 arguments: lat, lng, variables.'],
    ['=LOCATTR()', '#VALUE!', 'LOCATTR needs 3 arguments: lat, lng, variables.'],
    ['=LOCATTR(A1,B1,"x",1)', '#N/A', 'LOCATTR needs 3 arguments: lat, lng, variables.'],
    [
      '=SUM(LOCSCORE("m"))',
      '#VALUE!',
      'LOCSCORE needs 2 to 4 arguments: model, address, [date], [custom_variables].',
    ],
    ['=LOCCATALOG(1,2)', '#VALUE!', 'LOCCATALOG needs 0 to 1 arguments: [search].'],
    [
      '=LOCATTR(A1,B1,"x")/0',
      '#DIV/0!',
      'The formula ends in #DIV/0!: check the parts around LOCATTR.',
    ],
    [
      '=LOCATTR(A1:A9,B1:B9,"x")',
      '#SPILL!',
      'The results have no room: clear the cells below or beside this one.',
    ],
    [
      '=LOCATTR(A1,B1,"x")',
      '#N/A',
      'The file was saved with this error: select the cell, press F2 and then Enter.',
    ],
  ])('%s that shows %s', (formula, error, message) => {
    expect(said(formula, error)).toBe(message);
    expect(message.length).toBeLessThan(120);
  });

  it.each([
    ['=SUMM(A1)', '#NAME?'],
    ['=LOCALTAX(A1)', '#NAME?'],
    ['=A1/0', '#DIV/0!'],
    ['="LOCATR("&NOSUCH()', '#NAME?'],
    ['=Book.xlsx!LOCATR(1)', '#NAME?'],
    ['=LOCATTR(A1,B1,"x")', '#BUSY!'],
    ['=LOCATTR(A1,B1,"x")', '#GETTING_DATA'],
  ])('%s that shows %s is none of ours', (formula, error) => {
    expect(formulaProblem(formula, error)).toBeUndefined();
  });

  it('may hold anything at all', () => {
    for (const formula of [
      '=LOCATR(',
      '=LOCATTR(((',
      '=LOCATTR(1,"',
      '=',
      '',
      '=}{LOCATTR()',
      '=LOCATTR(,,)',
    ]) {
      for (const error of ['#NAME?', '#VALUE!'])
        expect(() => formulaProblem(formula, error)).not.toThrow();
      for (const fix of ['swap', 'spelling', 'quotes'] as const) {
        expect(() => fixedFormula(formula, fix)).not.toThrow();
      }
    }
  });
});

describe('a formula is put right', () => {
  it.each([
    ['swap', '=LOCATTR(77.6, 12.9, "w_pop_tt")', '=LOCATTR(12.9, 77.6, "w_pop_tt")'],
    ['swap', '=LOCATTR($B2,$C2,E$1)', '=LOCATTR($C2,$B2,E$1)'],
    ['swap', '=LOCSCORE_COORDS("m",MAX(1,2),A1+1)', '=LOCSCORE_COORDS("m",A1+1,MAX(1,2))'],
    ['swap', '=LOCATTR(LOCATTR(1,2,"a"),3,"b")', '=LOCATTR(3,LOCATTR(2,1,"a"),"b")'],
    ['swap', '=LOCATTR_ADDRESS(A1,B1,"x")', undefined],
    ['swap', '=LOCATTR(A1:A9,B1:B9,"x")', undefined],
    ['spelling', '=LOCATR(1,2,"LOCATR()")', '=LOCATTR(1,2,"LOCATR()")'],
    ['spelling', '=LOCATTR(1,2,"x")', undefined],
    ['quotes', '=LOCATTR(A1,B1,w_pop_tt)+rate', '=LOCATTR(A1,B1,"w_pop_tt")+rate'],
    ['quotes', '=LOCATTR(A1,B1,TRUE)', undefined],
  ] as const)('by %s: %s', (fix, before, after) => {
    expect(fixedFormula(before, fix)).toBe(after);
  });
});

test('the numbers of arguments are those of the functions', () => {
  for (const signature of SIGNATURES) {
    const [id = '', list = ''] = signature.split(/[()]/);
    const parameters = list.split(', ');
    const required = parameters.filter((name) => !name.startsWith('[')).length;
    const right = Array.from({ length: 7 }, (_, count) => countFault(id, count) === undefined);
    expect(right).toEqual(
      right.map((__, count) => count >= required && count <= parameters.length),
    );
    expect(countFault(id, 9)).toContain(`: ${list}.`);
  }
});
