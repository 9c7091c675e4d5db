import { largest } from '../engine/async/extremes';
import {
  BooleanNumber,
  BorderStyleTypes,
  CellValueType,
  HorizontalAlign,
  LocaleType,
  VerticalAlign,
  WrapStrategy,
  type ICellData,
  type IStyleData,
  type IWorkbookData,
  type IWorksheetData,
} from '@univerjs/core';
import places from '../../assets/sample-places.json';
import { t } from '../engine/language/speech';
import { CONTRACT_NAMES } from '../engine/contract/attribute-name';
import { cellName } from '../addin/spreadsheet/cell-address';
import { resourceOf } from './saved-workbook';
import { SHEET_FONT, textWidth } from './text-width';
import {
  CFRuleType,
  CFValueType,
  SHEET_CONDITIONAL_FORMATTING_PLUGIN,
  type IConditionFormattingRule,
} from '@univerjs/preset-sheets-conditional-formatting';
import type { WorkbookModel } from '../addin/spreadsheet/host';

/**
 * Creates the workbook with which the workbench opens: real places, and formulas that are not
 * calculated yet.
 */
export function createSampleWorkbook(): Partial<IWorkbookData> {
  return {
    id: 'sample',
    name: t('Sample workbook'),
    locale: LocaleType.EN_US,
    styles: STYLES,
    sheetOrder: ['stores', 'places', 'scratch'],
    sheets: {
      stores: storesSheet(),
      places: placesSheet(),
      scratch: blankSheet('scratch', 'Scratch'),
    },
    resources: [
      resourceOf(SHEET_CONDITIONAL_FORMATTING_PLUGIN, {
        stores: coloured(
          [...STORE_NAMES.map(() => 'shade' as const), ...STORE_MODELS.map(() => 'bar' as const)],
          places.addresses.length,
        ),
        places: coloured(
          CONTRACT_NAMES.map(() => 'shade'),
          places.coordinates.length,
        ),
      }),
    ],
  };
}

/** Creates a workbook with one empty sheet. */
export function createBlankWorkbook(): Partial<IWorkbookData> {
  return {
    id: 'blank',
    name: t('Blank workbook'),
    locale: LocaleType.EN_US,
    sheetOrder: ['sheet1'],
    sheets: { sheet1: blankSheet('sheet1', 'Sheet1') },
  };
}

const ROW_COUNT = 20_000;
/** Up to column ZZ: sixty names side by side fit, and so do several hundred. */
const COLUMN_COUNT = 702;
const STORE_NAMES = ['w_pop_tt_1000', 'p_restaurant_rt_np', 'p_retail_gc_np', 'p_health_hp_np'];
const STORE_MODELS = ['store-potential', 'delivery-demand'];
/** In pixels. */
const MOST_WIDTH = 176;
/** Two lines of a name. */
const HEADER_HEIGHT = 40;
const ROW_HEIGHT = 22;

const border = { s: BorderStyleTypes.THIN, cl: { rgb: '#A9C4E4' } };
const header: IStyleData = {
  bl: BooleanNumber.TRUE,
  bg: { rgb: '#DCE9F7' },
  cl: { rgb: '#0F3B66' },
  vt: VerticalAlign.MIDDLE,
  tb: WrapStrategy.WRAP,
  fs: 9,
  bd: { b: border },
};
const STYLES: Record<string, IStyleData> = {
  header,
  numberHeader: { ...header, ht: HorizontalAlign.RIGHT },
  text: {},
  degrees: { n: { pattern: '0.0000' } },
  count: { n: { pattern: '#,##0' } },
  decimal: { n: { pattern: '#,##0.00' } },
  total: { bl: BooleanNumber.TRUE, bd: { t: border } },
  totalCount: { bl: BooleanNumber.TRUE, n: { pattern: '#,##0' }, bd: { t: border } },
  totalDecimal: { bl: BooleanNumber.TRUE, n: { pattern: '#,##0.00' }, bd: { t: border } },
};

function storesSheet(): Partial<IWorksheetData> {
  const columns = [...STORE_NAMES, ...STORE_MODELS];
  const first = 2;
  const rows: ICellData[][] = [
    [
      text('Address', 'header'),
      text('Pincode', 'header'),
      ...columns.map((name) => text(name, 'numberHeader')),
    ],
    ...places.addresses.map(({ address, pincode }, index) => {
      const row = index + 1;
      return [
        text(address, 'text'),
        text(pincode, 'text'),
        ...STORE_NAMES.map((name, column) =>
          formula(
            `=LOCATTR_ADDRESS($A${row + 1},$B${row + 1},${headerOf(first + column)})`,
            styleOf(name),
          ),
        ),
        ...STORE_MODELS.map((_, column) =>
          formula(
            `=LOCSCORE(${headerOf(first + STORE_NAMES.length + column)},$A${row + 1})`,
            'decimal',
          ),
        ),
      ];
    }),
    [],
    totalRow('Total', 'SUM', columns, places.addresses.length),
    totalRow('Average', 'AVERAGE', columns, places.addresses.length),
  ];
  const addresses = places.addresses.map(({ address }) => address);
  const addressWidth = Math.min(MOST_WIDTH, largest(addresses.map(textWidth(SHEET_FONT))));
  return sheet('stores', 'Stores', rows, [addressWidth, 62, ...columns.map(widthOf())]);
}

function placesSheet(): Partial<IWorksheetData> {
  const rows: ICellData[][] = [
    [
      text('Latitude', 'numberHeader'),
      text('Longitude', 'numberHeader'),
      ...CONTRACT_NAMES.map((name) => text(name, 'numberHeader')),
      text('Post office', 'header'),
    ],
    ...places.coordinates.map(({ lat, lng, name: office }, index) => [
      { v: lat, s: 'degrees' },
      { v: lng, s: 'degrees' },
      ...CONTRACT_NAMES.map((name, column) =>
        formula(`=LOCATTR($A${index + 2},$B${index + 2},${headerOf(2 + column)})`, styleOf(name)),
      ),
      text(office, 'text'),
    ]),
  ];
  return sheet('places', 'Places', rows, [72, 78, ...CONTRACT_NAMES.map(widthOf()), 260]);
}

function totalRow(label: string, name: string, columns: readonly string[], rowCount: number) {
  return [
    text(label, 'total'),
    text('', 'total'),
    ...columns.map((column, index) => {
      const start = cellName(1, index + 2);
      const end = cellName(rowCount, index + 2);
      const isCount = name === 'SUM' && styleOf(column) === 'count';
      return formula(`=${name}(${start}:${end})`, isCount ? 'totalCount' : 'totalDecimal');
    }),
  ];
}

function sheet(
  id: string,
  name: string,
  rows: readonly ICellData[][],
  widths: readonly number[],
): Partial<IWorksheetData> {
  return {
    id,
    name,
    rowCount: ROW_COUNT,
    columnCount: COLUMN_COUNT,
    defaultRowHeight: ROW_HEIGHT,
    freeze: { xSplit: 0, ySplit: 1, startRow: 1, startColumn: -1 },
    rowData: { 0: { h: HEADER_HEIGHT } },
    columnData: Object.fromEntries(widths.map((w, column) => [column, { w }])),
    cellData: Object.fromEntries(
      rows.map((cells, row) => [row, Object.fromEntries(cells.map((cell, i) => [i, cell]))]),
    ),
  };
}

function blankSheet(id: string, name: string): Partial<IWorksheetData> {
  return { id, name, rowCount: ROW_COUNT, columnCount: COLUMN_COUNT };
}

function text(v: string, style: string): ICellData {
  // Stored as text, so that a pincode keeps its zeros.
  return { v, t: CellValueType.STRING, s: style };
}

function formula(f: string, style: string): ICellData {
  return { f, s: style };
}

/** Wide enough for the name on one line: Univer breaks it anywhere. A hyphen may end a line. */
function widthOf(): (name: string) => number {
  const width = textWidth('bold 12px Arial');
  return (name) => Math.max(84, largest(name.split(/(?<=-)/).map(width)));
}

function headerOf(column: number): string {
  return cellName(0, column).replace('1', '$1');
}

/** Populations are people; the other attributes and the scores have decimals. */
function styleOf(name: string): string {
  return name.startsWith('w_pop') ? 'count' : 'decimal';
}

type Colouring = 'shade' | 'bar';

/** Conditional formats of the columns from C on: a shade, or a bar as long as the value. */
function coloured(columns: readonly Colouring[], rows: number): IConditionFormattingRule[] {
  return columns.map((kind, index) => {
    const column = 2 + index;
    const range = { startRow: 1, endRow: rows, startColumn: column, endColumn: column };
    return { cfId: `${kind}-${column}`, ranges: [range], stopIfTrue: false, rule: RULES[kind] };
  });
}

const LOWEST = '#FFFFFF';
const HIGHEST = '#9CCDB4';
const BAR = '#A7CBEE';
const BAR_BELOW_ZERO = '#F2B8B5';

const RULES: Readonly<Record<Colouring, IConditionFormattingRule['rule']>> = {
  shade: {
    type: CFRuleType.colorScale,
    config: [
      { index: 0, color: LOWEST, value: { type: CFValueType.min } },
      { index: 1, color: HIGHEST, value: { type: CFValueType.max } },
    ],
  },
  bar: {
    type: CFRuleType.dataBar,
    isShowValue: true,
    config: {
      min: { type: CFValueType.num, value: 0 },
      max: { type: CFValueType.max },
      isGradient: false,
      positiveColor: BAR,
      nativeColor: BAR_BELOW_ZERO,
    },
  },
};

/** The models of the sample service, described in docs/developers/sample-service.md. */
export const SAMPLE_MODELS: readonly WorkbookModel[] = [
  {
    alias: 'Store potential',
    modelId: 'store-potential',
    note: 'Sample: 0 to 100, based on people and shops nearby.',
    variables: [],
  },
  {
    alias: 'Delivery demand',
    modelId: 'delivery-demand',
    note: 'Sample: deliveries per day.',
    variables: [],
  },
  {
    alias: 'Branch revenue',
    modelId: 'branch-revenue',
    note: 'Sample: rupees per month. The format is kiosk, store or flagship.',
    variables: [
      { name: 'floor_area', kind: 'number', fallback: 120 },
      { name: 'format', kind: 'text', fallback: 'store' },
    ],
  },
];
