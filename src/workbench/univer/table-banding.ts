import { InterceptorEffectEnum } from '@univerjs/core';
import type { Injector } from '@univerjs/core';
import {
  IDefinedNamesService,
  INTERCEPTOR_POINT,
  SheetInterceptorService,
} from '@univerjs/preset-sheets-core';
import type { FWorkbook } from '@univerjs/sheets/facade';
import { openTables } from '../files/tables';
import type { Table } from '../files/table-references';
import { tableLook } from '../table-look';

/** Univer knows no tables. This shows their cells in the colours of their styles. */
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
