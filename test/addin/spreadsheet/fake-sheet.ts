import {
  blockFault,
  occupiedCells,
  inputAsText,
  textAsInput,
} from '../../../src/addin/spreadsheet/block-writing';
import {
  cellName,
  formatArea,
  freeSheetName,
  parseArea,
} from '../../../src/addin/spreadsheet/cell-address';
import { callsLocus } from '../../../src/addin/spreadsheet/locus-calls';
import {
  filledRegion,
  toCellArea,
  toSheetArea,
  withinContent,
} from '../../../src/addin/spreadsheet/sheet-region';
import type { Region } from '../../../src/addin/spreadsheet/sheet-region';
import {
  NOTHING_LEFT,
  removalOutcome,
  undoArea,
  undoOutcome,
  undoPlan,
} from '../../../src/addin/spreadsheet/undo-plan';
import type {
  BlockReading,
  CellInput,
  ReadLimits,
  Sheet,
  SheetArea,
  SheetTable,
  UndoResult,
  WrittenBlock,
} from '../../../src/addin/spreadsheet/sheet';
import type { CellContent } from '../../../src/engine/places/cell';

/** By sheet name, what is typed from A1 on. */
export type FakeSheets = Readonly<Record<string, readonly (readonly CellInput[])[]>>;

/** A workbook in memory; nothing in it calculates, but a test can say what a formula shows. */
export interface FakeSheet {
  readonly sheet: Sheet;
  /** What is selected; undefined is a chart. */
  select(a1: string | undefined): void;
  /** Types into the sheet, from the first cell on. */
  set(a1: string, rows: readonly (readonly CellInput[])[]): void;
  /** What the cells hold as it would be typed; "" is nothing. */
  read(a1: string): CellInput[][];
  /** What a formula's cell shows from now on. */
  show(a1: string, content: CellContent): void;
  names(): string[];
  rename(sheet: string, name: string): void;
  remove(sheet: string): void;
  /** Makes an area a table. */
  tabulate(a1: string, name: string): void;
  /** Hides rows of every sheet, as a filter does; 1 is the first. */
  hide(...rows: number[]): void;
  /** Everything fails with this message from now on; undefined ends that. */
  fail(message: string | undefined): void;
}

/** From now on what this method replies waits until the test lets each reply go, the first first. */
export function holdReplies(
  { sheet }: FakeSheet,
  method: 'readBlock' | 'readSelection' | 'write',
): (() => void)[] {
  const replies: (() => void)[] = [];
  const run = sheet[method] as (...args: unknown[]) => Promise<unknown>;
  const held = async (...args: unknown[]): Promise<unknown> => {
    const reply = await run(...args);
    await new Promise<void>((resolve) => void replies.push(resolve));
    return reply;
  };
  Object.assign(sheet, { [method]: held });
  return replies;
}

interface Page {
  readonly id: string;
  name: string;
  readonly cells: Map<string, CellInput>;
  readonly shown: Map<string, CellContent>;
  readonly tables: { readonly name: string; readonly region: Region }[];
  /** By column: nobody here gives a part of one a format of its own. */
  readonly formats: Map<number, string>;
}

export function createFakeSheet(first: FakeSheets = { Sheet1: [] }): FakeSheet {
  const pages: Page[] = [];
  let selected: string | undefined = 'A1';
  let failure: string | undefined;
  let hidden: readonly number[] = [];

  function add(name: string, cells: readonly (readonly CellInput[])[]): Page {
    const id = `{${pages.length + 1}}`;
    const page: Page = {
      id,
      name,
      cells: new Map(),
      shown: new Map(),
      tables: [],
      formats: new Map(),
    };
    pages.push(page);
    put(page, 0, 0, cells);
    return page;
  }

  function pageNamed(name: string | undefined): Page | undefined {
    if (name === undefined) return pages[0];
    return pages.find((page) => page.name.toLowerCase() === name.toLowerCase());
  }

  function locate(a1: string): { page: Page; region: Region } {
    const area = parseArea(a1);
    const page = pageNamed(area?.sheet);
    if (area === undefined || page === undefined) throw new Error(`no cells are called ${a1}`);
    return { page, region: area };
  }

  function blockOf(page: Page, asked: Region, limits: ReadLimits): BlockReading {
    const { rows = Infinity, hasFormats = false, hasCellFormats = false } = limits;
    const region = withinContent(asked, endOf(page, asked));
    if (region === undefined) return { kind: 'nothing' };
    const area = toSheetArea(page.name, region);
    return {
      kind: 'block',
      block: {
        ...area,
        address: formatArea(toCellArea(area)),
        values: grid(Math.min(area.rows, rows), area.columns, (row, column) =>
          contentAt(page, area.row + row, area.column + column),
        ),
        table: tableAt(page, region),
        ...(hasFormats && { formats: formatsOf(page, area) }),
        ...(hasCellFormats && {
          cellFormats: Array.from({ length: Math.min(area.rows, rows) }, () =>
            formatsOf(page, area),
          ),
        }),
      },
    };
  }

  function formatsOf(page: Page, { column, columns }: SheetArea): string[] {
    return Array.from({ length: columns }, (_, at) => page.formats.get(column + at) ?? 'General');
  }

  const failed = (message: string) => ({ kind: 'failed', message }) as const;

  function undoOf(block: WrittenBlock, isForeseen: boolean): Promise<UndoResult> {
    const page = pages.find(({ id }) => id === block.sheetId);
    if (failure !== undefined) return Promise.resolve(failed(failure));
    if (page === undefined) {
      return Promise.resolve(isForeseen ? NOTHING_LEFT : failed('The sheet is gone.'));
    }
    const plan = undoPlan(block, inputsOf(page, undoArea(block)));
    if (plan.restored > 0 && !isForeseen) put(page, block.row, block.column, plan.cells);
    return Promise.resolve(undoOutcome(plan));
  }

  const sheet: Sheet = {
    readSelection(limits = {}) {
      if (failure !== undefined) return Promise.resolve(failed(failure));
      if (selected === undefined) return Promise.resolve({ kind: 'nothing' });
      const { page, region } = locate(selected);
      const { startRow: row, startColumn: column } = region;
      const isSingle = region.endRow === row && region.endColumn === column;
      if (!isSingle && limits.isAround !== true)
        return Promise.resolve(blockOf(page, region, limits));
      const table = page.tables.find((candidate) => contains(candidate.region, row, column));
      const isFilled = (r: number, c: number) => page.cells.has(cellName(r, c));
      const around = table?.region ?? filledRegion(isFilled, { row, column }, endOf(page));
      return Promise.resolve(blockOf(page, around, limits));
    },
    readBlock(address, limits = {}) {
      if (failure !== undefined) return Promise.resolve(failed(failure));
      const area = parseArea(address);
      const page = pageNamed(area?.sheet);
      if (area === undefined || page === undefined) {
        return Promise.resolve(failed(`There are no cells ${address}.`));
      }
      return Promise.resolve(blockOf(page, area, limits));
    },
    sheetNames: () => Promise.resolve(pages.map(({ name }) => name)),
    hiddenRows: ({ row, rows }) =>
      Promise.resolve(hidden.filter((each) => each >= row && each < row + rows)),
    write(block, { shouldOverwrite = false } = {}) {
      const page = pageNamed(block.sheet);
      const message =
        failure ??
        blockFault(block) ??
        (page === undefined ? `There is no sheet ${block.sheet}.` : undefined);
      if (message !== undefined || page === undefined) {
        return Promise.resolve(failed(message ?? ''));
      }
      const rows = block.cells.length;
      const columns = block.cells[0]?.length ?? 0;
      const before = grid(
        Math.max(rows, block.spill?.rows ?? 0),
        Math.max(columns, block.spill?.columns ?? 0),
        (row, column) => inputAt(page, block.row + row, block.column + column),
      );
      const occupied = occupiedCells(page.name, block, before);
      if (!shouldOverwrite && occupied.count > 0) {
        return Promise.resolve({ kind: 'occupied', ...occupied });
      }
      put(page, block.row, block.column, block.cells);
      block.formats?.forEach((format, at) => {
        if (format !== undefined) page.formats.set(block.column + at, format);
      });
      const area = { sheet: page.name, row: block.row, column: block.column, rows, columns };
      return Promise.resolve({
        kind: 'written',
        address: formatArea(toCellArea(area)),
        written: {
          ...area,
          sheetId: page.id,
          after: block.cells.map((line, row) =>
            line.map((input, column) =>
              input === null ? null : inputAt(page, block.row + row, block.column + column),
            ),
          ),
          before: occupied.count > 0 ? before : undefined,
        },
      });
    },
    undo: (written) => undoOf(written, false),
    foreseeUndo: (written) => undoOf(written, true),
    addSheet(name, cells, { formats } = {}) {
      if (failure !== undefined) return Promise.resolve(failed(failure));
      const page = add(
        freeSheetName(
          name,
          pages.map((other) => other.name),
        ),
        cells,
      );
      formats?.forEach((format, at) => {
        if (format !== undefined) page.formats.set(at, format);
      });
      const rows = cells.length;
      const columns = Math.max(0, ...cells.map((line) => line.length));
      const area = { sheet: page.name, row: 0, column: 0, rows, columns };
      const written = {
        ...area,
        sheetId: page.id,
        after: inputsOf(page, area),
        before: undefined,
      };
      return Promise.resolve({ kind: 'added', sheet: page.name, written });
    },
    removeSheet(added) {
      if (failure !== undefined) return Promise.resolve(failed(failure));
      const page = pages.find(({ id }) => id === added.sheetId);
      if (page === undefined) return Promise.resolve(failed('The sheet is gone.'));
      const { row, column } = endOf(page);
      const area = { ...added, row: 0, column: 0, rows: row + 1, columns: column + 1 };
      const outcome = removalOutcome(added, inputsOf(page, area));
      if (outcome.restored > 0) pages.splice(pages.indexOf(page), 1);
      return Promise.resolve(outcome);
    },
    formulas() {
      if (failure !== undefined) return Promise.resolve(failed(failure));
      const formulas = pages.flatMap((page) =>
        [...page.cells].flatMap(([name, formula]) => {
          if (!callsLocus(formula)) return [];
          const { startRow: row, startColumn: column } = locate(name).region;
          const area = { sheet: page.name, row, column, rows: 1, columns: 1 };
          const address = formatArea(toCellArea(area));
          return [{ address, sheet: page.name, row, column, formula }];
        }),
      );
      return Promise.resolve({ kind: 'formulas', formulas });
    },
    failing(known) {
      if (failure !== undefined) return Promise.resolve(failed(failure));
      const withoutError = new Set(known);
      const formulas = pages.flatMap((page) =>
        [...page.shown].flatMap(([name, shown]) => {
          const formula = page.cells.get(name);
          if (typeof formula !== 'string' || shown === null || typeof shown !== 'object') return [];
          const { startRow: row, startColumn: column } = locate(name).region;
          const area = { sheet: page.name, row, column, rows: 1, columns: 1 };
          const address = formatArea(toCellArea(area));
          withoutError.delete(address);
          if (known.includes(address)) return [];
          return [{ address, sheet: page.name, row, column, formula, error: shown.error }];
        }),
      );
      return Promise.resolve({ kind: 'failing', formulas, withoutError: [...withoutError] });
    },
  };
  for (const [name, cells] of Object.entries(first)) add(name, cells);
  return {
    sheet,
    select: (a1) => void (selected = a1),
    set(a1, rows) {
      const { page, region } = locate(a1);
      put(page, region.startRow, region.startColumn, rows);
    },
    read(a1) {
      const { page, region } = locate(a1);
      const { row, column, rows, columns } = toSheetArea('', region);
      return grid(rows, columns, (r, c) => inputAt(page, row + r, column + c));
    },
    show(a1, content) {
      const { page, region } = locate(a1);
      page.shown.set(cellName(region.startRow, region.startColumn), content);
    },
    names: () => pages.map(({ name }) => name),
    remove(name) {
      pages.splice(
        pages.findIndex((page) => page.name === name),
        1,
      );
    },
    rename(name, next) {
      const page = pageNamed(name);
      if (page !== undefined) page.name = next;
    },
    tabulate(a1, name) {
      const { page, region } = locate(a1);
      page.tables.push({ name, region });
    },
    hide: (...rows) => void (hidden = rows.map((row) => row - 1)),
    fail: (message) => void (failure = message),
  };
}

function put(
  page: Page,
  row: number,
  column: number,
  cells: readonly (readonly CellInput[])[],
): void {
  cells.forEach((line, r) =>
    line.forEach((input, c) => {
      const name = cellName(row + r, column + c);
      if (input === '') page.cells.delete(name);
      else if (typeof input === 'string' && !input.startsWith('=')) {
        page.cells.set(name, textAsInput(inputAsText(input)));
      } else if (input !== null) page.cells.set(name, input);
      if (input !== null) page.shown.delete(name);
    }),
  );
}

function inputAt(page: Page, row: number, column: number): CellInput {
  return page.cells.get(cellName(row, column)) ?? '';
}

function inputsOf(page: Page, { row, column, rows, columns }: SheetArea): CellInput[][] {
  return grid(rows, columns, (r, c) => inputAt(page, row + r, column + c));
}

/** A formula that nobody has answered is busy. */
function contentAt(page: Page, row: number, column: number): CellContent {
  const name = cellName(row, column);
  const input = page.cells.get(name) ?? null;
  if (typeof input !== 'string') return input;
  if (input.startsWith('=')) return page.shown.get(name) ?? { error: '#BUSY!' };
  return inputAsText(input);
}

/** The last row and column within a region that hold anything. */
function endOf(page: Page, region: Region = EVERYWHERE): { row: number; column: number } {
  const end = { row: -1, column: -1 };
  for (const name of page.cells.keys()) {
    const { endRow: row = -1, endColumn: column = -1 } = parseArea(name) ?? {};
    if (!contains(region, row, column)) continue;
    end.row = Math.max(end.row, row);
    end.column = Math.max(end.column, column);
  }
  return end;
}

const EVERYWHERE: Region = {
  startRow: 0,
  startColumn: 0,
  endRow: Infinity,
  endColumn: Infinity,
};

function tableAt(page: Page, region: Region): SheetTable | undefined {
  const table = page.tables.find((candidate) =>
    contains(candidate.region, region.startRow, region.startColumn),
  );
  if (table === undefined) return undefined;
  return { name: table.name, isHeaderFirst: table.region.startRow === region.startRow };
}

function contains(region: Region, row: number, column: number): boolean {
  return (
    row >= region.startRow &&
    row <= region.endRow &&
    column >= region.startColumn &&
    column <= region.endColumn
  );
}

function grid<Cell>(
  rows: number,
  columns: number,
  cell: (row: number, column: number) => Cell,
): Cell[][] {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => cell(row, column)),
  );
}
