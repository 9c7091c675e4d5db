import type { Host } from '../spreadsheet/host';
import { callsLocus } from '../spreadsheet/locus-calls';
import type { BlockToWrite } from '../spreadsheet/sheet';

/**
 * Wraps the host for the pane. Before the pane makes cells calculate, it announces how many values
 * they will ask for, so that too many are held together, however slowly the host asks for them.
 */
export function announcedHost(host: Host, { expect }: Announcements): Host {
  const { sheet, cells } = host;
  return {
    ...host,
    sheet: {
      ...sheet,
      async write(block, options) {
        const values = valuesIn(block);
        if (values === 0) return sheet.write(block, options);
        const withdraw = expect(values);
        const result = await sheet.write(block, options);
        if (result.kind !== 'written') withdraw();
        return result;
      },
    },
    cells: {
      ...cells,
      recalculate(addresses) {
        expect(addresses.length);
        return cells.recalculate(addresses);
      },
    },
  };
}

interface Announcements {
  expect(this: void, values: number): () => void;
}

/** One for each Locus formula, or one for each cell that the formula spills into. */
function valuesIn({ cells, spill }: BlockToWrite): number {
  const formulas = cells.flat().filter(callsLocus).length;
  return spill === undefined || formulas === 0 ? formulas : spill.rows * spill.columns;
}
