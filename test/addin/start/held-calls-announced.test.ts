import { announcedHost } from '../../../src/addin/start/join-pane';
import type { Host } from '../../../src/addin/spreadsheet/host';
import type { BlockToWrite, WriteResult } from '../../../src/addin/spreadsheet/sheet';

const AT_D2 = { sheet: 'Sheet1', row: 1, column: 3 };
const WRITTEN: WriteResult = {
  kind: 'written',
  address: 'Sheet1!D2',
  written: { ...AT_D2, rows: 1, columns: 1, sheetId: 's', after: [], before: undefined },
};

/** A host whose sheet tells what had been announced when it was written. */
function setUp(result: WriteResult = WRITTEN) {
  let announced = 0;
  const seen: number[] = [];
  const host = {
    kind: 'excel',
    sheet: { write: () => Promise.resolve(void seen.push(announced)).then(() => result) },
    cells: {
      recalculate(addresses: readonly string[]) {
        seen.push(announced);
        return Promise.resolve({ count: addresses.length, failures: [] });
      },
    },
  } as unknown as Host;
  const announcing = announcedHost(host, {
    expect(values) {
      announced += values;
      return () => (announced -= values);
    },
  });
  return {
    host: announcing,
    seen,
    announced: () => announced,
    write: (block: Pick<BlockToWrite, 'cells' | 'spill'>) =>
      announcing.sheet.write({ ...AT_D2, ...block }),
  };
}

describe('a host that announces what the pane has calculated', () => {
  it('says how many of the cells written ask, before they are', async () => {
    const { write, seen } = setUp();
    await write({ cells: [['name'], ['=LOCATTR(A2, B2, D$1)'], ['=SUM(A:A)'], ['=LOCSCORE(A2)']] });
    expect(seen).toEqual([2]);
  });

  it('counts what a formula spills', async () => {
    const { write, seen } = setUp();
    await write({ cells: [['=LOCATTR(A2:A9, B2:B9, D1:E1)']], spill: { rows: 8, columns: 2 } });
    expect(seen).toEqual([16]);
  });

  it('announces nothing for cells that ask nothing', async () => {
    const { write, seen } = setUp();
    await write({ cells: [['LOCATTR'], [1], [null]], spill: { rows: 8, columns: 2 } });
    expect(seen).toEqual([0]);
  });

  it('takes the word back where nothing was written', async () => {
    const { write, announced } = setUp({ kind: 'occupied', addresses: ['D2'], count: 1 });
    await write({ cells: [['=LOCATTR(A2, B2, D$1)']] });
    expect(announced()).toBe(0);
  });

  it('says how many cells are calculated again', async () => {
    const { host, seen } = setUp();
    await host.cells.recalculate(['Sheet1!D2', 'Sheet1!D3']);
    expect(seen).toEqual([2]);
  });
});
