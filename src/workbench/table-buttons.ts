import { ICommandService, IUndoRedoService, sequenceExecute } from '@univerjs/core';
import type { IMutationInfo } from '@univerjs/core';
import { IDefinedNamesService } from '@univerjs/engine-formula';
import {
  SetSheetsFilterCriteriaMutation,
  SetSheetsFilterRangeMutation,
  SheetsFilterService,
  type IFilterColumn,
  type ISetSheetsFilterCriteriaMutationParams,
  type ISetSheetsFilterRangeMutationParams,
} from '@univerjs/sheets-filter';
import { contains, type CellArea } from '../addin/spreadsheet/cell-address';
import { filterArea, hasButtons, openTables } from './files/tables';
import type { Spreadsheet } from './spreadsheet';

/** Decides which of a sheet's tables has filter buttons. */
export interface TableButtons {
  /**
   * Moves the buttons to the table of the selected cell, unless another table has been filtered.
   */
  follow(): void;
  /** Whether only `bring` can move the buttons here. */
  isOffered(): boolean;
  /**
   * Moves the buttons away from a filtered table, whose rows are shown again. One Undo takes all of
   * it back.
   */
  bring(): void;
}

/** Univer has one filter on a sheet, while Excel has one for each table. */
export function createTableButtons({
  injector,
  workbook,
}: Pick<Spreadsheet, 'injector' | 'workbook'>): TableButtons {
  const commands = injector.get(ICommandService);
  const filters = injector.get(SheetsFilterService);
  const names = injector.get(IDefinedNamesService);
  /** Sheets on which a person has filtered: Undo would not find the filter where it was. */
  const filtered = new Set<string>();
  commands.onCommandExecuted(({ id, params }) => {
    if (id !== SetSheetsFilterCriteriaMutation.id) return;
    const { unitId, subUnitId } = params as ISetSheetsFilterCriteriaMutationParams;
    filtered.add(`${unitId}/${subUnitId}`);
  });

  /** The filter of the active sheet, if it is on a table, and another table that could have it. */
  function look() {
    const sheet = workbook().getActiveSheet();
    const [unitId, subUnitId] = [workbook().getId(), sheet.getSheetId()];
    const filter = filters.getFilterModel(unitId, subUnitId);
    const cell = workbook().getActiveRange()?.getRange();
    if (!filter || !cell) return undefined;
    const saved = workbook().getWorkbook().getSnapshot();
    const tables = openTables(saved, names.getDefinedNameMap(unitId) ?? {}).filter(
      (table) => table.sheet === sheet.getSheetName() && hasButtons(table),
    );
    const here = tables.find(({ area }) => startsIn(area, cell));
    // A person may have put the buttons on cells of no table.
    const owner = tables.find(({ area }) => startsIn(area, filter.getRange()));
    if (here === undefined || owner === undefined || here === owner) return undefined;
    const isFree =
      !filtered.has(`${unitId}/${subUnitId}`) && filter.getAllFilterColumns().length === 0;
    return { ids: { unitId, subUnitId }, filter, range: filterArea(here), isFree };
  }

  return {
    follow() {
      const found = look();
      if (found?.isFree !== true) return;
      const { id, params } = setRange(found.ids, found.range);
      // No change of the workbook: each table is saved with its own buttons.
      commands.syncExecuteCommand(id, params, { onlyLocal: true });
    },
    isOffered: () => look()?.isFree === false,
    bring() {
      const found = look();
      if (found === undefined) return;
      const { ids, filter, range } = found;
      const { ref, filterColumns = [] } = filter.serialize();
      const redoMutations = [
        ...filterColumns.map(({ colId }) => setCriteria(ids, colId, null)),
        setRange(ids, range),
      ];
      const undoMutations = [
        setRange(ids, ref),
        ...filterColumns.map((column) => setCriteria(ids, column.colId, column)),
      ];
      sequenceExecute(redoMutations, commands);
      const undo = injector.get(IUndoRedoService);
      undo.pushUndoRedo({ unitID: ids.unitId, undoMutations, redoMutations });
    },
  };
}

type Corners = Omit<CellArea, 'sheet'>;
type SheetIds = Pick<ISetSheetsFilterRangeMutationParams, 'unitId' | 'subUnitId'>;

function setRange(
  ids: SheetIds,
  range: Corners,
): IMutationInfo<ISetSheetsFilterRangeMutationParams> {
  return { id: SetSheetsFilterRangeMutation.id, params: { ...ids, range } };
}

function setCriteria(
  ids: SheetIds,
  col: number,
  criteria: IFilterColumn | null,
): IMutationInfo<ISetSheetsFilterCriteriaMutationParams> {
  return { id: SetSheetsFilterCriteriaMutation.id, params: { ...ids, col, criteria } };
}

function startsIn(area: Corners, { startRow, startColumn }: Corners): boolean {
  return contains(area, { row: startRow, column: startColumn });
}
