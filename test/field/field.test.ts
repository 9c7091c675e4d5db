import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCliStage } from '../cli/cli-stage';
import type { CliStage } from '../cli/cli-stage';

let stage: CliStage;
beforeEach(async () => (stage = await openCliStage()));
afterEach(() => stage.close());

/** Enriches a file as people have it. What was sent: the place, and the date of a score. */
async function enrich(file: string, options: string) {
  stage.write(file, readFileSync(join(__dirname, 'files', file)));
  const wanted = options.includes('--model') ? [] : ['--names', 'a'];
  const args = ['enrich', stage.path(file), '-o', stage.path('out.csv'), ...wanted];
  const { messages } = await stage.run([...args, ...options.split(' ').filter(Boolean)]);
  const sent = stage.service.calls.map(({ place, body }) =>
    [place, body['date']].filter((part) => part !== undefined).join(' on '),
  );
  return { messages, sent: new Set(sent) };
}

const KORAMANGALA = '12.9352,77.6245';
const BANDRA = '19.0596,72.8295';

it.each<[file: string, options: string, sent: readonly string[], said?: string]>([
  ['F13.csv', '', [KORAMANGALA], 'the header in row 3'],
  ['F13a.xlsx', '', [KORAMANGALA, BANDRA], 'B3:D5 with the header in row 3'],
  ['F13b.xlsx', '', [KORAMANGALA, BANDRA], 'A3:C5 with the header in row 3'],
  ['F14a.xlsx', '', [KORAMANGALA], 'sheet “Stores”'],
  ['F14b.xlsx', '', [KORAMANGALA], 'sheet “Stores”'],
  ['N14-Y5-active-sheet.xlsx', '', ['12.9,77.6'], 'sheet “B”'],
  ['N14-Y5-active-sheet.xlsx', '--sheet A', ['1,1'], 'sheet “A”'],
  ['F20.xlsx', '--model m --date D', [`${KORAMANGALA} on 2017-09-11`]],
  ['F21a.xlsx', '--model m --date Visit', [`${KORAMANGALA} on 2024-03-01`]],
  ['F21.parquet', '--model m --date d', [`${KORAMANGALA} on 2024-03-01`]],
  ['F21.parquet', '--model m --date ts', [`${KORAMANGALA} on 2024-03-01`]],
  ['N21-1904-unstyled.xlsx', '--model m --date Visit', [`${KORAMANGALA} on 2024-01-02`]],
  ['F26a.csv', '', [KORAMANGALA], '1 row = 1 done'],
  ['F26b.csv', '', [KORAMANGALA], '1 row = 1 done'],
  ['F27.parquet', '', [KORAMANGALA, BANDRA]],
  ['N27-int8.parquet', '', [KORAMANGALA, '13,77.7']],
  ['N27-nested.parquet', '', [KORAMANGALA]],
  ['F34excelcols.csv', '', ['12.9,77.6']],
  ['F36.parquet', '--lat lat --lng lng', [KORAMANGALA]],
  ['F51.csv', '', [KORAMANGALA]],
  ['F12a.xlsx', '', [], 'sheet “Sheet”, cell B2 (and in 1 more cell): the formula has no stored'],
  ['F12b.xlsx', '', [], 'sheet “Sheet”, cell C2 (and in 3 more cells): the formula has no stored'],
  ['F12c.xlsx', '', [], 'sheet “Sheet”, cell C2 (and in 1 more cell): the formula has no stored'],
])('%s %s', async (file, options, places, said = '') => {
  const { messages, sent } = await enrich(file, options);
  expect([...sent].sort()).toEqual([...places].sort());
  expect(messages).toContain(said);
});

it.each([
  ['N13-X1-excel-india-title.csv', '', 60, 'Leaves out 1 total (row 66), 1 remark (row 67),'],
  ['N13-X4b-merged-title.xlsx', '', 30, 'A2:D41 with the header in row 2'],
  ['N13-X4c-note-right.xlsx', '', 30, 'A1:C31 with the header in row 1'],
  ['N13-X7-headerless.csv', '--lat 2 --lng 3', 50, 'no header'],
  ['N14-Y2-filtered.xlsx', '', 6, 'Asks for 2 hidden rows too'],
  ['N14-Y2-filtered.xlsx', '--visible-only', 4, 'Leaves out 2 hidden rows.'],
])('%s %s: %i places', async (file, options, count, said) => {
  const { messages, sent } = await enrich(file, options);
  expect(sent.size).toBe(count);
  expect(messages).toContain(said);
});
