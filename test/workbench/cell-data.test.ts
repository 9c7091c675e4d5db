import { cellMatrix } from '../../src/workbench/sheet-writing';

const AT = { row: 4, column: 2, look: undefined };

describe('what the workbench sets', () => {
  it('makes a heading bold, in the format of its column', () => {
    const looks = { ...AT, formats: ['#,##0'], headings: [0] };
    const n = { pattern: '#,##0' };
    expect(cellMatrix([['Calls'], [1]], looks)).toEqual({
      4: { 2: expect.objectContaining({ v: 'Calls', s: { n, bl: 1 } }) },
      5: { 2: expect.objectContaining({ v: 1, s: { n } }) },
    });
  });

  it('is the cells that are given, with the number format of each column', () => {
    const matrix = cellMatrix([['Population', null]], { ...AT, formats: ['#,##0', undefined] });
    expect(matrix).toEqual({
      4: { 2: expect.objectContaining({ v: 'Population', s: { n: { pattern: '#,##0' } } }) },
    });
  });

  it('leaves the looks of cells that are left when a block is taken back', () => {
    const cells = [[''], [null], [null]];
    const isBack = [[true], [false], [true]];
    expect(cellMatrix(cells, { ...AT, formats: [''], look: null, isBack })).toEqual({
      4: { 2: expect.objectContaining({ v: null, s: null }) },
      5: {},
      6: { 2: { s: { n: null } } },
    });
  });

  it('leaves the looks of a header that somebody has changed', () => {
    const taken = { formats: [], look: null, isBack: [[false], [true]] };
    expect(cellMatrix([[null], ['']], { ...AT, ...taken })).toEqual({
      4: {},
      5: { 2: expect.not.objectContaining({ s: null }) },
    });
  });
});
