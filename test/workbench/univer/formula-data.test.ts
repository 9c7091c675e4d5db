import { BooleanNumber, IUniverInstanceService } from '@univerjs/core';
import type { Injector } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import { findHiddenRowsQuickly } from '../../../src/workbench/univer/hidden-rows';
import { keepEveryResult } from '../../../src/workbench/univer/kept-results';

/** Univer's services, with one workbook of one sheet. */
function injectorOf(sheet: object, model: object): Injector {
  const whole = { getSheetId: () => 's', ...sheet };
  const workbook = {
    getUnitId: () => 'w',
    getSheets: () => [whole],
    getSheetBySheetId: () => whole,
  };
  const instances = { getUnit: () => workbook, getAllUnitsForType: () => [workbook] };
  const services = new Map<unknown, unknown>([
    [FormulaDataModel, model],
    [IUniverInstanceService, instances],
  ]);
  return { get: (id: unknown) => services.get(id) } as unknown as Injector;
}

describe('a workbook that opens', () => {
  test('calculates only formulas without a result: 0, an empty text and FALSE are results', () => {
    const values = [0, '', false, null, undefined, 7, null];
    const range = { startRow: 0, endRow: values.length - 1, startColumn: 2, endColumn: 2 };
    const model = { getFormulaDirtyRanges: () => [{ unitId: 'w', sheetId: 's', range }] };
    keepEveryResult(injectorOf({ getCellRaw: (row: number) => ({ v: values[row] }) }, model));
    const rows = model
      .getFormulaDirtyRanges()
      .map((each) => [each.range.startRow, each.range.endRow]);
    expect(rows).toEqual([
      [3, 4],
      [6, 6],
    ]);
  });
});

describe('a calculation', () => {
  test('knows hidden and filtered rows from those that have a format, and visits no other row', () => {
    const visited: number[] = [];
    const getRowFiltered = (row: number) => visited.push(row);
    const data = {
      3: { hd: BooleanNumber.TRUE },
      5: { hd: BooleanNumber.FALSE },
      900_000: { h: 9 },
    };
    const sheet = { getRowManager: () => ({ getRowData: () => data }), getRowFiltered };
    const model: Partial<Pick<FormulaDataModel, 'getHiddenRowsFiltered'>> = {};
    const filters = { getFilterModel: () => ({ filteredOutRows: new Set([7, 8]) }) };
    findHiddenRowsQuickly(
      injectorOf(sheet, model),
      filters as unknown as Parameters<typeof findHiddenRowsQuickly>[1],
    );
    const hidden = model.getHiddenRowsFiltered?.()['w']?.['s'] ?? {};
    expect(Object.keys(hidden)).toEqual(['3', '7', '8']);
    expect(visited).toEqual([]);
  });
});
