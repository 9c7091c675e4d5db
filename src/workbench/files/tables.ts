import { CellValueType, type ICellData, type IWorksheetData, type Nullable } from '@univerjs/core';
import type { IAutoFilter } from '@univerjs/preset-sheets-filter';
import { formatArea, parseArea, quotedSheet } from '../../addin/spreadsheet/cell-address';
import type { CellArea } from '../../addin/spreadsheet/cell-address';
import { resourceOf, type SavedWorkbook } from '../saved-workbook';
import { namesOf, resourceOfNames, withHiddenNames, type SavedName } from './defined-names';
import {
  asFilter,
  asSet,
  asWritten,
  FILTERS,
  laidOver,
  shownFilter,
  withColumns,
  withShownRows,
  writeFilter,
  type SheetFilter,
} from './filters';
import { formulaTokens } from '../../addin/spreadsheet/formula-tokens';
import {
  createTableReferences,
  isReference,
  keepingParts,
  keptParts,
  LOOKS,
  type Table,
} from './table-references';
import { textToFile } from '../../engine/places/workbook-text';
import { SHEET_NAMESPACE, XML_DECLARATION } from './xml-writing';

/** A table to write, at its present position. */
export interface WrittenTable {
  readonly area: CellArea;
  readonly table: Omit<Table, 'area' | 'sheet'>;
  /** The rows that its filter hides, as a person has set it. */
  readonly filteredOut: readonly number[];
}

/**
 * Opens the tables of a workbook. The workbench shows a table's cells, and keeps the table itself
 * for the file. A hidden name refers to its cells, because the spreadsheet moves names when rows
 * and columns are inserted or deleted.
 *
 * Univer has one filter on a sheet. It goes to the first table with buttons, and moves to another
 * table when a person selects a cell of that. Without such a table, it goes to the sheet's own
 * buttons. If it can only belong to one of them, it also gets the file's filter, so that a person
 * sees it and can remove it.
 *
 * @param own the buttons of sheets without such tables
 */
export function withTables(
  saved: SavedWorkbook,
  tables: readonly Table[],
  own: readonly SheetFilter[],
): SavedWorkbook {
  if (tables.length + own.length === 0) return saved;
  const ranges = tables.map(({ sheet, area }, index) => ({
    name: rangeName(index),
    formula: `${quotedSheet(sheet)}!${absolute(area)}`,
  }));
  const resources = saved.resources?.map((each) => withHiddenNames(each, ranges)) ?? [];
  const kept = [...tables];
  const filters: Record<string, IAutoFilter> = {};
  const sheets = Object.entries(saved.sheets ?? {}).map(([id, sheet]) => {
    const [table, other] = tables.filter((each) => each.sheet === sheet.name && hasButtons(each));
    const owner =
      table === undefined
        ? own.find(({ sheetId }) => sheetId === id)
        : { area: filterArea(table), columns: other === undefined ? table.filter : [] };
    if (owner === undefined) return [id, sheet] as const;
    const { startRow, startColumn, endRow, endColumn } = owner.area;
    const ref = { startRow, startColumn, endRow, endColumn };
    const filterColumns = asSet(owner.columns, ref);
    filters[id] = { ref };
    if (filterColumns.length === 0) return [id, sheet] as const;
    const { rows, shown } = withShownRows(sheet, ref);
    filters[id] = { ref, filterColumns, cachedFilteredOut: rows };
    if (table !== undefined) kept[tables.indexOf(table)] = { ...table, filter: [] };
    return [id, shown] as const;
  });
  const filterResource = resourceOf(FILTERS, filters);
  return {
    ...saved,
    sheets: Object.fromEntries(sheets),
    resources: Object.keys(filters).length === 0 ? resources : [...resources, filterResource],
    ...(tables.length > 0 && { custom: { ...saved.custom, [FIELD]: kept } }),
  };
}

/** Whether a table can have filter buttons: it has a filter, and one row of headers. */
export function hasButtons({
  hasFilter,
  headerRows,
}: Pick<Table, 'hasFilter' | 'headerRows'>): boolean {
  return hasFilter && headerRows === 1;
}

/** Returns the headers and the rows that they filter: a table without its totals. */
export function filterArea({
  area,
  totalsRows,
}: Pick<Table, 'area' | 'totalsRows'>): Omit<CellArea, 'sheet'> {
  const { startRow, startColumn, endRow, endColumn } = area;
  return { startRow, startColumn, endRow: endRow - totalsRows, endColumn };
}

/** Whether a name only says where a table is. */
export function isTableRange(name: string): boolean {
  return RANGE.test(name);
}

/** Returns all tables of the workbook, by the IDs of their sheets, in the order of the sheets. */
export function allTablesOf(
  saved: SavedWorkbook,
  taken: Set<string>,
): ReadonlyMap<string, readonly WrittenTable[]> {
  const ranges = new Map(namesOf(saved).map(({ name, formula }) => [name, formula]));
  const order = saved.sheetOrder ?? [];
  return new Map(order.map((id) => [id, tablesOf(saved, id, ranges, taken)]));
}

/** Returns the same tables with the names of their sheets. */
export function withSheets(
  saved: SavedWorkbook,
  tables: ReadonlyMap<string, readonly WrittenTable[]>,
): Table[] {
  return [...tables].flatMap(([id, written]) =>
    written.map(({ area, table }) => ({ ...table, area, sheet: saved.sheets?.[id]?.name ?? '' })),
  );
}

/**
 * The tables of a sheet as Excel accepts them; it repairs a file that has others. A table whose
 * headers are no longer different texts is left as plain cells.
 *
 * @param taken names that are used already, in lower case; receives the tables'
 */
function tablesOf(
  saved: SavedWorkbook,
  sheetId: string,
  ranges: ReadonlyMap<string, string>,
  taken: Set<string>,
): WrittenTable[] {
  const sheet = saved.sheets?.[sheetId] ?? {};
  const shown = shownFilter(saved, sheetId);
  const written: WrittenTable[] = [];
  for (const [index, each] of keptIn(saved).entries()) {
    const table = asTable(each);
    const area = parseArea(ranges.get(rangeName(index)) ?? '');
    if (table === undefined || area?.sheet?.toLowerCase() !== sheet.name?.toLowerCase()) continue;
    const columns = area && headersOf(sheet, area, table);
    const isFree =
      area !== undefined &&
      !taken.has(table.name.toLowerCase()) &&
      !written.some((other) => overlaps(other.area, area)) &&
      !(sheet.mergeData ?? []).some((merged) => overlaps(merged, area));
    if (columns === undefined || !isFree) continue;
    taken.add(table.name.toLowerCase());
    const fromFile = withColumns(table.filter, table.columns, columns.names);
    const own = hasButtons(table) && isOn(shown, area) ? shown : undefined;
    const filter = laidOver(fromFile, asWritten(own?.filterColumns ?? [], area.startColumn));
    written.push({
      area,
      table: { ...table, columns: columns.names, totals: columns.totals, filter },
      filteredOut: own?.cachedFilteredOut ?? [],
    });
  }
  return written;
}

/** Whether a sheet's buttons are a table's, and filter it. */
function isOn(shown: IAutoFilter | undefined, table: CellArea): boolean {
  if (shown?.filterColumns === undefined || shown.filterColumns.length === 0) return false;
  const { ref } = shown;
  return (
    ref.startRow === table.startRow &&
    ref.startColumn >= table.startColumn &&
    ref.endColumn <= table.endColumn
  );
}

/** Returns a sheet's own buttons with their filter; undefined if they belong to a table. */
export function ownFilter(
  saved: SavedWorkbook,
  sheetId: string,
  tables: readonly WrittenTable[],
): OwnFilter | undefined {
  const shown = shownFilter(saved, sheetId);
  if (shown === undefined || tables.some(({ area }) => overlaps(area, shown.ref))) return undefined;
  const area = { ...shown.ref, sheet: undefined };
  const columns = asWritten(shown.filterColumns, area.startColumn);
  const sheet = quotedSheet(saved.sheets?.[sheetId]?.name ?? '');
  return {
    element: writeFilter(plain(area), columns),
    filteredOut: shown.cachedFilteredOut,
    name: {
      name: '_xlnm._FilterDatabase',
      formula: `${sheet}!${absolute(area)}`,
      sheetId,
      parts: undefined,
      isHidden: true,
      comment: undefined,
    },
  };
}

export interface OwnFilter {
  readonly element: string;
  /** The rows that the filter hides. */
  readonly filteredOut: readonly number[];
  /** The name that Excel gives to the cells. */
  readonly name: SavedName;
}

/** Whether a formula of an open workbook may name one of its tables; most name none. */
function mayNameTable(formula: string, saved: SavedWorkbook): boolean {
  const kept = keptIn(saved);
  if (kept.length === 0) return false;
  const text = formula.toLowerCase();
  return (
    text.includes('[') ||
    kept.some((each) => text.includes(String((each as Partial<Table>)?.name).toLowerCase()))
  );
}

/** Returns the tables of an open workbook, which stores its names separately. */
export function openTables(
  saved: SavedWorkbook,
  names: Parameters<typeof resourceOfNames>[0],
): Table[] {
  if (keptIn(saved).length === 0) return [];
  const whole = { ...saved, resources: [resourceOfNames(names)] };
  return withSheets(whole, allTablesOf(whole, new Set()));
}

/** Cells that are being changed, by row and column. */
type EnteredCells = Readonly<
  Record<number, Nullable<Readonly<Record<number, Nullable<ICellData>>>>>
>;

/**
 * Puts cells in place of the tables that entered formulas name, as is done with a file's formulas
 * when they are read: `=SUM(Stores[Sales])` becomes `=SUM($C$2:$C$9)`. A formula that names
 * something missing stays as it is. Each cell remembers which of its references were tables, for
 * the file, until another formula replaces it. A formula that only reads other cells, because rows
 * were inserted or deleted, is still the same.
 *
 * @param open the workbook's own snapshot
 * @param names the workbook's names as Univer has them
 * @param present returns the present content of a cell
 */
export function enterTablesAsCells(
  entered: EnteredCells,
  sheet: string,
  open: SavedWorkbook,
  names: () => Parameters<typeof openTables>[1],
  present: (row: number, column: number) => Nullable<ICellData>,
): void {
  let references: ReturnType<typeof createTableReferences> | undefined;
  for (const [row, cells] of Object.entries(entered)) {
    for (const [column, cell] of Object.entries(cells ?? {})) {
      if (!cell?.f) continue;
      const at = { sheet, row: Number(row), column: Number(column) };
      if (isOther(cell, present(at.row, at.column))) cell.custom = null;
      if (!mayNameTable(cell.f, open)) continue;
      references ??= createTableReferences(openTables(open, names()));
      const shown = references.asCells(cell.f.slice(1), at);
      if (shown?.parts === undefined) continue;
      cell.f = `=${shown.text}`;
      // A file has other words for some: `[@Rent]` is `[[#This Row],[Rent]]` there.
      const places = Object.keys(shown.parts);
      cell.custom = keepingParts(Object.fromEntries(places.map((place) => [place, '']))) ?? null;
    }
  }
}

/** Whether the cell would keep tables of a formula that it no longer has. */
function isOther({ f = '', custom }: ICellData, before: Nullable<ICellData>): boolean {
  if (keptParts(before?.custom) === undefined) return false;
  const hasOwn = custom !== undefined && JSON.stringify(custom) !== JSON.stringify(before?.custom);
  return !hasOwn && formOf(f ?? '') !== formOf(before?.f ?? '');
}

/** A formula without the cells that it reads. */
function formOf(formula: string): string {
  const tokens = formulaTokens(formula).filter(({ kind }) => kind !== 'sheet');
  return tokens.map(({ kind, text }) => (isReference(kind) ? '$A$1' : text)).join('');
}

/** Writes a table's own part. */
export function tablePart({ area, table }: WrittenTable, id: number): string {
  const { name, headerRows, totalsRows, columns, totals, look, filter } = table;
  const filtered = { ...area, ...filterArea({ area, totalsRows }) };
  const attributes =
    ` id="${id}" name="${textToFile(name)}" displayName="${textToFile(name)}" ref="${plain(area)}"` +
    (headerRows === 0 ? ' headerRowCount="0"' : '') +
    (totalsRows === 0 ? ' totalsRowShown="0"' : ' totalsRowCount="1"');
  const listed = columns.map((column, index) => {
    const { label, calculation } = totals[index] ?? {};
    return (
      `<tableColumn id="${index + 1}" name="${textToFile(column)}"` +
      (label === undefined ? '' : ` totalsRowLabel="${textToFile(label)}"`) +
      (calculation === undefined ? '/>' : ` totalsRowFunction="${textToFile(calculation)}"/>`)
    );
  });
  const looks = Object.entries(look).map(([key, value]) => ` ${key}="${textToFile(value)}"`);
  return (
    `${XML_DECLARATION}<table xmlns="${SHEET_NAMESPACE}"${attributes}>` +
    (hasButtons(table) ? writeFilter(plain(filtered), filter) : '') +
    `<tableColumns count="${columns.length}">${listed.join('')}</tableColumns>` +
    (looks.length === 0 ? '' : `<tableStyleInfo${looks.join('')}/>`) +
    '</table>'
  );
}

/** Where a workbook keeps its tables, under `custom`. */
const FIELD = 'locusTables';
const RANGE = /^_locus_table_\d+$/;
const rangeName = (index: number): string => `_locus_table_${index + 1}`;
const CALCULATIONS = /^(?:average|count|countNums|max|min|stdDev|sum|var)$/;
/** As Excel has it for the names of tables. */
const NAME = /^[\p{L}_\\][\p{L}\p{N}_.\\]{0,254}$/u;

function keptIn(saved: SavedWorkbook): readonly unknown[] {
  const kept: unknown = saved.custom?.[FIELD];
  return Array.isArray(kept) ? (kept as unknown[]) : [];
}

/** A workbook from elsewhere may hold anything there. */
function asTable(kept: unknown): Omit<Table, 'area' | 'sheet'> | undefined {
  const { name, headerRows, totalsRows, columns, totals, look, hasFilter, filter } = (kept ??
    {}) as Partial<Table>;
  const isTable =
    typeof name === 'string' &&
    NAME.test(name) &&
    (headerRows === 0 || headerRows === 1) &&
    (totalsRows === 0 || totalsRows === 1) &&
    Array.isArray(columns) &&
    columns.every((column) => typeof column === 'string');
  if (!isTable) return undefined;
  return {
    name,
    headerRows,
    totalsRows,
    columns,
    totals: Array.isArray(totals)
      ? totals.map((each) => ({
          ...(typeof each?.label === 'string' && { label: each.label }),
          ...(CALCULATIONS.test(String(each?.calculation)) && { calculation: each.calculation }),
        }))
      : [],
    look: Object.fromEntries(
      Object.entries(look ?? {}).filter(
        ([key, value]) => LOOKS.includes(key) && typeof value === 'string',
      ),
    ),
    hasFilter: hasFilter === true,
    filter: asFilter(filter),
  };
}

/** The columns as their headers call them now; undefined if Excel would not take them. */
function headersOf(
  sheet: Partial<IWorksheetData>,
  { startRow, endRow, startColumn, endColumn }: CellArea,
  { headerRows, totalsRows, columns, totals }: Omit<Table, 'area' | 'sheet'>,
): { readonly names: readonly string[]; readonly totals: Table['totals'] } | undefined {
  const width = endColumn - startColumn + 1;
  if (endRow - startRow + 1 <= headerRows + totalsRows) return undefined;
  if (headerRows === 0) return width === columns.length ? { names: columns, totals } : undefined;
  const cells: Record<number, ICellData> = sheet.cellData?.[startRow] ?? {};
  const names = Array.from({ length: width }, (_, index) => {
    const { v, t, f, si } = cells[startColumn + index] ?? {};
    const isText = typeof v === 'string' && t !== CellValueType.NUMBER && !f && !si;
    return isText ? v : '';
  });
  const folded = new Set(names.map((name) => name.toLowerCase()));
  if (folded.has('') || folded.size < width) return undefined;
  const totalOf = (name: string): Table['totals'][number] => totals[columns.indexOf(name)] ?? {};
  return { names, totals: names.map(totalOf) };
}

type Corners = Pick<CellArea, 'startRow' | 'endRow' | 'startColumn' | 'endColumn'>;

/** Whether two areas of one sheet have a cell in common. */
export function overlaps(one: Corners, other: Corners): boolean {
  return (
    one.startRow <= other.endRow &&
    other.startRow <= one.endRow &&
    one.startColumn <= other.endColumn &&
    other.startColumn <= one.endColumn
  );
}

function plain(area: CellArea): string {
  return formatArea({ ...area, sheet: undefined });
}

function absolute(area: CellArea): string {
  return plain(area).replace(/([A-Z]+)(\d+)/g, '$$$1$$$2');
}
