import { thaw } from '../../../src/addin/values/thawing';
import { listFrozen } from '../../../src/addin/values/frozen-list';
import { FROZEN_NAMESPACE, readFrozenParts } from '../../../src/addin/workbook/frozen-part';
import { stores, partsFor } from '../values/stores-grid';

type Area = [sheet: string, row: number, column: number, rows: number, columns: number];

const AREA = ['Sheet1', 1, 4, 6, 1];
const REFERENCES = [
  { anchor: '_locus_frozen_rs_2', area: ['Sheet1', 1, 1, 6, 1], fixed: 'cC', form: 'cell' },
  { anchor: '_locus_frozen_rs_3', area: ['Sheet1', 1, 2, 6, 1], fixed: 'cC', form: 'cell' },
  { anchor: '_locus_frozen_rs_4', area: ['Sheet1', 0, 4, 1, 1], fixed: 'rR', form: 'cell' },
];
const FILLED = ['=LOCATTR(', 0, ',', 1, ',', 2, ')'];
const ENTRY = {
  ...{ anchor: '_locus_frozen_rs_1', area: AREA, at: 1_000, blanks: 0, kind: 'column' },
  ...{ references: REFERENCES, formulas: [FILLED] },
};

/** As version 2 wrote it. */
function partOf(formulas: Record<string, object>, version = 2): string {
  const text = JSON.stringify({ formulas });
  return `<frozen xmlns="${FROZEN_NAMESPACE}" version="${version}">${text}</frozen>`;
}

describe('formulas that an earlier version kept', () => {
  it('are back in their cells, or listed, as what it had kept together and left', async () => {
    const { grid } = stores(6);
    const formulas = grid.read('E2:E7');
    grid.set('E3', [['mine'], [102], [103], [104], [105]]);
    const { held, parts } = partsFor(grid);
    await grid.cells.anchor(
      [AREA, ...REFERENCES.map(({ area }) => area)].map((area, index) => {
        const [sheet, row, column, rows, columns] = area as Area;
        return {
          name: `_locus_frozen_rs_${index + 1}`,
          area: { sheet, row, column, rows, columns },
        };
      }),
    );
    held.held.push(
      partOf({
        'rest-rs-1': {
          ...ENTRY,
          runs: [
            [-1, 2],
            [0, 4],
          ],
        },
        'rest-rs-2': {
          ...ENTRY,
          isLeft: true,
          runs: [
            [-1, 1],
            [0, 1],
            [-1, 4],
          ],
        },
      }),
    );
    grid.insertRows('Sheet1', 0, 1);
    expect(await thaw({ kind: 'all' }, parts)).toMatchObject({ cells: 4, left: 1, problems: [] });
    expect(await listFrozen(parts.store, parts.cells)).toMatchObject({
      groups: [],
      lost: { formulas: [{ address: 'Sheet1!E4', formula: '=LOCATTR($B4,$C4,E$2)' }] },
    });
    grid.deleteRows('Sheet1', 0, 1);
    expect(grid.read('E2:E7')).toEqual([formulas[0], ['mine'], ...formulas.slice(2)]);
    expect(held.held.join()).toContain('version="3"');
  });

  it('are listed with their places where one name had many of them', async () => {
    const entry = {
      ...ENTRY,
      formulas: [
        ['=LOCATTR(12.5,', 0, ',"x")'],
        ['=LOCATTR(13,', 2, ',"x")'],
      ],
      runs: [
        [0, 1],
        [-1, 2],
        [1, 2],
        [0, 1],
      ],
    };
    const { grid } = stores(6);
    const { held, parts } = partsFor(grid);
    held.held.push(partOf({ 'rs-1': entry }));
    const list = await listFrozen(parts.store, parts.cells);
    expect(list).toMatchObject({ groups: [], lost: { count: 4 }, isDamaged: false });
    expect(list.kind === 'list' && list.lost.formulas).toEqual(
      [
        ['E2', '=LOCATTR(12.5,$B2,"x")'],
        ['E5', '=LOCATTR(13,E$1,"x")'],
        ['E6', '=LOCATTR(13,E$1,"x")'],
        ['E7', '=LOCATTR(12.5,$B7,"x")'],
      ].map(([cell, formula]) => ({ address: `Sheet1!${cell}`, isGone: true, formula })),
    );
    expect(await thaw({ kind: 'all' }, parts)).toMatchObject({ cells: 0, left: 4 });
  });

  it('are left out where the first version had put them back', () => {
    const entry = { ...ENTRY, runs: [[0, 6]], values: 'AQAAAAIAAAADAAAA' };
    const part = partOf({ 'a-1': entry, 'a-2': { ...entry, thawedAt: 2_000 } }, 1);
    const reading = readFrozenParts([part]);
    expect(reading).toMatchObject({ damaged: [], isNewer: false });
    expect([...reading.blocks.keys()]).toEqual(['_locus_frozen_rs_1']);
  });

  it.each([
    ['a name that is not ours', { anchor: 'Prices' }],
    ['no formula', { formulas: [['LOCATTR(1,2)']] }],
    ['more rows than cells', { runs: [[0, 900]] }],
    ['a time that is none', { at: -1 }],
  ])('are damaged by %s', (_, spoilt) => {
    const part = partOf({ 'a-1': { ...ENTRY, runs: [[0, 6]], ...spoilt } });
    expect(readFrozenParts([part])).toMatchObject({ damaged: [part] });
  });
});
