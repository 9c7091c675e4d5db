import fc from 'fast-check';
import Papa from 'papaparse';

import { createRowParser, findFormat, readRows } from '../../../src/engine/places/delimited-text';
import type { TextRow } from '../../../src/engine/places/delimited-text';

const atOnce = {
  schedule(_ms: number, run: () => void) {
    run();
    return () => undefined;
  },
};

async function read(text: string): Promise<TextRow[]> {
  const rows: TextRow[] = [];
  await readRows(text, findFormat(text), atOnce, (row) => rows.push(row));
  return rows;
}

const cellsOf = (rows: readonly TextRow[]): (readonly string[])[] => rows.map(({ cells }) => cells);

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
  ['blanks before a quoted cell', 'a, "b, c"', ['a', 'b, c']],
  ['a quotation mark after a blank that quotes nothing', 'a, "b" c', ['a', ' "b" c']],
  ['an inch sign after a blank', 'a, 5 ",b', ['a', ' 5 "', 'b']],
  ['typographic quotation marks', '“a”,b', ['“a”', 'b']],
  ['line separators of Unicode in a cell', 'a\u2028b,c\u0085d', ['a\u2028b', 'c\u0085d']],
  ['Ctrl+Z after it', 'a,b\x1A', ['a', 'b']],
  ['zeros after it', 'a,b\0\0\0', ['a', 'b']],
  ['a quotation mark in a cell that is not quoted', 'a"b,c', ['a"b', 'c']],
  ['nothing after the last delimiter', 'a,', ['a', '']],
])('a row may have %s', async (_what, text, cells) => {
  expect(await read(`sep=,\n${text}`)).toEqual([{ cells, line: 2 }]);
});

test('a quotation mark alone in a quoted cell belongs to it, and is pointed at', async () => {
  expect(await read('sep=,\n"a "b" c",d\ne')).toEqual([
    { cells: ['a "b" c', 'd'], line: 2, fault: { kind: 'stray-quote', column: 0 } },
    { cells: ['e'], line: 3 },
  ]);
});

test.each([
  ...['sep=;\n', 'SEP=;\r\n', '"sep=;"\n', 'sep = ;\n', 'Sep=; \r', '\uFEFF"sep=;"\n', 'sep=;;\n'],
  ...['sep=;;;\r\n', '"sep=;",,\n', 'sep=";"\n', ' sep=;\n'],
])('a line %j says what stands between cells', async (line) => {
  expect(await read(`${line}Lat;Lng\n12,9;77,6\n`)).toEqual([
    { cells: ['Lat', 'Lng'], line: 2 },
    { cells: ['12,9', '77,6'], line: 3 },
  ]);
});

test.each(['sep=\t', 'sep=\\t', '"SEP=\t"', 'sep=\t\t'])('%j is a tab', async (line) => {
  expect(cellsOf(await read(`${line}\na,b\tc`))).toEqual([['a,b', 'c']]);
});

test('a header that begins with sep= is a header', async () => {
  expect(cellsOf(await read('sep=1,b\nc,d'))).toEqual([
    ['sep=1', 'b'],
    ['c', 'd'],
  ]);
});

test.each([
  ['decimal commas', 'a;b\n1,5;2,5\n', ';'],
  ['decimal commas and no header', '50,9;6\n50,8;7\n', ';'],
  ['commas in words', 'name;what\nx;a, b\ny;c, d\n', ';'],
  ['semicolons in words', 'name,what\nx,a; b\ny,c; d\n', ','],
  ['semicolons in quoted words', 'name,what\n"x;y","a;b"\n"y;z","c;d"\n', ','],
  ['titles above', 'Stores, all\n\nname;lat;lng\na;1;2\nb;3;4\n', ';'],
  ['bars', 'name|lat|lng\na, b|1,5|2,5\n', '|'],
  ['carets', 'name^lat^lng\na, b^1.5^2.5\n', '^'],
  ['tildes', 'name~lat~lng\na, b~1.5~2.5\n', '~'],
  ['a lone tilde in a word', 'name,lat\n~a,1\n', ','],
])('what stands between cells is seen with %s', (_what, text, delimiter) => {
  expect(findFormat(text).delimiter).toBe(delimiter);
});

test.each([
  ['in the middle', 'a,b\n"300 \\"A\\" Road",1\n', ['300 "A" Road', '1']],
  ['at the end', 'a,b\n"pipe 12\\"",1\n"x",2\n', ['pipe 12"', '1']],
  ['around it all', 'a,b\n"\\"A\\"","1"\n', ['"A"', '1']],
  ['beside backslashes', 'a,b\n"c:\\\\ \\"x\\"",1\n', ['c:\\ "x"', '1']],
])('a quotation mark may have a backslash before it: %s', async (_where, text, cells) => {
  const rows = await read(text);
  expect(rows[1]).toEqual({ cells, line: 2 });
});

test('a backslash at the end of a cell is a backslash', async () => {
  const rows = cellsOf(await read('path,n\n"C:\\dir\\",1\n"say ""hi"" \\",2\n'));
  expect(rows.slice(1)).toEqual([
    ['C:\\dir\\', '1'],
    ['say "hi" \\', '2'],
  ]);
});

test('rows are the same in pieces of any size, with their lines', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'ab,"\n\r \\'), maxLength: 6 });
  const text = fc.array(cell, { maxLength: 12 }).map((cells) => cells.join(','));
  const start = fc.constantFrom('', 'sep=,\r\n', '\uFEFF', '\uFEFFsep=,\n');
  fc.assert(
    fc.property(text, start, fc.integer({ min: 1, max: 9 }), (body, preamble, size) => {
      const whole = preamble + body;
      const format = findFormat(whole);
      const parser = createRowParser(format);
      const rows: TextRow[] = [];
      for (let at = 0; at < whole.length; at += size) {
        rows.push(...parser.read(whole.slice(at, at + size), false));
      }
      rows.push(...parser.read('', true));
      expect(rows).toEqual(createRowParser(format).read(whole, true));
    }),
  );
});
