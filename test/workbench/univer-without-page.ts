import {
  IUniverInstanceService,
  LocaleType,
  LogLevel,
  Univer,
  type ICellData,
  type Injector,
} from '@univerjs/core';
import { FUniver } from '@univerjs/core/facade';
import { UniverFormulaEnginePlugin } from '@univerjs/engine-formula';
import { UniverSheetsPlugin } from '@univerjs/sheets';
import '@univerjs/sheets/facade';
import { UniverSheetsFilterPlugin } from '@univerjs/sheets-filter';
import type { FWorkbook } from '@univerjs/sheets/facade';
import type { Spreadsheet } from '../../src/workbench/spreadsheet';

/*
 * Import this before what imports Univer's presets: they draw, and want a page that jsdom is not.
 */
globalThis.Path2D = class {} as never;
HTMLCanvasElement.prototype.getContext = () => null;

const univer = new Univer({
  logLevel: LogLevel.ERROR,
  locale: LocaleType.EN_US,
  locales: { [LocaleType.EN_US]: {} },
});
for (const plugin of [UniverFormulaEnginePlugin, UniverSheetsPlugin, UniverSheetsFilterPlugin])
  univer.registerPlugin(plugin);
const api = FUniver.newAPI(univer);
const own = univer.__getInjector();

export interface OpenWorkbook {
  /** As far as Univer has it without a page. */
  readonly spreadsheet: Spreadsheet;
  readonly workbook: FWorkbook;
  close(): void;
}

/** A workbook of one sheet `S` with these values. @param services in place of Univer's own. */
export function openWorkbook(
  rows: readonly (readonly ICellData['v'][])[],
  services: ReadonlyMap<unknown, object> = new Map(),
): OpenWorkbook {
  const cellData = { ...rows.map((line) => ({ ...line.map((v) => ({ v })) })) };
  const sheet = { id: 's', name: 'S', cellData, rowCount: 20, columnCount: 10 };
  const workbook = api.createWorkbook({ id: 'w', sheetOrder: ['s'], sheets: { s: sheet } });
  own.get(IUniverInstanceService).focusUnit('w');
  const injector = { get: (service: never) => services.get(service) ?? own.get(service) };
  const spreadsheet = {
    api,
    injector: injector as unknown as Injector,
    workbook: () => workbook,
    sheetNamed: (name: string) => workbook.getSheetByName(name) ?? undefined,
  };
  return {
    spreadsheet: spreadsheet as unknown as Spreadsheet,
    workbook,
    close: () => void own.get(IUniverInstanceService).disposeUnit('w'),
  };
}
