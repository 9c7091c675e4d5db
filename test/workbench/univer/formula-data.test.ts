import { BooleanNumber, CellValueType } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import { findHiddenRowsQuickly } from '../../../src/workbench/univer/hidden-rows';
import { keepEveryResult } from '../../../src/workbench/univer/calculated-results';
import { cellsOf, openUniver } from './open-univer';

describe('a workbook that opens', () => {
  test('calculates only formulas without a result: 0, an empty text and FALSE are results', () => {
    const results = [
      { v: 0 },
      { v: '' },
      { v: 0, t: CellValueType.BOOLEAN },
      {},
      { v: null },
      { v: 7 },
      {},
    ];
    const formulas = results.map((result) => [{ f: '=1*0', ...result }]);
    const { injector } = openUniver({ cellData: cellsOf(formulas) });
    keepEveryResult(injector);
    const rows = injector
      .get(FormulaDataModel)
      .getFormulaDirtyRanges()
      .map(({ range }) => [range.startRow, range.endRow]);
    expect(rows).toEqual([
      [3, 4],
      [6, 6],
    ]);
  });
});

describe('a calculation', () => {
  test('knows hidden and filtered rows from those that have a format, and visits no other row', () => {
    const rowData = {
      3: { hd: BooleanNumber.TRUE },
      5: { hd: BooleanNumber.FALSE },
      900_000: { h: 9 },
    };
    const { injector, sheet } = openUniver({ rowCount: 1_000_000, rowData });
    const model = injector.get(FormulaDataModel);
    const filters = { getFilterModel: () => ({ filteredOutRows: new Set([7, 8]) }) };
    findHiddenRowsQuickly(
      injector,
      filters as unknown as Parameters<typeof findHiddenRowsQuickly>[1],
    );
    const visited = new Set<number>();
    const isVisible = sheet.getRowVisible.bind(sheet);
    sheet.getRowVisible = (row) => {
      visited.add(row);
      return isVisible(row);
    };
    const hidden = model.getHiddenRowsFiltered()['w']?.['s'] ?? {};
    expect(Object.keys(hidden)).toEqual(['3', '7', '8']);
    expect(visited.size).toBe(0);
  });

  test('finds the hidden rows that Univer finds', () => {
    const rowData = { 3: { hd: BooleanNumber.TRUE }, 5: { h: 9 }, 99: { hd: BooleanNumber.TRUE } };
    const { injector } = openUniver({ rowCount: 100, rowData });
    const model = injector.get(FormulaDataModel);
    const found = model.getHiddenRowsFiltered();
    findHiddenRowsQuickly(injector, { getFilterModel: () => null });
    expect(model.getHiddenRowsFiltered()).toEqual(found);
  });
});
