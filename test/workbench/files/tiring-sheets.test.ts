import { cellName } from '../../../src/addin/spreadsheet/cell-address';
import { readFile } from '../../../src/workbench/files/file-reading';
import { CLOCK, read, readWhole } from './file-steps';
import { madeWorkbook, rows } from './made-package';

describe('a sheet that is made to keep the page busy', () => {
  test('may say a hundred thousand times how wide all columns are: the last word counts', async () => {
    const { saved } = await readWhole(
      madeWorkbook(
        `<cols>${'<col min="1" max="16384" width="9"/>'.repeat(100_000)}<col min="3" max="4" width="20"/><col min="4" max="5" width="30"/></cols>` +
          rows('<row r="1"><c r="XFD1"><v>1</v></c></row>'),
      ),
    );
    const columns = saved.sheets?.sheet1?.columnData;
    const widths = [0, 1, 2, 3, 4, 5, 16_383].map((column) => columns?.[column]?.w);
    expect(widths).toEqual([63, 63, 140, 210, 210, 63, 63]);
    expect(Object.keys(columns ?? {})).toHaveLength(16_384);
  });

  test('may have thousands of tall merged cells side by side: later ones over them are dropped', async () => {
    const tall = Array.from(
      { length: 2_100 },
      (_, column) => `<mergeCell ref="${cellName(0, column)}:${cellName(1_048_575, column)}"/>`,
    );
    const over = '<mergeCell ref="A2:B3"/>'.repeat(100_000);
    const lower = ['XFA1:XFD9', 'XFA9:XFB12', 'XEZ10:XFD10', 'XFD10:XFD11'].map(
      (ref) => `<mergeCell ref="${ref}"/>`,
    );
    const { saved } = await readWhole(
      madeWorkbook(`${rows('')}<mergeCells>${tall.join('')}${over}${lower.join('')}</mergeCells>`),
    );
    const merged = saved.sheets?.sheet1?.mergeData ?? [];
    expect(merged.filter(({ endRow }) => endRow === 1_048_575)).toHaveLength(2_100);
    expect(merged.filter(({ endRow }) => endRow < 1_048_575)).toEqual([
      expect.objectContaining({ startRow: 0, endRow: 8, endColumn: 16_383 }),
      expect.objectContaining({ startRow: 9, endRow: 9, endColumn: 16_383 }),
    ]);
  });

  test.each([
    ['rows without cells', rows('<row r="1"/>'.repeat(10_000))],
    ['what the workbench skips', `${rows('')}<extLst>${'<a/>'.repeat(10_000)}</extLst>`],
    ['remarks', rows('<!---->'.repeat(10_000))],
  ])('lets the page breathe between %s', async (_what, sheet) => {
    let now = 0;
    let breaths = 0;
    const clock: typeof CLOCK = {
      ...CLOCK,
      elapsed: () => (now += 100),
      schedule(ms, run) {
        breaths += 1;
        return CLOCK.schedule(ms, run);
      },
    };
    const bytes = new Uint8Array(madeWorkbook(sheet));
    expect(await readFile(bytes, 'a.xlsx', { functionIds: [], clock })).toMatchObject({
      kind: 'workbook',
    });
    expect(breaths).toBeGreaterThan(500);
  });

  test('has no more elements than the workbench reads, whatever they are', async () => {
    const sheet = `${rows('')}<extLst>${'<a/>'.repeat(20_000_000)}</extLst>`;
    expect(await read(madeWorkbook(sheet))).toEqual({
      kind: 'failed',
      message:
        'The workbench can’t open this file: it has more than 20,000,000 elements in its sheets.',
    });
  });

  test('holds no more in a single cell than can be read in one go', async () => {
    const cell = `<row><c t="inlineStr"><is>${'<t/>'.repeat(2_000_000)}</is></c></row>`;
    expect(await read(madeWorkbook(rows(cell)))).toEqual({
      kind: 'failed',
      message: 'The workbench can’t open this file: a part of it has too many elements.',
    });
  });
});
