import * as sheetJs from '@e965/xlsx';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import type { SavedWorkbook } from '../../../src/workbench/saved-workbook';
import { exampleWorkbook } from './example-workbook';
import { write } from './file-steps';
import { packageFaults } from './open-xml-rules';

describe('a file that is written', () => {
  test('keeps to the rules that Excel insists on', async () => {
    expect(packageFaults(unzipSync(await write(exampleWorkbook(), 'data')))).toEqual([]);
  });

  test('keeps to them whatever the cells hold', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 8 });
    const value = fc.oneof(text, fc.double(), fc.constantFrom('#N/A', '_x000D_', ' a ', ''));
    const cell = fc.record({ v: value, f: fc.option(text.map((code) => `=A1&"${code}`)) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(40), fc.nat(40), cell)), async (cells) => {
        const cellData: Record<number, Record<number, object>> = {};
        for (const [row, column, each] of cells) (cellData[row] ??= {})[column] = each;
        const saved = { sheetOrder: ['a'], sheets: { a: { name: 'A', cellData } } };
        expect(packageFaults(unzipSync(await write(saved as SavedWorkbook)))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  test('says to another reader what it says to us', async () => {
    const read = sheetJs.read(await write(exampleWorkbook(), 'hidden'), {
      cellStyles: true,
      cellNF: true,
      sheetStubs: true,
    });
    expect(read.SheetNames).toEqual(["Stores 'n' <more>", '__proto__']);
    expect(read.Workbook?.Sheets?.map(({ Hidden }) => Hidden)).toEqual([0, 1]);
    expect(read.Workbook?.Names).toEqual([
      expect.objectContaining({ Name: 'people', Ref: "'Stores ''n'' <more>'!$B$2:$B$9" }),
      expect.objectContaining({ Name: '_locus_anchor_1', Hidden: true, Sheet: 1 }),
      expect.objectContaining({ Name: 'share', Ref: '_xldudf_LOCATTR(1,2,"t")*0.5' }),
    ]);
    const sheet = read.Sheets["Stores 'n' <more>"] ?? {};
    const cell = (address: string): sheetJs.CellObject => sheet[address] as sheetJs.CellObject;
    expect(cell('A2')).toMatchObject({ t: 's', v: '007' });
    expect(cell('B2')).toMatchObject({
      t: 'n',
      v: 82_426,
      f: '_xldudf_LOCATTR_ADDRESS("MG Road, ""Bengaluru""",A2,"w_pop_tt")',
    });
    expect(cell('B3')).toMatchObject({ t: 'e', w: '#N/A' });
    expect(cell('C3')).toMatchObject({ t: 'b', v: true });
    expect(cell('A3')).toMatchObject({ t: 'n', v: 46_347, z: 'yyyy-mm-dd' });
    expect(cell('A4')).toMatchObject({ t: 's', v: '=1+1' });
    expect(cell('B4')).toMatchObject({ t: 's', v: '#N/A' });
    expect(cell('A5')).toMatchObject({ t: 'n', v: 1, F: 'A5:C5', D: true });
    expect([cell('B5').w, cell('C5').v]).toEqual(['#N/A', 't']);
    expect(cell('A10').f).toBe('XLOOKUP(1,_xlws.SORT(A1:A3),B1:B3)');
    expect(cell('B2').c?.[0]?.t).toBe('Seen <by> me');
    expect(sheet['!merges']).toEqual([{ s: { r: 20, c: 0 }, e: { r: 21, c: 2 } }]);
    expect(sheet['!cols']?.[3]).toMatchObject({ hidden: true });
  });

  test('is the same for the same workbook', async () => {
    expect(await write(exampleWorkbook())).toEqual(await write(exampleWorkbook()));
  });

  test.each([
    ['a/b', /Excel doesn’t allow a sheet named "a\/b"/],
    ['x'.repeat(32), /1 to 31 characters/],
    ['', /doesn’t allow a sheet named ""/],
  ])('is not written for a sheet that Excel cannot take: %p', async (name, message) => {
    await expect(write({ sheetOrder: ['a'], sheets: { a: { name } } })).rejects.toThrow(message);
  });
});
