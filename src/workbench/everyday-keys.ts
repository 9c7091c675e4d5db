import { ICommandService, RANGE_TYPE } from '@univerjs/core';
import {
  InsertSheetCommand,
  ScrollToRangeOperation,
  SetSelectionsOperation,
} from '@univerjs/preset-sheets-core';
import { SheetsFilterService } from '@univerjs/preset-sheets-filter';
import type { FWorksheet } from '@univerjs/sheets/facade';
import type { Region } from '../addin/spreadsheet/sheet-region';
import type { Clock } from '../engine/lookup';
import { autoSum } from './auto-sum';
import { DAY_ZERO_1900 } from '../engine/places/dates';
import { deviceFormats } from './local-formats';
import { cellsOf, EVERYWHERE } from './sheet-reading';
import { put } from './sheet-writing';
import type { Spreadsheet } from './spreadsheet';
import { type GridFocus, takeKeysFirst } from './univer/grid-focus';

/**
 * Adds keys that people know from Excel and that Univer lacks. Browsers keep Ctrl+PgDn for their
 * own tabs, so Ctrl+Alt+PgDn also goes to the next sheet, as in Excel on the web.
 */
export function addEverydayKeys(
  spreadsheet: Spreadsheet,
  grid: Pick<GridFocus, 'takesKeys'>,
  clock: Pick<Clock, 'today'>,
  recalculate: () => void,
): void {
  const keys: Keys = { ...keysFor(spreadsheet, clock), F9: recalculate };
  takeKeysFirst(spreadsheet.injector, (event) => {
    const act = keys[chordOf(event)];
    if (act === undefined || !grid.takesKeys()) return false;
    act();
    return true;
  });
}

function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const modifiers = [
    [ctrlKey || metaKey, 'Ctrl'],
    [altKey, 'Alt'],
    [shiftKey, 'Shift'],
  ] as const;
  return [...modifiers.flatMap(([isDown, name]) => (isDown ? [name] : [])), key].join('+');
}

type Keys = Readonly<Partial<Record<string, () => void>>>;

function keysFor(spreadsheet: Spreadsheet, clock: Pick<Clock, 'today'>): Keys {
  const { api, injector, workbook } = spreadsheet;
  const commands = injector.get(ICommandService);

  function insertSheet(): void {
    const index = workbook().getActiveSheet().getIndex();
    commands.syncExecuteCommand(InsertSheetCommand.id, { index });
  }

  function turnSheet(by: 1 | -1): void {
    const sheets = workbook()
      .getSheets()
      .filter((sheet) => !sheet.isSheetHidden());
    const active = workbook().getActiveSheet().getSheetId();
    const next = sheets[sheets.findIndex((sheet) => sheet.getSheetId() === active) + by];
    if (next !== undefined) workbook().setActiveSheet(next);
  }

  const here = (act: (at: Position) => void) => (): void => {
    const at = positionIn(workbook().getActiveSheet());
    if (at !== undefined) act(at);
  };

  function enterToday(at: Position): void {
    const day = (Date.parse(`${clock.today()}T00:00:00Z`) - DAY_ZERO_1900) / DAY_MS;
    const block = { row: at.row, column: at.column, cells: [[day]] };
    void put(spreadsheet, at.sheet, { ...block, formats: [deviceFormats().shortDate] });
  }

  /** Univer's own Alt+= sums selected numbers alone, and reads all cells of the sheet for it. */
  function enterSums(at: Position): void {
    const { content } = cellsOf(spreadsheet, at.sheet);
    const filtered = filteredRows(spreadsheet, at.sheet);
    const { startRow, startColumn, endRow, endColumn } = at.range;
    const end = lastOf(spreadsheet, at.sheet);
    // Of whole columns and rows as much as is filled, and an empty one for the sums. Univer may
    // write NaN for their ends.
    const selected = {
      startRow: startRow || 0,
      endRow: endRow < at.sheet.getMaxRows() - 1 ? endRow : end.row + 1,
      startColumn: startColumn || 0,
      endColumn: endColumn < at.sheet.getMaxColumns() - 1 ? endColumn : end.column + 1,
    };
    const sums = autoSum(selected, {
      isFilled: (row, column) => content(row, column) !== null,
      isNumber(row, column) {
        const value = content(row, column);
        // A formula that is busy or fails may be a number soon.
        return typeof value === 'number' || (value !== null && typeof value === 'object');
      },
      isFilteredOut: (row) => filtered.has(row),
    });
    if (sums !== undefined) void put(spreadsheet, at.sheet, sums);
  }

  /** Selects from the current cell, which stays so, to another one. */
  function select(at: Position, area: Region, rangeType = RANGE_TYPE.NORMAL): void {
    commands.syncExecuteCommand(SetSelectionsOperation.id, {
      unitId: workbook().getId(),
      subUnitId: at.sheet.getSheetId(),
      selections: [{ range: { ...area, rangeType }, primary: at.primary, style: null }],
    });
  }

  /** Moves the current cell or, with Shift, the other end of what is selected. */
  function moveFrom(at: Position, isWide: boolean, to: Move): void {
    const place = to(isWide ? at.end : at, at.sheet);
    const row = within(place.row, at.sheet.getMaxRows());
    const column = within(place.column, at.sheet.getMaxColumns());
    if (isWide) select(at, around(at, { row, column }));
    else at.sheet.getRange(row, column).activate();
    const seen = { startRow: row, endRow: row, startColumn: column, endColumn: column };
    void api.executeCommand(ScrollToRangeOperation.id, { range: seen });
  }

  function selectWhole(at: Position, type: RANGE_TYPE.ROW | RANGE_TYPE.COLUMN): void {
    const { startRow, endRow, startColumn, endColumn } = at.range;
    const [rows, columns] = [at.sheet.getMaxRows(), at.sheet.getMaxColumns()];
    const area =
      type === RANGE_TYPE.ROW
        ? { startRow, endRow, startColumn: 0, endColumn: columns - 1 }
        : { startRow: 0, endRow: rows - 1, startColumn, endColumn };
    select(at, area, type);
  }

  const move = (isWide: boolean, to: Move) => here((at) => moveFrom(at, isWide, to));
  const toRowStart: Move = ({ row }, sheet) => ({ row, column: firstOf(sheet).column });
  const toFirst: Move = (_from, sheet) => firstOf(sheet);
  const toLast: Move = (_from, sheet) => lastOf(spreadsheet, sheet);
  const pageDown: Move = ({ row, column }, sheet) => ({ row: row + rowsInView(sheet), column });
  const pageUp: Move = ({ row, column }, sheet) => ({ row: row - rowsInView(sheet), column });
  return {
    'Shift+F11': insertSheet,
    'Alt+Shift+F1': insertSheet,
    'Ctrl+PageDown': () => turnSheet(1),
    'Ctrl+Alt+PageDown': () => turnSheet(1),
    'Ctrl+PageUp': () => turnSheet(-1),
    'Ctrl+Alt+PageUp': () => turnSheet(-1),
    'Ctrl+;': here(enterToday),
    'Alt+=': here(enterSums),
    // Where = is typed with Shift, as in Germany.
    'Alt+Shift+=': here(enterSums),
    'Ctrl+ ': here((at) => selectWhole(at, RANGE_TYPE.COLUMN)),
    'Shift+ ': here((at) => selectWhole(at, RANGE_TYPE.ROW)),
    Home: move(false, toRowStart),
    'Shift+Home': move(true, toRowStart),
    'Ctrl+Home': move(false, toFirst),
    'Ctrl+Shift+Home': move(true, toFirst),
    'Ctrl+End': move(false, toLast),
    'Ctrl+Shift+End': move(true, toLast),
    PageDown: move(false, pageDown),
    'Shift+PageDown': move(true, pageDown),
    PageUp: move(false, pageUp),
    'Shift+PageUp': move(true, pageUp),
  };
}

const DAY_MS = 86_400_000;

interface Place {
  readonly row: number;
  readonly column: number;
}

type Move = (from: Place, sheet: FWorksheet) => Place;

/** The current cell, and what is selected around it. */
interface Position extends Place {
  readonly sheet: FWorksheet;
  readonly primary: object;
  readonly range: Region;
  /** The corner that Shift moves, opposite the current cell. */
  readonly end: Place;
}

function positionIn(sheet: FWorksheet): Position | undefined {
  const range = sheet.getActiveRange()?.getRange();
  const primary = sheet.getSelection()?.getCurrentCell();
  if (!range || !primary) return undefined;
  const { actualRow: row, actualColumn: column } = primary;
  const isFirstRow = row === range.startRow;
  const isFirstColumn = column === range.startColumn;
  return {
    sheet,
    primary,
    range,
    row,
    column,
    end: {
      row: isFirstRow ? range.endRow : range.startRow,
      column: isFirstColumn ? range.endColumn : range.startColumn,
    },
  };
}

function around(one: Place, other: Place): Region {
  return {
    startRow: Math.min(one.row, other.row),
    endRow: Math.max(one.row, other.row),
    startColumn: Math.min(one.column, other.column),
    endColumn: Math.max(one.column, other.column),
  };
}

/** Below and beside what is frozen, as in Excel. */
function firstOf(sheet: FWorksheet): Place {
  const { startRow, startColumn } = sheet.getFreeze();
  return { row: Math.max(0, startRow), column: Math.max(0, startColumn) };
}

/** Where the last filled row and the last filled column meet. */
function lastOf(spreadsheet: Spreadsheet, sheet: FWorksheet): Place {
  return cellsOf(spreadsheet, sheet).endOf(EVERYWHERE);
}

function filteredRows({ injector }: Spreadsheet, sheet: FWorksheet): ReadonlySet<number> {
  const filter = injector
    .get(SheetsFilterService)
    .getFilterModel(sheet.getSheet().getUnitId(), sheet.getSheetId());
  return filter?.filteredOutRows ?? new Set();
}

function rowsInView(sheet: FWorksheet): number {
  const shown = sheet.getVisibleRange();
  return shown === null ? 1 : Math.max(1, shown.endRow - shown.startRow);
}

function within(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index));
}
