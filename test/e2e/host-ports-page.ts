import { CellValueType } from '@univerjs/core';
// It gives Univer's ranges their notes.
import type {} from '@univerjs/preset-sheets-note';
import { formatArea } from '../../src/addin/spreadsheet/cell-address';
import type { CellInput } from '../../src/addin/spreadsheet/sheet';
import type { Planted } from '../addin/spreadsheet/workbook-contents-suite';
import { createCellError } from '../../src/workbench/cell-error';
import { createCells } from '../../src/workbench/cells';
import { createBlankWorkbook } from '../../src/workbench/sample-workbook';
import { createSheet } from '../../src/workbench/sheet';
import { createCopyAsValues } from '../../src/workbench/sheet-copy';
import { createSpreadsheet } from '../../src/workbench/spreadsheet';
import { createWorkbookContents } from '../../src/workbench/workbook-contents';
import { createWorkbookObject } from '../../src/workbench/workbook-object';
import { createWorkbookParts } from '../../src/workbench/workbook-parts';

/** The workbench's ports on a spreadsheet of its own, played from outside of the page. */
export interface HostPortsPage {
  /** Calls a method of a port; arguments and result are JSON. */
  call(
    port: 'cells' | 'sheet' | 'parts' | 'copies' | 'contents',
    method: string,
    args: readonly unknown[],
  ): Promise<unknown>;
  /** A workbook with these empty sheets takes the place of the open one. */
  open(sheets: readonly string[]): void;
  /** The same, with this where its parts are kept. */
  openWithParts(kept: unknown): void;
  /** Leaves a text in the open workbook, beside its cells. */
  plant(kind: Planted, text: string): void;
  set(a1: string, rows: CellInput[][]): Promise<void>;
  read(a1: string): CellInput[][];
  select(a1: string): void;
  selected(): string | undefined;
  /** Whether a cell’s text is bold. */
  isBold(a1: string): boolean;
  makeBold(a1: string): void;
  wraps(a1: string): boolean;
  names(): string[];
  rename(sheet: string, name: string): void;
  remove(sheet: string): void;
  /** Presses Undo once. */
  undo(): Promise<void>;
  takeAsked(): string[];
  reopen(): void;
  /** Counts from now on how often another workbook was told of; the counter's number. */
  countOpened(): number;
  opened(counter: number): number;
  stopCounting(counter: number): void;
}

declare global {
  var hostPorts: HostPortsPage;
}

/** What LOCATTR shows for these names; for any other, 7. */
const SHOWN: Readonly<Record<string, unknown>> = {
  block: [
    [1, '0012'],
    [3, 4],
  ],
  none: createCellError('not-available', 'There is no value.'),
  late: new Promise(() => undefined),
};
const PARAMETERS = { LOCATTR: 3, LOCVARS: 2 };

const asked: string[] = [];
const spreadsheet = createSpreadsheet(
  {
    container: document.getElementById('sheet') ?? document.body,
    isDark: false,
    functions: Object.entries(PARAMETERS).map(([id, count]) => ({
      id,
      description: '',
      parameters: Array.from({ length: count }, (_, index) => ({
        name: `p${index}`,
        description: '',
        isOptional: false,
      })),
      run: (...args: unknown[]) => {
        asked.push((args.at(-1) as { readonly address: string }).address);
        return SHOWN[String((args[2] as unknown[][] | undefined)?.[0]?.[0])] ?? 7;
      },
    })),
  },
  createBlankWorkbook(),
);
const ids = Object.keys(PARAMETERS);
const cells = createCells(spreadsheet, ids);
const sheet = createSheet(spreadsheet, ids);
const ports = {
  cells,
  sheet,
  copies: { copyAsValues: createCopyAsValues(spreadsheet, sheet) },
  parts: createWorkbookParts(spreadsheet),
  contents: createWorkbookContents(spreadsheet),
};
const workbook = createWorkbookObject(spreadsheet, cells);
const counters: { count: number; unsubscribe(): void }[] = [];

globalThis.hostPorts = {
  call(port, method, args) {
    const methods = ports[port] as unknown as Record<
      string,
      (...given: readonly unknown[]) => unknown
    >;
    const run = methods[method];
    if (run === undefined) throw new Error(`${port} has no ${method}`);
    return Promise.resolve(run(...args));
  },
  open(sheets) {
    const entries = sheets.map((name, index) => [
      `sheet-${index}`,
      { id: `sheet-${index}`, name, cellData: {} },
    ]);
    spreadsheet.open({
      sheetOrder: sheets.map((_, index) => `sheet-${index}`),
      sheets: Object.fromEntries(entries) as NonNullable<
        ReturnType<typeof workbook.save>['sheets']
      >,
    });
  },
  openWithParts(kept) {
    spreadsheet.open({ ...createBlankWorkbook(), custom: { locusParts: kept } });
  },
  plant(kind, text) {
    const open = spreadsheet.workbook();
    const custom = open.getWorkbook().getCustomMetadata() ?? {};
    if (kind === 'name') open.insertDefinedName('Token', text);
    else if (kind === 'setting') open.getWorkbook().setCustomMetadata({ ...custom, token: text });
    else if (kind === 'part') {
      open.getWorkbook().setCustomMetadata({ ...custom, locusParts: [text] });
    } else {
      const note = { id: 'n1', row: 0, col: 0, width: 160, height: 80, note: text };
      open.getActiveSheet().getRange(0, 0).createOrUpdateNote(note);
    }
  },
  async set(a1, rows) {
    workbook.set(a1, rows);
    await workbook.idle();
  },
  read(a1) {
    const located = spreadsheet.locate(a1);
    if (located === undefined) throw new Error(`no cells ${a1}`);
    const { sheet, area } = located;
    const range = sheet.getRange(
      area.startRow,
      area.startColumn,
      area.endRow - area.startRow + 1,
      area.endColumn - area.startColumn + 1,
    );
    const formulas = range.getFormulas();
    return range.getCellDatas().map((line, row) =>
      line.map((cell, column): CellInput => {
        const formula = formulas[row]?.[column];
        if (formula) return formula;
        const value = cell?.v ?? '';
        if (cell?.t === CellValueType.BOOLEAN) return Boolean(value);
        return typeof value === 'string' && /^[=']/.test(value) ? `'${value}` : value;
      }),
    );
  },
  select(a1) {
    const sheet = spreadsheet.workbook().getActiveSheet();
    sheet.getRange(a1).activate();
  },
  isBold: (a1) =>
    spreadsheet.workbook().getActiveSheet().getRange(a1).getCellStyle()?.bold === true,
  makeBold: (a1) => void spreadsheet.workbook().getActiveSheet().getRange(a1).setFontWeight('bold'),
  wraps: (a1) => spreadsheet.workbook().getActiveSheet().getRange(a1).getWrap(),
  selected() {
    const range = spreadsheet.workbook().getActiveRange();
    return range === null
      ? undefined
      : formatArea({ ...range.getRange(), sheet: range.getSheetName() });
  },
  names: () =>
    spreadsheet
      .workbook()
      .getSheets()
      .map((sheet) => sheet.getSheetName()),
  rename: (name, next) => void spreadsheet.sheetNamed(name)?.setName(next),
  remove(name) {
    const sheet = spreadsheet.sheetNamed(name);
    if (sheet !== undefined) spreadsheet.workbook().deleteSheet(sheet);
  },
  undo: async () => void (await spreadsheet.api.undo()),
  takeAsked: () => asked.splice(0).sort(),
  // Through text, as a file would be.
  reopen: () => workbook.load(JSON.parse(JSON.stringify(workbook.save())) as never),
  countOpened() {
    const counter = { count: 0, unsubscribe: () => undefined as void };
    counter.unsubscribe = ports.parts.subscribe(() => (counter.count += 1));
    return counters.push(counter) - 1;
  },
  opened: (counter) => counters[counter]?.count ?? -1,
  stopCounting: (counter) => counters[counter]?.unsubscribe(),
};
