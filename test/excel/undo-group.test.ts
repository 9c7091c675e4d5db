import { createSheet } from '../../src/excel/sheet';
import type { WriteResult } from '../../src/addin/spreadsheet/sheet';
import { failedFor, startPlayedExcel } from './played/excel-api';
import type { PlayedWorkbook } from './played/played-workbook';

const excel = startPlayedExcel();
const sheet = createSheet();
let workbook: PlayedWorkbook;

beforeEach(() => void (workbook = excel.open(['Stores'])));

function write(rows: number): Promise<WriteResult> {
  const cells = Array.from({ length: rows }, (_, row) => [`=LOCATTR(A${row + 1},B${row + 1},"x")`]);
  return sheet.write({ sheet: 'Stores', row: 0, column: 2, cells, formats: ['0.00'] });
}

const WHERE = [
  ['on the web', undefined],
  ['on the desktop', '1.20'],
  ['before there were groups', '1.19'],
] as const;

describe.each(WHERE)('one step of Excel’s own undo %s', (_, version) => {
  beforeEach(() => {
    if (version !== undefined) excel.withApi(version);
  });

  it.each([1, 1_599, 1_600, 5_000])('does not cost %d formulas', async (rows) => {
    expect(await write(rows)).toMatchObject({ kind: 'written', written: { rows } });
    expect(workbook.read(`C${rows}`)).toEqual([[`=LOCATTR(A${rows},B${rows},"x")`]]);
    expect(workbook.sheets[0]?.formats.at(-1)).toMatch(/^Stores!C1\b.* 0\.00$/);
  });

  it('can be taken back, too', async () => {
    const result = await write(2_000);
    if (result.kind !== 'written') throw new Error(result.kind);
    expect(await sheet.undo(result.written)).toMatchObject({ restored: 2_000, kept: 0 });
    expect(workbook.sheets[0]?.cells.size).toBe(0);
  });

  it('does not keep a sheet from being added', async () => {
    const lines = Array.from({ length: 2_000 }, () => ['=1+1', '=2+2']);
    expect(await sheet.addSheet('Receipt', lines)).toMatchObject({
      kind: 'added',
      sheet: 'Receipt',
    });
    expect(workbook.read('Receipt!B2000')).toEqual([['=2+2']]);
  });
});

it('is one where Excel allows it', async () => {
  excel.withApi('1.20');
  const before = excel.groups();
  await write(1_000);
  expect(excel.groups() - before).toBe(1);
});

it('does not hide why a write fails', async () => {
  excel.failWhen(({ Actions }) =>
    Actions.some(({ Name }) => Name === 'Formulas') ? 'SomethingNew' : undefined,
  );
  expect(await write(3)).toEqual(failedFor(/couldn’t do this \(SomethingNew\)/));
});
