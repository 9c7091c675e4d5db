import { coveringAreas } from '../../../src/excel/formula-areas';
import { formatArea, MAX_COLUMNS, parseArea } from '../../../src/addin/spreadsheet/cell-address';
import type { CellInput } from '../../../src/addin/spreadsheet/sheet';
import { filledRegion, toCellArea, toSheetArea } from '../../../src/addin/spreadsheet/sheet-region';
import { playedSheet, playedTable } from './played-objects';
import type { PlayedObject } from './played-objects';
import { cellKey, gridOf, holds, PlayedError } from './played-workbook';
import type { PlayedArea, PlayedSheet, PlayedWorkbook } from './played-workbook';

type Shown = {
  readonly value: string | number | boolean;
  readonly isError: boolean;
  readonly text?: string;
};

/** More cells than this at once, and Excel gives up; whole columns are read as null. */
const MOST_CELLS = 5_000_000;
/** In points. */
const COLUMN_WIDTH = 48;
const ROW_HEIGHT = 15;

export function playedRange(
  workbook: PlayedWorkbook,
  sheet: PlayedSheet,
  area: PlayedArea,
): PlayedObject {
  const { row, column, rows, columns } = area;
  if (row < 0 || column < 0 || rows < 1 || columns < 1) throw new PlayedError('InvalidArgument');
  if (row + rows > 1_048_576 || column + columns > 16_384) throw new PlayedError('InvalidArgument');
  const range = (next: PlayedArea): PlayedObject => playedRange(workbook, sheet, next);
  const address = formatArea(toCellArea({ ...area, sheet: sheet.name }));
  const widthOf = (at: number): number => sheet.widths.get(at) ?? COLUMN_WIDTH;
  const grid = <Cell>(cell: (r: number, c: number) => Cell): Cell[][] | null =>
    rows * columns > MOST_CELLS ? null : gridOf(area, cell);
  const looks = (...names: readonly string[]): NonNullable<PlayedObject['setters']> =>
    Object.fromEntries(
      names.map((name) => [
        name,
        (value: unknown) => void sheet.formats.push(`${address} ${name}: ${String(value)}`),
      ]),
    );
  return {
    key: address,
    properties: {
      Address: () => address,
      RowIndex: () => row,
      ColumnIndex: () => column,
      RowCount: () => rows,
      ColumnCount: () => columns,
      NumberFormat: () => grid((r, c) => sheet.numberFormats.get(cellKey(r, c)) ?? 'General'),
      Left: () =>
        gridOf({ ...area, column: 0, columns: column, rows: 1 }, (_, c) => widthOf(c))
          .flat()
          .reduce((sum, width) => sum + width, 0),
      Top: () => row * ROW_HEIGHT,
      Formulas: () => grid((r, c) => formulaAt(workbook, sheet, r, c)),
      Values: () => grid((r, c) => shownAt(sheet, r, c)?.value ?? ''),
      Text: () =>
        grid((r, c) => {
          const shown = shownAt(sheet, r, c);
          return shown?.text ?? String(shown?.value ?? '');
        }),
      HasSpill: () => spillOf(sheet, area),
      ValueTypes: () => grid((r, c) => typeOf(shownAt(sheet, r, c))),
    },
    setters: {
      NumberFormat: (value) => {
        sheet.formats.push(`${address} ${String(value)}`);
        if (rows * columns <= MOST_CELLS) {
          gridOf(area, (r, c) => sheet.numberFormats.set(cellKey(r, c), String(value)));
        }
        for (const key of sheet.texts) {
          const isInside = holds(area, Math.floor(key / MAX_COLUMNS), key % MAX_COLUMNS);
          if (isInside && value !== '@') sheet.texts.delete(key);
        }
      },
      Formulas: (value) => write(workbook, sheet, area, value as readonly (readonly CellInput[])[]),
    },
    children: {
      Worksheet: () => playedSheet(workbook, sheet),
      Format: () => ({
        setters: {
          WrapText: (value) => void sheet.formats.push(`${address} wraps: ${String(value)}`),
          ColumnWidth: (value) => {
            for (let c = column; c < column + columns; c += 1) sheet.widths.set(c, Number(value));
          },
          ...looks('RowHeight', 'HorizontalAlignment', 'VerticalAlignment'),
        },
        properties: { ColumnWidth: () => widthOf(column) },
        children: {
          Font: () => ({
            setters: {
              Bold: (value) => void sheet.formats.push(`${address} bold: ${String(value)}`),
              ...looks('Size', 'Color'),
            },
          }),
          Fill: () => ({ setters: looks('Color') }),
          Borders: () => ({ methods: { Indexer: () => ({ setters: looks('Style', 'Color') }) } }),
        },
        methods: { AutofitColumns: () => void sheet.fitted.push(address) },
      }),
    },
    methods: {
      Merge: () => void sheet.merged.push(area),
      CopyFrom: (_from: unknown, what: string) =>
        void sheet.formats.push(`${address} ${what} of another`),
      GetCell: (r: number, c: number) =>
        range({ row: row + r, column: column + c, rows: 1, columns: 1 }),
      GetResizedRange: (r: number, c: number) =>
        range({ row, column, rows: rows + r, columns: columns + c }),
      GetRow: (r: number) => range({ row: row + r, column, rows: 1, columns }),
      GetBoundingRect: (other: PlayedObject) => {
        const at = (name: string): number => Number(other.properties?.[name]?.());
        const rowEnd = Math.max(row + rows, at('RowIndex') + at('RowCount'));
        const columnEnd = Math.max(column + columns, at('ColumnIndex') + at('ColumnCount'));
        const first = {
          row: Math.min(row, at('RowIndex')),
          column: Math.min(column, at('ColumnIndex')),
        };
        return range({ ...first, rows: rowEnd - first.row, columns: columnEnd - first.column });
      },
      // Microsoft's script cuts what is set into pieces of 1,500 cells and asks this before.
      _ValidateArraySize: (r: number, c: number) => {
        if (r !== rows || c !== columns) throw new PlayedError('InvalidArgument');
      },
      GetUsedRangeOrNullObject: () => {
        const used = usedWithin(sheet, area);
        return used === undefined ? null : range(used);
      },
      GetSurroundingRegion: () => {
        const end = usedWithin(sheet, { row: 0, column: 0, rows: 1_048_576, columns: 16_384 });
        const isFilled = (r: number, c: number): boolean => shownAt(sheet, r, c) !== undefined;
        const last = {
          row: (end?.row ?? 0) + (end?.rows ?? 1) - 1,
          column: (end?.column ?? 0) + (end?.columns ?? 1) - 1,
        };
        return range(toSheetArea('', filledRegion(isFilled, { row, column }, last)));
      },
      GetTables: (): PlayedObject => {
        const tables = sheet.tables.filter((table) => overlaps(table.area, area));
        const objects = tables.map((table) => playedTable(workbook, sheet, table));
        return {
          items: () => objects,
          methods: { Indexer: (name: string) => objects.find(({ key }) => key === name) ?? null },
        };
      },
      GetSpillParentOrNullObject: () => {
        const spill = sheet.spills.find((candidate) => holds(candidate, row, column));
        return spill === undefined ? null : range({ ...spill, rows: 1, columns: 1 });
      },
      Clear: (what: string) => void sheet.formats.push(`${address} no ${what}`),
      GetSpillingToRangeOrNullObject: () => {
        const spill = sheet.spills.find(({ row: r, column: c }) => r === row && c === column);
        return spill === undefined ? null : range(spill);
      },
      // Of the whole sheet, as the add-in asks.
      GetSpecialCellsOrNullObject: (_formulas: string, kind: unknown) => {
        if (sheet.isProtected && workbook.faults.silentProtection)
          throw new PlayedError('AccessDenied');
        const isWanted = (r: number, c: number): boolean =>
          kind !== 'Errors' || shownAt(sheet, r, c)?.isError === true;
        const found = [...sheet.cells].flatMap(([key, { isFormula }]) => {
          const [r, c] = [Math.floor(key / MAX_COLUMNS), key % MAX_COLUMNS];
          return isFormula && isWanted(r, c) ? [{ row: r, column: c }] : [];
        });
        const areas = coveringAreas(found, 0).map((each) =>
          formatArea({ ...toCellArea({ ...each, sheet: '' }), sheet: undefined }),
        );
        return areas.length === 0 ? null : rangeAreas(workbook, sheet, areas);
      },
      SetDirty: () => markDirty(workbook, sheet, area),
      Select: () => {
        workbook.selected = { sheet, area };
        workbook.activeSheet = sheet;
      },
      _KeepReference: () => undefined,
    },
  };
}

/** @param list addresses within the sheet. */
export function rangeAreas(
  workbook: PlayedWorkbook,
  sheet: PlayedSheet,
  list: readonly string[],
): PlayedObject {
  const areas = list.map((a1) => {
    const region = parseArea(a1.trim());
    if (region === undefined) throw new PlayedError('InvalidArgument');
    return toSheetArea(sheet.name, region);
  });
  return {
    key: list.join(),
    properties: {
      AreaCount: () => areas.length,
      Address: () => areas.map((area) => formatArea(toCellArea(area))).join(),
    },
    methods: {
      SetDirty: () => {
        for (const area of areas) markDirty(workbook, sheet, area);
      },
      _KeepReference: () => undefined,
    },
  };
}

function markDirty(workbook: PlayedWorkbook, sheet: PlayedSheet, area: PlayedArea): void {
  for (const [r, c] of gridOf(area, (r, c) => [r, c] as const).flat()) {
    workbook.markDirty(sheet, r, c);
  }
}

function write(
  workbook: PlayedWorkbook,
  sheet: PlayedSheet,
  area: PlayedArea,
  rows: readonly (readonly CellInput[])[],
): void {
  if (sheet.isProtected) throw new PlayedError('AccessDenied');
  const fits = rows.length === area.rows && rows.every((line) => line.length === area.columns);
  if (!fits) throw new PlayedError('InvalidArgument');
  // All or nothing, as in Excel.
  const touched = gridOf(area, (r, c) => ({ r, c, input: rows[r - area.row]?.[c - area.column] }));
  for (const { r, c, input } of touched.flat()) {
    const isInArray = sheet.arrays.some((array) => holds(array, r, c));
    if (input !== null && isInArray) throw new PlayedError('InvalidOperation');
  }
  const written = new Set<number>();
  for (const { r, c, input } of touched.flat()) {
    workbook.put(sheet, r, c, input ?? null);
    if (input !== null) written.add(cellKey(r, c));
  }
  workbook.correct(sheet, area, (key) => written.has(key));
}

function formulaAt(
  workbook: PlayedWorkbook,
  sheet: PlayedSheet,
  row: number,
  column: number,
): string | number | boolean {
  const own = sheet.cells.get(cellKey(row, column));
  if (own !== undefined) return own.formula;
  const spill = sheet.spills.find((area) => holds(area, row, column));
  if (spill === undefined) return '';
  const anchor = sheet.cells.get(cellKey(spill.row, spill.column));
  return workbook.spilledFormulas === 'anchor'
    ? (anchor?.formula ?? '')
    : (shownAt(sheet, row, column)?.value ?? '');
}

function shownAt(sheet: PlayedSheet, row: number, column: number): Shown | undefined {
  const key = cellKey(row, column);
  const shown = sheet.shown.get(key);
  if (shown !== undefined) return shown;
  const own = sheet.cells.get(key);
  if (own !== undefined)
    return { value: own.isFormula ? 0 : own.formula, isError: own.isError === true };
  const isSpilled = sheet.spills.some((area) => holds(area, row, column));
  return isSpilled ? { value: 0, isError: false } : undefined;
}

/** Null where some of the cells are part of a spill and some are not. */
function spillOf(sheet: PlayedSheet, area: PlayedArea): boolean | null {
  const cells = gridOf(area, (r, c) => sheet.spills.some((spill) => holds(spill, r, c))).flat();
  const isSome = cells.includes(true);
  return isSome && cells.includes(false) ? null : isSome;
}

function typeOf(shown: Shown | undefined): string {
  if (shown === undefined) return 'Empty';
  if (shown.isError) return 'Error';
  return { string: 'String', number: 'Double', boolean: 'Boolean' }[
    typeof shown.value as 'string' | 'number' | 'boolean'
  ];
}

function usedWithin(sheet: PlayedSheet, within: PlayedArea): PlayedArea | undefined {
  let top = Infinity;
  let left = Infinity;
  let bottom = -1;
  let right = -1;
  const add = (row: number, column: number): void => {
    if (!holds(within, row, column)) return;
    top = Math.min(top, row);
    left = Math.min(left, column);
    bottom = Math.max(bottom, row);
    right = Math.max(right, column);
  };
  for (const key of sheet.cells.keys()) add(Math.floor(key / MAX_COLUMNS), key % MAX_COLUMNS);
  for (const spill of sheet.spills) gridOf(spill, add);
  if (bottom < 0) return undefined;
  return { row: top, column: left, rows: bottom - top + 1, columns: right - left + 1 };
}

function overlaps(a: PlayedArea, b: PlayedArea): boolean {
  return (
    a.row < b.row + b.rows &&
    b.row < a.row + a.rows &&
    a.column < b.column + b.columns &&
    b.column < a.column + a.columns
  );
}
