import { strFromU8, unzipSync } from 'fflate';
import type { SavedWorkbook } from '../../../src/workbench/saved-workbook';
import { readWhole, write } from './file-steps';
import { madeWorkbook, relations, rows } from './made-package';
import { packageFaults } from './open-xml-rules';

const text = (cell: string, value: string) =>
  `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;
/** A list of two columns, of which the second row is hidden. */
const LIST = rows(
  `<row r="1">${text('A1', 'City')}${text('B1', 'Owner')}</row>` +
    `<row r="2" hidden="1">${text('A2', 'Pune')}${text('B2', 'Asha')}</row>` +
    `<row r="3">${text('A3', 'Thane')}${text('B3', 'Ravi')}</row>`,
);
const THANE = '<filterColumn colId="0"><filters><filter val="Thane"/></filters></filterColumn>';
const listWith = (ref: string, columns = '') =>
  `${LIST}<autoFilter ref="${ref}">${columns}</autoFilter>`;
const SOME = 'some filters (filtered rows stay hidden)';
const REF = { startRow: 0, startColumn: 0, endRow: 2, endColumn: 1 };

/** What Univer gets of it. */
function shownIn({ resources }: SavedWorkbook): unknown {
  const data = resources?.find(({ name }) => name === 'SHEET_FILTER_PLUGIN')?.data;
  return data === undefined ? undefined : (JSON.parse(data) as { sheet1: unknown }).sheet1;
}

/** The element of the sheet's own buttons, and the numbers of its hidden rows. */
async function written(saved: SavedWorkbook) {
  const parts = unzipSync(await write(saved));
  expect(packageFaults(parts)).toEqual([]);
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const hidden = [...sheet.matchAll(/<row r="(\d+)"[^>]*hidden="1"/g)].map(([, row]) => row);
  const workbook = strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array());
  const name = /<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">(.*?)</.exec(
    workbook,
  )?.[1];
  return { name, filter: /<autoFilter[^>/]*(?:\/>|>.*?<\/autoFilter>)/.exec(sheet)?.[0], hidden };
}

describe('filter buttons of a sheet', () => {
  test('are shown with what they filter by, and saved again', async () => {
    const { saved, leftOut } = await readWhole(madeWorkbook(listWith('A1:B3', THANE)));
    expect(leftOut).toEqual([]);
    expect(shownIn(saved)).toEqual({
      ref: REF,
      filterColumns: [{ colId: 0, filters: { filters: ['Thane'] } }],
      cachedFilteredOut: [1],
    });
    const filter = `<autoFilter ref="A1:B3">${THANE}</autoFilter>`;
    expect(await written(saved)).toEqual({ name: 'One!$A$1:$B$3', filter, hidden: ['2'] });
  });

  test('filter nothing where the file has none, and a row that a person hid stays hidden', async () => {
    const { saved, leftOut } = await readWhole(madeWorkbook(listWith('A1:B3')));
    expect(leftOut).toEqual([]);
    expect(shownIn(saved)).toEqual({ ref: REF });
    expect(await written(saved)).toMatchObject({
      filter: '<autoFilter ref="A1:B3"/>',
      hidden: ['2'],
    });
  });

  test('are saved as a person has set them', async () => {
    const { saved } = await readWhole(madeWorkbook(LIST.replace(' hidden="1"', '')));
    const set = {
      ref: { ...REF, startColumn: 1 },
      filterColumns: [{ colId: 1, filters: { filters: ['Asha'] } }],
      cachedFilteredOut: [2],
    };
    const data = JSON.stringify({ sheet1: set });
    const resources = [...(saved.resources ?? []), { name: 'SHEET_FILTER_PLUGIN', data }];
    expect(await written({ ...saved, resources })).toMatchObject({
      filter: `<autoFilter ref="B1:B3">${THANE.replace('Thane', 'Asha')}</autoFilter>`,
      hidden: ['3'],
    });
  });

  test.each([
    ['the three largest', '<filterColumn colId="0"><top10 val="3"/></filterColumn>'],
    ['a colour', '<filterColumn colId="0"><colorFilter dxfId="1"/></filterColumn>'],
    [
      'a year',
      '<filterColumn colId="0"><filters><dateGroupItem year="2026" dateTimeGrouping="year"/></filters></filterColumn>',
    ],
  ])('stay without a filter by %s, which is said, and its rows stay hidden', async (_, columns) => {
    const { saved, leftOut } = await readWhole(madeWorkbook(listWith('A1:B3', columns)));
    expect(leftOut).toEqual([SOME]);
    expect(shownIn(saved)).toEqual({ ref: REF });
    expect((await written(saved)).hidden).toEqual(['2']);
  });

  test.each(['', ' colId="-1"', ' colId="2"', ' colId="1.5"', ' colId="x"'])(
    'filter by no column that is not theirs: %s',
    async (colId) => {
      const columns = THANE.replace(' colId="0"', colId);
      const { saved, leftOut } = await readWhole(madeWorkbook(listWith('A1:B3', columns)));
      expect(leftOut).toEqual([SOME]);
      expect(shownIn(saved)).toEqual({ ref: REF });
    },
  );

  test.each(['[null]', '[{"colId":0,"filters":{"filters":7}}]', '7'])(
    'are none where a workbook from elsewhere holds %s',
    async (columns) => {
      const { saved } = await readWhole(madeWorkbook(LIST));
      const data = `{"sheet1":{"ref":${JSON.stringify(REF)},"filterColumns":${columns}}}`;
      const resources = [...(saved.resources ?? []), { name: 'SHEET_FILTER_PLUGIN', data }];
      expect((await written({ ...saved, resources })).filter).toBeUndefined();
    },
  );

  test('of whole columns end where the sheet ends', async () => {
    const { saved } = await readWhole(madeWorkbook(listWith('A1:B1048576', THANE)));
    const { rowCount = 0 } = saved.sheets?.['sheet1'] ?? {};
    expect(shownIn(saved)).toMatchObject({ ref: { ...REF, endRow: rowCount - 1 } });
    expect((await written(saved)).hidden).toEqual(['2']);
  });

  test.each(['', 'x', 'A1:B', 'ZZZ99999:B3', 'XFD1:XFD9', '#REF!', 'A1048576:B1048576'])(
    'are left out where their cells are %j',
    async (ref) => {
      const { saved } = await readWhole(madeWorkbook(listWith(ref, THANE)));
      expect(shownIn(saved)).toBeUndefined();
      expect(await written(saved)).toEqual({ name: undefined, filter: undefined, hidden: ['2'] });
    },
  );

  test('leave the place to a table that has some, which is said', async () => {
    const { saved, leftOut } = await readWhole(
      madeWorkbook(
        listWith('A1:A3', THANE).replace(
          '</row><row r="2"',
          `${text('D1', 'Shop')}</row><row r="2"`,
        ),
        {
          'xl/worksheets/_rels/sheet1.xml.rels': relations([['table', '../tables/table1.xml']]),
          'xl/tables/table1.xml':
            '<table id="1" name="Shops" displayName="Shops" ref="D1:D3"><autoFilter ref="D1:D3"/><tableColumns count="1"><tableColumn id="1" name="Shop"/></tableColumns></table>',
        },
      ),
    );
    expect(leftOut).toContain(SOME);
    expect(shownIn(saved)).toEqual({ ref: { ...REF, startColumn: 3, endColumn: 3 } });
    expect((await written(saved)).filter).toBeUndefined();
  });
});
