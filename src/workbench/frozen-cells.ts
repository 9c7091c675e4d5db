import { FormulaDataModel, IDefinedNamesService } from '@univerjs/preset-sheets-core';
import type { FWorksheet } from '@univerjs/sheets/facade';

import { anchorArea, anchorText } from '../addin/spreadsheet/sheet-region';
import { exchangeInParts, type ExchangePart } from '../addin/spreadsheet/cell-exchange';
import type {
  Anchoring,
  CellExchange,
  CellsRead,
  Exchanging,
  FilledFormula,
  FrozenCells,
} from '../addin/spreadsheet/frozen-cells';
import type { LocatedFormula, Sheet, SheetArea } from '../addin/spreadsheet/sheet';
import { attempt } from './sheet';
import { cellsOf, gridOf } from './sheet-reading';
import { put, ROWS_AT_ONCE } from './sheet-writing';
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
  const { workbook } = spreadsheet;
  const { area } = exchange;
  const sheet = sheetOf(spreadsheet, area);
  const unitId = workbook().getId();
  let hasBegun = false;
  await exchangeInParts(exchange, rowParts(area.rows), {
    async read({ start, count }) {
      if (hasBegun) await new Promise((resolve) => setTimeout(resolve));
      hasBegun = true;
      // Another workbook may have been opened, with sheets of the same ids.
      return workbook().getId() === unitId
        ? readArea(spreadsheet, sheet, { ...area, row: area.row + start, rows: count })
        : undefined;
    },
    write: (cells, { start }) =>
      put(spreadsheet, sheet, { row: area.row + start, column: area.column, cells }),
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
