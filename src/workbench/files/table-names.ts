import { sheetName, type CellArea } from '../../addin/spreadsheet/cell-address';
import { columnIndex } from '../../engine/places/column-letters';
import { formulaTokens } from '../../addin/spreadsheet/formula-tokens';
import {
  createTableReferences,
  isReference,
  type FormulaPlace,
  type NamedParts,
  type Table,
} from './table-references';

/**
 * Returns the formula with the names of tables in place of cells that were such names, as Excel
 * stores it in a file: `SUM($C$2:$C$9)` becomes `SUM(Stores[Sales])` again. This undoes `asCells`
 * of table-references.ts, even after rows were inserted or deleted and columns were renamed. Cells
 * that are no longer exactly a part of a table stay, and so do all that were cells from the start.
 */
export function withTableNames(
  formula: string,
  at: FormulaPlace | undefined,
  tables: readonly Table[],
  parts: NamedParts,
): string {
  const { asCells } = createTableReferences(tables);
  const tokens = formulaTokens(formula);
  // LET and LAMBDA may give a table's name to something else.
  const given = new Set(
    tokens.map(({ kind, text }) => (kind === 'name' ? text.toLowerCase() : '')),
  );
  const named = tables.filter(({ name }) => !given.has(name.toLowerCase()));
  const isJoint = (index: number): boolean => /^[:#]$/.test(tokens[index]?.text ?? '');
  const written: string[] = [];
  let references = 0;
  for (const [index, { kind, text }] of tokens.entries()) {
    const part = isReference(kind) ? parts[references] : undefined;
    if (isReference(kind)) references += 1;
    if (part === undefined) {
      written.push(text);
      continue;
    }
    const before = tokens[index - 1];
    const isOnSheet = before?.kind === 'sheet';
    const sheet = isOnSheet ? sheetName(before.text.slice(0, -1)) : at?.sheet;
    const isWhole = !isJoint(index + 1) && !isJoint(index - (isOnSheet ? 2 : 1));
    const cells = isOnSheet ? before.text + text : text;
    // As it was written, unless its column is called something else now.
    const isAsBefore = asCells(part, at)?.text === cells;
    const name = isAsBefore ? part : isWhole ? nameOf(text, sheet, at, named) : undefined;
    if (name !== undefined && isOnSheet) written.pop();
    written.push(name ?? text);
  }
  return written.join('');
}

/** Whole columns, from `$B$3` to `$D$5`, or `$B3` in the row itself. */
const CELLS = /^\$([A-Z]+)(\$?)(\d+)(?::\$([A-Z]+)(\$?)(\d+))?$/;

function nameOf(
  reference: string,
  sheet: string | undefined,
  at: FormulaPlace | undefined,
  tables: readonly Table[],
): string | undefined {
  const found = CELLS.exec(reference);
  if (found === null || sheet === undefined) return undefined;
  const [, from = '', isFixed = '', first = '', to = from, isEndFixed = isFixed, last = first] =
    found;
  const cells = {
    startColumn: columnIndex(from),
    endColumn: columnIndex(to),
    startRow: Number(first) - 1,
    endRow: Number(last) - 1,
  };
  if (isFixed !== isEndFixed) return undefined;
  const rowOf = isFixed === '' ? at : undefined;
  if (isFixed === '' && (rowOf?.sheet !== sheet || cells.startRow !== rowOf.row)) return undefined;
  for (const table of tables) {
    if (table.sheet.toLowerCase() !== sheet.toLowerCase()) continue;
    const items = itemsOf(cells, isFixed === '', table);
    const columns = items && columnsOf(cells, table);
    if (columns !== undefined) return `${table.name}${inBrackets(items ?? [], columns)}`;
  }
  return undefined;
}

type Corners = Omit<CellArea, 'sheet'>;

/** The parts of the table that these rows are; undefined if they are none. */
function itemsOf(
  { startRow, endRow }: Corners,
  isOwnRow: boolean,
  { area, headerRows, totalsRows }: Table,
): readonly string[] | undefined {
  const first = area.startRow + headerRows;
  const last = area.endRow - totalsRows;
  if (isOwnRow) {
    return startRow === endRow && startRow >= first && startRow <= last ? ['#This Row'] : undefined;
  }
  const parts: readonly (readonly [number, number, readonly string[]])[] = [
    [first, last, []],
    [area.startRow, first - 1, ['#Headers']],
    [last + 1, area.endRow, ['#Totals']],
    [area.startRow, area.endRow, ['#All']],
    [area.startRow, last, ['#Headers', '#Data']],
    [first, area.endRow, ['#Data', '#Totals']],
  ];
  return parts.find(([from, to]) => from === startRow && to === endRow)?.[2];
}

/** The names of the first and the last column; none for all of several. */
function columnsOf(
  { startColumn, endColumn }: Corners,
  { area, columns }: Table,
): readonly string[] | undefined {
  if (startColumn < area.startColumn || endColumn > area.endColumn) return undefined;
  const isAll = startColumn === area.startColumn && endColumn === area.endColumn;
  if (isAll && columns.length > 1) return [];
  const first = columns[startColumn - area.startColumn];
  const last = columns[endColumn - area.startColumn];
  if (first === undefined || last === undefined) return undefined;
  return startColumn === endColumn ? [first] : [first, last];
}

/** `[]`, `[Rent]`, `[[Rent in ₹]]`, `[#Totals]` or `[[#This Row],[City]:[Rent]]`. */
function inBrackets(items: readonly string[], columns: readonly string[]): string {
  const [only = ''] = columns;
  if (items.length === 0 && columns.length === 0) return '[]';
  if (items.length === 0 && columns.length === 1 && PLAIN.test(only)) return `[${only}]`;
  if (items.length === 1 && columns.length === 0) return `[${items[0]}]`;
  const names = columns.map((name) => `[${name.replace(/['#@[\]]/g, "'$&")}]`);
  const parts = items.map((item) => `[${item}]`);
  return `[${[...parts, ...(names.length === 0 ? [] : [names.join(':')])].join(',')}]`;
}

/** A name that needs no brackets of its own. */
const PLAIN = /^[\p{L}\p{M}\p{N}_]+(?: [\p{L}\p{M}\p{N}_]+)*$/u;
