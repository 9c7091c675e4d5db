import { CellValueType, type ICellData } from '@univerjs/core';
import { withSpills, type SavedWorkbook } from '../../src/workbench/saved-workbook';
import { exampleWorkbook } from '../workbench/files/example-workbook';
import { write } from '../workbench/files/file-steps';
import { sheetsInLibreOffice } from './sheets';

describe('LibreOffice, which knows none of our functions', () => {
  test('shows every result that a saved workbook keeps: 500 rows of numbers, zeros and texts', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => resultsOf(index));
    const shown = sheetsInLibreOffice(await write(workbookOf(rows)));
    expect(shown['Stores']?.slice(0, 500)).toEqual(rows.map((row) => row.map(String)));
  });

  test('opens the workbook that has something of everything', async () => {
    const shown = sheetsInLibreOffice(await write(exampleWorkbook(), 'data'));
    const sheet = Object.entries(shown).find(([name]) => name.startsWith('Stores'))?.[1] ?? [];
    expect(sheet[0]?.slice(0, 2)).toEqual(['Pincode', 'People']);
    expect(sheet[1]?.slice(0, 2)).toEqual(['007', '82426']);
    expect([sheet[2]?.[0], sheet[2]?.[3]]).toEqual(['2026-11-21', 'a "b" <c>']);
    expect(sheet[3]?.slice(0, 3)).toEqual(['=1+1', '#N/A', 'FALSE']);
    expect(sheet[6]?.slice(0, 2)).toEqual(['3', '4']);
    expect(Object.values(shown)).toHaveLength(2);
  });

  test('keeps neither errors, nor truth values, nor arrays of functions that it does not know', async () => {
    const f = '=LOCATTR(1,2,"a")';
    const cellData = {
      0: { 0: { v: 1, t: CellValueType.NUMBER, f: '=LOCATTR(1,2,{"a","b"})' } },
      1: { 0: { v: '#N/A', t: CellValueType.STRING, f }, 1: { v: 1, t: CellValueType.BOOLEAN, f } },
    };
    const spills = {
      sheetId: 'stores',
      ranges: { 0: { 0: { startRow: 0, startColumn: 0, endRow: 0, endColumn: 1 } } },
      cells: { 0: { 0: { v: 1 }, 1: { v: 2 } } },
    };
    const saved = { sheetOrder: ['stores'], sheets: { stores: { name: 'Stores', cellData } } };
    const shown = sheetsInLibreOffice(await write(withSpills(saved, [spills])));
    // Limits of its import, written down here so that a version without them is noticed.
    expect(Object.values(shown)[0]?.slice(0, 2)).toEqual([
      ['#NAME?', '#NAME?'],
      ['#NAME?', '#NAME?'],
    ]);
  });
});

/** Numbers, none, and texts. */
function resultsOf(index: number): (string | number)[] {
  return [index, index / 8, 0, `town ${String(index)}`];
}

function workbookOf(rows: readonly (readonly (string | number)[])[]): SavedWorkbook {
  const cellData = rows.map((row, index) =>
    row.map((v, column): ICellData => {
      if (column === 0) return { v, t: CellValueType.NUMBER };
      const f = `=LOCATTR(A${String(index + 1)},77,"name_${String(column)}")`;
      return { v, t: typeof v === 'number' ? CellValueType.NUMBER : CellValueType.STRING, f };
    }),
  );
  return {
    sheetOrder: ['stores'],
    sheets: { stores: { name: 'Stores', cellData: Object.fromEntries(cellData.entries()) } },
  } as unknown as SavedWorkbook;
}
