import fc from 'fast-check';
import Papa from 'papaparse';

import { openDelimitedText, readRows } from '../../src/catalogue/delimited-text';
import type { RowsEnd, TextRow } from '../../src/catalogue/delimited-text';

const atOnce = {
  schedule(_ms: number, run: () => void) {
    run();
    return () => undefined;
  },
};

async function read(text: string): Promise<{ rows: TextRow[]; end: RowsEnd }> {
  const rows: TextRow[] = [];
  const end = await readRows(openDelimitedText(text), atOnce, (row) => rows.push(row));
  return { rows, end };
}

const cellsOf = ({ rows }: { readonly rows: readonly TextRow[] }): (readonly string[])[] =>
  rows.map(({ cells }) => cells);

test('what another program writes is read as it was, whatever its delimiter', async () => {
  const cell = fc.string({ unit: fc.constantFrom(...'ab,;\t|"\n ^]\\-'), maxLength: 8 });
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 });
  const delimiter = fc.constantFrom(...',;\t|^]\\-ds ');
  await fc.assert(
    fc.asyncProperty(table, delimiter, async (rows, sign) => {
      const written = Papa.unparse(rows, { delimiter: sign, quotes: sign === ' ' });
      expect(cellsOf(await read(`sep=${sign}\n${written}`))).toEqual(rows);
    }),
  );
});

test.each([
  ['blanks after a quoted cell', '"a" ,b', ['a', 'b']],
  ['a quotation mark in a cell that is not quoted', 'a"b,c', ['a"b', 'c']],
  ['nothing after the last delimiter', 'a,', ['a', '']],
])('a row may have %s', async (_what, text, cells) => {
  const { rows, end } = await read(`sep=,\n${text}`);
  expect(rows).toMatchObject([{ cells, line: 2, hasStrayQuote: false }]);
  expect(end).toEqual({ kind: 'whole' });
});

test('a quotation mark alone in a quoted cell belongs to it, and is pointed at', async () => {
  const { rows } = await read('sep=,\n"a "b" c",d\ne');
  expect(rows).toMatchObject([
    { cells: ['a "b" c', 'd'], hasStrayQuote: true },
    { cells: ['e'], hasStrayQuote: false },
  ]);
});
