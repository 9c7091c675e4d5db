import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The other programs run in `npm run test:all`: this is what all of them are made with. */
test('a program of the benchmarks is compiled, and measures', () => {
  const script = join(__dirname, '../../../scripts/bench/invocations.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--small'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('`LOCATTR`, all tasks until each has its value');
});
