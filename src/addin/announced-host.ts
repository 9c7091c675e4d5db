import type { Host } from '../spreadsheet/host';
import { callsLocus } from '../spreadsheet/locus-calls';
import type { BlockToWrite } from '../spreadsheet/sheet';

/**
 * The host, for the pane: before the pane has cells calculated it says how many values they will
 * ask for, so that what is too much is held whole, however slowly the host hands it over.
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

/** As many as its cells show; a formula that spills asks for all that it spills. */
function valuesIn({ cells, spill }: BlockToWrite): number {
  const formulas = cells.flat().filter(callsLocus).length;
  return spill === undefined || formulas === 0 ? formulas : spill.rows * spill.columns;
}
