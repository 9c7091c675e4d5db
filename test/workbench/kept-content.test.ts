import { readKept } from '../../src/workbench/kept-workbooks';

const SHEET = {
  id: 's',
  name: 'Shops',
  rowCount: 10,
  columnCount: 5,
  cellData: { 0: { 1: { v: 2 } } },
};
const WORKBOOK = {
  name: 'Mine',
  sheetOrder: ['s'],
  defaultStyle: { ff: 'Georgia', fs: 12 },
  styles: { a: { bl: 1 } },
  sheets: { s: SHEET },
  resources: [{ name: 'NOTES', data: '{}' }],
  custom: { locusParts: ['<a/>'] },
};
const readText = (content: string) =>
  readKept({ read: () => Promise.resolve(content) }, { id: 'a', name: 'A', at: 0 });
const read = (workbook: unknown) => readText(JSON.stringify(workbook));

describe('a workbook that this device has kept', () => {
  it('is read as it was, without the id that it had', async () => {
    expect(await read({ id: 'workbook-1', ...WORKBOOK })).toEqual(WORKBOOK);
  });

  it('has each of its sheets once in its order', async () => {
    const sheets = { s: SHEET, t: { ...SHEET, id: 't' } };
    const kept = await read({ ...WORKBOOK, sheets, sheetOrder: ['t', 'x', 't', 7] });
    expect(kept?.sheetOrder).toEqual(['t', 's']);
  });

  it.each([
    ['no JSON', '{'],
    ['no workbook', '[1]'],
    ['no sheets', '{"sheets":{}}'],
    ['a list of sheets', '{"sheets":[]}'],
    ['a way into every object', `{"sheets":{"s":${JSON.stringify(SHEET)}},"__proto__":{"a":1}}`],
  ])('is refused where it is %s', async (_what, text) => {
    expect(await readText(text)).toBeUndefined();
  });

  it.each([
    ['another id', { id: 't' }],
    ['no name', { name: undefined }],
    ['endless rows', { rowCount: 1e9 }],
    ['no columns', { columnCount: 0 }],
    ['rows that are none', { cellData: { x: {} } }],
    ['a row beyond the last', { cellData: { 9999999: {} } }],
    ['cells that are none', { cellData: { 0: { 0: 'text' } } }],
    ['a list of cells', { cellData: { 0: [1] } }],
    ['merges that are none', { mergeData: {} }],
  ])('is refused where a sheet has %s', async (_what, fields) => {
    expect(await read({ ...WORKBOOK, sheets: { s: { ...SHEET, ...fields } } })).toBeUndefined();
  });

  it('loses what is not of its form', async () => {
    const damaged = {
      ...WORKBOOK,
      name: 7,
      styles: [],
      resources: [1, { name: 'a' }],
      custom: 'x',
      defaultStyle: [],
    };
    expect(await read(damaged)).toEqual({
      name: 'Workbook',
      sheetOrder: ['s'],
      sheets: { s: SHEET },
      styles: {},
      resources: [],
      custom: {},
    });
  });
});
