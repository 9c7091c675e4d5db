import {
  generateRandomId,
  ICommandService,
  IUndoRedoService,
  sequenceExecute,
  Tools,
  type ICellData,
  type IWorksheetData,
} from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import {
  CopySheetCommand,
  InsertSheetMutation,
  RemoveSheetMutation,
  SheetInterceptorService,
} from '@univerjs/sheets';
import { t } from '../engine/language/speech';
import type { Sheet } from '../addin/spreadsheet/sheet';
import { copyName, countErrors, type CopyAsValues } from '../addin/spreadsheet/sheet-copy';
import { attempt } from './sheet';
import { cellsOf, gridOf } from './sheet-reading';
import { toCellData } from './sheet-writing';
import type { Spreadsheet } from './spreadsheet';

/**
 * Creates the command that copies a sheet as values. Univer's own command copies long sheets later,
 * in pieces, with their formulas. This one copies the same things with values from the start, in
 * one step for Undo.
 */
export function createCopyAsValues(
  spreadsheet: Spreadsheet,
  { formulas: readFormulas }: Pick<Sheet, 'formulas'>,
): CopyAsValues {
  const { injector, workbook } = spreadsheet;
  return async (name) => {
    const reading = await readFormulas();
    if (reading.kind === 'failed') return reading;
    const formulas = reading.formulas.filter(({ sheet }) => sheet === name);
    if (formulas.length === 0) return { kind: 'nothing' };
    return attempt(() => {
      const unitId = workbook().getId();
      const sheet = spreadsheet.sheetNamed(name);
      if (sheet === undefined) return { kind: 'failed', message: t('The sheet no longer exists.') };
      const spills = injector.get(FormulaDataModel).getArrayFormulaRange()[unitId];
      const cells = cellsOf(spreadsheet, sheet);
      const shown = formulas.flatMap(({ row, column }) => {
        const spill = spills?.[sheet.getSheetId()]?.[row]?.[column];
        const [rows, columns] = spill
          ? [spill.endRow - spill.startRow + 1, spill.endColumn - spill.startColumn + 1]
          : [1, 1];
        const area = { row, column, rows, columns };
        return gridOf(area, (r, c) => ({ row: r, column: c, content: cells.content(r, c) })).flat();
      });
      const { errors, waiting } = countErrors(shown.map(({ content }) => content));
      if (waiting > 0) return { kind: 'waiting', cells: waiting };
      const config = Tools.deepClone(sheet.getSheet().getConfig()) as IWorksheetData;
      for (const { row, column, content } of shown) {
        const line = (config.cellData[row] ??= {});
        const { s }: ICellData = line[column] ?? {};
        const data = typeof content === 'string' ? toCellData(`'${content}`) : toCellData(content);
        line[column] = { ...data, ...(s === undefined ? {} : { s }) };
      }
      const names = workbook().getSheets();
      const copy = {
        ...config,
        id: generateRandomId(),
        name: copyName(
          name,
          names.map((each) => each.getSheetName()),
        ),
      };
      insert(spreadsheet, copy, sheet.getSheetId());
      return { kind: 'copied', sheet: copy.name, formulas: formulas.length, errors };
    });
  };
}

/** With what plugins keep of the sheet: notes, filters, rules of colour. */
function insert({ injector, workbook }: Spreadsheet, sheet: IWorksheetData, from: string): void {
  const model = workbook().getWorkbook();
  const unitId = model.getUnitId();
  const original = model.getSheetBySheetId(from);
  const index = original === undefined || original === null ? 0 : model.getSheetIndex(original) + 1;
  const kept = injector.get(SheetInterceptorService).onCommandExecute({
    id: CopySheetCommand.id,
    params: { unitId, subUnitId: from, targetSubUnitId: sheet.id },
  });
  const added = { id: InsertSheetMutation.id, params: { index, sheet, unitId } };
  const removed = {
    id: RemoveSheetMutation.id,
    params: { subUnitId: sheet.id, unitId, subUnitName: sheet.name },
  };
  const redoMutations = [...(kept.preRedos ?? []), added, ...kept.redos];
  const undoMutations = [...(kept.preUndos ?? []), removed, ...kept.undos];
  const { result } = sequenceExecute(redoMutations, injector.get(ICommandService));
  if (!result) throw new Error('the copy was not added');
  injector.get(IUndoRedoService).pushUndoRedo({ unitID: unitId, undoMutations, redoMutations });
}
