import { t } from '../engine/language/speech';
import { MAX_COLUMNS, MAX_ROWS } from '../addin/spreadsheet/cell-address';
import type { SavedWorkbook } from './saved-workbook';
import { isRecord, jsonIn } from '../engine/contract/json-checks';

/**
 * Reads a workbook from text kept on this device, which anyone may have changed: checks the form of
 * everything that Univer relies on, and drops the rest. Undefined if that makes no usable workbook.
 */
export function readKeptContent(text: string): SavedWorkbook | undefined {
  // Univer merges objects field by field, which could change a prototype.
  if (text.includes('"__proto__"')) return undefined;
  const saved = jsonIn(text);
  if (!isRecord(saved) || !isRecord(saved.sheets)) return undefined;
  const sheets = Object.entries(saved.sheets).filter(([id, sheet]) => isSheet(id, sheet));
  if (sheets.length === 0 || sheets.length !== Object.keys(saved.sheets).length) return undefined;
  const ids = new Set(sheets.map(([id]) => id));
  const ordered = listOf(saved.sheetOrder).filter((id): id is string => ids.delete(id as string));
  return {
    name: typeof saved.name === 'string' ? saved.name : t('Workbook'),
    sheets: Object.fromEntries(sheets),
    sheetOrder: [...ordered, ...ids],
    ...(isRecord(saved.defaultStyle) && { defaultStyle: saved.defaultStyle }),
    styles: isRecord(saved.styles) ? saved.styles : {},
    resources: listOf(saved.resources).filter(isResource),
    custom: isRecord(saved.custom) ? saved.custom : {},
  } as SavedWorkbook;
}

function isSheet(id: string, sheet: unknown): boolean {
  if (!isRecord(sheet) || sheet.id !== id || typeof sheet.name !== 'string') return false;
  return (
    isCount(sheet.rowCount, MAX_ROWS) &&
    isCount(sheet.columnCount, MAX_COLUMNS) &&
    isCells(sheet.cellData) &&
    [sheet.rowData, sheet.columnData].every((data) => data === undefined || isRecord(data)) &&
    (sheet.mergeData === undefined || Array.isArray(sheet.mergeData))
  );
}

function isCells(cellData: unknown): boolean {
  if (cellData === undefined) return true;
  if (!isRecord(cellData)) return false;
  return Object.entries(cellData).every(
    ([row, cells]) =>
      isIndex(row, MAX_ROWS) &&
      isRecord(cells) &&
      Object.entries(cells).every(
        ([column, cell]) => isIndex(column, MAX_COLUMNS) && (cell === null || isRecord(cell)),
      ),
  );
}

function isIndex(text: string, count: number): boolean {
  return /^\d{1,7}$/.test(text) && Number(text) < count;
}

function isCount(value: unknown, most: number): boolean {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= most;
}

function isResource(value: unknown): boolean {
  return isRecord(value) && typeof value.name === 'string' && typeof value.data === 'string';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
