import { ICommandService, LogLevel, Univer, UniverInstanceType } from '@univerjs/core';
import type {
  ICellData,
  Injector,
  IWorkbookData,
  IWorksheetData,
  Plugin,
  PluginCtor,
  Workbook,
  Worksheet,
} from '@univerjs/core';
import {
  ICalculateFormulaService,
  SetFormulaCalculationResultMutation,
  SetFormulaCalculationStartMutation,
  UniverFormulaEnginePlugin,
} from '@univerjs/engine-formula';
import type {
  CalculateFormulaService,
  ISetFormulaCalculationResultMutation,
  ISetFormulaCalculationStartMutation,
} from '@univerjs/engine-formula';

/** Univer's own classes without a page, with one workbook `w` of one sheet `s`. */
export function openUniver(
  sheet: Partial<IWorksheetData>,
  ...plugins: readonly PluginCtor<Plugin>[]
): { readonly injector: Injector; readonly sheet: Worksheet } {
  const univer = new Univer({ logLevel: LogLevel.ERROR });
  for (const plugin of [UniverFormulaEnginePlugin, ...plugins]) univer.registerPlugin(plugin);
  const workbook = univer.createUnit<IWorkbookData, Workbook>(UniverInstanceType.UNIVER_SHEET, {
    id: 'w',
    sheetOrder: ['s'],
    sheets: { s: { id: 's', name: 'Sheet1', ...sheet } },
  });
  const opened = workbook.getSheetBySheetId('s');
  if (!opened) throw new Error('no sheet');
  return { injector: univer.__getInjector(), sheet: opened };
}

/** What a formula in no cell shows; undefined where Univer reads none in it. */
export async function calculateAlone(injector: Injector, formula: string): Promise<unknown> {
  const service = injector.get(ICalculateFormulaService) as CalculateFormulaService;
  const value = await service.calculate(formula);
  return value !== undefined && 'getValue' in value ? value.getValue() : value;
}

/** The cells of a sheet, row by row. */
export function cellsOf(rows: readonly (readonly ICellData[])[]): IWorksheetData['cellData'] {
  return Object.fromEntries(rows.map((line, row) => [row, Object.fromEntries(line.entries())]));
}

/** Calculates what has changed, or everything; what the open workbooks show then. */
export async function calculateAll(
  injector: Injector,
  changed?: ISetFormulaCalculationStartMutation['dirtyRanges'],
): Promise<ISetFormulaCalculationResultMutation['unitData']> {
  const commands = injector.get(ICommandService);
  const shown = new Promise<ISetFormulaCalculationResultMutation['unitData']>((resolve) => {
    const watching = commands.onCommandExecuted(({ id, params }) => {
      if (id !== SetFormulaCalculationResultMutation.id) return;
      watching.dispose();
      resolve((params as ISetFormulaCalculationResultMutation).unitData);
    });
  });
  await commands.executeCommand(SetFormulaCalculationStartMutation.id, {
    commands: [],
    forceCalculation: changed === undefined,
    dirtyRanges: changed ?? [],
  });
  return shown;
}
