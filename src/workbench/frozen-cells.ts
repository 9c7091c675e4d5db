import { CellValueType, ICommandService } from '@univerjs/core';
import type { ICellData } from '@univerjs/core';
import {
  FormulaDataModel,
  IDefinedNamesService,
  SetRangeValuesCommand,
} from '@univerjs/preset-sheets-core';
import type { FWorksheet } from '@univerjs/sheets/facade';
import { anchorArea, anchorText } from '../spreadsheet/anchor-text';
import type {
  Anchoring,
  CellExchange,
  Exchanging,
  FilledFormula,
  FrozenCells,
  NewContent,
} from '../spreadsheet/frozen-cells';
import type { LocatedFormula, Sheet, SheetArea } from '../spreadsheet/sheet';
import { toCellArea } from '../spreadsheet/sheet-region';
import { toCellData } from './cell-data';
import { attempt } from './sheet';
import { cellsOf, gridOf } from './sheet-reading';
import { rangeWithRoom } from './sheet-room';
import type { Spreadsheet } from './spreadsheet';

/** The open workbook's cells, for freezing; its names follow them as Excel's do. */
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
        const blocks = areas.map((area) => {
          const cells = cellsOf(spreadsheet, sheetOf(spreadsheet, area));
          return {
            area,
            inputs: gridOf(area, (row, column) => cells.input(row, column)),
            contents: gridOf(area, (row, column) => cells.content(row, column)),
          };
        });
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
/** Univer's word for a name that every sheet knows. */
const EVERYWHERE = 'AllDefaultWorkbook';
/** The page is drawn and a person's keys are taken between parts. */
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
  { area, from, to }: CellExchange,
): Promise<Exchanging> {
  const { injector, workbook } = spreadsheet;
  const sheet = sheetOf(spreadsheet, area);
  const commands = injector.get(ICommandService);
  const unitId = workbook().getId();
  for (let start = 0; start < area.rows; start += ROWS_AT_ONCE) {
    if (start > 0) await new Promise((resolve) => setTimeout(resolve));
    // Another workbook may have been opened, with sheets of the same ids.
    if (workbook().getId() !== unitId) break;
    const rows = Math.min(ROWS_AT_ONCE, area.rows - start);
    const part = { ...area, row: area.row + start, rows };
    const now = cellsOf(spreadsheet, sheet);
    const value: Record<number, Record<number, ICellData>> = {};
    gridOf(part, (row, column) => {
      const content = to[row - area.row]?.[column - area.column] ?? null;
      const was = from[row - area.row]?.[column - area.column];
      if (content === null || now.input(row, column) !== was) return;
      value[row] = { ...value[row], [column]: toData(content) };
    });
    const range = rangeWithRoom(sheet, toCellArea(part));
    if (range === undefined || Object.keys(value).length === 0) continue;
    commands.syncExecuteCommand(SetRangeValuesCommand.id, {
      unitId,
      subUnitId: sheet.getSheetId(),
      range: range.getRange(),
      value,
    });
  }
  return { kind: 'exchanged' };
}

/** An error of its own is a calculated value without a formula. */
function toData(content: NewContent): ICellData {
  if (typeof content !== 'object' || content === null) return toCellData(content);
  return { ...toCellData(null), v: content.error, t: CellValueType.FORCE_STRING };
}
