import { formatArea, parseArea } from '../../../src/addin/spreadsheet/cell-address';
import { rootNamespace } from '../../../src/addin/spreadsheet/xml-element';
import { contentsOfSheet, contentsOfWorkbook } from './played-contents';
import { playedRange, rangeAreas } from './played-range';
import { PlayedError } from './played-workbook';
import type { PlayedSheet, PlayedTable, PlayedWorkbook } from './played-workbook';

/** One of Excel's objects, as batches address it: names are written as on the wire. */
export interface PlayedObject {
  /** Thunks, so that only what is asked for is worked out. */
  readonly properties?: Readonly<Record<string, () => unknown>>;
  readonly setters?: Readonly<Record<string, (value: unknown) => void>>;
  readonly children?: Readonly<Record<string, () => PlayedObject | null>>;
  /** May return an object, null for one that is not there, or a plain value. */
  readonly methods?: Readonly<Record<string, (...args: never[]) => unknown>>;
  /** Of a collection. */
  readonly items?: () => readonly PlayedObject[];
  readonly key?: string;
}

export function playedWorkbookObject(workbook: PlayedWorkbook): PlayedObject {
  const fail = (): never => {
    throw new PlayedError('InvalidSelection');
  };
  const selected = (): PlayedObject => {
    const { sheet, area } = workbook.selected ?? fail();
    return playedRange(workbook, sheet, area);
  };
  return {
    children: {
      Worksheets: () => worksheets(workbook),
      CustomXmlParts: () => customXmlParts(workbook),
      Tables: () => tables(workbook),
      ...contentsOfWorkbook(workbook, workbook.texts),
      Application: () => ({
        properties: { CalculationMode: () => workbook.calculationMode },
        methods: { Calculate: () => void (workbook.calculations += 1) },
      }),
    },
    methods: {
      GetSelectedRange: selected,
      GetSelectedRanges: selected,
      GetActiveCell() {
        const { sheet, area } = workbook.selected ?? fail();
        return playedRange(workbook, sheet, { ...area, rows: 1, columns: 1 });
      },
      _RemoveReference: () => undefined,
    },
  };
}

function worksheets(workbook: PlayedWorkbook): PlayedObject {
  const find = (key: string): PlayedObject | null => {
    const sheet = workbook.sheetNamed(key);
    return sheet === undefined ? null : playedSheet(workbook, sheet);
  };
  return {
    items: () => workbook.sheets.map((sheet) => playedSheet(workbook, sheet)),
    methods: {
      GetItem: (key: string) => found(find(key)),
      GetItemOrNullObject: find,
      GetActiveWorksheet: () =>
        workbook.activeSheet === undefined ? null : playedSheet(workbook, workbook.activeSheet),
      Add: (name: string) => playedSheet(workbook, workbook.addSheet(name)),
      _RegisterEventNameChanged: () => undefined,
      Indexer: (key: string) => found(find(key)),
    },
  };
}

export function playedSheet(workbook: PlayedWorkbook, sheet: PlayedSheet): PlayedObject {
  const rangeAt = (row: number, column: number, rows: number, columns: number): PlayedObject =>
    playedRange(workbook, sheet, { row, column, rows, columns });
  return {
    key: sheet.id,
    properties: {
      Id: () => sheet.id,
      Name: () => sheet.name,
      Visibility: () => (sheet.isHidden ? 'Hidden' : 'Visible'),
      Position: () => workbook.sheets.indexOf(sheet),
    },
    setters: {
      Name: (name) => workbook.renameSheet(sheet, String(name)),
      Position: (position) => workbook.moveSheet(sheet, Number(position)),
      Gridlines: (isShown) => void (sheet.printing.gridlines = isShown),
    },
    children: contentsOfSheet(workbook, workbook.texts, sheet),
    methods: {
      GetRange: (a1?: string | null) =>
        (a1 ?? '') === ''
          ? rangeAt(0, 0, 1_048_576, 16_384)
          : playedRange(workbook, sheet, workbook.locate(`${quoted(sheet)}!${a1}`).area),
      GetRangeByIndexes: rangeAt,
      GetCell: (row: number, column: number) => rangeAt(row, column, 1, 1),
      GetRanges: (list: string) => {
        if (list.length > 255) throw new PlayedError('InvalidArgument');
        return rangeAreas(workbook, sheet, list.split(','));
      },
      GetUsedRangeOrNullObject: () => {
        const whole = parseArea('A1:XFD1048576');
        const { endRow = 0, endColumn = 0 } = whole ?? {};
        return rangeAt(0, 0, endRow + 1, endColumn + 1).methods?.GetUsedRangeOrNullObject?.();
      },
      Copy: () => playedSheet(workbook, workbook.copySheet(sheet)),
      Activate: () => void (workbook.activeSheet = sheet),
      Delete: () => workbook.removeSheet(sheet),
    },
  };
}

export function playedTable(
  workbook: PlayedWorkbook,
  sheet: PlayedSheet,
  table: PlayedTable,
): PlayedObject {
  return {
    key: table.name,
    properties: {
      Id: () => table.name,
      Name: () => table.name,
      ShowHeaders: () => table.hasHeaders,
      ShowTotals: () => table.hasTotals === true,
    },
    methods: { GetRange: () => playedRange(workbook, sheet, table.area) },
  };
}

function tables(workbook: PlayedWorkbook): PlayedObject {
  return {
    items: () =>
      workbook.sheets.flatMap((sheet) =>
        sheet.tables.map((table) => playedTable(workbook, sheet, table)),
      ),
    methods: { Indexer: (name: string) => tableNamed(workbook, name) },
  };
}

/** However a table was come by, Microsoft's script finds it again among the workbook's. */
function tableNamed(workbook: PlayedWorkbook, name: string): PlayedObject {
  for (const sheet of workbook.sheets) {
    const table = sheet.tables.find((candidate) => candidate.name === name);
    if (table !== undefined) return playedTable(workbook, sheet, table);
  }
  throw new PlayedError('ItemNotFound');
}

function customXmlParts(workbook: PlayedWorkbook): PlayedObject {
  return {
    items: () => [...workbook.parts.keys()].map((id) => part(workbook, id)),
    methods: {
      Add: (xml: string) => part(workbook, workbook.addPart(xml)),
      Indexer: (id: string) => part(workbook, id),
      GetByNamespace: (namespace: string): PlayedObject => {
        const ids = () =>
          [...workbook.parts].flatMap(([id, xml]) =>
            rootNamespace(xml) === namespace ? [id] : [],
          );
        return {
          items: () => ids().map((id) => part(workbook, id)),
          methods: { Indexer: (id: string) => part(workbook, id) },
        };
      },
    },
  };
}

function part(workbook: PlayedWorkbook, id: string): PlayedObject {
  const xml = (): string => {
    const text = workbook.parts.get(id);
    if (text === undefined) throw new PlayedError('ItemNotFound');
    return text;
  };
  return {
    key: id,
    properties: { Id: () => id, NamespaceUri: () => rootNamespace(xml()) },
    methods: {
      GetXml: xml,
      Delete: () => {
        xml();
        workbook.parts.delete(id);
      },
      SetXml: (text: string) => {
        xml();
        if (rootNamespace(text) === undefined) throw new PlayedError('InvalidArgument');
        workbook.parts.set(id, text);
      },
    },
  };
}

function found(object: PlayedObject | null): PlayedObject {
  if (object === null) throw new PlayedError('ItemNotFound');
  return object;
}

function quoted({ name }: PlayedSheet): string {
  const cell = { startRow: 0, startColumn: 0, endRow: 0, endColumn: 0 };
  return formatArea({ ...cell, sheet: name }).replace(/!A1$/, '');
}
