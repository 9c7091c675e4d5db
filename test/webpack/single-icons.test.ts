import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

import { runWebpack } from './webpack-run';

const root = join(__dirname, '../..');

it('reads of Fluent’s icons only those that are imported, and draws them as ever', async () => {
  const { seen, files } = await build(`
    import {
      Add20Regular,
      Delete20Filled as Bin, bundleIcon
    } from '@fluentui/react-icons';
    import { useIconContext } from '@fluentui/react-icons';
    globalThis.seen = [Add20Regular.displayName, Bin.displayName, bundleIcon.name, typeof useIconContext];
  `);
  expect(seen).toEqual(['Add20Regular', 'Delete20Filled', 'bundleIcon', 'function']);
  const ofIcons = files.filter((file) => /chunk-\d+\.js/.test(file));
  expect(ofIcons.map((file) => file.replace(/^.*\?/, '')).sort()).toEqual([
    'Add20Regular',
    'Delete20Filled',
  ]);
});

it('fails where there is no such icon', async () => {
  await expect(
    build(`import { Nothing20Regular } from '@fluentui/react-icons'; seen = Nothing20Regular;`),
  ).rejects.toThrow('Nothing20Regular');
});

async function build(main: string): Promise<{ seen: unknown; files: readonly string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'locus-icons-'));
  try {
    writeFileSync(join(folder, 'main.js'), main);
    const stats = await runWebpack(folder, {
      optimization: { concatenateModules: false },
      resolve: { modules: [join(root, 'node_modules')] },
      module: {
        strictExportPresence: true,
        rules: [{ test: /\.js$/, use: join(root, 'webpack/single-icons.js') }],
      },
    });
    if (stats === undefined || stats.hasErrors()) throw new Error(stats?.toString());
    const page: { seen?: unknown } = {};
    Object.assign(page, { globalThis: page });
    runInNewContext(readFileSync(join(folder, 'dist/main.js'), 'utf8'), page);
    const files = [...stats.compilation.modules].map((module) => module.identifier());
    return { seen: page.seen, files };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
