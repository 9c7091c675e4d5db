import type { ICellData } from '@univerjs/core';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { spillsOf, partsIn, withParts } from '../../../src/workbench/saved-workbook';
import { exampleWorkbook, SETTINGS_PART } from './example-workbook';
import { NAMES, namesIn, notesIn, readWhole, write } from './file-steps';

describe('a workbook that is saved and opened again', () => {
  test('has the same sheets, cells, formulas and values', async () => {
    const example = exampleWorkbook();
    const { saved, activeSheetId, leftOut } = await readWhole(
      await write(example, 'data'),
      'Näme.xlsx',
    );
    expect(saved.name).toBe('Näme');
    expect(leftOut).toEqual([]);
    const [first = '', second = ''] = saved.sheetOrder ?? [];
    expect(activeSheetId).toBe(first);
    expect(saved.sheets?.[first]?.name).toBe("Stores 'n' <more>");
    expect(saved.sheets?.[second]).toMatchObject({ name: '__proto__', hidden: 1 });
    const wanted = example.sheets?.data?.cellData ?? {};
    const cells = saved.sheets?.[first]?.cellData ?? {};
    for (const [row, line] of Object.entries(wanted)) {
      for (const [column, { v, t }] of Object.entries(line as Record<string, ICellData>)) {
        expect({ row, column, ...pick(cells[Number(row)]?.[Number(column)]) }).toEqual({
          row,
          column,
          v,
          t,
        });
      }
    }
    expect(cells[1]?.[1]?.f).toBe('=LOCATTR_ADDRESS("MG Road, ""Bengaluru""",A2,"w_pop_tt")');
    expect([cells[6]?.[0]?.f, cells[6]?.[1]?.f, cells[7]?.[0]?.f]).toEqual([
      '=A$1+B2',
      '=B$1+C2',
      '=A$1+B3',
    ]);
    expect(cells[9]?.[0]?.f).toBe('=XLOOKUP(1,SORT(A1:A3),B1:B3)');
  });

  test('keeps scales of colours and bars where there are cells, and no rule of another kind', async () => {
    const example = exampleWorkbook();
    const range = { startRow: 0, endRow: 5, startColumn: 0, endColumn: 1 };
    const scale = {
      type: 'colorScale',
      config: [
        { index: 0, color: '#FFFFFF', value: { type: 'min' } },
        { index: 1, color: '#FFEB84', value: { type: 'percentile', value: 50 } },
        { index: 2, color: '#9CCDB4', value: { type: 'max' } },
      ],
    };
    const bar = {
      type: 'dataBar',
      isShowValue: false,
      config: {
        min: { type: 'num', value: 0 },
        max: { type: 'max' },
        isGradient: false,
        positiveColor: '#A7CBEE',
        nativeColor: '#F2B8B5',
      },
    };
    const other = { type: 'highlightCell', subType: 'uniqueValues', style: {} };
    const rules = [scale, bar, other].map((rule, index) => ({
      cfId: `own-${index}`,
      ranges: [range, { ...range, startRow: 1_000_000, endRow: 1_048_575 }],
      stopIfTrue: false,
      rule,
    }));
    const resource = {
      name: 'SHEET_CONDITIONAL_FORMATTING_PLUGIN',
      data: JSON.stringify({ data: rules }),
    };
    const resources = [...(example.resources ?? []), resource];
    const { saved, leftOut } = await readWhole(await write({ ...example, resources }));
    const [first = ''] = saved.sheetOrder ?? [];
    const kept = saved.resources?.find(({ name }) => name === resource.name)?.data ?? '';
    expect(JSON.parse(kept)).toEqual({
      [first]: [scale, bar].map((rule, index) => ({
        cfId: `read-${index}`,
        ranges: [range],
        stopIfTrue: false,
        rule,
      })),
    });
    expect(leftOut).toEqual([]);
  });

  test('leaves out the parts in which an earlier Locus kept formulas', async () => {
    const other = '<other xmlns="urn:other"/>';
    const former = ['<a xmlns="urn:locus:frozen"/>', '<b xmlns="urn:locus:frozen:set-aside"/>'];
    const { saved } = await readWhole(
      await write(withParts(exampleWorkbook(), [...former, other])),
    );
    expect(partsIn(saved)).toEqual([other]);
  });

  test('keeps what has spilled, and the parts, names and notes', async () => {
    const example = exampleWorkbook();
    const { saved } = await readWhole(await write(example));
    const [first = '', second = ''] = saved.sheetOrder ?? [];
    expect(spillsOf(saved)(first)).toEqual(spillsOf(example)('data'));
    expect(saved.sheets?.[first]?.cellData?.[4]?.[1] ?? {}).toEqual({});
    expect(partsIn(saved)[0]).toBe(SETTINGS_PART);
    expect(partsIn(saved)[1]).toMatch(/^<\?xml[^>]*\?>\s*<x\/>$/);
    const everywhere = 'AllDefaultWorkbook';
    expect(namesIn(saved)).toMatchObject([
      {
        name: 'people',
        formulaOrRefString: "'Stores ''n'' <more>'!$B$2:$B$9",
        localSheetId: everywhere,
      },
      {
        name: '_locus_anchor_1',
        formulaOrRefString: '__proto__!$A$1',
        localSheetId: second,
        hidden: true,
      },
      {
        name: 'share',
        formulaOrRefString: '=LOCATTR(1,2,"t")*0.5',
        localSheetId: everywhere,
      },
    ]);
    expect(notesIn(saved)).toEqual([[first, 1, 1, 'Seen <by> me']]);
  });

  test('looks the same: formats, colours, sizes, merged and hidden cells, frozen rows', async () => {
    const example = exampleWorkbook();
    const { saved } = await readWhole(await write(example));
    const sheet = saved.sheets?.[saved.sheetOrder?.[0] ?? ''];
    const styleAt = (row: number, column: number) =>
      saved.styles?.[String(sheet?.cellData?.[row]?.[column]?.s)];
    expect(styleAt(0, 0)).toEqual(example.styles?.header);
    expect(styleAt(1, 0)).toEqual(example.styles?.money);
    expect(styleAt(2, 0)).toEqual(example.styles?.day);
    expect(sheet).toMatchObject({
      tabColor: '#C00000',
      defaultRowHeight: 22,
      defaultColumnWidth: 88,
      freeze: { xSplit: 1, ySplit: 1, startRow: 1, startColumn: 1 },
      columnData: { 0: { w: 178 }, 1: { w: 64 }, 3: { hd: 1, w: 84 } },
      rowData: { 0: { h: 26 }, 5: { hd: 1 } },
      mergeData: [{ startRow: 20, startColumn: 0, endRow: 21, endColumn: 2 }],
    });
  });

  test('keeps every sign of its texts, formulas, names and sheets', async () => {
    const sign = fc.constantFrom(...SIGNS);
    const text = fc.string({ unit: sign, maxLength: 6 });
    const name = fc
      .string({ unit: sign, minLength: 1, maxLength: 3 })
      .filter((each) => !/[\n\t/\]]|^'|'$/.test(each));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1 }), name, async (texts, sheetName) => {
        const formulas = texts.map((each) => `LOCATTR(1,2,"${each.replaceAll('"', '""')}")`);
        const names = formulas.map((formula, index) => ({
          id: `name${index + 1}`,
          name: `_x0041_${index}`,
          formulaOrRefString: `=${formula}`,
          localSheetId: 'AllDefaultWorkbook',
          ...(texts[index] ? { comment: texts[index] } : {}),
        }));
        const cellData = {
          0: Object.fromEntries(texts.map((v, column) => [column, { v: `.${v}`, t: 1 }])),
          1: Object.fromEntries(formulas.map((f, column) => [column, { f: `=${f}`, v: 1, t: 2 }])),
        };
        const { saved } = await readWhole(
          await write({
            sheetOrder: ['a'],
            sheets: { a: { name: sheetName, cellData } },
            resources: [
              {
                name: NAMES,
                data: JSON.stringify(Object.fromEntries(names.map((each) => [each.id, each]))),
              },
            ],
          }),
        );
        const sheet = saved.sheets?.sheet1;
        expect(sheet?.name).toBe(sheetName);
        const cells = sheet?.cellData ?? {};
        const read = texts.map((_, column) => [cells[0]?.[column]?.v, cells[1]?.[column]?.f]);
        expect(read).toEqual(texts.map((each, index) => [`.${each}`, `=${formulas[index] ?? ''}`]));
        expect(namesIn(saved)).toEqual(names);
      }),
    );
  });

  test('writes signs that XML cannot carry as Excel does, wherever they stand', async () => {
    const bytes = await write({
      sheetOrder: ['a'],
      sheets: { a: { name: '_x0041_', cellData: { 0: { 0: { f: '="_x0041_\u000b"', v: 1 } } } } },
    });
    const parts = unzipSync(bytes);
    const textOf = (part: string) => new TextDecoder().decode(parts[part]);
    expect(textOf('xl/workbook.xml')).toContain('<sheet name="_x005F_x0041_"');
    expect(textOf('xl/worksheets/sheet1.xml')).toContain('<f>&quot;_x005F_x0041__x000B_&quot;</f>');
  });

  test('is the same file when it is saved once more', async () => {
    const once = await write(exampleWorkbook());
    const { saved, activeSheetId } = await readWhole(once, 'Example.xlsx');
    const twice = await write(saved, activeSheetId);
    const again = await readWhole(twice, 'Example.xlsx');
    expect(again.saved).toEqual(saved);
  });
});

/** What XML, its signs for what it cannot carry, or a formula could make something else of. */
const SIGNS = [
  ...['a', '"', "'", '<', '&', ']]>', '=', ' ', '\t', '\n', '\r', '\u{1F600}', '\u2028'],
  ...['_', '_x', '_x0041_', 'x005F_', '0041_', '_xldudf_', '_xlpm.', '#N/A'],
  ...['\u0000', '\u000b', '\ufffe', '\ud800', '\udc00'],
];

function pick(cell: { v?: unknown; t?: unknown } | undefined) {
  return { v: cell?.v, t: cell?.t };
}
