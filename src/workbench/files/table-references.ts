import { largest, smallest } from '../../engine/async/extremes';
import { columnLetters } from '../../engine/places/column-letters';
import {
  contains,
  parseArea,
  quotedSheet,
  type CellArea,
} from '../../addin/spreadsheet/cell-address';
import { formulaTokens, type TokenKind } from '../../addin/spreadsheet/formula-tokens';
import { textFromFile } from '../../engine/places/workbook-text';
import { isRecord } from '../../engine/contract/json-checks';
import { readFilter, type FilterPart } from './filters';
import { XmlScanner } from './xml-scanner';

/** A table of a file. */
export interface Table {
  readonly name: string;
  /** Its sheet's name. */
  readonly sheet: string;
  /** The whole table, with its headers and totals. */
  readonly area: CellArea;
  readonly headerRows: number;
  readonly totalsRows: number;
  readonly columns: readonly string[];
  /**
   * The label or calculation of each column in the row of totals, unless it is a person's own
   * formula.
   */
  readonly totals: readonly { readonly label?: string; readonly calculation?: string }[];
  /** The name of its style, and what the style bands, as in the file. */
  readonly look: Readonly<Record<string, string>>;
  /** Whether its headers have buttons. */
  readonly hasFilter: boolean;
  /** The columns' filters. */
  readonly filter: readonly FilterPart[];
}

/**
 * The parts of tables that a formula names, as a file has written them (`Stores[Sales]`), or "" for
 * those that a person has typed. Their keys are their positions among the formula's references once
 * these are cells.
 */
export type NamedParts = Readonly<Record<number, string>>;

/** A formula with cells in place of tables. */
export interface CellsForTables {
  readonly text: string;
  /** Undefined if the formula names no tables. */
  readonly parts: NamedParts | undefined;
}

/** The cell of a formula. Row and column count from 0. */
export interface FormulaPlace {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
}

export interface TableReferences {
  /**
   * Returns a file's formula with cells in place of the tables that it names, as Excel's own
   * *Convert to Range* leaves it: `SUM(Stores[Sales])` becomes `SUM($C$2:$C$9)`. Undefined if a
   * table or a column is missing. `at` is undefined for a formula without a cell.
   */
  asCells(formula: string, at: FormulaPlace | undefined): CellsForTables | undefined;
}

/** What a cell, or a workbook for each of its names, keeps under `custom`. */
const NAMED_PARTS = 'locusTableParts';

/** Returns what a cell keeps under `custom` for these parts. */
export function keepingParts(parts: NamedParts | undefined): Record<string, unknown> | undefined {
  return parts && { [NAMED_PARTS]: parts };
}

/** Checks what is stored, because a workbook from elsewhere may contain anything there. */
export function keptParts(custom: unknown): NamedParts | undefined {
  if (!isRecord(custom) || !isRecord(custom[NAMED_PARTS])) return undefined;
  const parts = Object.entries(custom[NAMED_PARTS]).filter(([, part]) => typeof part === 'string');
  return parts.length === 0 ? undefined : (Object.fromEntries(parts) as NamedParts);
}

/** Reads a table's part; undefined if it is damaged or not a table. */
export function readTablePart(text: string, sheet: string): Table | undefined {
  const columns: string[] = [];
  const totals: Table['totals'][number][] = [];
  const look: Record<string, string> = {};
  let hasFilter = false;
  let filter: Table['filter'] = [];
  let table: Pick<Table, 'name' | 'area' | 'headerRows' | 'totalsRows'> | undefined;
  const xml = new XmlScanner(text);
  for (const element of xml.elements()) {
    if (element === 'autoFilter') {
      hasFilter = true;
      filter = readFilter(xml);
    }
    if (element === 'tableStyleInfo') {
      for (const name of LOOKS) {
        const value = xml.attribute(name);
        if (value !== undefined) look[name] = textFromFile(value);
      }
    }
    if (element === 'tableColumn') {
      const label = xml.attribute('totalsRowLabel');
      const calculation = xml.attribute('totalsRowFunction');
      columns.push(textFromFile(xml.attribute('name') ?? ''));
      totals.push({
        ...(label !== undefined && { label: textFromFile(label) }),
        ...(calculation !== undefined && { calculation }),
      });
    }
    if (element !== 'table') continue;
    const area = parseArea(xml.attribute('ref') ?? '');
    // Formulas use the name that people see.
    const name = textFromFile(xml.attribute('displayName') ?? xml.attribute('name') ?? '');
    if (area === undefined || name === '') return undefined;
    const headerRows = Number(xml.attribute('headerRowCount') ?? 1);
    const totalsRows = Number(xml.attribute('totalsRowCount') ?? 0);
    table = { name, area, headerRows, totalsRows };
  }
  return table && { ...table, sheet, columns, totals, look, hasFilter, filter };
}

/** The attributes of a style's element, such as `TableStyleMedium2` with banded rows. */
export const LOOKS = [
  'name',
  'showFirstColumn',
  'showLastColumn',
  'showRowStripes',
  'showColumnStripes',
];

/** @param tables the tables of all sheets. Case does not matter in their names. */
export function createTableReferences(tables: readonly Table[]): TableReferences {
  const named = new Map(tables.map((table) => [table.name.toLowerCase(), table]));
  const holding = (at: FormulaPlace | undefined): Table | undefined =>
    at && tables.find(({ sheet, area }) => sheet === at.sheet && contains(area, at));
  return {
    asCells(formula, at) {
      const tokens = formulaTokens(formula);
      const written: string[] = [];
      const parts: Record<number, string> = {};
      let references = 0;
      // Some programs leave out the table's name within it. `[b]` may be a parameter of LAMBDA.
      const isLambda = tokens.some(({ kind, text }) => kind === 'function' && LAMBDA.test(text));
      const hasOwnColumns = holding(at) !== undefined && !isLambda;
      for (let index = 0; index < tokens.length; index += 1) {
        const { kind = 'unknown', text = '' } = tokens[index] ?? {};
        const next = tokens[index + 1];
        const isNamed = kind === 'name' && tokens[index - 1]?.kind !== 'sheet';
        const table = isNamed ? named.get(text.toLowerCase()) : undefined;
        const brackets = isNamed && next?.kind === 'brackets' ? next.text : '';
        const isInner =
          kind === 'brackets' && (isOwnRow(text) || hasOwnColumns) && next?.text !== '!';
        if (brackets !== '') index += 1;
        else if (!isInner && table === undefined) {
          written.push(text);
          if (isReference(kind)) references += 1;
          continue;
        }
        const cells = isInner
          ? cellsOf(holding(at), text, at)
          : cellsOf(table, brackets === '' ? '[]' : brackets, at);
        if (cells === undefined) return undefined;
        written.push(cells);
        parts[references] = text + brackets;
        references += 1;
      }
      const hasParts = Object.keys(parts).length > 0;
      return { text: written.join(''), parts: hasParts ? parts : undefined };
    },
  };
}

/** Whether a token is cells, or the error that they become when they are deleted. */
export function isReference(kind: TokenKind): boolean {
  return kind === 'reference' || kind === 'error';
}

/** `[@Sales]` within the table itself. */
function isOwnRow(text: string): boolean {
  return text.startsWith('[@');
}

const LAMBDA = /^(?:_xlfn\.)?LAMBDA$/i;

/** What `[Sales]`, `[@Sales]`, `[#Totals]` or `[[#Headers],[Sales]:[Rent]]` are, as cells. */
function cellsOf(
  table: Table | undefined,
  brackets: string,
  at: FormulaPlace | undefined,
): string | undefined {
  if (table === undefined) return undefined;
  const { area, sheet } = table;
  const parts = partsOf(brackets.slice(1, -1));
  const items = parts.filter((part) => part.startsWith('#')).map(plainItem);
  const columns = parts.filter((part) => !part.startsWith('#')).map(unescaped);
  const places = columns.map((column) => columnPlace(table, column));
  if (places.includes(-1) || places.length > 2) return undefined;
  const rows = rowsOf(table, items, at);
  if (rows === undefined) return undefined;
  const [from, to] =
    places.length === 0
      ? [area.startColumn, area.endColumn]
      : [area.startColumn + smallest(places), area.startColumn + largest(places)];
  const cell = (column: number, row: number): string =>
    `$${columnLetters(column)}${items.includes(THIS_ROW) ? '' : '$'}${row + 1}`;
  const [start, end] = [cell(from, rows[0]), cell(to, rows[1])];
  const prefix = at?.sheet === sheet ? '' : `${quotedSheet(sheet)}!`;
  return prefix + (start === end ? start : `${start}:${end}`);
}

const THIS_ROW = '#thisrow';

function plainItem(written: string): string {
  return written.toLowerCase().replace(/\s/g, '');
}

/** First and last row; undefined if there are none, or the items do not fit together. */
function rowsOf(
  { area, headerRows, totalsRows, sheet }: Table,
  items: readonly string[],
  at: FormulaPlace | undefined,
): readonly [number, number] | undefined {
  const first = area.startRow + headerRows;
  const last = area.endRow - totalsRows;
  const ranges: Readonly<Record<string, readonly [number, number]>> = {
    '#all': [area.startRow, area.endRow],
    '#data': [first, last],
    '#headers': [area.startRow, first - 1],
    '#totals': [last + 1, area.endRow],
    ...(at?.sheet === sheet &&
      at.row >= first &&
      at.row <= last && { [THIS_ROW]: [at.row, at.row] }),
  };
  const wanted = (items.length === 0 ? ['#data'] : items).map((item) => ranges[item]);
  let [from, to] = [Infinity, -Infinity];
  for (const range of wanted) {
    if (range === undefined || range[0] > range[1]) return undefined;
    [from, to] = [Math.min(from, range[0]), Math.max(to, range[1])];
  }
  return [from, to];
}

/** `@[Sales]` is short for `[#This Row],[Sales]`. */
function partsOf(inner: string): string[] {
  const rest = inner.trim();
  if (rest.startsWith('@')) {
    const parts = partsOf(rest.slice(1));
    return [THIS_ROW, ...parts];
  }
  if (rest === '') return [];
  if (!rest.startsWith('[')) return [rest];
  // XlsxWriter makes `[[#This Row],Sales]` of `[@Sales]`.
  const listed = rest.matchAll(/\[((?:[^'[\]]|'[^])*)\]|[^\s[\],:][^[\],:]*/g);
  return [...listed].map(([whole, part]) => part ?? whole.trim());
}

/** An apostrophe stands before a sign that would mean something else. */
function unescaped(column: string): string {
  return column.replace(/'([^])/g, '$1');
}

function columnPlace({ columns }: Table, written: string): number {
  const plain = (name: string): string => name.toLowerCase().replaceAll('\r\n', '\n');
  return columns.findIndex((name) => plain(name) === plain(written));
}
