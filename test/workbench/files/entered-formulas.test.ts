import type { ICellData } from '@univerjs/core';
import { enterTablesAsCells } from '../../../src/workbench/files/tables';
import type { SavedWorkbook } from '../../../src/workbench/saved-workbook';
import { readWhole } from './file-steps';
import { madeWorkbook, relations, rows } from './made-package';

const FILE = madeWorkbook(
  rows(
    '<row r="1"><c r="A1" t="inlineStr"><is><t>City</t></is></c><c r="B1" t="inlineStr"><is><t>Rent a month</t></is></c></row>' +
      '<row r="2"><c r="A2" t="inlineStr"><is><t>Pune</t></is></c><c r="B2"><v>7</v></c></row><row r="3"><c r="B3"><v>8</v></c></row>',
  ),
  {
    'xl/worksheets/_rels/sheet1.xml.rels': relations([['table', '../tables/table1.xml']]),
    'xl/tables/table1.xml':
      '<table id="1" name="Shops" displayName="Shops" ref="A1:B3"><tableColumns count="2"><tableColumn id="1" name="City"/><tableColumn id="2" name="Rent a month"/></tableColumns></table>',
  },
);

/** What a formula becomes in a cell of the third row. */
function entered(formula: string, column: number, open: SavedWorkbook, ends = '$B$3'): string {
  return enteredOver(undefined, { f: formula }, column, open, ends).f ?? '';
}

/** The same, in the place of another cell. */
function enteredOver(
  present: ICellData | undefined,
  cell: ICellData,
  column: number,
  open: SavedWorkbook,
  ends = '$B$3',
): ICellData {
  const data = open.resources?.find(({ name }) => name === 'SHEET_DEFINED_NAME_PLUGIN')?.data;
  const names = JSON.parse((data ?? '{}').replace('$B$3', ends)) as Record<string, unknown>;
  enterTablesAsCells(
    { 2: { [column]: cell } },
    'One',
    open,
    () => names,
    () => present,
  );
  return cell;
}

describe('a formula that is entered', () => {
  test.each([
    ['=SUM(Shops[Rent a month])', '=SUM($B$2:$B$3)'],
    ['=ROWS(shops)', '=ROWS($A$2:$B$3)'],
    ['=Shops[@[rent a month]]*2', '=$B3*2'],
    ['=SUM(Shops[No such])', '=SUM(Shops[No such])'],
    ['=SUM(Other[City])&"Shops[City]"', '=SUM(Other[City])&"Shops[City]"'],
    ['=LET(a,[1]Jan!A1,a)', '=LET(a,[1]Jan!A1,a)'],
  ])('has cells in the place of a table: %s', async (typed, shown) => {
    const { saved } = await readWhole(FILE);
    expect(entered(typed, 3, saved)).toBe(shown);
  });

  test('has the column of its own row by itself within the table', async () => {
    const { saved } = await readWhole(FILE);
    expect(entered('=[@[Rent a month]]*2', 0, saved)).toBe('=$B3*2');
    expect(entered('=[@[Rent a month]]*2', 3, saved)).toBe('=[@[Rent a month]]*2');
  });

  test('finds the table where it is now, by its column’s present name', async () => {
    const { saved } = await readWhole(FILE);
    const header = saved.sheets?.sheet1?.cellData?.[0]?.[1];
    if (header) header.v = 'Price';
    expect(entered('=SUM(Shops[Price])', 3, saved, '$B$5')).toBe('=SUM($B$2:$B$5)');
  });

  test('keeps which of its cells were a table, until another formula takes its place', async () => {
    const { saved } = await readWhole(FILE);
    const typed = enteredOver(undefined, { f: '=SUM($B$2:$B$3,Shops[City])' }, 3, saved);
    expect(typed).toEqual({
      f: '=SUM($B$2:$B$3,$A$2:$A$3)',
      custom: { locusTableParts: { 1: '' } },
    });
    // A row has come: Univer writes the formula again.
    const moved = { f: '=SUM($B$2:$B$4,$A$2:$A$4)' };
    expect(enteredOver(typed, { ...moved }, 3, saved)).toEqual(moved);
    const other = { f: '=AVERAGE($B$2:$B$3)' };
    expect(enteredOver(typed, { ...other }, 3, saved)).toEqual({ ...other, custom: null });
    // An editor hands on what the cell had.
    const edited = { ...typed, ...other };
    expect(enteredOver(typed, edited, 3, saved)).toEqual({ ...other, custom: null });
    // It comes back when that is undone.
    expect(enteredOver({ ...other, custom: null }, { ...typed }, 3, saved)).toEqual(typed);
  });
});
