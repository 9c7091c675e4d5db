import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILDS_FILE, EarlierBuildsPlugin } from '../../webpack/earlier-builds-plugin';
import { runWebpack } from './webpack-run';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('the files of earlier builds', () => {
  let folder: string;
  let now: number;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'locus-builds-'));
    writeFileSync(join(folder, 'main.js'), "import(/* webpackChunkName: 'part' */ './part.js');");
    now = Date.UTC(2026, 0, 1);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** The name of the lazy part that this build made. */
  async function build(content: string, most = 20): Promise<string> {
    writeFileSync(join(folder, 'part.js'), `console.log('${content}');`);
    const earlier = new EarlierBuildsPlugin({ days: 14, most, now: () => now });
    const stats = await runWebpack(folder, {
      output: {
        path: join(folder, 'dist'),
        filename: '[name].js',
        chunkFilename: '[name].[contenthash:6].js',
        clean: { keep: (file) => earlier.keeps(file) },
      },
      plugins: [earlier],
    });
    const assets = Object.keys(stats?.compilation.assets ?? {});
    return assets.find((name) => name.startsWith('part.')) ?? 'none';
  }
  const parts = (): string[] =>
    readdirSync(join(folder, 'dist')).filter((name) => /^part/.test(name));

  test('are still there after the next ones, for workbooks that stayed open', async () => {
    const built = [await build('one'), await build('two'), await build('three')];
    expect(new Set(built).size).toBe(3);
    expect(parts().sort()).toEqual([...built].sort());
  });

  test('are there two weeks after they were replaced, not after they were built', async () => {
    const first = await build('one');
    now += 40 * DAY_MS;
    const second = await build('two');
    now += 13 * DAY_MS;
    const third = await build('three');
    expect(parts().sort()).toEqual([first, second, third].sort());
    now += 2 * DAY_MS;
    const fourth = await build('four');
    expect(parts().sort()).toEqual([second, third, fourth].sort());
  });

  test('do not become more without end on a day of many builds', async () => {
    const built = [await build('one', 2), await build('two', 2), await build('three', 2)];
    expect(parts().sort()).toEqual(built.slice(1).sort());
  });

  test('are listed once for a build that is made again, and first after going back to it', async () => {
    const listed = (): string[][] =>
      (
        JSON.parse(readFileSync(join(folder, 'dist', BUILDS_FILE), 'utf8')) as { files: string[] }[]
      ).map(({ files }) => files);
    const one = await build('one');
    await build('one');
    expect(listed()).toEqual([[one]]);
    const two = await build('two');
    await build('one');
    expect(listed()).toEqual([[one], [two]]);
  });

  test.each(['', 'no JSON', '{}', '[{}]', '[null]'])(
    'a list that says %p keeps nothing and fails nothing',
    async (text) => {
      const first = await build('one');
      writeFileSync(join(folder, 'dist', BUILDS_FILE), text);
      const second = await build('two');
      expect(existsSync(join(folder, 'dist', first))).toBe(false);
      expect(parts()).toEqual([second]);
    },
  );
});
