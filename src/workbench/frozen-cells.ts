import { CellValueType, ICommandService } from '@univerjs/core';
import type { ICellData } from '@univerjs/core';
import {
  FormulaDataModel,
  IDefinedNamesService,
  SetRangeValuesCommand,
} from '@univerjs/preset-sheets-core';
import type { FWorksheet } from '@univerjs/sheets/facade';

import { anchorArea, anchorText, toCellArea } from '../addin/spreadsheet/sheet-region';
import { exchangeInParts } from '../addin/spreadsheet/cell-exchange';
import type { ExchangePart } from '../addin/spreadsheet/cell-exchange';
import type {
  Anchoring,
  CellExchange,
  CellsRead,
  Exchanging,
  FilledFormula,
  FrozenCells,
  NewContent,
} from '../addin/spreadsheet/frozen-cells';
import type { LocatedFormula, Sheet, SheetArea } from '../addin/spreadsheet/sheet';
import { toCellData } from './cell-data';
import { attempt } from './sheet';
import { cellsOf, gridOf } from './sheet-reading';
import { rangeWithRoom } from './sheet-room';
import type { Spreadsheet } from './spreadsheet';

/** The open workbook's cells, for freezing; names follow them as in Excel. */
export function createFrozenCells(
  spreadsheet: Spreadsheet,
  sheet: Pick<Sheet, 'formulas'>,
): FrozenCells {
  const { injector, workbook } = spreadsheet;
  const names = () => injector.get(IDefinedNamesService);
  const unitId = () => workbook().getId();
  const held = () => Object.values(names().getDefinedNameMap(unitId()) ?? {});
  return {
    async formulas() {
      const reading = await sheet.formulas();
      if (reading.kind === 'failed') return reading;
      return {
        kind: 'formulas',
        formulas: reading.formulas.map((formula) => filled(spreadsheet, formula)),
      };
    },
    read: (areas) =>
      attempt(() => {
        const blocks = areas.map((area) => ({
          area,
          ...readArea(spreadsheet, sheetOf(spreadsheet, area), area),
        }));
        return { kind: 'cells', blocks };
      }),
    exchange: (exchange) => attempt(() => exchangeCells(spreadsheet, exchange)),
    anchor: (anchors) =>
      attempt(() => {
        for (const { name, area } of anchors) {
          names().registerDefinedName(unitId(), {
            id: name,
            name,
            formulaOrRefString: anchorText(area),
            localSheetId: EVERYWHERE,
            hidden: true,
          });
        }
        return ANCHORED;
      }),
    anchors: (prefix) =>
      attempt(() => {
        const found = held().filter(({ name }) => name.startsWith(prefix));
        const areas = found.map(
          ({ name, formulaOrRefString }) => [name, anchorArea(formulaOrRefString)] as const,
        );
        return { kind: 'anchors', areas: new Map(areas) };
      }),
    release: (gone) =>
      attempt(() => {
        const unwanted = new Set(gone);
        for (const { id, name } of held()) {
          if (unwanted.has(name)) names().removeDefinedName(unitId(), id);
        }
        return ANCHORED;
      }),
  };
}

const ANCHORED: Anchoring = { kind: 'anchored' };
/** Univer's scope of a name that is valid in every sheet. */
const EVERYWHERE = 'AllDefaultWorkbook';
/** Between parts, the page draws and handles a person's keys. */
const ROWS_AT_ONCE = 2_000;

function sheetOf(spreadsheet: Spreadsheet, { sheet: name }: Pick<SheetArea, 'sheet'>): FWorksheet {
  const sheet = spreadsheet.sheetNamed(name);
  if (sheet === undefined) throw new RangeError(`there is no sheet ${name}`);
  return sheet;
}

function filled({ injector, ...spreadsheet }: Spreadsheet, formula: LocatedFormula): FilledFormula {
  const sheetId = spreadsheet.sheetNamed(formula.sheet)?.getSheetId() ?? '';
  const spills = injector.get(FormulaDataModel).getArrayFormulaRange();
  const spill = spills[spreadsheet.workbook().getId()]?.[sheetId]?.[formula.row]?.[formula.column];
  if (!spill) return { ...formula, rows: 1, columns: 1 };
  return {
    ...formula,
    rows: spill.endRow - spill.startRow + 1,
    columns: spill.endColumn - spill.startColumn + 1,
  };
}

async function exchangeCells(
  spreadsheet: Spreadsheet,
  exchange: CellExchange,
): Promise<Exchanging> {
  const { injector, workbook } = spreadsheet;
  const { area } = exchange;
  const sheet = sheetOf(spreadsheet, area);
  const unitId = workbook().getId();
  const placeOf = ({ start, count }: ExchangePart): SheetArea => {
    return { ...area, row: area.row + start, rows: count };
  };
  let hasBegun = false;
  await exchangeInParts(exchange, rowParts(area.rows), {
    async read(part) {
      if (hasBegun) await new Promise((resolve) => setTimeout(resolve));
      hasBegun = true;
      // Another workbook may have been opened, with sheets of the same ids.
      return workbook().getId() === unitId
        ? readArea(spreadsheet, sheet, placeOf(part))
        : undefined;
    },
    write(cells, part) {
      const value = cellDataOf(placeOf(part), cells);
      const range = rangeWithRoom(sheet, toCellArea(placeOf(part)));
      if (range !== undefined && Object.keys(value).length > 0) {
        injector.get(ICommandService).syncExecuteCommand(SetRangeValuesCommand.id, {
          unitId,
          subUnitId: sheet.getSheetId(),
          range: range.getRange(),
          value,
        });
      }
      return Promise.resolve();
    },
  });
  return { kind: 'exchanged' };
}

function rowParts(rows: number): ExchangePart[] {
  return Array.from({ length: Math.ceil(rows / ROWS_AT_ONCE) }, (_, index) => {
    const start = index * ROWS_AT_ONCE;
    return { start, count: Math.min(ROWS_AT_ONCE, rows - start) };
  });
}

function readArea(spreadsheet: Spreadsheet, sheet: FWorksheet, area: SheetArea): CellsRead {
  const cells = cellsOf(spreadsheet, sheet);
  return {
    inputs: gridOf(area, (row, column) => cells.input(row, column)),
    contents: gridOf(area, (row, column) => cells.content(row, column)),
  };
}

function cellDataOf(
  { row: first, column: left }: SheetArea,
  cells: readonly (readonly NewContent[])[],
): Record<number, Record<number, ICellData>> {
  const value: Record<number, Record<number, ICellData>> = {};
  cells.forEach((line, r) =>
    line.forEach((content, c) => {
      if (content === null) return;
      value[first + r] = { ...value[first + r], [left + c]: toData(content) };
    }),
  );
  return value;
}

/** An error as a plain value is stored as a calculated value without a formula. */
function toData(content: NewContent): ICellData {
  if (typeof content !== 'object' || content === null) return toCellData(content);
  return { ...toCellData(null), v: content.error, t: CellValueType.FORCE_STRING };
}
