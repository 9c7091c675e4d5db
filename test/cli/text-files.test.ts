import { readFileSync } from 'node:fs';
import { openCliStage, type CliStage } from './cli-stage';

let stage: CliStage;
beforeEach(async () => (stage = await openCliStage()));
afterEach(() => stage.close());

const field = (name: string): Buffer => readFileSync(`test/field/files/${name}`);

/** Scores a file; what was sent for each row that was asked for. */
async function score(content: string | Uint8Array, ...rest: readonly string[]) {
  stage.write('in.csv', content);
  const args = ['enrich', stage.path('in.csv'), '-o', stage.path('out.csv'), '--model', 'm'];
  const result = await stage.run([...args, '--force', ...rest]);
  return { ...result, sent: stage.service.calls.map(({ body }) => body) };
}

async function places(content: string | Uint8Array, ...rest: readonly string[]) {
  const { sent, ...result } = await score(content, ...rest);
  return { ...result, sent: sent.map(({ lat, lng }) => [lat, lng]) };
}

describe('a broken byte', () => {
  it('spoils its own row, which is refused before any call', async () => {
    const { sent } = await score(field('F5d.csv'));
    const addresses = sent.map(({ address }) => String(address));
    expect(addresses.length).toBeGreaterThan(0);
    addresses.forEach((address) => expect(address).toMatch(/^\d \p{scx=Deva}[\p{scx=Deva} ]+/u));
    expect(stage.read('out.csv')).toMatch(/\uFFFD.*,failed,.*U\+FFFD/);
  });

  it('leaves letters of other rows alone', async () => {
    const { sent } = await score(field('F5b.csv'));
    expect(sent[0]).toMatchObject({ address: '12 Café Road Bengaluru 560001' });
  });
});

describe('blanks between columns', () => {
  it.each([
    ['Name  Lat  Lng\nA  12.97  77.59\nB  19.07  72.87\n'],
    ['A 12.97 77.59\nB 19.07 72.87\n'],
    ['12.97 77.59\n19.07 72.87\n'],
  ])('are said, and nothing is asked: %j', async (content) => {
    const { code, messages, sent } = await places(content);
    expect({ code, sent }).toEqual({ code: 1, sent: [] });
    expect(messages).toContain('its columns have blanks between them. Save it with commas');
  });

  it('are those of pairs where a header says so', async () => {
    const { sent } = await places('Coordinates\n12.97 77.59\n19.07 72.87\n');
    expect(sent).toEqual([
      [12.97, 77.59],
      [19.07, 72.87],
    ]);
  });
});

it('an older encoding is read, named, and can be said', async () => {
  const rows = 'Адрес,PIN\nулица Ленина 5,560001\n';
  const bytes = Uint8Array.from(rows, (sign) => {
    const code = sign.charCodeAt(0);
    return code < 128 ? code : code - 0x410 + 0xc0;
  });
  const { sent, messages } = await score(bytes, '--encoding', 'cp1251', '--address', '1');
  expect(messages).toContain('Windows-1251');
  expect(sent).toMatchObject([{ address: 'улица Ленина 5' }]);
});

it('an encoding that nobody knows is refused by name', async () => {
  const { messages, code } = await places('lat,lng\n1,2\n', '--encoding', 'utf8mb4');
  expect(messages).toContain('“utf8mb4” isn’t an encoding');
  expect(code).toBe(1);
});

it.each([
  ['Ctrl+Z at the end', field('F26a.csv')],
  ['a blank line at the end', field('F26b.csv')],
  ['zeros at the end', 'Lat,Lng\n12.9352,77.6245\n\0\0\0\0\0'],
  ['Ctrl+Z after the last cell', 'Lat,Lng\r\n12.9352,77.6245\x1A\x1A'],
  ['blank lines in between', 'Lat,Lng\n   \n12.9352,77.6245\n \n\t\n'],
])('%s is no row', async (_what, content) => {
  const { sent, code } = await places(content);
  expect(sent).toEqual([[12.9352, 77.6245]]);
  expect(code).toBe(0);
  expect(stage.read('out.csv').trim().split(/\r?\n/)).toHaveLength(2);
});

it.each([
  ['one more separator in rows', 'Lat,Lng\n12.9,77.6,\n13,77,\n'],
  ['several in some rows', 'Lat;Lng\n12.9;77.6;;;\n13;77\n'],
  ['one more in the header', 'Lat\tLng\t\n12.9\t77.6\n13\t77\t\n'],
])('separators at the ends of lines are no cells: %s', async (_what, content) => {
  const { sent, code } = await places(content);
  expect(sent).toEqual([
    [12.9, 77.6],
    [13, 77],
  ]);
  expect(code).toBe(0);
});

it.each([
  ['sep=,, as in Excel’s columns', field('F34excelcols.csv'), [[12.9, 77.6]]],
  ['backslashes before quotation marks', field('F51.csv'), [[12.9352, 77.6245]]],
  ['quotation marks after blanks', 'Name, Lat, Lng\n"a, b", "12.9", 77.6\n', [[12.9, 77.6]]],
  [
    'lines of old Macs',
    'Lat,Lng\r12.9,77.6\r13,77\r',
    [
      [12.9, 77.6],
      [13, 77],
    ],
  ],
])('reads %s', async (_what, content, wanted) => {
  expect((await places(content)).sent).toEqual(wanted);
});

it('reads a list between the lines that SAP draws', async () => {
  const line = '-'.repeat(40);
  const rows = ['|Plant|Latitude|Longitude|', line, '|1000 |12.9352 |77.6245  |', line];
  expect((await places(`${line}\n${rows.join('\n')}\n`)).sent).toEqual([[12.9352, 77.6245]]);
});

describe('what stands below a list is no place', () => {
  it.each([
    [
      'a report of Salesforce',
      '"Street","City","Zip"\n"12 MG Road","Pune","411001"\n\n\n"Shops by City"\n"Copyright (c) 2026"\n',
      '2 remarks (row 3, 4)',
    ],
    [
      'a result of SQL Server',
      'Street,City,Zip\r\n12 MG Road,Pune,411001\r\n\r\n(1 row affected)\r\n\r\nCompletion time: 2026-11-28T13:00\r\n',
      '2 remarks (row 3, 4)',
    ],
    [
      'a summary of pandas',
      'n,lat,lng\nA,12.5,77.5\ncount,2,2\nmean,16,75.2\nstd,4.3,3.4\nmin,12.9,72.8\n25%,14,74\nmax,19.1,77.6\n',
      '6 totals',
    ],
    ['a deviation', 'n,lat,lng\nA,12.5,77.5\nStdev,4.3,3.4\n', '1 total (row 3)'],
  ])('%s', async (_what, text, said) => {
    const file = stage.write('report.csv', text);
    const args = ['enrich', file, '-o', stage.path('report.out.csv'), '--no-cache', '--force'];
    const before = stage.service.calls.length;
    const { messages, code } = await stage.run([...args, '--names', 'a']);
    expect({ messages, code }).toEqual({
      messages: expect.stringContaining(`Leaves out ${said}`) as string,
      code: 0,
    });
    expect(messages).not.toContain('is blank in');
    expect(stage.service.calls).toHaveLength(before + 1);
  });
});
