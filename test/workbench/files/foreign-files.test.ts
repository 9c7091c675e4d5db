import * as sheetJs from '@e965/xlsx';
import { leftOutIn, spillsOf } from '../../../src/workbench/saved-workbook';
import { notesIn, readWhole } from './file-steps';
import { madeWorkbook, relations, rows } from './made-package';

describe('a file of another program', () => {
  test('is read as the program meant it', async () => {
    const sheet: sheetJs.WorkSheet = sheetJs.utils.aoa_to_sheet([
      ['name', 'since', 1.5, true],
      ['007', new Date(Date.UTC(2026, 10, 21))],
    ]);
    sheet['A3'] = { t: 'n', v: 5, f: '_xldudf_LOCATTR(1,2,"x")', z: '0.00' };
    sheet['A4'] = { t: 'n', v: 1, f: '_xlfn.SEQUENCE(1,2)', F: 'A4:B4', D: true };
    sheet['B4'] = { t: 'n', v: 2, F: 'A4:B4' };
    sheet['A5'] = { t: 'e', v: 0x2a };
    sheet['!ref'] = 'A1:D5';
    sheet['!cols'] = [{ width: 20 }];
    sheet['!merges'] = [{ s: { r: 6, c: 0 }, e: { r: 7, c: 1 } }];
    const book = sheetJs.utils.book_new(sheet, 'Data');
    sheetJs.utils.book_append_sheet(book, sheetJs.utils.aoa_to_sheet([['h']]), 'Hidden');
    book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 2 }] };
    sheetJs.utils.cell_add_comment(sheet['A1'] as sheetJs.CellObject, 'a note');
    for (const bookSST of [true, false]) {
      const bytes = sheetJs.write(book, { type: 'array', bookSST, cellDates: true }) as ArrayBuffer;
      const { saved } = await readWhole(new Uint8Array(bytes));
      const first = saved.sheets?.sheet1;
      expect(first?.cellData?.[0]).toMatchObject({
        0: { v: 'name' },
        2: { v: 1.5 },
        3: { v: 1, t: 3 },
      });
      expect(first?.cellData?.[1]?.[0]).toMatchObject({ v: '007', t: 1 });
      expect(first?.cellData?.[1]?.[1]?.v).toBe(46_347);
      expect(saved.styles?.[String(first?.cellData?.[1]?.[1]?.s)]?.n?.pattern).toMatch(/m\/d\/yy/);
      expect(first?.cellData?.[2]?.[0]).toMatchObject({ v: 5, f: '=LOCATTR(1,2,"x")' });
      expect(first?.cellData?.[3]?.[0]?.f).toBe('=SEQUENCE(1,2)');
      expect(spillsOf(saved)('sheet1').cells[3]).toMatchObject({ 0: { v: 1 }, 1: { v: 2 } });
      expect(first?.cellData?.[4]?.[0]?.v).toBe('#N/A');
      expect(first?.columnData?.[0]?.w).toBe(140);
      expect(first?.mergeData).toEqual([{ startRow: 6, startColumn: 0, endRow: 7, endColumn: 1 }]);
      expect(saved.sheets?.sheet2).toMatchObject({ name: 'Hidden', hidden: 1 });
      expect(notesIn(saved)).toEqual([['sheet1', 0, 0, 'a note']]);
    }
  });

  test('may use prefixes, leave out addresses, and share formulas', async () => {
    const bytes = madeWorkbook('', {
      'xl/worksheets/sheet1.xml':
        '<?xml version="1.0"?><!-- by hand --><x:worksheet xmlns:x="s"><x:sheetData>' +
        '<x:row><x:c t="inlineStr"><x:is><x:r><x:t>rich </x:t></x:r><x:r><x:rPr><x:b/></x:rPr><x:t>text&#33;</x:t></x:r><x:rPh><x:t>said</x:t></x:rPh></x:is></x:c><x:c><x:v>2</x:v></x:c></x:row>' +
        '<x:row><x:c><x:f t="shared" ref="A2:A3" si="0">B1*2</x:f><x:v>4</x:v></x:c></x:row>' +
        '<x:row><x:c><x:f t="shared" si="0"/><x:v>0</x:v></x:c></x:row>' +
        '<x:row r="9"><x:c r="AA9" t="d"><x:v>2026-11-21T12:00:00</x:v></x:c></x:row>' +
        '</x:sheetData></x:worksheet>',
    });
    const { saved } = await readWhole(bytes);
    const cells = saved.sheets?.sheet1?.cellData ?? {};
    expect(cells[0]).toMatchObject({ 0: { v: 'rich text!' }, 1: { v: 2 } });
    expect(cells[1]?.[0]).toMatchObject({ f: '=B1*2', v: 4 });
    expect(cells[2]?.[0]).toEqual({ si: cells[1]?.[0]?.si, v: 0, t: 2 });
    expect(cells[8]?.[26]?.v).toBe(46_347.5);
  });

  test('may count its days from 1904, and name colours by a theme', async () => {
    const bytes = madeWorkbook(
      rows('<row r="1"><c r="A1" s="1"><v>44885</v></c><c r="B1"><v>44885</v></c></row>'),
      {
        'xl/workbook.xml':
          '<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>',
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd.mm.yyyy"/></numFmts>' +
          '<fonts><font><sz val="10"/><name val="Arial"/></font><font><b/><sz val="10"/><color theme="4" tint="-0.25"/><name val="Arial"/></font></fonts>' +
          '<fills><fill/><fill><patternFill patternType="solid"><fgColor indexed="13"/></patternFill></fill></fills>' +
          '<borders><border/></borders><cellXfs><xf/><xf numFmtId="170" fontId="1" fillId="1"><alignment horizontal="constructor" vertical="top"/></xf></cellXfs></styleSheet>',
        'xl/theme/theme1.xml':
          '<a:theme xmlns:a="a"><a:clrScheme><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:lt1><a:sysClr lastClr="FFFFFF"/></a:lt1><a:dk2><a:srgbClr val="44546A"/></a:dk2><a:lt2><a:srgbClr val="E7E6E6"/></a:lt2><a:accent1><a:srgbClr val="4472C4"/></a:accent1></a:clrScheme></a:theme>',
      },
    );
    const { saved } = await readWhole(bytes);
    const [day, number] = Object.values(saved.sheets?.sheet1?.cellData?.[0] ?? {});
    expect(day?.v).toBe(46_347);
    expect(number?.v).toBe(44_885);
    expect(saved.styles?.[String(day?.s)]).toEqual({
      bl: 1,
      bg: { rgb: '#FFFF00' },
      cl: { rgb: '#2F5597' },
      n: { pattern: 'dd.mm.yyyy' },
      vt: 1,
    });
    expect(saved.defaultStyle).toEqual({ fs: 10, ff: 'Arial' });
  });

  test.each([
    ['_xldudf_LOCATTR(A1,B1,"_xldudf_LOCATTR(")', 'LOCATTR(A1,B1,"_xldudf_LOCATTR(")'],
    ['[2]!_xldudf_LOCATTR(A1,B1,C1)', 'LOCATTR(A1,B1,C1)'],
    ['_xll.LOCSCORE("m",A1)', 'LOCSCORE("m",A1)'],
    ['_xlfn.SINGLE(_xldudf_LOCATTR(A1,B1,"x"))', '(LOCATTR(A1,B1,"x"))'],
    ['_xlfn._xlws.SORT(A1:A3)', 'SORT(A1:A3)'],
    ['_xlfn.LET(_xlpm.x,1,_xlpm.x+1)', 'LET(x,1,x+1)'],
    // What is not known here keeps its prefix, and so comes back as it was.
    ['_xldudf_CONTOSO_ADD(1)', '_xldudf_CONTOSO_ADD(1)'],
    ["'_xldudf_LOCATTR('!A1", "'_xldudf_LOCATTR('!A1"],
  ])('has formulas as a person reads them: %s', async (inFile, shown) => {
    const text = inFile.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const bytes = madeWorkbook(rows(`<row><c><f>${text}</f><v>1</v></c></row>`));
    const { saved } = await readWhole(bytes);
    expect(saved.sheets?.sheet1?.cellData?.[0]?.[0]?.f).toBe(`=${shown}`);
  });

  test('may hold what the workbench has no place for, which is said and not followed', async () => {
    const { leftOut, saved } = await readWhole(
      madeWorkbook(rows('<row><c><f>[1]Other!A1</f><v>7</v></c></row>'), {
        'xl/vbaProject.bin': new Uint8Array(10),
        'xl/externalLinks/externalLink1.xml': '<externalLink/>',
        'xl/charts/chart1.xml': '<chart/>',
        'xl/worksheets/_rels/sheet1.xml.rels':
          '<Relationships><Relationship Id="a" Type="x/comments" TargetMode="External" Target="https://example.com/comments.xml"/></Relationships>',
      }),
      'book.xlsm',
    );
    expect(leftOut).toEqual([
      'macros',
      'charts and pictures',
      'links to other workbooks',
      'formulas that need other workbooks or missing tables (their values stay)',
    ]);
    expect(saved.sheets?.sheet1?.cellData?.[0]?.[0]).toEqual({ v: 7, t: 2 });
  });

  test.each([
    [
      'conditional formatting',
      '<conditionalFormatting sqref="A1:A9"><cfRule type="colorScale" priority="1"><colorScale/></cfRule></conditionalFormatting>',
    ],
    [
      'data validation',
      '<dataValidations count="1"><dataValidation type="list" sqref="A1"><formula1>"a,b"</formula1></dataValidation></dataValidations>',
    ],
    ['hyperlinks', '<hyperlinks><hyperlink ref="A1" r:id="rId9"/></hyperlinks>'],
    [
      'some filters (filtered rows stay hidden)',
      '<autoFilter ref="A1:A3"><filterColumn colId="0"><top10 val="3"/></filterColumn></autoFilter>',
    ],
    ['sheet protection', '<sheetProtection sheet="1"/>'],
    [
      'sparklines',
      '<extLst><ext><x14:sparklineGroups><x14:sparklineGroup><x14:sparklines><x14:sparkline/></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst>',
    ],
    [
      'charts and pictures',
      '<headerFooter><oddHeader>&amp;G</oddHeader></headerFooter><legacyDrawingHF id="rId1"/>',
    ],
  ])('may have %s on a sheet, which is said too', async (words, element) => {
    const { leftOut, saved } = await readWhole(madeWorkbook(rows('') + element));
    expect(leftOut).toEqual([words]);
    expect(leftOutIn(saved)).toEqual([words]);
  });

  test.each([
    ['groups of rows or columns', '<sheetData><row r="1" outlineLevel="1"/></sheetData>'],
    [
      'groups of rows or columns',
      '<cols><col min="1" max="2" width="9" outlineLevel="1"/></cols><sheetData/>',
    ],
    [
      'several formats within one cell',
      rows(
        '<row><c t="inlineStr"><is><r><rPr><b/></rPr><t>bold</t></r><r><t> not</t></r></is></c></row>',
      ),
    ],
  ])('may have %s, which is said too', async (words, sheet) => {
    expect((await readWhole(madeWorkbook(sheet))).leftOut).toEqual([words]);
  });

  test('may have several formats in a shared text, and titles to print, which is said too', async () => {
    const { leftOut } = await readWhole(
      madeWorkbook(rows('<row><c t="s"><v>0</v></c></row>'), {
        'xl/sharedStrings.xml':
          '<sst><si><r><t>plain </t></r><r><rPr><b/></rPr><t>bold</t></r></si></sst>',
        'xl/workbook.xml':
          '<workbook xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">One!$1:$1</definedName></definedNames></workbook>',
      }),
    );
    expect(leftOut).toEqual(['print titles and print areas', 'several formats within one cell']);
  });

  test('has charts or pictures if something stands in its drawing, which LibreOffice also writes for notes', async () => {
    const drawn = async (content: string) =>
      (
        await readWhole(
          madeWorkbook(rows(''), {
            'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="d">${content}</xdr:wsDr>`,
          }),
        )
      ).leftOut;
    expect(await drawn('')).toEqual([]);
    expect(await drawn('<xdr:oneCellAnchor/>')).toEqual(['charts and pictures']);
  });

  test('is not said to have what it only has room for', async () => {
    const empty = '<dataValidations count="0"/><hyperlinks/><headerFooter/><pageMargins/><extLst/>';
    expect((await readWhole(madeWorkbook(rows('') + empty))).leftOut).toEqual([]);
  });

  test('may have a sheet that is nothing but a chart', async () => {
    const { saved } = await readWhole(
      madeWorkbook(rows('<row><c><v>1</v></c></row>'), {
        'xl/workbook.xml':
          '<workbook xmlns:r="r"><bookViews><workbookView activeTab="1"/></bookViews><sheets><sheet name="Chart" r:id="rId2"/><sheet name="One" r:id="rId1"/></sheets><definedNames><definedName name="here" localSheetId="1">One!$A$1</definedName></definedNames></workbook>',
        'xl/_rels/workbook.xml.rels': relations([
          ['worksheet', 'worksheets/sheet1.xml'],
          ['chartsheet', 'chartsheets/sheet1.xml'],
        ]),
      }),
    );
    expect(saved.sheetOrder).toEqual(['sheet2']);
  });
});
