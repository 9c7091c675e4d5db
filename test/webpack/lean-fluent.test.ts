import * as fluent from '@fluentui/react-components';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

import { LANGUAGES } from '../../src/engine/language/languages';
import { paneThemes } from '../../src/addin/pane/parts/pane-theme';
import { LeanFluentPlugin } from '../../webpack/lean-fluent-plugin';
import { runWebpack } from './webpack-run';

const root = join(__dirname, '../..');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'locus-fluent-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('Fluent UI with less to download', () => {
  it('has every token as Fluent has it', async () => {
    const { seen } = await build(
      `import { tokens } from '@fluentui/tokens';
       globalThis.seen = (names) => names.map((name) => tokens[name]);`,
    );
    const names = Object.keys(fluent.tokens);
    expect((seen as (names: string[]) => unknown)(names)).toEqual(Object.values(fluent.tokens));
  });

  it('has themes of those tokens that are named, in code or in a style, as Fluent has them', async () => {
    const named = ['colorNeutralForeground1', 'borderRadiusMedium', 'shadow2'] as const;
    const { seen } = await build(
      `import { tokens } from '@fluentui/tokens';
       import { paneThemes } from './pane-theme';
       globalThis.seen = { paneThemes, used: [tokens.${named[0]}, tokens.${named[1]}], css: '--${named[2]}' };`,
    );
    const themes = Object.entries(paneThemes).map(([name, theme]) => [
      name,
      Object.fromEntries(named.map((token) => [token, theme[token]])),
    ]);
    expect((seen as { paneThemes: unknown }).paneThemes).toEqual(Object.fromEntries(themes));
  });

  it('takes the styles of its components as they were written', async () => {
    const { modules } = await build(
      `import { Link } from '@fluentui/react-link'; globalThis.seen = Link;`,
    );
    const styles = modules.filter((path) => path.includes('.styles.'));
    expect(styles).toContainEqual(expect.stringMatching(/useLinkStyles\.styles\.raw\.js$/));
    expect(styles.filter((path) => !path.endsWith('.raw.js'))).toEqual([]);
  });

  it('is for languages that are written from left to right, as all of ours are', () => {
    for (const { direction } of Object.values(LANGUAGES)) expect(direction).toBe('ltr');
  });
});

async function build(main: string): Promise<{ seen: unknown; modules: readonly string[] }> {
  writeFileSync(join(folder, 'main.js'), main);
  writeFileSync(join(folder, 'pane-theme.js'), 'export const paneThemes = undefined;');
  const stats = await runWebpack(folder, {
    optimization: { concatenateModules: false },
    resolve: { modules: [join(root, 'node_modules')] },
    plugins: [new LeanFluentPlugin()],
  });
  if (stats === undefined || stats.hasErrors()) throw new Error(stats?.toString());
  const page: { seen?: unknown; document?: unknown } = {};
  Object.assign(page, { globalThis: page });
  runInNewContext(readFileSync(join(folder, 'dist/main.js'), 'utf8'), page);
  const modules = [...stats.compilation.modules].map((module) => module.identifier());
  return { seen: page.seen, modules };
}
