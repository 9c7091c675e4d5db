import {
  ICommandService,
  IUndoRedoService,
  sequenceExecute,
  type IWorksheetData,
} from '@univerjs/core';
import {
  InsertSheetMutation,
  RemoveSheetCommand,
  RemoveSheetMutation,
  SheetInterceptorService,
} from '@univerjs/sheets';
import type { FWorksheet } from '@univerjs/sheets/facade';
import { freeSheetName } from '../addin/spreadsheet/cell-address';
import { pageFingerprint, type MakePage } from '../addin/spreadsheet/printed-page';
import { pageIn } from './files/page-pictures';
import { sheetOf } from './files/page-sheet';
import { attempt } from './sheet';
import { allInputsOf, cellsOf, gridOf } from './sheet-reading';
import type { Spreadsheet } from './spreadsheet';

/** Creates the page as a sheet that is made in one step, so that one Undo removes it. */
export function createMakePage(spreadsheet: Spreadsheet): MakePage {
  const { workbook } = spreadsheet;
  return (page) =>
    attempt(() => {
      const sheets = workbook().getSheets();
      const earlier = sheets.find((each) => keptPage(each)?.id === page.id);
      const isKept = earlier !== undefined && isChanged(spreadsheet, earlier);
      const replaced = isKept ? undefined : earlier;
      const taken = sheets.filter((each) => each !== replaced).map((each) => each.getSheetName());
      const name = freeSheetName(replaced?.getSheetName() ?? page.name, taken);
      const sheet = sheetOf(page, name);
      const index = replaced === undefined ? sheets.length : sheets.indexOf(replaced);
      insert(spreadsheet, sheet, index, replaced);
      const made = workbook().getSheetBySheetId(sheet.id);
      if (made === null) throw new Error('the page was not added');
      const [rows, columns] = [page.rows.length, page.columns.length];
      const area = { sheet: name, row: 0, column: 0, rows, columns };
      const after = gridOf(area, cellsOf(spreadsheet, made).input);
      return {
        kind: 'made',
        sheet: name,
        written: { ...area, sheetId: sheet.id, after, before: undefined },
        earlier: replaced !== undefined ? 'replaced' : isKept ? 'kept' : 'none',
      };
    });
}

function keptPage(sheet: FWorksheet) {
  return pageIn(sheet.getSheet().getConfig().custom);
}

function isChanged(spreadsheet: Spreadsheet, sheet: FWorksheet): boolean {
  return pageFingerprint(allInputsOf(spreadsheet, sheet)) !== keptPage(sheet)?.made;
}

function insert(
  { injector, workbook }: Spreadsheet,
  sheet: IWorksheetData,
  index: number,
  replaced: FWorksheet | undefined,
): void {
  const commands = injector.get(ICommandService);
  const unitId = workbook().getWorkbook().getUnitId();
  const added = { id: InsertSheetMutation.id, params: { index, sheet, unitId } };
  const takenAway = {
    id: RemoveSheetMutation.id,
    params: { subUnitId: sheet.id, unitId, subUnitName: sheet.name },
  };
  if (!sequenceExecute([added], commands).result) throw new Error('the page was not added');
  workbook().getSheetBySheetId(sheet.id)?.activate();
  if (replaced === undefined) {
    push([added], [takenAway]);
    return;
  }
  const subUnitId = replaced.getSheetId();
  const kept = injector
    .get(SheetInterceptorService)
    .onCommandExecute({ id: RemoveSheetCommand.id, params: { unitId, subUnitId } });
  const before = { index, sheet: replaced.getSheet().getConfig(), unitId };
  const removed = {
    id: RemoveSheetMutation.id,
    params: { subUnitId, unitId, subUnitName: replaced.getSheetName() },
  };
  const removal = [...(kept.preRedos ?? []), removed, ...kept.redos];
  sequenceExecute(removal, commands);
  const back = { id: InsertSheetMutation.id, params: before };
  push([added, ...removal], [...(kept.preUndos ?? []), back, ...kept.undos, takenAway]);

  function push(redoMutations: typeof removal, undoMutations: typeof removal): void {
    injector.get(IUndoRedoService).pushUndoRedo({ unitID: unitId, undoMutations, redoMutations });
  }
}
