import { exchangeInParts } from '../../../src/addin/spreadsheet/cell-exchange';
import type { ExchangePart } from '../../../src/addin/spreadsheet/cell-exchange';
import type { CellsRead, NewContent } from '../../../src/addin/spreadsheet/frozen-cells';
import type { CellInput } from '../../../src/addin/spreadsheet/sheet';

const FORMULA = '=LOCATTR(A1:A6,B1:B6,"x")';
const AREA = { sheet: 'Stores', row: 0, column: 2, rows: 6, columns: 1 };
const PARTS = [0, 2, 4].map((start) => ({ start, count: 2 }));

describe('one formula that fills several parts', () => {
  it('makes way first, and its values take the place of what went with it', async () => {
    const { cells, steps, written } = column([FORMULA, 2, 3, 4, 5, 6]);
    const from = whole(cells);
    await exchangeInParts({ area: AREA, from, to: VALUES, isAllOrNone: true }, PARTS, {
      ...steps,
      async write(contents, part) {
        await steps.write(contents, part);
        // Nothing is filled any more.
        if (part.start === 0) cells.splice(2, 4, '', '', '', '');
      },
    });
    expect(cells).toEqual([1, 2, 3, 4, 5, 6]);
    expect(written).toEqual([0, 2, 4]);
  });

  it('comes back when all its values have made room', async () => {
    const { cells, steps, written } = column([1, 2, 3, 4, 5, 6]);
    const to = [[FORMULA], [''], [''], [''], [''], ['']];
    await exchangeInParts({ area: AREA, from: whole(cells), to, isAllOrNone: true }, PARTS, steps);
    expect(cells).toEqual([FORMULA, '', '', '', '', '']);
    expect(written).toEqual([4, 2, 0]);
  });

  it('leaves what a person types while its values are put there', async () => {
    const { cells, steps } = column([FORMULA, 2, 3, 4, 5, 6]);
    const from = whole(cells);
    await exchangeInParts({ area: AREA, from, to: VALUES, isAllOrNone: true }, PARTS, {
      ...steps,
      async write(contents, part) {
        await steps.write(contents, part);
        if (part.start === 0) cells.splice(2, 4, '', 'mine', '', '');
      },
    });
    expect(cells).toEqual([1, 2, 3, 'mine', 5, 6]);
  });

  it('is not touched where a cell of the last part has changed', async () => {
    const { cells, steps, written } = column([FORMULA, 2, 3, 4, 5, 6]);
    const from = whole(cells);
    cells[5] = 'mine';
    await exchangeInParts({ area: AREA, from, to: VALUES, isAllOrNone: true }, PARTS, steps);
    expect(cells).toEqual([FORMULA, 2, 3, 4, 5, 'mine']);
    expect(written).toEqual([]);
  });
});

describe('cells that have nothing to do with one another', () => {
  it('are compared and written part by part, and those that stay are not read', async () => {
    const { cells, steps, written, read } = column([1, 2, 3, 4, 5, 6]);
    const from = whole(cells);
    cells[1] = 'mine';
    const to = [['a'], ['b'], [null], [null], ['e'], ['f']];
    await exchangeInParts({ area: AREA, from, to, isAllOrNone: false }, PARTS, steps);
    expect(cells).toEqual(['a', 'mine', 3, 4, 'e', 'f']);
    expect([read, written]).toEqual([
      [0, 4],
      [0, 4],
    ]);
  });

  it('stay from then on where the host ends it', async () => {
    const { cells, steps } = column([1, 2, 3, 4, 5, 6]);
    const to = [['a'], ['b'], ['c'], ['d'], ['e'], ['f']];
    const exchange = { area: AREA, from: whole(cells), to, isAllOrNone: false };
    await exchangeInParts(exchange, PARTS, {
      ...steps,
      read: (part) => (part.start === 2 ? Promise.resolve(undefined) : steps.read(part)),
    });
    expect(cells).toEqual(['a', 'b', 3, 4, 5, 6]);
  });
});

const VALUES = [[1], [2], [3], [4], [5], [6]];

function whole(cells: readonly CellInput[]): CellsRead {
  return { inputs: cells.map((input) => [input]), contents: cells.map((input) => [input]) };
}

/** A column of cells, and which parts of it were read and written, by their first rows. */
function column(cells: CellInput[]) {
  const read: number[] = [];
  const written: number[] = [];
  return {
    cells,
    read,
    written,
    steps: {
      read({ start, count }: ExchangePart) {
        read.push(start);
        return Promise.resolve<CellsRead | undefined>(whole(cells.slice(start, start + count)));
      },
      write(contents: readonly (readonly NewContent[])[], { start }: ExchangePart): Promise<void> {
        written.push(start);
        contents.forEach(([content = null], row) => {
          if (typeof content !== 'object') cells[start + row] = content;
        });
        return Promise.resolve();
      },
    },
  };
}
