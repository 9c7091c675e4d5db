import fc from 'fast-check';
import type { DescribedName } from '../../../src/engine/catalogue/catalogue-store';
import type { ColumnUse } from '../../../src/engine/catalogue/import-columns';
import { readTextFile } from '../../../src/engine/places/text-encoding';
import { writeNames } from '../../../src/engine/catalogue/name-export';
import { readNames } from '../../../src/engine/catalogue/name-import';
import type { NameImport } from '../../../src/engine/catalogue/name-import';
import { HandClock } from '../lookup/hand-clock';

async function read(text: string, uses?: readonly ColumnUse[]): Promise<NameImport> {
  const clock = new HandClock();
  const reading = readNames(text, { clock, ...(uses !== undefined && { uses }) });
  await clock.drain();
  return reading;
}

const POPULATION: DescribedName = {
  name: 'w_pop_tt',
  title: 'People',
  unit: 'persons',
  description: 'All of them',
};

describe('a list', () => {
  it.each([
    ['a CSV file', 'name,title,unit,description\nw_pop_tt,People,persons,All of them\n'],
    ['Windows lines', 'name,title,unit,description\r\nw_pop_tt,People,persons,All of them\r\n'],
    ['old Mac lines', 'name,title,unit,description\rw_pop_tt,People,persons,All of them'],
    ['semicolons', 'name;title;unit;description\nw_pop_tt;People;persons;All of them'],
    ['a copied range', 'name\ttitle\tunit\tdescription\nw_pop_tt\tPeople\tpersons\tAll of them'],
    ['bars', 'name|title|unit|description\nw_pop_tt|People|persons|All of them'],
    ['a byte order mark', '\uFEFFname,title,unit,description\nw_pop_tt,People,persons,All of them'],
    [
      'what Excel says of it',
      'sep=;\nname;title;unit;description\nw_pop_tt;People;persons;All of them',
    ],
    ['another order', 'Unit,Description,Name,Title\npersons,All of them,w_pop_tt,People'],
    ['upper case', 'NAME,TITLE,UNIT,DESCRIPTION\nW_POP_TT,People,persons,All of them'],
    [
      'other words',
      'Variable name,Display Name,UoM,Definition\nw_pop_tt,People,persons,All of them',
    ],
    [
      'a code and a name for people',
      'Code,Name,Units,Meaning\nw_pop_tt,People,persons,All of them',
    ],
    ['quotes', '"name","title","unit","description"\n"w_pop_tt","People","persons","All of them"'],
    [
      'blanks',
      ' name , title,unit,description\n\n  w_pop_tt ,People , persons,  All of them\n,,,\n\n',
    ],
  ])('is read with %s', async (_what, text) => {
    expect(await read(text)).toMatchObject({ names: [POPULATION], problems: [], rowCount: 1 });
  });

  it('may have cells with line breaks, separators and quotation marks', async () => {
    const text = 'name,description\na,"one\ntwo, ""three"""\nb,"x;y"\nB!,z';
    const { names, problems } = await read(text);
    expect(names).toEqual([
      { name: 'a', description: 'one\ntwo, "three"' },
      { name: 'b', description: 'x;y' },
    ]);
    expect(problems).toMatchObject([{ line: 5, kind: 'not-a-name' }]);
  });

  it('keeps its other columns, each under a header of its own', async () => {
    const { names, columns } = await read('name,Source,,Source,Code\na_b,x,y,z,1');
    expect(columns).toEqual([
      { header: 'name', use: 'name' },
      { header: 'Source', use: 'other' },
      { header: 'Column 3', use: 'other' },
      { header: 'Source (2)', use: 'other' },
      { header: 'Code', use: 'title' },
    ]);
    expect(names).toEqual([
      {
        name: 'a_b',
        title: '1',
        others: [
          { column: 'Source', text: 'x' },
          { column: 'Column 3', text: 'y' },
          { column: 'Source (2)', text: 'z' },
        ],
      },
    ]);
  });

  it('may have no header: the names are where most of them are', async () => {
    expect(await read('People,w_pop_tt,1\nShops,p_retail_ct,2')).toMatchObject({
      hasHeader: false,
      columns: [{ use: 'title' }, { use: 'name' }, { use: 'other' }],
      names: [
        { name: 'w_pop_tt', title: 'People', others: [{ column: 'Column 3', text: '1' }] },
        { name: 'p_retail_ct', title: 'Shops', others: [{ column: 'Column 3', text: '2' }] },
      ],
    });
    expect((await read('income\nage')).names).toEqual([{ name: 'income' }, { name: 'age' }]);
    expect((await read('w_pop_tt')).names).toEqual([{ name: 'w_pop_tt' }]);
  });

  it('may have a header in unknown words', async () => {
    expect(await read('Nom de la variable\nw_pop_tt')).toMatchObject({
      hasHeader: true,
      names: [{ name: 'w_pop_tt' }],
      problems: [],
    });
  });

  it('has the columns that a person says it has', async () => {
    const uses = ['title', 'name', 'description'] as const;
    const reading = await read('code,name,note\nw_a,w_b,text', uses);
    expect(reading.names).toEqual([{ name: 'w_b', title: 'w_a', description: 'text' }]);
  });

  it.each(['', '\n\n\n', '\uFEFF', 'name,title', ' , ,\n,,'])(
    'of nothing is empty: %j',
    async (text) => {
      expect(await read(text)).toMatchObject({ names: [], problems: [], rowCount: 0 });
    },
  );
});

describe('what is wrong is told line by line', () => {
  it.each([
    ['w pop tt', '"w pop tt" isn’t an attribute’s name. These names contain only a-z, 0-9 and _.'],
    ['=1+1', '"=1+1" isn’t an attribute’s name. These names contain only a-z, 0-9 and _.'],
    ['जनसंख्या', '"जनसंख्या" isn’t an attribute’s name. These names contain only a-z, 0-9 and _.'],
    ['<script>', '"<script>" isn’t an attribute’s name. These names contain only a-z, 0-9 and _.'],
    ['a'.repeat(256), 'The name is longer than 255 characters.'],
    ['', 'There’s no attribute on this line.'],
  ])('%j is left out', async (name, reason) => {
    const { names, problems } = await read(`name,title\nw_a,A\n${name},B\nw_c,C`);
    expect(names.map((each) => each.name)).toEqual(['w_a', 'w_c']);
    expect(problems).toMatchObject([{ line: 3, reason }]);
  });

  it('a repeated name counts once, where it comes first', async () => {
    const { names, problems } = await read('name,title\nw_a,"A\nB"\nW_A,C');
    expect(names).toEqual([{ name: 'w_a', title: 'A\nB' }]);
    expect(problems).toEqual([{ line: 4, kind: 'repeated', reason: 'w_a is already on line 2.' }]);
  });

  it('a text without end is cut', async () => {
    const { names, problems } = await read(`name,description\nw_a,${'x'.repeat(5_001)}`);
    expect(names[0]?.description).toHaveLength(5_000);
    expect(problems).toMatchObject([
      {
        line: 2,
        kind: 'cut',
        reason: '"description" is longer than 5,000 characters and was shortened.',
      },
    ]);
  });

  it('a quotation mark that never closes costs the lines from there on, and no more', async () => {
    const { names, problems } = await read('name,title\nw_a,A\nw_b,"B\nw_c,C\n');
    expect(names.map(({ name }) => name)).toEqual(['w_a']);
    expect(problems).toMatchObject([{ line: 3, kind: 'open-quote' }]);
  });

  it('nor does it make a large file read over and over', async () => {
    const { names, problems } = await read(`name\nw_a\n"${'w_b,x\n'.repeat(500_000)}`);
    expect(names).toEqual([{ name: 'w_a' }]);
    expect(problems).toMatchObject([{ line: 3, kind: 'open-quote' }]);
  });

  it('a quotation mark inside a quoted text is pointed at', async () => {
    const { problems } = await read('name,title\nw_a,"A" B,\nw_c,"C"\n');
    expect(problems).toMatchObject([{ line: 2, kind: 'stray-quote' }]);
  });

  it('names beyond 100,000 are left out, and a text of 60 MB is not read', async () => {
    const lines = Array.from({ length: 100_002 }, (_, index) => `n_${index}`);
    const { names, problems } = await read(['name', ...lines].join('\n'));
    expect(names).toHaveLength(100_000);
    expect(problems).toMatchObject([{ line: 100_002, kind: 'too-many' }]);
    expect((await read('x'.repeat(60_000_001))).problems).toMatchObject([{ kind: 'too-large' }]);
  });
});

describe('what looks like a formula', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://evil","x")', '＝1', "'=1", "''@x"])(
    '%s stays a text, and is written with an apostrophe',
    async (text) => {
      const written = writeNames([{ name: 'w_a', title: text }]);
      expect(written).toContain(`'${text.slice(0, 1)}`);
      expect((await read(written)).names).toEqual([{ name: 'w_a', title: text }]);
    },
  );

  it('is taken from another program without its apostrophe', async () => {
    const { names } = await read("name,title\nw_a,'=1+1\nw_b,'quoted'");
    expect(names.map(({ title }) => title)).toEqual(['=1+1', "'quoted'"]);
  });
});

test('what is exported is imported again as it was', async () => {
  const text = fc
    .string({ unit: fc.constantFrom(...'ab,;\t"\n\'=+-@|₹é '), minLength: 1, maxLength: 12 })
    .map((each) => each.replace(/\t/g, ' ').trim())
    .filter((each) => each !== '');
  const column = fc
    .string({ unit: fc.constantFrom(...'Qz=, "\''), minLength: 1 })
    .map((each) => `Q${each}q`);
  const name = fc
    .string({ unit: fc.constantFrom('a', 'z', '7', '_'), minLength: 1, maxLength: 8 })
    .map((each) => `n_${each}`);
  const others = fc.uniqueArray(fc.record({ column, text }), {
    selector: (other) => other.column,
    minLength: 1,
    maxLength: 3,
  });
  const described = fc.record(
    { name, title: text, unit: text, description: text, others },
    { requiredKeys: ['name'] },
  );
  const list = fc.uniqueArray(described, { selector: (each) => each.name, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(list, async (names) => {
      const { names: again, problems } = await read(writeNames(names));
      expect(problems).toEqual([]);
      expect(again.map(inOrder)).toEqual(names.map(inOrder));
    }),
  );
});

test('whatever the text is, reading it ends, and every name is one', async () => {
  const hostile = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...'"",;\t\r\n\'=\uFEFFnamew_'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 200,
  });
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const { names, problems } = await read(text);
      for (const { name } of names) expect(name).toMatch(/^[a-z0-9_]+$/);
      for (const { line } of problems) expect(line).toBeGreaterThan(0);
    }),
    { numRuns: 500 },
  );
});

test('a long list is read in pieces', async () => {
  const clock = new HandClock();
  let pieces = 0;
  const watched = {
    schedule: (ms: number, run: () => void) => {
      pieces += 1;
      return clock.schedule(ms, run);
    },
  };
  const lines = Array.from({ length: 20_000 }, (_, index) => `n_${index},a title,a description`);
  const reading = readNames(['name,title,description', ...lines].join('\n'), { clock: watched });
  await clock.drain();
  expect((await reading).names).toHaveLength(20_000);
  expect(pieces).toBeGreaterThan(8);
});

describe("a file's text", () => {
  const bytes = (...codes: number[]): Uint8Array => Uint8Array.from(codes);

  it.each([
    ['UTF-8', bytes(0xef, 0xbb, 0xbf, 0x61, 0xc3, 0xa9)],
    ['UTF-8 without a mark', bytes(0x61, 0xc3, 0xa9)],
    ['UTF-16, as Excel writes it', bytes(0xff, 0xfe, 0x61, 0x00, 0xe9, 0x00)],
    ['UTF-16, the other way round', bytes(0xfe, 0xff, 0x00, 0x61, 0x00, 0xe9)],
    ["Windows' western alphabet", bytes(0x61, 0xe9)],
  ])('is read from %s', (_how, file) => {
    expect(readTextFile(file).text).toBe('aé');
  });
});

/** Sorted, because the order of other columns is the file's, not each name's. */
function inOrder({ others, ...rest }: DescribedName): unknown {
  const fields = others?.map(({ column, text }) => `${column}: ${text}`).sort();
  return { ...rest, ...(fields !== undefined && { fields }) };
}
