import {
  CellValueType,
  ICommandService,
  LogLevel,
  Univer,
  UniverInstanceType,
  type ICellData,
  type Injector,
  type IWorkbookData,
} from '@univerjs/core';
import {
  SetFormulaCalculationResultMutation,
  SetFormulaCalculationStartMutation,
  UniverFormulaEnginePlugin,
  type ISetFormulaCalculationResultMutation,
} from '@univerjs/engine-formula';
import type { CellContent } from '../../../src/engine/places/cell';
import { inputAsText } from '../../../src/addin/spreadsheet/block-writing';

type Sheets = Readonly<Record<string, readonly (readonly CellContent[])[]>>;

/**
 * What the workbench's formula engine, without a page, shows of these sheets.
 *
 * @param prepare changes the engine before it calculates.
 */
export async function calculated(
  sheets: Sheets,
  prepare: (injector: Injector) => void = () => undefined,
): Promise<Record<string, unknown[][]>> {
  const univer = new Univer({ logLevel: LogLevel.SILENT });
  try {
    univer.registerPlugin(UniverFormulaEnginePlugin);
    univer.createUnit(UniverInstanceType.UNIVER_SHEET, workbookOf(sheets));
    const injector = univer.__getInjector();
    prepare(injector);
    const commands = injector.get(ICommandService);
    const result = new Promise<ISetFormulaCalculationResultMutation>((resolve) => {
      commands.onCommandExecuted(({ id, params }) => {
        if (id === SetFormulaCalculationResultMutation.id)
          resolve(params as ISetFormulaCalculationResultMutation);
      });
    });
    const params = { commands: [], forceCalculation: true, dirtyRanges: [] };
    await commands.executeCommand(SetFormulaCalculationStartMutation.id, params, {
      onlyLocal: true,
    });
    const { unitData } = await result;
    return Object.fromEntries(
      Object.entries(sheets).map(([name, rows]) => [
        name,
        rows.map((line, row) =>
          line.map((input, column) => {
            const shown = unitData['book']?.[name]?.[row]?.[column];
            return shown ? (shown.v ?? '') : input;
          }),
        ),
      ]),
    );
  } finally {
    univer.dispose();
  }
}

function workbookOf(sheets: Sheets): Partial<IWorkbookData> {
  const each = Object.entries(sheets).map(([name, rows]) => {
    const cellData = Object.fromEntries(
      rows.map((line, row) => [row, Object.fromEntries(line.map((one, at) => [at, cellOf(one)]))]),
    );
    return [name, { id: name, name, cellData, rowCount: rows.length + 10, columnCount: 40 }];
  });
  return { id: 'book', sheetOrder: Object.keys(sheets), sheets: Object.fromEntries(each) };
}

function cellOf(content: CellContent): ICellData {
  if (content === null || content === '') return {};
  if (typeof content === 'object') return { f: '=NA()' };
  if (typeof content === 'number') return { v: content, t: CellValueType.NUMBER };
  if (typeof content === 'boolean') return { v: content ? 1 : 0, t: CellValueType.BOOLEAN };
  if (content.startsWith('=')) return { f: content };
  return { v: inputAsText(content), t: CellValueType.STRING };
}
