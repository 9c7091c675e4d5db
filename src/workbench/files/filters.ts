import { BooleanNumber } from '@univerjs/core';
import type { IWorksheetData } from '@univerjs/core';
import type { IAutoFilter, ICustomFilter, IFilterColumn } from '@univerjs/preset-sheets-filter';
import type { CellArea } from '../../addin/spreadsheet/cell-address';
import { textFromFile, textToFile } from '../../engine/places/workbook-text';
import type { SavedWorkbook } from '../saved-workbook';
import type { XmlScanner } from './xml-scanner';

/** An element of a filter, as it is in a file. */
export interface FilterPart {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parts: readonly FilterPart[];
}

/** The filter buttons of a sheet that belong to no table. */
export interface SheetFilter {
  readonly sheetId: string;
  readonly area: CellArea;
  /** The columns' filters. */
  readonly columns: readonly FilterPart[];
}

/** Where Univer keeps the filters of a workbook's sheets. */
export const FILTERS = 'SHEET_FILTER_PLUGIN';

/**
 * The elements that are kept, with their attributes. A colour or an icon is left out, because it
 * names a style that the saved file would not have; so is how the rows were sorted.
 */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  filterColumn: ['colId', 'hiddenButton', 'showButton'],
  filters: ['blank'],
  filter: ['val'],
  dateGroupItem: [...['year', 'month', 'day', 'hour', 'minute', 'second'], 'dateTimeGrouping'],
  customFilters: ['and'],
  customFilter: ['operator', 'val'],
  top10: ['top', 'percent', 'val', 'filterVal'],
  dynamicFilter: ['type', 'val', 'maxVal'],
};

/**
 * Reads to the end of the `autoFilter` at which the scanner is.
 *
 * @param onElement called for each element within it, even for those that are left out.
 */
export function readFilter(
  xml: XmlScanner,
  onElement: (name: string) => void = () => {},
): readonly FilterPart[] {
  const root: MutablePart = { name: '', attributes: {}, parts: [] };
  const open = [root];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.name === 'autoFilter') break;
    if (event === 'close') open.pop();
    if (event !== 'open') continue;
    onElement(xml.name);
    const part: MutablePart = { name: xml.name, attributes: {}, parts: [] };
    for (const name of KEPT[xml.name] ?? []) {
      const value = xml.attribute(name);
      if (value !== undefined) part.attributes[name] = textFromFile(value);
    }
    if (Object.hasOwn(KEPT, xml.name)) open.at(-1)?.parts.push(part);
    open.push(part);
  }
  // A column that only had what is left out filters nothing.
  return root.parts.filter(
    ({ attributes, parts }) => parts.length > 0 || attributes['hiddenButton'] !== undefined,
  );
}

interface MutablePart {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly parts: MutablePart[];
}

/** Writes the element for a file. */
export function writeFilter(ref: string, columns: readonly FilterPart[]): string {
  return written(part('autoFilter', { ref }, columns));
}

function written({ name, attributes, parts }: FilterPart): string {
  const own = Object.entries(attributes).map(([key, value]) => ` ${key}="${textToFile(value)}"`);
  const start = `<${name}${own.join('')}`;
  return parts.length === 0 ? `${start}/>` : `${start}>${parts.map(written).join('')}</${name}>`;
}

/**
 * Returns a filter that a workbook has kept. A workbook from elsewhere may contain anything there.
 */
export function asFilter(kept: unknown): readonly FilterPart[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((each: Partial<FilterPart> | null) => {
    const { name = '', attributes, parts } = each ?? {};
    if (!Object.hasOwn(KEPT, name)) return [];
    const own = Object.entries(attributes ?? {}).filter(
      ([key, value]) => KEPT[name]?.includes(key) === true && typeof value === 'string',
    );
    return [{ name, attributes: Object.fromEntries(own), parts: asFilter(parts) }];
  });
}

/** Moves the filters to where their columns are now. The filter of a deleted column is dropped. */
export function withColumns(
  filter: readonly FilterPart[],
  before: readonly string[],
  now: readonly string[],
): readonly FilterPart[] {
  return filter.flatMap(({ name, attributes, parts }) => {
    const place = now.indexOf(before[Number(attributes['colId'])] ?? '');
    return place === -1 ? [] : [part(name, { ...attributes, colId: String(place) }, parts)];
  });
}

/**
 * Combines two filters: for each column, what a person has set since, or else the file's filter.
 */
export function laidOver(
  filter: readonly FilterPart[],
  own: readonly FilterPart[],
): readonly FilterPart[] {
  const byColumn = new Map(
    [...filter, ...own].map((each) => [Number(each.attributes['colId']), each]),
  );
  return [...byColumn].sort(([one], [other]) => one - other).map(([, each]) => each);
}

/** Returns the filter buttons that a sheet shows, and what a person filters by. */
export function shownFilter(
  { resources }: Pick<SavedWorkbook, 'resources'>,
  sheetId: string,
): Required<IAutoFilter> | undefined {
  const data = resources?.find(({ name }) => name === FILTERS)?.data;
  if (data === undefined) return undefined;
  // A workbook from elsewhere may hold anything there; what cannot be written counts as nothing.
  try {
    const all = JSON.parse(data) as Readonly<Record<string, IAutoFilter>>;
    const { ref, filterColumns = [], cachedFilteredOut = [] } = all[sheetId] ?? {};
    asWritten(filterColumns, 0);
    if (ref === undefined || !CORNERS.every((corner) => Number.isInteger(ref[corner]))) {
      return undefined;
    }
    return { ref, filterColumns, cachedFilteredOut: cachedFilteredOut.filter(Number.isInteger) };
  } catch {
    return undefined;
  }
}

const CORNERS = ['startRow', 'startColumn', 'endRow', 'endColumn'] as const;

/** Returns what a person filters by, as a file has it for buttons that begin in this column. */
export function asWritten(
  columns: readonly IFilterColumn[],
  firstColumn: number,
): readonly FilterPart[] {
  return columns.flatMap((each) => columnPart(each, firstColumn));
}

/** Univer counts the columns from the sheet's first, a file from the table's. */
function columnPart(
  { colId, filters, customFilters }: IFilterColumn,
  firstColumn: number,
): readonly FilterPart[] {
  const inner = filters === undefined ? customPart(customFilters) : [valuesPart(filters)];
  const column = colId - firstColumn;
  return inner.length === 0 ? [] : [part('filterColumn', { colId: String(column) }, inner)];
}

function valuesPart({ blank, filters = [] }: NonNullable<IFilterColumn['filters']>): FilterPart {
  const values = filters.map((val) => part('filter', { val: String(val) }));
  return part('filters', blank === true ? { blank: '1' } : {}, values);
}

function customPart(custom: IFilterColumn['customFilters']): readonly FilterPart[] {
  if (custom === undefined) return [];
  const tests = custom.customFilters.map(({ operator, val }) =>
    part('customFilter', { ...(operator !== undefined && { operator }), val: String(val) }),
  );
  return [part('customFilters', custom.and === BooleanNumber.TRUE ? { and: '1' } : {}, tests)];
}

/**
 * Returns a file's filter as if a person had set it in Univer. Empty if Univer lacks a part of it,
 * such as the ten largest or a year.
 */
export function asSet(
  filter: readonly FilterPart[],
  { startColumn, endColumn }: Pick<CellArea, 'startColumn' | 'endColumn'>,
): IFilterColumn[] {
  const columns = filter.map(({ attributes, parts: [inner, ...others] }) => {
    const colId = Number(attributes['colId'] ?? Number.NaN) + startColumn;
    const isThere = Number.isInteger(colId) && colId >= startColumn && colId <= endColumn;
    const isPlain = isThere && others.length === 0 && attributes['hiddenButton'] === undefined;
    const set = isPlain && inner !== undefined ? (valuesOf(inner) ?? testsOf(inner)) : undefined;
    return set && { colId, ...set };
  });
  return columns.every((column) => column !== undefined) ? columns : [];
}

function valuesOf({ name, attributes, parts }: FilterPart): Partial<IFilterColumn> | undefined {
  if (name !== 'filters' || parts.some((each) => each.name !== 'filter')) return undefined;
  const filters = parts.map((each) => each.attributes['val'] ?? '');
  return { filters: { ...(isOn(attributes['blank']) && { blank: true }), filters } };
}

function testsOf({ name, attributes, parts }: FilterPart): Partial<IFilterColumn> | undefined {
  const [one, other] = parts.map(
    ({ attributes: { operator, val = '' } }) =>
      ({ val, ...(operator !== undefined && { operator }) }) as ICustomFilter,
  );
  if (name !== 'customFilters' || one === undefined) return undefined;
  return {
    customFilters: {
      ...(isOn(attributes['and']) && { and: BooleanNumber.TRUE as const }),
      customFilters: other === undefined ? [one] : [one, other],
    },
  };
}

function isOn(flag: string | undefined): boolean {
  return flag === '1' || flag === 'true';
}

function part(
  name: string,
  attributes: Readonly<Record<string, string>>,
  parts: readonly FilterPart[] = [],
): FilterPart {
  return { name, attributes, parts };
}

/** Returns the sheet with the rows hidden that a table's filter leaves out. */
export function withHiddenRows(
  sheet: Partial<IWorksheetData>,
  rows: readonly number[],
): Partial<IWorksheetData> {
  if (rows.length === 0) return sheet;
  const hidden = rows.map((row) => [row, { ...sheet.rowData?.[row], hd: BooleanNumber.TRUE }]);
  return { ...sheet, rowData: { ...sheet.rowData, ...Object.fromEntries(hidden) } };
}

/** Returns the sheet with all rows of an area shown, and the rows that were hidden. */
export function withShownRows(
  sheet: Partial<IWorksheetData>,
  { startRow, endRow }: Pick<CellArea, 'startRow' | 'endRow'>,
): { readonly rows: number[]; readonly shown: Partial<IWorksheetData> } {
  const rows = Object.entries(sheet.rowData ?? {}).flatMap(([row, { hd }]) =>
    hd === BooleanNumber.TRUE && Number(row) > startRow && Number(row) <= endRow
      ? [Number(row)]
      : [],
  );
  const all = rows.map((row) => [row, { ...sheet.rowData?.[row], hd: BooleanNumber.FALSE }]);
  return { rows, shown: { ...sheet, rowData: { ...sheet.rowData, ...Object.fromEntries(all) } } };
}
