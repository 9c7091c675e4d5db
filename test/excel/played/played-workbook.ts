import {
  formatArea,
  MAX_COLUMNS,
  parseArea,
  quotedSheet,
} from '../../../src/addin/spreadsheet/cell-address';
import type { CellInput } from '../../../src/addin/spreadsheet/sheet';
import { rootNamespace } from '../../../src/addin/spreadsheet/xml-element';
import { PlayedTexts } from './played-texts';
import { typed } from './typed-cell';
import type { PlayedCell } from './typed-cell';

/** Zero-based; within one sheet. */
export interface PlayedArea {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

export interface PlayedTable {
  readonly name: string;
  area: PlayedArea;
  readonly hasHeaders: boolean;
  readonly hasTotals?: boolean;
}

export interface PlayedSheet {
  readonly id: string;
  name: string;
  isProtected: boolean;
  isHidden: boolean;
  /** By `cellKey`. */
  readonly cells: Map<number, PlayedCell>;
  /** What formulas show; one that is not here shows 0. */
  readonly shown: Map<
    number,
    { readonly value: string | number | boolean; readonly isError: boolean; readonly text?: string }
  >;
  readonly spills: PlayedArea[];
  /** Old array formulas, of which no part can be changed. */
  readonly arrays: PlayedArea[];
  readonly merged: PlayedArea[];
  /** Cells whose number format is `@`: whatever is typed there is a text. */
  readonly texts: Set<number>;
  readonly tables: PlayedTable[];
  /** Ranges whose columns were made as wide as what they hold. */
  readonly fitted: string[];
  /** Ranges that were given a number format, and which, in order. */
  readonly formats: string[];
  /** Of columns that were given one, in points. */
  readonly widths: Map<number, number>;
  /** By `cellKey`, what is not "General". */
  readonly numberFormats: Map<number, string>;
  /** Pictures, which may lie over one another. */
  readonly pictures: PlayedPicture[];
  /** What each chart was given. */
  readonly charts: Record<string, unknown>[];
  /** How it is printed. */
  readonly printing: Record<string, unknown>;
}

export interface PlayedPicture {
  readonly base64: string;
  left: number;
  top: number;
  width: number;
  height: number;
  /** Setting one side then changes the other. */
  isRatioLocked: boolean;
  description: string;
  name: string;
}

/** A refusal as Excel words it. */
export class PlayedError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** The state of a workbook, and a person's hands on it. */
export class PlayedWorkbook {
  readonly sheets: PlayedSheet[] = [];
  /** XML texts by id, in the order in which they were added. */
  readonly parts = new Map<string, string>();
  readonly texts = new PlayedTexts();
  /** Undefined while a chart is selected. */
  selected: { readonly sheet: PlayedSheet; readonly area: PlayedArea } | undefined;
  activeSheet: PlayedSheet | undefined;
  calculationMode: 'Automatic' | 'Manual' = 'Automatic';
  calculations = 0;
  /** What a person has done and can undo. */
  undoSteps = 0;
  /** Cells marked or written, as `Sheet1!A1`, in order. */
  readonly dirty: string[] = [];
  /** What a cell into which another's formula spills gives as its formula: not known of Excel. */
  spilledFormulas: 'value' | 'anchor' = 'value';
  /** What Excel was reported to do; the numbers are of issues in OfficeDev/office-js. */
  readonly faults = {
    /** A group of undo fails on the web and from 1,600 formulas on (6255, 6491, 6711). */
    undoGroups: true,
    /** A formula that shows #NAME? is calculated only when it is written (4185, 6355, 6611). */
    keptNameErrors: true,
    /** An answered cell that still shows #BUSY! shows its value only once it is written (6930). */
    lostResults: true,
    /** A column beside a table joins it, and one that is partly written fills itself (2093). */
    filledColumns: true,
    /** Of a protected sheet nobody is told where special cells are. */
    silentProtection: true,
    /** Before ExcelApi 1.19 any request takes away what a person could undo. */
    lostUndo: true,
  };
  private latestId = 0;

  constructor(names: readonly string[] = ['Sheet1']) {
    for (const name of names) this.addSheet(name);
    this.select('A1');
  }

  addSheet(name: string): PlayedSheet {
    const isTaken = this.sheetNamed(name) !== undefined;
    if (isTaken || name === '' || name.length > 31 || /[[\]:*?/\\]|^'|'$/.test(name)) {
      throw new PlayedError('InvalidArgument');
    }
    const sheet: PlayedSheet = {
      id: this.nextId(),
      name,
      isProtected: false,
      isHidden: false,
      cells: new Map(),
      shown: new Map(),
      spills: [],
      arrays: [],
      merged: [],
      texts: new Set(),
      tables: [],
      fitted: [],
      formats: [],
      widths: new Map(),
      numberFormats: new Map(),
      pictures: [],
      charts: [],
      printing: {},
    };
    this.sheets.push(sheet);
    this.activeSheet ??= sheet;
    return sheet;
  }

  /** Beside the sheet, under a name of Excel's own; a protected one stays so. */
  copySheet(sheet: PlayedSheet): PlayedSheet {
    const copy = this.addSheet(`${sheet.name.slice(0, 27)} (2)`);
    this.sheets.splice(this.sheets.indexOf(sheet) + 1, 0, ...this.sheets.splice(-1));
    copy.isProtected = sheet.isProtected;
    for (const [key, cell] of sheet.cells) copy.cells.set(key, cell);
    copy.spills.push(...sheet.spills);
    copy.arrays.push(...sheet.arrays);
    return copy;
  }

  /** What refers to it follows. */
  renameSheet(sheet: PlayedSheet, name: string): void {
    for (const each of [...this.texts.names.values()].flat()) {
      each.formula = each.formula.replace(`${quotedSheet(sheet.name)}!`, `${quotedSheet(name)}!`);
    }
    sheet.name = name;
  }

  moveSheet(sheet: PlayedSheet, position: number): void {
    this.sheets.splice(position, 0, ...this.sheets.splice(this.sheets.indexOf(sheet), 1));
  }

  removeSheet(sheet: PlayedSheet): void {
    this.sheets.splice(this.sheets.indexOf(sheet), 1);
  }

  sheetNamed(nameOrId: string): PlayedSheet | undefined {
    const wanted = nameOrId.toLowerCase();
    return this.sheets.find(({ name, id }) => name.toLowerCase() === wanted || id === nameOrId);
  }

  addPart(xml: string): string {
    if (rootNamespace(xml) === undefined) throw new PlayedError('InvalidArgument');
    const id = this.nextId();
    this.parts.set(id, xml);
    return id;
  }

  select(a1: string): void {
    this.selected = this.locate(a1);
    this.activeSheet = this.selected.sheet;
  }

  set(a1: string, rows: readonly (readonly CellInput[])[]): void {
    const { sheet, area } = this.locate(a1);
    rows.forEach((line, r) =>
      line.forEach((input, c) => this.put(sheet, area.row + r, area.column + c, input)),
    );
  }

  /** One cell typed into. */
  put(sheet: PlayedSheet, row: number, column: number, input: CellInput): void {
    if (input === null) return;
    const isHidden = sheet.merged.some(
      (area) => holds(area, row, column) && (area.row !== row || area.column !== column),
    );
    if (isHidden) return;
    const key = cellKey(row, column);
    const isText = sheet.texts.has(key) && input !== '' && !String(input).startsWith("'");
    const cell = typed(isText ? `'${input}` : input);
    this.endSpill(sheet, row, column, cell !== undefined);
    sheet.shown.delete(key);
    if (cell === undefined) sheet.cells.delete(key);
    else sheet.cells.set(key, cell);
    // As Excel writes a function that it takes for another workbook's (2568).
    if (cell?.isFormula === true && /^[^"]*_xldudf_/i.test(String(cell.formula))) {
      sheet.shown.set(key, { value: '#NAME?', isError: true });
    }
    if (cell?.isFormula === true) this.markDirty(sheet, row, column);
  }

  /** What AutoCorrect makes of formulas that an add-in has written to these cells. */
  correct(sheet: PlayedSheet, area: PlayedArea, isWritten: (at: number) => boolean): void {
    if (!this.faults.filledColumns) return;
    for (const table of sheet.tables) {
      const { row, column, rows, columns } = table.area;
      const isBeside = area.column === column + columns && area.row >= row && area.row < row + rows;
      if (isBeside) table.area = { ...table.area, columns: columns + area.columns };
      const first = row + (table.hasHeaders ? 1 : 0);
      const last = row + rows - (table.hasTotals === true ? 1 : 0);
      for (const at of columnsOf(area)) {
        if (!holds(table.area, row, at)) continue;
        const keys = Array.from({ length: last - first }, (_, r) => cellKey(first + r, at));
        const formula = keys.map((key) => sheet.cells.get(key)).find((cell) => cell?.isFormula);
        const others = keys.filter((key) => !isWritten(key));
        if (formula === undefined || others.some((key) => sheet.cells.has(key))) continue;
        for (const key of others) sheet.cells.set(key, formula);
      }
    }
  }

  /** Without its formula nothing is filled, and nothing while a cell stands in its way. */
  private endSpill(sheet: PlayedSheet, row: number, column: number, isFilled: boolean): void {
    const at = sheet.spills.findIndex((area) => holds(area, row, column));
    const spill = sheet.spills[at];
    if (spill === undefined) return;
    const isFirst = spill.row === row && spill.column === column;
    if (!isFirst && !isFilled) return;
    sheet.spills.splice(at, 1);
    for (const key of gridOf(spill, cellKey).flat()) {
      if (!sheet.cells.has(key)) sheet.shown.delete(key);
    }
    const first = cellKey(spill.row, spill.column);
    if (!isFirst) sheet.shown.set(first, { value: '#SPILL!', isError: true });
  }

  markDirty(sheet: PlayedSheet, row: number, column: number): void {
    const key = cellKey(row, column);
    if (!sheet.cells.get(key)?.isFormula) return;
    const shown = sheet.shown.get(key)?.value;
    if (this.faults.keptNameErrors && shown === '#NAME?') return;
    if (this.faults.lostResults && shown === '#BUSY!') return;
    this.dirty.push(
      formatArea({
        sheet: sheet.name,
        startRow: row,
        startColumn: column,
        endRow: row,
        endColumn: column,
      }),
    );
  }

  /** What a formula shows from now on. */
  show(a1: string, value: string | number | boolean, isError = false): void {
    const { sheet, area } = this.locate(a1);
    sheet.shown.set(cellKey(area.row, area.column), { value, isError });
  }

  /** A cell of Geography, Stocks and the like, which is an error to whatever knows only values. */
  showEntity(a1: string, text: string): void {
    this.set(a1, [[text]]);
    const { sheet, area } = this.locate(a1);
    sheet.shown.set(cellKey(area.row, area.column), { value: '#VALUE!', isError: true, text });
  }

  /** As it would be typed. */
  read(a1: string): CellInput[][] {
    const { sheet, area } = this.locate(a1);
    return gridOf(area, (row, column) => {
      const cell = sheet.cells.get(cellKey(row, column));
      if (cell === undefined) return '';
      const { formula, isFormula } = cell;
      return !isFormula && typeof formula === 'string' && /^[=']/.test(formula)
        ? `'${formula}`
        : formula;
    });
  }

  locate(a1: string): { sheet: PlayedSheet; area: PlayedArea } {
    const found = parseArea(a1);
    const sheet = found?.sheet === undefined ? this.activeSheet : this.sheetNamed(found.sheet);
    if (found === undefined || sheet === undefined) throw new PlayedError('InvalidReference');
    return {
      sheet,
      area: {
        row: found.startRow,
        column: found.startColumn,
        rows: found.endRow - found.startRow + 1,
        columns: found.endColumn - found.startColumn + 1,
      },
    };
  }

  nextId(): string {
    this.latestId += 1;
    return `{00000000-0001-0000-0000-${String(this.latestId).padStart(12, '0')}}`;
  }
}

function columnsOf({ column, columns }: PlayedArea): number[] {
  return Array.from({ length: columns }, (_, index) => column + index);
}

export function cellKey(row: number, column: number): number {
  return row * MAX_COLUMNS + column;
}

export function holds(area: PlayedArea, row: number, column: number): boolean {
  return (
    row >= area.row &&
    row < area.row + area.rows &&
    column >= area.column &&
    column < area.column + area.columns
  );
}

export function gridOf<Cell>(
  { row, column, rows, columns }: PlayedArea,
  cell: (row: number, column: number) => Cell,
): Cell[][] {
  return Array.from({ length: rows }, (_, r) =>
    Array.from({ length: columns }, (__, c) => cell(row + r, column + c)),
  );
}
