import type { ICellData, Nullable } from '@univerjs/core';
import type { FWorkbook, FWorksheet } from '@univerjs/sheets/facade';
import { formulaTokens } from '../addin/spreadsheet/formula-tokens';
import type { FormulaCell } from './async-function';

/** Which cells call which functions, read once from the present workbook. */
export interface FormulaSheet {
  calls(cell: FormulaCell, functionIds: readonly string[]): boolean;
  /** Returns every cell that calls one of the functions. */
  callers(functionIds: readonly string[]): FormulaCell[];
  /** Returns every cell with a formula. */
  all(): FormulaCell[];
  /** Returns every cell with a formula that calls none of the functions. */
  ordinary(functionIds: readonly string[]): FormulaCell[];
}

/** Reads the formulas of a workbook, each sheet when it is first asked for. */
export function createFormulaSheet(workbook: FWorkbook): FormulaSheet {
  const unitId = workbook.getId();
  const sheets = new Map<string, SheetFormulas>();
  const formulasOf = (sheetId: string): SheetFormulas | undefined => {
    const known = sheets.get(sheetId);
    if (known !== undefined) return known;
    const sheet = workbook.getSheetBySheetId(sheetId);
    const formulas = sheet === null ? undefined : readFormulas(sheet);
    if (formulas !== undefined) sheets.set(sheetId, formulas);
    return formulas;
  };
  const cellsWhere = (matches: (formula: string) => boolean): FormulaCell[] =>
    workbook.getSheets().flatMap((sheet) => {
      const sheetId = sheet.getSheetId();
      const cells: FormulaCell[] = [];
      formulasOf(sheetId)?.forEach((formula, row, column) => {
        if (matches(formula)) cells.push({ unitId, sheetId, row, column });
      });
      return cells;
    });
  return {
    calls(cell, functionIds) {
      if (cell.unitId !== unitId) return false;
      const formula = formulasOf(cell.sheetId)?.at(cell.row, cell.column);
      return formula !== undefined && callsOneOf(formula, functionIds);
    },
    callers: (functionIds) => cellsWhere((formula) => callsOneOf(formula, functionIds)),
    all: () => cellsWhere(() => true),
    ordinary: (functionIds) => cellsWhere((formula) => !callsOneOf(formula, functionIds)),
  };
}

interface SheetFormulas {
  at(row: number, column: number): string | undefined;
  forEach(visit: (formula: string, row: number, column: number) => void): void;
}

/**
 * Univer stores a filled-down formula once, under an ID that the other cells refer to. Its
 * references are those of the first cell, but all these cells call the same functions.
 */
function readFormulas(sheet: FWorksheet): SheetFormulas {
  const matrix = sheet.getSheet().getCellMatrix();
  const byId = new Map<string, string>();
  matrix.forValue((_row, _column, cell) => {
    if (cell && cell.f && cell.si) byId.set(cell.si, cell.f);
  });
  const formulaOf = (cell: Nullable<ICellData>) =>
    (cell && (cell.f || byId.get(cell.si ?? ''))) || undefined;
  return {
    at: (row, column) => formulaOf(matrix.getValue(row, column)),
    forEach(visit) {
      matrix.forValue((row, column, cell) => {
        const formula = formulaOf(cell);
        if (formula !== undefined) visit(formula, row, column);
      });
    },
  };
}

function callsOneOf(formula: string, functionIds: readonly string[]): boolean {
  const upper = formula.toUpperCase();
  if (!functionIds.some((id) => upper.includes(id))) return false;
  return formulaTokens(upper).some(
    ({ kind, text }) => kind === 'function' && functionIds.includes(text),
  );
}
