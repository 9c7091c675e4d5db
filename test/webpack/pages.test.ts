import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Configuration } from 'webpack';
import { runWebpack } from './webpack-run';

type Configurations = (env: object, options: object) => readonly Configuration[];

/** `npm start` opens the workbench once these are built; all else may be half a minute later. */
test('the build of the pages writes the description of the functions, which the workbench opens with', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'locus-pages-'));
  const configurations = jest.requireActual<Configurations>('../../webpack.config.js');
  const pages = configurations({}, {}).find(({ name }) => name === 'pages');
  const stats = await runWebpack(join(__dirname, '../..'), {
    ...pages,
    cache: false,
    output: { path: folder },
  });
  expect(stats?.compilation.errors).toEqual([]);
  for (const file of ['functions.json', 'help.html', 'assets/outline.json']) {
    expect([file, existsSync(join(folder, file))]).toEqual([file, true]);
  }
  rmSync(folder, { recursive: true });
});
