import { ICommandService, InterceptorEffectEnum, type Injector } from '@univerjs/core';
import { IDefinedNamesService } from '@univerjs/engine-formula';
import {
  INTERCEPTOR_POINT,
  SheetInterceptorService,
  SetRangeValuesMutation,
  type ISetRangeValuesMutationParams,
} from '@univerjs/sheets';
import type { FWorkbook } from '@univerjs/sheets/facade';
import type { Table } from '../files/table-references';
import { enterTablesAsCells, openTables } from '../files/tables';
import { tableLook } from '../table-look';

/** Shows the cells of tables, which Univer does not have, in the colours of their styles. */
export function showTables(injector: Injector, workbook: () => FWorkbook): void {
  const names = injector.get(IDefinedNamesService);
  /** Read anew once a name, which says where a table is, has moved. */
  let tables: { readonly unitId: string; readonly all: readonly Table[] } | undefined;
  names.update$.subscribe(() => (tables = undefined));
  function tablesOn(unitId: string, sheet: string): readonly Table[] {
    if (tables?.unitId !== unitId) {
      const open = workbook().getWorkbook();
      if (open.getUnitId() !== unitId) return [];
      tables = {
        unitId,
        all: openTables(open.getSnapshot(), names.getDefinedNameMap(unitId) ?? {}),
      };
    }
    return tables.all.length === 0 ? [] : tables.all.filter((table) => table.sheet === sheet);
  }
  injector.get(SheetInterceptorService).intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    id: 'tables-in-colour',
    effect: InterceptorEffectEnum.Style,
    handler(cell, context, next) {
      const { row, col, unitId, worksheet, rawData } = context;
      for (const table of tablesOn(unitId, worksheet.getName())) {
        const themeStyle = tableLook(table, row, col);
        if (themeStyle !== undefined) {
          const own = !cell || cell === rawData ? { ...rawData } : cell;
          return next(Object.assign(own, { themeStyle }));
        }
      }
      return next(cell);
    },
  });
}

/**
 * Univer knows no tables, and a formula that names one would be an error. This puts the table's
 * cells into it as it is entered; Univer calculates them, and moves them as rows come and go.
 */
export function readTypedTables(injector: Injector, workbook: () => FWorkbook): void {
  const names = injector.get(IDefinedNamesService);
  injector.get(ICommandService).beforeCommandExecuted((command) => {
    if (command.id !== SetRangeValuesMutation.id) return;
    const { unitId, subUnitId, cellValue } = command.params as ISetRangeValuesMutationParams;
    const open = workbook().getWorkbook();
    const sheet = open.getSheetBySheetId(subUnitId);
    if (open.getUnitId() !== unitId || !sheet || !cellValue) return;
    const namesNow = () => names.getDefinedNameMap(unitId) ?? {};
    const present = (row: number, column: number) => sheet.getCellRaw(row, column);
    enterTablesAsCells(cellValue, sheet.getName(), open.getSnapshot(), namesNow, present);
  });
}
