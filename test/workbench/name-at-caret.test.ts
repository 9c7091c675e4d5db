import { nameAtCaret, withName } from '../../src/workbench/name-at-caret';

/** The caret stands at `|`. */
function at(marked: string) {
  const caret = marked.indexOf('|');
  return nameAtCaret(marked.replace('|', ''), caret);
}

describe('a name is being typed', () => {
  it.each([
    ['=LOCATTR(A1,B1,"w_po|', 'w_po'],
    ['=LOCATTR(A1,B1,"|', ''],
    ['=locattr(A1, B1, "a, w_p|op_tt,c")', 'w_p'],
    ['=LOCATTR_ADDRESS("12, Main Road (east)",B1,"w|', 'w'],
    ['=LOCATTR({1,2},MAX(1,2),"w|', 'w'],
    ['=IFERROR(LOCATTR(A1,B1,"people near|"', 'people near'],
    ['=_xldudf_LOCATTR(A1,B1,"w|', 'w'],
  ])('in %s', (marked, text) => {
    expect(at(marked)?.text).toBe(text);
  });

  it.each([
    'LOCATTR(A1,B1,"w|',
    '=LOCATTR(A1,"B1|',
    '=LOCATTR(A1,B1,"w"|',
    '=LOCATTR(A1,B1,w|',
    '=LOCATTR(A1,B1,UPPER("w|',
    '=LOCSCORE("m|',
    '=SUM(A1,B1,"w|',
    '="=LOCATTR(A1,B1,""w|',
    '|=LOCATTR(A1,B1,"w',
  ])('but not in %s', (marked) => {
    expect(at(marked)).toBeUndefined();
  });

  it('and is written in its place, with what stands around it', () => {
    const formula = '=LOCATTR(A1,B1,"a, w_pop_tt,c")';
    const typed = nameAtCaret(formula, 22);
    expect(typed).toBeDefined();
    expect(typed && withName(formula, typed, 'w_pop_tt_500')).toEqual({
      formula: '=LOCATTR(A1,B1,"a, w_pop_tt_500,c")',
      caret: 31,
    });
  });
});
