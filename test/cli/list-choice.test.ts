import { areaOf, readListChoice } from '../../src/cli/list-choice';
import { openCliStage, type CliStage } from './cli-stage';

describe('a range', () => {
  const end = Infinity;

  it.each([
    ['A4:F200', [3, 199, 0, 5]],
    ['$aa$4:$B$2', [1, 3, 1, 26]],
    ['B:D', [0, end, 1, 3]],
    ['4:200', [3, 199, 0, end]],
  ])('is rows and columns: %s', (text, [firstRow, lastRow, firstColumn, lastColumn]) => {
    expect(areaOf(text)).toEqual({ firstRow, lastRow, firstColumn, lastColumn });
  });

  it('may name its sheet, or be a name', () => {
    expect(readListChoice({ range: `'Asha''s list'!A1:B2` }, [])).toMatchObject({
      sheet: "Asha's list",
      area: { lastRow: 1 },
    });
    expect(readListChoice({ range: 'Stores' }, [])).toMatchObject({ rangeName: 'Stores' });
    expect(() => readListChoice({ sheet: 'A', range: 'B!A1:B2' }, [])).toThrow('Name one');
  });
});

describe('a list in a text file', () => {
  let stage: CliStage;
  beforeEach(async () => (stage = await openCliStage()));
  afterEach(() => stage.close());

  async function enrich(text: string, ...rest: readonly string[]) {
    stage.write('in.csv', text);
    const args = ['enrich', stage.path('in.csv'), '-o', stage.path('out.csv'), '--names', 'a'];
    const { messages } = await stage.run([...args, ...rest]);
    return { messages, asked: stage.service.calls.map(({ place }) => place).sort() };
  }

  it.each<[string, string, readonly string[]]>([
    ['above a line without separators', 'Store,Lat,Lng\nA,12.9,77.6\n(1 row affected)\n', []],
    ['above a short total', 'Store,Lat,Lng\nA,12.9,77.6\nTotal,1\n', []],
    ['in columns of its own', 'x,y,Store,Lat,Lng\n1,2,A,12.9,77.6\n', ['--range', 'C:E']],
    ['in some rows', 'Lat,Lng\n12.9,77.6\n13.9,78.6\n', ['--range', '1:2']],
    ['below another header', 'Lat,Lng\n1,1\nLat,Lng\n12.9,77.6\n', ['--header-row', '3']],
    ['without a header', 'A,12.9,77.6\n', ['--lat', '2', '--lng', '3', '--header-row', 'none']],
    [
      'under names that a person says',
      'Q1,Q2\nnorth,east\n12.9,77.6\n',
      ['--lat', 'north', '--lng', 'east'],
    ],
  ])('is found, or said: %s', async (_where, text, options) => {
    expect((await enrich(text, ...options)).asked).toEqual(['12.9,77.6']);
  });

  it('is said to have another one beside it', async () => {
    const { asked, messages } = await enrich('Lat,Lng,,Lat,Lng\n12.9,77.6,,13.9,78.6\n');
    expect(asked).toEqual(['12.9,77.6']);
    expect(messages).toContain('without the list beside it, --range D:E');
  });

  it('is refused where the row of its header is no row', async () => {
    const { asked, messages } = await enrich('12.9,77.6\n13.9,78.6\n', '--header-row', '1x');
    expect([asked, messages]).toEqual([[], expect.stringContaining('--header-row is the number')]);
  });
});
