import { inputAsText, textAsInput } from '../../../src/addin/spreadsheet/block-writing';
import { formatArea, parseArea } from '../../../src/addin/spreadsheet/cell-address';
import { exchangeInParts } from '../../../src/addin/spreadsheet/cell-exchange';
import type {
  CellsRead,
  FilledFormula,
  FrozenCells,
  NewContent,
} from '../../../src/addin/spreadsheet/frozen-cells';
import { callsLocus } from '../../../src/addin/spreadsheet/locus-calls';
import type { CannotDo, CellInput, SheetArea } from '../../../src/addin/spreadsheet/sheet';
import type { CellContent } from '../../../src/engine/places/cell';
import { toCellArea, toSheetArea } from '../../../src/addin/spreadsheet/sheet-region';
import { shiftedArea, shiftedFormula, type Shift } from './grid-shifts';

/** A workbook in memory, whose rows and columns a person moves about. */
export interface FakeGrid {
  readonly cells: FrozenCells;
  set(a1: string, rows: readonly (readonly CellInput[])[]): void;
  read(a1: string): CellInput[][];
  /** What cells show. */
  shown(a1: string): CellContent[][];
  /** Every cell that holds anything, by its address. */
  all(): Map<string, CellInput>;
  /** What a formula shows: a single value, or rows that it fills. */
  show(a1: string, content: CellContent | readonly (readonly CellContent[])[]): void;
  insertRows(sheet: string, row: number, count: number): void;
  deleteRows(sheet: string, row: number, count: number): void;
  insertColumns(sheet: string, column: number, count: number): void;
  deleteColumns(sheet: string, column: number, count: number): void;
  /** Moves whole rows; `order` says which row comes where. */
  sortRows(sheet: string, first: number, order: readonly number[]): void;
  copyRow(sheet: string, from: number, to: number): void;
  /** Cuts cells and pastes them. */
  move(from: string, to: string): void;
  rename(sheet: string, name: string): void;
  names(): ReadonlyMap<string, SheetArea | undefined>;
  dropName(name: string): void;
  /** A copy that goes its own way. */
  copy(): FakeGrid;
  /** What of the port fails from now on, with this message. */
  fail(verb: keyof FrozenCells, message?: string): void;
  mend(): void;
  protect(sheet: string): void;
  /** Runs before each exchange. */
  beforeExchange(run: () => void): void;
}

interface Cell {
  readonly input: CellInput;
  /** What a constant cannot say of itself: it is an error. */
  readonly error?: string;
  readonly shown?: CellContent | readonly (readonly CellContent[])[];
}

interface Page {
  name: string;
  isProtected: boolean;
  hasSpills: boolean;
  cells: Map<number, Map<number, Cell>>;
}

export type Evaluate = (formula: string, sheet: string, read: ReadContent) => CellContent;
export type ReadContent = (sheet: string, row: number, column: number) => CellContent;

export function createFakeGrid(
  sheets: readonly string[] = ['Sheet1'],
  evaluate?: Evaluate,
): FakeGrid {
  return gridOf(
    sheets.map((name) => ({ name, isProtected: false, hasSpills: false, cells: new Map() })),
    new Map(),
    evaluate,
  );
}

function gridOf(
  pages: Page[],
  names: Map<string, SheetArea | undefined>,
  evaluate: Evaluate | undefined,
): FakeGrid {
  const failures = new Map<keyof FrozenCells, string>();
  let before: () => void = () => undefined;

  const pageNamed = (name: string | undefined): Page => {
    const page =
      name === undefined
        ? pages[0]
        : pages.find((other) => other.name.toLowerCase() === name.toLowerCase());
    if (page === undefined) throw new Error(`there is no sheet ${name}`);
    return page;
  };
  const locate = (a1: string): { page: Page; area: SheetArea } => {
    const region = parseArea(a1);
    if (region === undefined) throw new Error(`no cells are called ${a1}`);
    const page = pageNamed(region.sheet);
    return { page, area: toSheetArea(page.name, region) };
  };
  const cellAt = (page: Page, row: number, column: number): Cell | undefined =>
    page.cells.get(row)?.get(column);
  const put = (page: Page, row: number, column: number, cell: Cell | undefined): void => {
    const line = page.cells.get(row) ?? new Map<number, Cell>();
    if (cell === undefined) line.delete(column);
    else line.set(column, cell);
    page.cells.set(row, line);
  };
  const type = (page: Page, row: number, column: number, input: NewContent): void => {
    if (input === null) return;
    if (typeof input === 'object') {
      put(page, row, column, { input: input.error, error: input.error });
    } else if (input === '') put(page, row, column, undefined);
    else if (typeof input === 'string' && !input.startsWith('=')) {
      put(page, row, column, { input: textAsInput(inputAsText(input)) });
    } else put(page, row, column, { input });
  };
  const fillOf = (cell: Cell | undefined): readonly (readonly CellContent[])[] | undefined =>
    Array.isArray(cell?.shown) ? (cell.shown as readonly (readonly CellContent[])[]) : undefined;
  /** The formula whose result fills this cell. */
  const spilledAt = (page: Page, row: number, column: number): CellContent | undefined => {
    if (!page.hasSpills) return undefined;
    for (const [r, line] of page.cells) {
      if (r > row) continue;
      for (const [c, cell] of line) {
        const fill = fillOf(cell);
        if (fill === undefined || (r === row && c === column)) continue;
        const content = fill[row - r]?.[column - c];
        if (content !== undefined) return content;
      }
    }
    return undefined;
  };
  const contentAt = (page: Page, row: number, column: number): CellContent => {
    const cell = cellAt(page, row, column);
    if (cell === undefined) return spilledAt(page, row, column) ?? null;
    if (cell.error !== undefined) return { error: cell.error };
    const { input } = cell;
    if (typeof input !== 'string') return input;
    if (!input.startsWith('=')) return inputAsText(input);
    const fill = fillOf(cell);
    if (fill !== undefined) return fill[0]?.[0] ?? null;
    if (cell.shown !== undefined) return cell.shown as CellContent;
    return (
      evaluate?.(input, page.name, (sheet, r, c) => contentAt(pageNamed(sheet), r, c)) ?? {
        error: '#BUSY!',
      }
    );
  };
  const inputAt = (page: Page, row: number, column: number): CellInput => {
    const own = cellAt(page, row, column)?.input;
    if (own !== undefined) return own;
    const spilled = spilledAt(page, row, column) ?? '';
    return typeof spilled === 'object' ? '' : spilled;
  };
  const grid = <Item>(
    { row, column, rows, columns }: SheetArea,
    item: (r: number, c: number) => Item,
  ): Item[][] =>
    Array.from({ length: rows }, (_, r) =>
      Array.from({ length: columns }, (__, c) => item(row + r, column + c)),
    );
  const cellsRead = (page: Page, area: SheetArea): CellsRead => ({
    inputs: grid(area, (r, c) => inputAt(page, r, c)),
    contents: grid(area, (r, c) => contentAt(page, r, c)),
  });
  const failed = (
    verb: keyof FrozenCells,
    areas: readonly SheetArea[] = [],
  ): CannotDo | undefined => {
    const isThere = ({ sheet }: SheetArea): boolean =>
      pages.some(({ name }) => name.toLowerCase() === sheet.toLowerCase());
    const message =
      failures.get(verb) ?? (areas.every(isThere) ? undefined : 'There is no such sheet.');
    return message === undefined ? undefined : { kind: 'failed', message };
  };

  function formulas(): FilledFormula[] {
    return pages.flatMap((page) =>
      [...page.cells].flatMap(([row, line]) =>
        [...line].flatMap(([column, cell]) => {
          if (!callsLocus(cell.input)) return [];
          const fill = fillOf(cell);
          const area = { sheet: page.name, row, column, rows: 1, columns: 1 };
          const address = formatArea(toCellArea(area));
          const size = { rows: fill?.length ?? 1, columns: fill?.[0]?.length ?? 1 };
          return [{ ...area, ...size, address, formula: cell.input }];
        }),
      ),
    );
  }

  function shift(sheet: string, how: Shift): void {
    const page = pageNamed(sheet);
    const moved = new Map<number, Map<number, Cell>>();
    for (const [row, line] of page.cells) {
      for (const [column, cell] of line) {
        const area = shiftedArea({ sheet, row, column, rows: 1, columns: 1 }, how);
        if (area === undefined) continue;
        const cells = moved.get(area.row) ?? new Map<number, Cell>();
        moved.set(area.row, cells.set(area.column, cell));
      }
    }
    page.cells = moved;
    rewrite((formula, own) => shiftedFormula(formula, own, page.name, how));
    for (const [name, area] of names) {
      if (area !== undefined && area.sheet.toLowerCase() === sheet.toLowerCase()) {
        names.set(name, shiftedArea(area, how));
      }
    }
  }

  function rewrite(change: (formula: string, sheet: string) => string): void {
    for (const page of pages) {
      for (const line of page.cells.values()) {
        for (const [column, cell] of line) {
          if (typeof cell.input !== 'string' || !cell.input.startsWith('=')) continue;
          line.set(column, { ...cell, input: change(cell.input, page.name) });
        }
      }
    }
  }

  const cells: FrozenCells = {
    formulas: () =>
      Promise.resolve(failed('formulas') ?? { kind: 'formulas', formulas: formulas() }),
    read: (areas) =>
      Promise.resolve(
        failed('read', areas) ?? {
          kind: 'cells',
          blocks: areas.map((area) => ({ area, ...cellsRead(pageNamed(area.sheet), area) })),
        },
      ),
    async exchange(exchange) {
      before();
      const { area } = exchange;
      const failure = failed('exchange', [area]);
      if (failure !== undefined) return failure;
      const page = pageNamed(area.sheet);
      if (page.isProtected) return { kind: 'failed', message: 'The sheet is protected.' };
      await exchangeInParts(exchange, [{ start: 0, count: area.rows }], {
        read: () => Promise.resolve(cellsRead(page, area)),
        write(contents) {
          contents.forEach((line, r) =>
            line.forEach((content, c) => type(page, area.row + r, area.column + c, content)),
          );
          return Promise.resolve();
        },
      });
      return { kind: 'exchanged' };
    },
    anchor(anchors) {
      const failure = failed('anchor');
      if (failure !== undefined) return Promise.resolve(failure);
      for (const { name, area } of anchors) names.set(name, area);
      return Promise.resolve({ kind: 'anchored' });
    },
    anchors: (prefix) =>
      Promise.resolve(
        failed('anchors') ?? {
          kind: 'anchors',
          areas: new Map([...names].filter(([name]) => name.startsWith(prefix))),
        },
      ),
    release(gone) {
      const failure = failed('release');
      if (failure !== undefined) return Promise.resolve(failure);
      for (const name of gone) names.delete(name);
      return Promise.resolve({ kind: 'anchored' });
    },
  };

  return {
    cells,
    set(a1, rows) {
      const { page, area } = locate(a1);
      rows.forEach((line, r) =>
        line.forEach((input, c) => type(page, area.row + r, area.column + c, input)),
      );
    },
    read(a1) {
      const { page, area } = locate(a1);
      return grid(area, (r, c) => inputAt(page, r, c));
    },
    shown(a1) {
      const { page, area } = locate(a1);
      return grid(area, (r, c) => contentAt(page, r, c));
    },
    all() {
      const held = new Map<string, CellInput>();
      for (const page of pages) {
        for (const [row, line] of page.cells) {
          for (const [column, { input }] of line) {
            const area = { sheet: page.name, row, column, rows: 1, columns: 1 };
            held.set(formatArea(toCellArea(area)), input);
          }
        }
      }
      return held;
    },
    show(a1, shown) {
      const { page, area } = locate(a1);
      const cell = cellAt(page, area.row, area.column);
      page.hasSpills ||= Array.isArray(shown);
      if (cell !== undefined) put(page, area.row, area.column, { ...cell, shown });
    },
    insertRows: (sheet, at, count) => shift(sheet, { by: 'row', at, inserted: count }),
    deleteRows: (sheet, at, count) => shift(sheet, { by: 'row', at, deleted: count }),
    insertColumns: (sheet, at, count) => shift(sheet, { by: 'column', at, inserted: count }),
    deleteColumns: (sheet, at, count) => shift(sheet, { by: 'column', at, deleted: count }),
    sortRows(sheet, first, order) {
      const page = pageNamed(sheet);
      const lines = order.map((row) => page.cells.get(row) ?? new Map<number, Cell>());
      lines.forEach((line, index) => {
        const row = first + index;
        page.cells.set(row, movedRow(line, row - (order[index] ?? row)));
      });
    },
    copyRow(sheet, from, to) {
      const page = pageNamed(sheet);
      page.cells.set(to, movedRow(page.cells.get(from) ?? new Map<number, Cell>(), to - from));
    },
    move(from, to) {
      const source = locate(from);
      const target = locate(to);
      const how: Shift = {
        by: 'move',
        from: source.area,
        to: { sheet: target.page.name, row: target.area.row, column: target.area.column },
      };
      const held = grid(source.area, (r, c) => cellAt(source.page, r, c));
      grid(source.area, (r, c) => put(source.page, r, c, undefined));
      held.forEach((line, r) =>
        line.forEach((cell, c) =>
          put(target.page, target.area.row + r, target.area.column + c, cell),
        ),
      );
      rewrite((formula, own) => shiftedFormula(formula, own, source.page.name, how));
      for (const [name, area] of names) {
        if (area !== undefined) names.set(name, shiftedArea(area, how));
      }
    },
    rename(sheet, name) {
      const page = pageNamed(sheet);
      const how: Shift = { by: 'name', name };
      rewrite((formula, own) => shiftedFormula(formula, own, sheet, how));
      for (const [key, area] of names) {
        if (area?.sheet.toLowerCase() === sheet.toLowerCase())
          names.set(key, { ...area, sheet: name });
      }
      page.name = name;
    },
    names: () => names,
    dropName: (name) => void names.delete(name),
    copy: () =>
      gridOf(
        pages.map((page) => ({
          ...page,
          cells: new Map([...page.cells].map(([row, line]) => [row, new Map(line)])),
        })),
        new Map(names),
        evaluate,
      ),
    fail: (verb, message = 'The workbook is busy.') => void failures.set(verb, message),
    mend: () => failures.clear(),
    protect: (sheet) => void (pageNamed(sheet).isProtected = true),
    beforeExchange: (run) => void (before = run),
  };
}

/** As a copy of a row has them: what is relative goes along. */
function movedRow(line: ReadonlyMap<number, Cell>, by: number): Map<number, Cell> {
  return new Map(
    [...line].map(([column, cell]) => {
      const { input } = cell;
      if (by === 0 || typeof input !== 'string' || !input.startsWith('=')) return [column, cell];
      return [column, { ...cell, input: shiftedFormula(input, '', '', { by: 'copy', rows: by }) }];
    }),
  );
}
