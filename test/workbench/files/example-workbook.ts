import { BooleanNumber, BorderStyleTypes, CellValueType, HorizontalAlign } from '@univerjs/core';
import type { ICellData } from '@univerjs/core';
import { withSpills, type SavedWorkbook, withParts } from '../../../src/workbench/saved-workbook';

export const FUNCTION_IDS = ['LOCATTR', 'LOCATTR_ADDRESS', 'LOCSCORE', 'LOCVARS'];

export const SETTINGS_PART =
  '<settings xmlns="urn:locus:workbook-settings" version="1">{"models":{"Läden":"a&lt;b"}}</settings>';

const number = (v: number, s?: string): ICellData => ({
  v,
  t: CellValueType.NUMBER,
  ...(s && { s }),
});
const text = (v: string, s?: string): ICellData => ({
  v,
  t: CellValueType.STRING,
  ...(s && { s }),
});
const truth = (v: 0 | 1): ICellData => ({ v, t: CellValueType.BOOLEAN });

/** A workbook with something of everything that a file keeps. */
export function exampleWorkbook(): SavedWorkbook {
  const saved: SavedWorkbook = {
    id: 'example',
    name: 'Example',
    styles: {
      header: {
        bl: BooleanNumber.TRUE,
        bg: { rgb: '#DCE9F7' },
        cl: { rgb: '#0F3B66' },
        ht: HorizontalAlign.RIGHT,
        bd: { b: { s: BorderStyleTypes.THIN, cl: { rgb: '#A9C4E4' } } },
      },
      money: { n: { pattern: '"₹" #,##0.00' } },
      day: { n: { pattern: 'yyyy-mm-dd' } },
    },
    sheetOrder: ['data', 'hidden'],
    sheets: {
      data: {
        id: 'data',
        name: "Stores 'n' <more>",
        rowCount: 20_000,
        columnCount: 702,
        tabColor: '#C00000',
        defaultRowHeight: 22,
        defaultColumnWidth: 88,
        freeze: { xSplit: 1, ySplit: 1, startRow: 1, startColumn: 1 },
        columnData: { 0: { w: 178 }, 1: { w: 64 }, 3: { hd: BooleanNumber.TRUE, w: 84 } },
        rowData: { 0: { h: 26 }, 5: { hd: BooleanNumber.TRUE } },
        mergeData: [{ startRow: 20, startColumn: 0, endRow: 21, endColumn: 2 }],
        cellData: {
          0: { 0: text('Pincode', 'header'), 1: text('People', 'header') },
          1: {
            0: text('007', 'money'),
            1: { ...number(82_426), f: '=LOCATTR_ADDRESS("MG Road, ""Bengaluru""",A2,"w_pop_tt")' },
            2: { ...number(1.5, 'money'), f: '=SUM(B2:B2)/LOCATTR(12,77,"x")' },
          },
          2: {
            0: number(46_347, 'day'),
            1: { ...text('#N/A'), f: '=LOCATTR(1,2,"br_none")' },
            2: { ...truth(1), f: '=ISNA(B3)' },
            3: { ...text('a "b" <c>'), f: '="a ""b"" <c>"' },
          },
          3: {
            0: text('=1+1'),
            1: text('#N/A'),
            2: truth(0),
            3: text(' line one\nline two_x000D_ \u0007\ud83d\ude00 '),
          },
          4: { 0: { ...number(1), f: '=LOCATTR(12,77,{"w_pop_tt","br_none","t"})' } },
          6: { 0: { ...number(3), f: '=A$1+B2', si: 'fill' }, 1: { ...number(4), si: 'fill' } },
          7: { 0: { ...number(5), si: 'fill' } },
          8: { 0: { ...text('#BUSY!'), f: '=LOCATTR(3,4,"w_pop_tt")' } },
          9: { 0: { ...number(2), f: '=XLOOKUP(1,SORT(A1:A3),B1:B3)' } },
        },
      },
      hidden: {
        id: 'hidden',
        name: '__proto__',
        hidden: BooleanNumber.TRUE,
        cellData: { 0: { 0: number(-1e-7) } },
      },
    },
    resources: [
      {
        name: 'SHEET_DEFINED_NAME_PLUGIN',
        data: JSON.stringify({
          a: { id: 'a', name: 'people', formulaOrRefString: "'Stores ''n'' <more>'!$B$2:$B$9" },
          b: {
            id: 'b',
            name: '_locus_anchor_1',
            formulaOrRefString: '__proto__!$A$1',
            hidden: true,
            localSheetId: 'hidden',
          },
          c: { id: 'c', name: 'share', formulaOrRefString: '=LOCATTR(1,2,"t")*0.5' },
        }),
      },
      {
        name: 'SHEET_NOTE_PLUGIN',
        data: JSON.stringify({
          data: {
            1: { 1: { id: 'n', row: 1, col: 1, width: 160, height: 72, note: 'Seen <by> me' } },
          },
        }),
      },
    ],
  };
  const spills = {
    sheetId: 'data',
    ranges: { 4: { 0: { startRow: 4, startColumn: 0, endRow: 4, endColumn: 2 } } },
    cells: { 4: { 0: number(1), 1: text('#N/A'), 2: text('t') } },
  };
  return withParts(withSpills(saved, [spills]), [SETTINGS_PART, '<?xml version="1.0"?><x/>']);
}
