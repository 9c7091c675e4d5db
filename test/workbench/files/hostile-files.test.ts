import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { openPackage } from '../../../src/workbench/files/package-reading';
import { exampleWorkbook } from './example-workbook';
import { CLOCK, read, readWhole, write } from './file-steps';
import { madeWorkbook, rows } from './made-package';

const ONE_MEGABYTE = 1_000_000;

describe('a file that means harm, or has come to some', () => {
  test('is refused, whatever is cut off', async () => {
    const whole = await write(exampleWorkbook());
    const lengths = [1, 2, 3, 4, 30, whole.length >> 1, whole.length - 23, whole.length - 1];
    for (const length of lengths) {
      expect(await read(whole.subarray(0, length))).toMatchObject({ kind: 'failed' });
    }
  });

  test('never makes reading fail in another way than by saying so', async () => {
    const whole = await write(exampleWorkbook());
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 }),
        async (changes) => {
          const bytes = new Uint8Array(whole);
          for (const [at, value] of changes) bytes[at] = value;
          expect(['workbook', 'failed']).toContain((await read(bytes)).kind);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('unpacks to no more than is allowed, also where it lies about its size', async () => {
    const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(20 * ONE_MEGABYTE) });
    const limits = { maxParts: 10, maxBytes: ONE_MEGABYTE };
    const slice = (): undefined => undefined;
    const opening = openPackage(new Uint8Array(bomb), limits, slice);
    await expect(opening).rejects.toThrow(/larger than 1 MB/);
    const lying = new Uint8Array(bomb);
    const view = new DataView(lying.buffer);
    const end = lying.length - 22;
    view.setUint32(view.getUint32(end + 16, true) + 24, 10, true);
    const byDirectory = await openPackage(lying, limits, slice);
    await expect(byDirectory.text('xl/workbook.xml')).rejects.toThrow(/damaged/);
    const AT_FIRST_PART = 22;
    view.setUint32(AT_FIRST_PART, 10, true);
    const everywhere = await openPackage(lying, limits, slice);
    await expect(everywhere.text('xl/workbook.xml')).rejects.toThrow(/damaged/);
  });

  test('has no more parts than is allowed, and none twice', async () => {
    const parts = Object.fromEntries(
      Array.from({ length: 6_000 }, (_, index) => [`xl/part${index}.xml`, strToU8('x')]),
    );
    expect(await read(zipSync(parts))).toEqual({
      kind: 'failed',
      message: 'The workbench can’t open this file: it has more than 5000 parts.',
    });
    const twice = zipSync({ 'a.xml': strToU8('1'), 'b.xml': strToU8('2') });
    const text = Buffer.from(twice).toString('latin1').replaceAll('b.xml', 'A.xml');
    expect(await read(Buffer.from(text, 'latin1'))).toMatchObject({ kind: 'failed' });
  });

  test('holds no document type, and so no entity that grows or fetches', async () => {
    const laughs =
      '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>';
    const bytes = madeWorkbook('', {
      'xl/worksheets/sheet1.xml': `${laughs}<worksheet>${rows('<row><c t="str"><v>&b;&c;</v></c></row>')}</worksheet>`,
    });
    expect(await read(bytes)).toMatchObject({ message: expect.stringContaining('document type') });
  });

  test('may name a sheet, a name and a style after what objects have', async () => {
    const { saved } = await readWhole(
      madeWorkbook(rows('<row><c s="__proto__"><v>1</v></c></row>'), {
        'xl/workbook.xml':
          '<workbook xmlns:r="r"><sheets><sheet name="__proto__" r:id="rId1"/></sheets><definedNames><definedName name="__proto__">1</definedName></definedNames></workbook>',
        'xl/styles.xml':
          '<styleSheet><cellXfs count="__proto__"><xf fontId="constructor"/></cellXfs></styleSheet>',
      }),
    );
    expect(saved.sheets?.sheet1?.name).toBe('__proto__');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(saved.sheets)).toBe(Object.prototype);
  });

  test('may claim a whole sheet for a column, a spill or a merged cell without filling it', async () => {
    const { saved } = await readWhole(
      madeWorkbook(
        '<cols><col min="1" max="16384" width="20"/><col min="2" max="99999999"/></cols>' +
          rows(
            '<row r="1"><c r="A1" cm="1"><f t="array" ref="A1:XFD1048576">ROW()</f><v>1</v></c></row>' +
              '<row r="1048576"><c r="XFD1048576"><v>2</v></c></row>',
          ) +
          `<mergeCells>${'<mergeCell ref="A2:XFD1048576"/>'.repeat(1_000)}</mergeCells>`,
      ),
    );
    const sheet = saved.sheets?.sheet1;
    expect(sheet).toMatchObject({ rowCount: 1_048_576, columnCount: 16_384 });
    expect(Object.keys(sheet?.cellData ?? {})).toHaveLength(2);
    expect(sheet?.mergeData).toHaveLength(1);
  });

  test.each([
    ['<row r="1048577"><c><v>1</v></c></row>'],
    ['<row r="0"><c><v>1</v></c></row>'],
    ['<row><c r="XFE1"><v>1</v></c></row>'],
    ['<row><c r="1"><v>1</v></c></row>'],
    ['<row><c r="A1"><v>1'],
  ])('is refused with cells where none can be: %s', async (cells) => {
    expect(await read(madeWorkbook(rows(cells)))).toMatchObject({ kind: 'failed' });
  });

  test('has no more cells than the workbench can hold', async () => {
    const row = `<row>${'<c><v>1</v></c>'.repeat(16_000)}</row>`;
    expect(await read(madeWorkbook(rows(row.repeat(63))))).toEqual({
      kind: 'failed',
      message: 'The workbench can’t open this file: it has more than 1,000,000 filled cells.',
    });
  });

  test('may name texts, formulas and looks that are not there', async () => {
    const { saved } = await readWhole(
      madeWorkbook(
        rows(
          '<row><c t="s" s="99"><v>5</v></c><c><f t="shared" si="4"/><v>NaN</v></c><c t="b"><v>x</v></c><c t="e"/></row>',
        ),
      ),
    );
    expect(saved.sheets?.sheet1?.cellData?.[0]?.[2]).toMatchObject({ v: 0 });
  });

  test.each([
    ['an empty file', new Uint8Array(0), 'a.xlsx', /is empty/],
    ['a web page', strToU8('<html></html>'), 'a.xlsx', /HTML/],
    ['a damaged workbook', new Uint8Array(99), 'a.XLSM', /Get another copy, or open it in Excel/],
    ['a picture', new Uint8Array([0x89, 0x50, 0, 0, 1]), 'a.csv', /neither text nor a workbook/],
    ['a text document', zipSync({ 'word/document.xml': strToU8('x') }), 'a.xlsx', /Word/],
    ['a presentation', zipSync({ 'ppt/presentation.xml': strToU8('x') }), 'a', /PowerPoint/],
    ['OpenDocument', zipSync({ 'content.xml': strToU8('x') }), 'a.ods', /OpenDocument/],
    ['some other archive', zipSync({ 'a.txt': strToU8('x') }), 'a.xlsx', /ZIP.*Unpack it/],
    ['a list in an archive', zipSync({ 'a.csv': strToU8('lat,lng\n1,2\n') }), 'a.zip', /Unpack it/],
    [
      'another package',
      zipSync({ '[Content_Types].xml': strToU8('x') }),
      'a',
      /not an Excel workbook/,
    ],
    [
      'a binary workbook',
      madeWorkbook('', {
        '_rels/.rels':
          '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
        'xl/workbook.bin': new Uint8Array(4),
      }),
      'a.xlsb',
      /xlsb/,
    ],
    ['an old workbook', compoundFile('Workbook'), 'a.xls', /older Excel workbook/],
    ['one behind a password', compoundFile('EncryptedPackage'), 'a.xlsx', /password/],
    ['a file that is too large', new Uint8Array(100_000_001), 'a.xlsx', /larger than 100 MB/],
  ])('is %s, and that is what is said', async (_what, bytes, name, message) => {
    const reading = await read(bytes, name);
    expect(reading).toEqual({ kind: 'failed', message: expect.stringMatching(message) });
  });

  test('is opened by what is in it, whatever its name says', async () => {
    const bytes = await write(exampleWorkbook());
    expect(await readWhole(bytes, 'workbook.csv')).toMatchObject({ format: 'xlsx' });
    const zipped = readFileSync(join(__dirname, '../../../README.md'));
    expect(await readWhole(zipped, 'readme.xml')).toMatchObject({ format: 'csv' });
  });

  test('can be called off while it is read', async () => {
    const bytes = madeWorkbook(rows(`<row>${'<c><v>1</v></c>'.repeat(10_000)}</row>`));
    let now = 0;
    const calledOff = new AbortController();
    const clock = { ...CLOCK, elapsed: () => (now += 100) };
    calledOff.abort();
    const { readFile } = await import('../../../src/workbench/files/file-reading');
    const options = { functionIds: [], clock, signal: calledOff.signal };
    expect(await readFile(new Uint8Array(bytes), 'a.xlsx', options)).toEqual({
      kind: 'called-off',
    });
  });
});

/** The beginning of an OLE file, and the name of something inside. */
function compoundFile(name: string): Uint8Array {
  const bytes = new Uint8Array(2_048);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  bytes.set(Buffer.from(name, 'utf16le'), 1_152);
  return bytes;
}
