import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GzipBudgetPlugin } from '../../webpack/gzip-budget-plugin';
import { runWebpack } from './webpack-run';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'locus-budget-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const compressible = `'${'0'.repeat(100_000)}'`;

describe('the budget', () => {
  test('fails a build whose entry is over it, and writes nothing', async () => {
    const errors = await build({ main: script(6) }, { entry: 5000, lazy: 5000 });
    expect(errors).toEqual([
      expect.stringMatching(/^over budget: entry main: \d+\.\d kB of 5\.0 kB/),
    ]);
    expect(existsSync(join(folder, 'dist/main.js'))).toBe(false);
  });

  test('fails a build that loads too much later', async () => {
    const scripts = { main: script(0, ['later']), later: script(6) };
    const errors = await build(scripts, { entry: 5000, lazy: 5000 });
    expect(errors).toEqual([
      expect.stringMatching(/^over budget: lazy later: \d+\.\d kB of 5\.0 kB/),
    ]);
  });

  test('counts what is downloaded, not what is unpacked', async () => {
    const scripts = { main: `console.log(${compressible});` };
    expect(await build(scripts, { entry: 5000, lazy: 5000 })).toEqual([]);
    expect(existsSync(join(folder, 'dist/main.js'))).toBe(true);
  });
});

describe('the budget of a chunk and all that only it leads to', () => {
  const scripts = {
    main: script(0, ['pane', 'store']),
    pane: script(6, ['view', 'other', 'store']),
    view: script(4, ['deep']),
    deep: script(4),
    other: script(4),
    // Fetched without the pane as well.
    store: script(7),
  };

  test('fails a build in which small parts come to too much', async () => {
    const within = { pane: 17_900 };
    expect(await build(scripts, { entry: 8000, lazy: 8000, within })).toEqual([
      expect.stringMatching(/^over budget: all of pane: (18|19|20)\.\d kB of 17\.9 kB gzipped$/),
    ]);
  });

  test('counts each part once, and none that is fetched without it too', async () => {
    const within = { pane: 22_000 };
    expect(await build(scripts, { entry: 8000, lazy: 8000, within })).toEqual([]);
  });

  test('leaves to a part within it what has a budget of its own', async () => {
    const budget = { entry: 8000, lazy: 8000 };
    const within = { pane: 12_000, view: 9500 };
    expect(await build(scripts, { ...budget, within })).toEqual([]);
    expect(await build(scripts, { ...budget, within: { ...within, view: 8000 } })).toEqual([
      expect.stringMatching(/^over budget: all of view: 8\.\d kB of 8\.0 kB gzipped$/),
    ]);
  });

  test('counts what another page loads as well', async () => {
    const pages = { ...scripts, dialog: script(0, ['view']) };
    const entry = { main: './main.js', dialog: './dialog.js' };
    const budget = { entry: 8000, lazy: 8000, within: { pane: 17_900 } };
    expect(await build(pages, budget, entry)).toEqual([
      expect.stringMatching(/^over budget: all of pane: (18|19|20)\.\d kB of 17\.9 kB gzipped$/),
    ]);
  });

  test('fails a build without such a chunk, rather than bounding nothing', async () => {
    const building = build({ main: script(1) }, { entry: 8000, lazy: 8000, within: { pane: 1 } });
    await expect(building).rejects.toThrow('no chunk is called pane');
  });
});

/** A script of so many kilobytes, gzipped, beside the imports that it may come to. */
function script(kilobytes: number, imported: readonly string[] = []): string {
  // Random text hardly shrinks; repeated text does.
  const weight = `console.log('${randomBytes(kilobytes * 1000).toString('hex')}');`;
  const imports = imported.map(
    (each) => `import(/* webpackChunkName: "${each}" */'./${each}.js');`,
  );
  return [weight, ...imports].join('\n');
}

async function build(
  scripts: Readonly<Record<string, string>>,
  budget: ConstructorParameters<typeof GzipBudgetPlugin>[0],
  entry: Readonly<Record<string, string>> = { main: './main.js' },
): Promise<string[]> {
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(join(folder, `${name}.js`), text);
  }
  const stats = await runWebpack(folder, { entry, plugins: [new GzipBudgetPlugin(budget)] });
  return stats?.compilation.errors.map(({ message }) => message) ?? [];
}
