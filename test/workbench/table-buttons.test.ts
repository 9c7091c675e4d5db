import {
  ICommandService,
  IUndoRedoService,
  IUniverInstanceService,
  LogLevel,
  UndoCommand,
  Univer,
} from '@univerjs/core';
import { FUniver } from '@univerjs/core/facade';
import { UniverFormulaEnginePlugin } from '@univerjs/engine-formula';
import { UniverSheetsPlugin } from '@univerjs/sheets';
import '@univerjs/sheets/facade';
import {
  SetSheetsFilterCriteriaCommand,
  SheetsFilterService,
  UniverSheetsFilterPlugin,
} from '@univerjs/sheets-filter';
import { parseArea } from '../../src/addin/spreadsheet/cell-address';
import { withTables } from '../../src/workbench/files/tables';
import { createTableButtons } from '../../src/workbench/table-buttons';

/** Tables of one column, A1:A4 and D1:D4, and a third without buttons. */
const TABLES = [
  { name: 'Cities', cells: 'A1:A4', column: 'City', hasFilter: true },
  { name: 'Owners', cells: 'D1:D4', column: 'Owner', hasFilter: true },
  { name: 'Notes', cells: 'G1:G4', column: 'Note', hasFilter: false },
];
const ROWS = [
  ['City', '', '', 'Owner', '', '', 'Note'],
  ...[
    ['Pune', 'Asha'],
    ['Thane', 'Ravi'],
    ['Pune', 'Asha'],
  ].map(([city = '', owner = '']) => [city, '', '', owner, '', '', 'a']),
];

/** A sheet of these tables, where the first has the buttons. */
function open() {
  const univer = new Univer({ logLevel: LogLevel.ERROR });
  for (const plugin of [UniverFormulaEnginePlugin, UniverSheetsPlugin, UniverSheetsFilterPlugin])
    univer.registerPlugin(plugin);
  const cells = ROWS.map((row) => ({ ...row.map((v) => ({ v, t: 1 })) }));
  const saved = withTables(
    {
      sheetOrder: ['s'],
      sheets: { s: { id: 's', name: 'Sheet1', cellData: { ...cells } } },
      resources: [{ name: 'SHEET_DEFINED_NAME_PLUGIN', data: '{}' }],
    },
    TABLES.map(({ name, cells, column, hasFilter }) => {
      const area = parseArea(cells);
      if (area === undefined) throw new Error(cells);
      return {
        ...{ name, area, sheet: 'Sheet1', headerRows: 1, totalsRows: 0, columns: [column] },
        ...{ totals: [], look: {}, hasFilter, filter: [] },
      };
    }),
    [],
  );
  const workbook = FUniver.newAPI(univer).createWorkbook({ ...saved, id: 'w' });
  const injector = univer.__getInjector();
  injector.get(IUniverInstanceService).focusUnit('w');
  const buttons = createTableButtons({ injector, workbook: () => workbook });
  const filter = () => {
    const model = injector.get(SheetsFilterService).getFilterModel('w', 's');
    const { startColumn, endRow } = model?.getRange() ?? {};
    return { startColumn, endRow, hidden: [...(model?.filteredOutRows ?? [])] };
  };
  return {
    filter,
    buttons,
    stand(cell: string) {
      workbook.getActiveSheet().getRange(cell).activate();
      buttons.follow();
    },
    filterBy(col: number, value: string): void {
      const criteria = { colId: col, filters: { filters: [value] } };
      const ids = { unitId: 'w', subUnitId: 's' };
      injector
        .get(ICommandService)
        .syncExecuteCommand(SetSheetsFilterCriteriaCommand.id, { ...ids, col, criteria });
    },
    undo: () => injector.get(ICommandService).executeCommand(UndoCommand.id),
    undoSteps: () => injector.get(IUndoRedoService).pitchTopUndoElement(),
  };
}

const OF_CITIES = { startColumn: 0, endRow: 3, hidden: [] };
const OF_OWNERS = { startColumn: 3, endRow: 3, hidden: [] };

describe('filter buttons', () => {
  test('come to the table in which a person stands, which is nothing to undo', () => {
    const { stand, filter, buttons, undoSteps } = open();
    expect(filter()).toEqual(OF_CITIES);
    stand('D3');
    expect(filter()).toEqual(OF_OWNERS);
    expect(undoSteps()).toBeNull();
    for (const beside of ['B2', 'G2', 'D9']) stand(beside);
    expect(filter()).toEqual(OF_OWNERS);
    stand('A1');
    expect(filter()).toEqual(OF_CITIES);
    expect(buttons.isOffered()).toBe(false);
  });

  test('stay on a table that is filtered, until they are asked for', () => {
    const { stand, filter, filterBy, buttons } = open();
    stand('A2');
    filterBy(0, 'Pune');
    expect(buttons.isOffered()).toBe(false);
    stand('D3');
    expect(filter()).toEqual({ ...OF_CITIES, hidden: [2] });
    expect(buttons.isOffered()).toBe(true);
    buttons.bring();
    expect(filter()).toEqual(OF_OWNERS);
    expect(buttons.isOffered()).toBe(false);
    filterBy(3, 'Ravi');
    expect(filter()).toEqual({ ...OF_OWNERS, hidden: [1, 3] });
  });

  test('and what they filtered come back by one Undo', async () => {
    const { stand, filter, filterBy, buttons, undo } = open();
    filterBy(0, 'Pune');
    stand('D3');
    buttons.bring();
    await undo();
    expect(filter()).toEqual({ ...OF_CITIES, hidden: [2] });
    await undo();
    expect(filter()).toEqual(OF_CITIES);
    // Redo would not find them elsewhere.
    stand('D2');
    expect(filter()).toEqual(OF_CITIES);
    expect(buttons.isOffered()).toBe(true);
  });
});
