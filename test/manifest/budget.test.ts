import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import webpack from 'webpack';
import { GzipBudgetPlugin } from '../../webpack/gzip-budget-plugin';

const folder = mkdtempSync(join(tmpdir(), 'locus-budget-'));
afterAll(() => rmSync(folder, { recursive: true }));

// Random text hardly shrinks; repeated text does.
const incompressible = `'${randomBytes(6000).toString('hex')}'`; // 6 kB gzipped
const compressible = `'${'0'.repeat(100_000)}'`;

describe('the budget', () => {
  test('fails a build whose entry is over it, and writes nothing', async () => {
    const errors = await build(`console.log(${incompressible});`, '', { entry: 5000, lazy: 5000 });
    expect(errors).toEqual([
      expect.stringMatching(/^over budget: entry main: \d+\.\d kB of 5\.0 kB/),
    ]);
    expect(existsSync(join(folder, 'dist/main.js'))).toBe(false);
  });

  test('fails a build that loads too much later', async () => {
    const later = `console.log(${incompressible});`;
    const errors = await build(`import('./later.js');`, later, { entry: 5000, lazy: 5000 });
    expect(errors).toEqual([expect.stringMatching(/^over budget: lazy .*: \d+\.\d kB of 5\.0 kB/)]);
  });

  test('counts what is downloaded, not what is unpacked', async () => {
    const errors = await build(`console.log(${compressible});`, '', { entry: 5000, lazy: 5000 });
    expect(errors).toEqual([]);
    expect(existsSync(join(folder, 'dist/main.js'))).toBe(true);
  });
});

async function build(
  main: string,
  later: string,
  budget: { entry: number; lazy: number },
): Promise<string[]> {
  writeFileSync(join(folder, 'main.js'), main);
  writeFileSync(join(folder, 'later.js'), later);
  const compiler = webpack({
    mode: 'production',
    performance: false,
    context: folder,
    entry: './main.js',
    output: { path: join(folder, 'dist') },
    optimization: { minimize: false },
    plugins: [new GzipBudgetPlugin(budget)],
  });
  const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result)));
  });
  return stats?.compilation.errors.map(({ message }) => message) ?? [];
}
