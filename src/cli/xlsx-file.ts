import { SSF, read, type CellObject, type WorkBook, type WorkSheet } from '@e965/xlsx';
import type { CellContent } from '../engine/places/cell';
import { DAY_ZERO_1900, isTimeFormat } from '../engine/places/dates';
import type { Grid } from '../engine/places/list-frame';
import { showsOtherDegrees } from '../engine/places/shown-degrees';
import { countedText } from '../engine/language/speech';
import type { InputFile } from './input-file';
import {
  areaOf,
  findInGrid,
  holdsPlaces,
  noListFault,
  placeOf,
  reasonToLeaveOut,
  type Area,
  type FoundList,
  type ListChoice,
} from './list-choice';
import { columnLetters } from '../engine/places/column-letters';
import { FileFault, type ReadTable, type ShownDegrees, type TableRow } from './table';
import { StoredTime, toCellContent } from './value-text';

/** Opens the list of an Excel workbook, which is kept in memory as a whole. */
export async function openXlsxFile(input: InputFile, choice: ListChoice): Promise<ReadTable> {
  const { name, file, bytes } = input;
  if (bytes > MOST_BYTES) {
    throw new FileFault(`${name} is larger than 100 MB. Save the sheet as CSV and use that.`);
  }
  const buffer = Buffer.alloc(bytes);
  await file.read(buffer, 0, bytes, 0);
  const book = new Workbook(workbookOf(buffer, name), name);
  const { sheet, list, lastRow } = book.list(choice);
  sheet.checkFormulas(list, lastRow);
  const columns = list.columns;
  const hidden = new Set<TableRow>();
  const shownDegrees = new Map<number, ShownDegrees>();
  const rows: TableRow[] = [];
  for (let at = list.firstRow; at <= lastRow; at += 1) {
    columns.forEach((_, column) => {
      const shown = shownDegrees.has(column)
        ? undefined
        : sheet.otherDegrees(at, list.firstColumn + column);
      if (shown !== undefined) shownDegrees.set(column, shown);
    });
    const row = columns.map((_, column) => sheet.value(at, list.firstColumn + column));
    rows.push(row);
    if (sheet.isHidden(at)) hidden.add(row);
  }
  const place = placeOf(list, lastRow, sheet.name);
  return {
    columns,
    found: ['Excel'],
    place,
    firstRow: list.firstRow + 1,
    hiddenRows: hidden.size,
    hiddenColumns: new Set(
      columns.flatMap((_, column) =>
        sheet.isColumnHidden(list.firstColumn + column) ? [column] : [],
      ),
    ),
    shownDegrees,
    uses1904Dates: book.uses1904Dates,
    isShared: book.isShared,
    leftOut: (row) =>
      choice.isVisibleOnly === true && hidden.has(row) ? 'hidden' : reasonToLeaveOut(columns, row),
    async *rows() {
      for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
        yield await Promise.resolve(rows.slice(start, start + ROWS_AT_ONCE));
      }
    },
  };
}

/** The same limit as in the workbench. */
const MOST_BYTES = 100_000_000;
const ROWS_AT_ONCE = 1_000;

function workbookOf(bytes: Buffer, name: string): WorkBook {
  try {
    return read(bytes, {
      dense: true,
      cellDates: false,
      cellFormula: true,
      cellHTML: false,
      cellNF: true,
      // To know which rows are hidden, and to get the parts that the library does not read.
      cellStyles: true,
      bookFiles: true,
    });
  } catch {
    throw new FileFault(`Can’t read ${name} as a workbook. Open it in Excel and save a new copy.`);
  }
}

/** A list on a sheet. */
interface SheetList {
  readonly sheet: Sheet;
  readonly list: FoundList;
  readonly lastRow: number;
}

class Workbook {
  readonly uses1904Dates: boolean;
  private readonly parts: XlsxParts;

  constructor(
    private readonly book: WorkBook,
    private readonly name: string,
  ) {
    this.uses1904Dates = book.Workbook?.WBProps?.date1904 === true;
    this.parts = new XlsxParts(book);
  }

  /** Excel, LibreOffice and others note who saved a workbook last; Locus does not. */
  get isShared(): boolean {
    return this.parts.has('docProps/app.xml') || this.parts.has('docProps/core.xml');
  }

  /** @throws FileFault if it is not clear which list is meant. */
  list(choice: ListChoice): SheetList {
    if (choice.rangeName !== undefined) return this.named(choice.rangeName, choice);
    const sheets = choice.sheet === undefined ? this.visible() : [this.sheet(choice.sheet)];
    const lists = sheets.flatMap((sheet) => this.listsOf(sheet, choice));
    const withPlaces = lists.filter(({ sheet, list }) => sheet.holdsPlaces(list, choice));
    const all = withPlaces.length > 0 ? withPlaces : lists;
    const active = this.parts.activeSheet();
    const inFront = all.filter(({ sheet }) => sheet.index === active);
    const best = inFront.length > 0 ? inFront : all;
    const [only, other] = best;
    if (only === undefined) {
      const [first] = sheets;
      const expected = first === undefined ? 0 : findInGrid(first.grid(), choice);
      first?.checkFormulas(undefined, first.lastRow());
      throw noListFault(this.name, typeof expected === 'number' ? expected : 0);
    }
    if (other === undefined) return only;
    const isOneSheet = best.every(({ sheet }) => sheet === only.sheet);
    const names = best.map(({ sheet, list, lastRow }) =>
      isOneSheet ? (placeOf(list, lastRow).range ?? '') : sheet.name,
    );
    const option = isOneSheet ? '--range' : '--sheet';
    throw new FileFault(
      `${this.name} has several lists: ${names.join(', ')}. Say which one: ${option} "${names[0] ?? ''}".`,
    );
  }

  /** A table is taken as it is. A sheet without one may have a list anywhere. */
  private listsOf(sheet: Sheet, choice: ListChoice): readonly SheetList[] {
    if (choice.area === undefined && choice.headerRow === undefined) {
      const tables = this.parts
        .tablesOf(sheet.index)
        .map((table) => this.listIn(sheet, table))
        .filter(({ list }) => sheet.holdsPlaces(list, choice));
      if (tables.length > 0) return tables;
    }
    const list = findInGrid(sheet.grid(), choice);
    if (typeof list === 'number') return [];
    const end = Math.min(choice.area?.lastRow ?? Infinity, sheet.lastRow(list));
    return [{ sheet, list, lastRow: end }];
  }

  private listIn(sheet: Sheet, { area, hasHeader }: SheetTable): SheetList {
    const list = findInGrid(sheet.grid(), { area, headerRow: hasHeader ? area.firstRow : 'none' });
    if (typeof list === 'number') throw noListFault(this.name, list);
    return { sheet, list, lastRow: area.lastRow };
  }

  private named(wanted: string, choice: ListChoice): SheetList {
    const isIt = (name: string): boolean => name.toLowerCase() === wanted.toLowerCase();
    for (const sheet of this.sheets()) {
      const table = this.parts.tablesOf(sheet.index).find(({ name }) => isIt(name));
      if (table !== undefined) return this.listIn(sheet, table);
    }
    const defined = this.book.Workbook?.Names?.find(({ Name: name }) => isIt(name));
    const [, quoted, plain, range = ''] =
      /^(?:'((?:[^']|'')+)'|([^'!]+))!(.+)$/.exec(defined?.Ref ?? '') ?? [];
    const area = areaOf(range);
    if (area === undefined) {
      throw new FileFault(`${this.name} has no table or range “${wanted}”.`);
    }
    const sheet = this.sheet(quoted?.replaceAll("''", "'") ?? plain ?? '');
    const [list] = this.listsOf(sheet, { ...choice, area });
    if (list === undefined) throw noListFault(this.name, area.firstRow);
    return list;
  }

  private sheet(wanted: string): Sheet {
    const all = this.sheets();
    const plain = wanted.trim().toLowerCase();
    const number = /^\d+$/.test(plain) ? Number(plain) : 0;
    const sheet =
      all.find(({ name }) => name === wanted) ??
      all.find(({ name }) => name.trim().toLowerCase() === plain) ??
      this.visible()[number - 1];
    if (sheet !== undefined) return sheet;
    const names = all.map(({ name }) => `“${name}”`).join(', ');
    throw new FileFault(`${this.name} has no sheet “${wanted}”. Its sheets are ${names}.`);
  }

  private visible(): readonly Sheet[] {
    return this.sheets().filter(
      ({ index }) => (this.book.Workbook?.Sheets?.[index]?.Hidden ?? 0) === 0,
    );
  }

  /** A chart's sheet has no cells. */
  private sheets(): readonly Sheet[] {
    return this.book.SheetNames.flatMap((name, index) => {
      const sheet = this.book.Sheets[name];
      const isCells = sheet !== undefined && (sheet['!type'] ?? 'sheet') === 'sheet';
      return isCells ? [new Sheet(name, index, sheet, this.uses1904Dates, this.name)] : [];
    });
  }
}

class Sheet {
  private readonly lines: readonly (readonly (CellObject | undefined)[] | undefined)[];

  constructor(
    readonly name: string,
    readonly index: number,
    private readonly sheet: WorkSheet,
    private readonly uses1904Dates: boolean,
    private readonly fileName: string,
  ) {
    this.lines = sheet['!data'] ?? [];
  }

  value(row: number, column: number): unknown {
    return cellValue(this.lines[row]?.[column], this.uses1904Dates);
  }

  isHidden(row: number): boolean {
    return this.sheet['!rows']?.[row]?.hidden === true;
  }

  isColumnHidden(column: number): boolean {
    const { hidden, width } = this.sheet['!cols']?.[column] ?? {};
    return hidden === true || width === 0;
  }

  /** A number whose format shows other degrees; a time is read as it is shown. */
  otherDegrees(row: number, column: number): ShownDegrees | undefined {
    const { t: kind, v: value, w: shown = '', z: format } = this.lines[row]?.[column] ?? {};
    if (kind !== 'n' || typeof value !== 'number' || typeof format !== 'string') return undefined;
    if (isTimeFormat(format)) return undefined;
    return showsOtherDegrees(value, format) ? { value, shown: shown.trim() } : undefined;
  }

  /** The last filled row, because formatting may extend far below it. */
  lastRow({ firstColumn, lastColumn }: Partial<FoundList> = {}): number {
    return this.lines.findLastIndex((line) =>
      line?.some(
        (cell, column) =>
          (isFilled(cell) || isUncalculated(cell)) &&
          column >= (firstColumn ?? 0) &&
          column <= (lastColumn ?? Infinity),
      ),
    );
  }

  /** The first rows, which show where the list is. */
  grid(): Grid {
    // An empty row is a hole in the array, which `map` would keep.
    return Array.from(this.lines.slice(0, ROWS_AT_ONCE), (line) =>
      Array.from(line ?? [], (cell): CellContent =>
        toCellContent(cellValue(cell, this.uses1904Dates)),
      ),
    );
  }

  holdsPlaces(list: FoundList, choice: ListChoice): boolean {
    const rows = this.grid()
      .slice(list.firstRow)
      .map((row) => row.slice(list.firstColumn, list.lastColumn + 1));
    return holdsPlaces(list, rows, choice);
  }

  /** @throws FileFault for a formula without a result, because half a place would be sent. */
  checkFormulas(list: FoundList | undefined, lastRow: number): void {
    const { firstColumn = 0, lastColumn = Infinity, headerRow, firstRow = 0 } = list ?? {};
    const cells: string[] = [];
    for (let row = headerRow ?? firstRow; row <= lastRow; row += 1) {
      this.lines[row]?.forEach((cell, column) => {
        if (column < firstColumn || column > lastColumn || !isUncalculated(cell)) return;
        cells.push(`${columnLetters(column)}${String(row + 1)}`);
      });
    }
    const [first] = cells;
    if (first === undefined) return;
    const more = cells.length > 1 ? ` (and in ${countedText(cells.length - 1, 'more cell')})` : '';
    throw new FileFault(
      `${this.fileName}, sheet “${this.name}”, cell ${first}${more}: the formula has no stored result. Open the workbook in Excel or LibreOffice, save it, and try again.`,
    );
  }
}

/**
 * Returns what a cell shows: a date as a date, an error as its text, a code with its leading zeros.
 */
function cellValue(cell: CellObject | undefined, uses1904Dates: boolean): unknown {
  if (!isFilled(cell)) return null;
  const { t: kind, v: value, w: shown, z: format } = cell;
  if (kind === 'e') return shown ?? '#N/A';
  if (typeof value !== 'number') return value instanceof Date ? value.toISOString() : value;
  if (typeof format !== 'string') return value;
  // 1234 with the format 000000 is the code 001234.
  if (/^0+$/.test(format) && shown?.startsWith('0') === true && value !== 0) return shown;
  if (!(SSF as { is_date(format: string): boolean }).is_date(format)) return value;
  return timeOf(value, shown ?? String(value), uses1904Dates);
}

function isFilled(cell: CellObject | undefined): cell is CellObject {
  return cell !== undefined && cell.t !== 'z' && cell.v !== undefined && cell.v !== '';
}

/** Whether a cell has a formula without its result. Programs other than Excel write such files. */
function isUncalculated(cell: CellObject | undefined): boolean {
  return cell?.t === 'z' && cell.f !== undefined;
}

const DAY_SECONDS = 86_400;
const DAYS_FROM_1900_TO_1904 = 1_462;

/** Reads a time, rounded to the second as Excel shows it: 42988.99999999999 is the next day. */
function timeOf(serial: number, shown: string, uses1904Dates: boolean): unknown {
  const seconds = Math.round((serial + (uses1904Dates ? DAYS_FROM_1900_TO_1904 : 0)) * DAY_SECONDS);
  // A time without a day, a duration, or a day before March 1900, which Excel counts otherwise.
  if (seconds < 61 * DAY_SECONDS) return shown;
  const date = new Date(DAY_ZERO_1900 + seconds * 1_000);
  if (Number.isNaN(date.getTime())) return shown;
  const [day = '', time = ''] = date.toISOString().split('T');
  const clock = time.slice(0, 8);
  return new StoredTime(serial, clock === '00:00:00' ? day : `${day}T${clock}`, day);
}

/** A table of a sheet, as *Insert > Table* makes it in Excel. */
interface SheetTable {
  readonly name: string;
  /** With its header and without its totals. */
  readonly area: Area;
  readonly hasHeader: boolean;
}

/** The parts of a workbook that the library does not read. */
class XlsxParts {
  /** Read with `bookFiles`: each part by its path. */
  constructor(private readonly book: WorkBook) {}

  /** The sheet that was in front when the workbook was saved, by its number from 0. */
  activeSheet(): number {
    const [view] = tags(this.part('xl/workbook.xml'), 'workbookView');
    return Number(view?.get('activeTab') ?? 0);
  }

  tablesOf(sheet: number): readonly SheetTable[] {
    const { id } = (this.book.Workbook?.Sheets?.[sheet] ?? {}) as { readonly id?: string };
    const [path] = this.targets('xl/workbook.xml', (relation) => relation.get('Id') === id);
    if (path === undefined) return [];
    const isTable = (relation: Attributes) => relation.get('Type')?.endsWith('/table') === true;
    return this.targets(path, isTable).flatMap((part) => {
      const [table] = tags(this.part(part), 'table');
      const area = areaOf(table?.get('ref') ?? '');
      if (table === undefined || area === undefined) return [];
      const totals = Number(table.get('totalsRowCount') ?? 0);
      const name = table.get('displayName') ?? table.get('name') ?? '';
      const hasHeader = table.get('headerRowCount') !== '0';
      return [{ name, area: { ...area, lastRow: area.lastRow - totals }, hasHeader }];
    });
  }

  /** The parts that a part refers to. */
  private targets(path: string, isWanted: (relation: Attributes) => boolean): readonly string[] {
    const [folder = '', file = ''] = /^(.*\/)([^/]*)$/.exec(path)?.slice(1) ?? [];
    return tags(this.part(`${folder}_rels/${file}.rels`), 'Relationship')
      .filter((relation) => isWanted(relation))
      .map((relation) =>
        new URL(relation.get('Target') ?? '', `file:///${folder}`).pathname.slice(1),
      );
  }

  has(path: string): boolean {
    return this.files[path] !== undefined;
  }

  private get files(): Readonly<Record<string, { readonly content?: Uint8Array }>> {
    const { files = {} } = this.book as unknown as { readonly files?: XlsxParts['files'] };
    return files;
  }

  private part(path: string): string {
    const { content } = this.files[path] ?? {};
    return content === undefined ? '' : Buffer.from(content).toString('utf8');
  }
}

type Attributes = ReadonlyMap<string, string>;

/** The attributes of each element of this name, with any prefix. */
function tags(xml: string, name: string): readonly Attributes[] {
  const elements = new RegExp(`<(?:\\w+:)?${name}(\\s[^>]*)>`, 'g');
  return Array.from(xml.matchAll(elements), ([, inside = '']) => {
    const pairs = [...inside.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
    return new Map(pairs.map(([, key = '', one, two]) => [key, one ?? two ?? '']));
  });
}
