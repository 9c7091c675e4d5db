import * as sheetJs from '@e965/xlsx';
import fc from 'fast-check';
import { readWhole } from './file-steps';
import { madeWorkbook, rows } from './made-package';

/** 2 January 2020, 03:04:05. */
const SERIAL = 43_832 + (3 * 3_600 + 4 * 60 + 5) / 86_400;
const STYLES =
  '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="21"/></cellXfs></styleSheet>';

describe('a cell whose date is written out', () => {
  test.each([
    ['2020-01-02', 43_832],
    ['2020-01-02Z', 43_832],
    ['2020-01-02T03:04', 43_832 + 184 / 1_440],
    ['2020-01-02T03:04:05', SERIAL],
    ['2020-01-02 03:04:05', SERIAL],
    [' 2020-01-02T03:04:05Z ', SERIAL],
    ['2020-01-02t03:04:05.000z', SERIAL],
    ['2020-01-02T08:34:05+05:30', SERIAL],
    ['2020-01-02T00:04:05-0300', SERIAL],
    ['2020-01-02T04:04:05+01', SERIAL],
    ['03:04:05', SERIAL - 43_832],
    ['T03:04:05Z', SERIAL - 43_832],
    ['24:00', 1],
    ['1900-01-01', 1],
    ['1900-02-28', 59],
    ['1900-03-01', 61],
    ['9999-12-31', 2_958_465],
  ])('shows the day and the time that %s says, from wherever days count', async (text, serial) => {
    for (const is1904 of [false, true]) {
      const { v, t } = await cellOf(text, is1904);
      expect(v).toBeCloseTo(serial, 6);
      expect(t).toBe(2);
    }
  });

  test.each([
    '2020-01',
    'soon',
    '1604-01-01',
    '2020-13-45',
    '2020-01-02T25:00',
    'T',
    'Z',
    '5',
    '+05:30',
  ])('shows %s as it stands, which is no date of a sheet', async (text) => {
    expect(await cellOf(text, false)).toMatchObject({ v: text, t: 1 });
  });

  test('is read as SheetJS writes it', async () => {
    const date = new Date(Date.UTC(2020, 0, 2, 3, 4, 5));
    const sheet = sheetJs.utils.aoa_to_sheet([[date]], { cellDates: true, UTC: true });
    const book = sheetJs.utils.book_new(sheet, 'Dates');
    const bytes = sheetJs.write(book, { type: 'array', cellDates: true }) as ArrayBuffer;
    const { saved } = await readWhole(new Uint8Array(bytes));
    expect(saved.sheets?.sheet1?.cellData?.[0]?.[0]?.v).toBeCloseTo(SERIAL, 6);
  });

  test('is the day that JavaScript means by it, for every day that a sheet has', async () => {
    const day = fc.date({
      min: new Date('1900-03-01'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    });
    await fc.assert(
      fc.asyncProperty(day, async (date) => {
        const { v } = await cellOf(date.toISOString(), false);
        expect(Number(v) - 25_569).toBeCloseTo(date.getTime() / 86_400_000, 6);
      }),
      { numRuns: 30 },
    );
  });
});

async function cellOf(text: string, is1904: boolean) {
  const { saved } = await readWhole(
    madeWorkbook(rows(`<row r="1"><c r="A1" t="d" s="1"><v>${text}</v></c></row>`), {
      'xl/styles.xml': STYLES,
      'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    }),
  );
  return saved.sheets?.sheet1?.cellData?.[0]?.[0] ?? {};
}
