import { spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** Some packages are compiled and a browser is started: long on a busy machine. */
jest.setTimeout(240_000);

test('npm run bench compares everybody in every workload, from end to end', async () => {
  const { code, output } = await runSmall('compare.mjs');
  expect({ code, output }).toMatchObject({ code: 0 });
  const rows = rowsOf(output);
  // Of each workload the first row is ours, and of ours every cell is right and settles.
  const ours = rows.filter(([workload]) => /^[a-z]\d?: /.test(workload ?? ''));
  expect(ours.map(([workload]) => workload?.split(':')[0])).toEqual(
    expect.arrayContaining(['a', 'b', 'c', 'd', 'e', 'e2', 'f', 'g', 'h', 'h2', 'i']),
  );
  for (const row of ours)
    expect([...row.slice(1, 2), ...row.slice(-2)]).toEqual(['Locus', '0', '0']);
  expect(output.match(/asked at once in Chromium .* \(all right, /g)).toHaveLength(3);
});

test.each([
  ['excel.mjs', ['called for the first time', '500 known', '500 of functions that do nothing']],
  ['invocations.mjs', ['a bare async function', '`LOCATTR`']],
  ['pane.mjs', ['cells that have their value', 'a theme', 'scrolling from end to end']],
  ['snapshot.mjs', ['500']],
  ['bulk.mjs', ['Locus, behind a gateway']],
])('%s measures from end to end', async (script, lines) => {
  const { code, output } = await runSmall(script);
  expect({ code, output }).toMatchObject({ code: 0 });
  const first = rowsOf(output).map(([text]) => text);
  expect(first).toEqual(expect.arrayContaining(lines));
});

/** As `npm run bench… -- --small` would. */
function runSmall(
  script: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/bench', script), '--small'], {
    cwd: ROOT,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

/** Of the tables that were printed, each row's cells. */
function rowsOf(output: string): string[][] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
