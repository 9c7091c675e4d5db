import { join } from 'node:path';
import webpack from 'webpack';
import { compileTypeScript } from '../../webpack/compile-typescript.js';
import { root } from '../command.mjs';

const folder = join(root, 'build/bench');

/**
 * Every program of scripts/bench that runs in Node, compiled in one go, since they share most code.
 */
const PROGRAMS = ['main', 'excel', 'invocations', 'pane', 'snapshot', 'limits'];
/** ES modules, which not every Node can `require`; other packages stay where they are installed. */
const MODULES = ['p-limit', 'yocto-queue', 'p-retry', 'is-network-error'];

/** Compiles the programs that run in Node; resolves with the path of one. */
export async function bundleProgram(name) {
  const installed = new RegExp(`^(?!\\.|[A-Za-z]:|/|(?:${MODULES.join('|')})$)`);
  await compile('programs', PROGRAMS, {
    target: 'node20',
    output: { path: folder, filename: '[name].cjs' },
    externalsType: 'commonjs',
    externals: [installed],
  });
  return join(folder, `${name}.cjs`);
}

/** Compiles what runs in a browser, page.js; resolves with the folder to serve it from. */
export async function bundlePage() {
  const path = join(folder, 'page');
  await compile('page', ['page'], { target: ['web', 'es2022'], output: { path, clean: true } });
  return path;
}

function compile(name, entries, configuration) {
  const compiler = webpack({
    name: `bench-${name}`,
    mode: 'production',
    context: root,
    entry: Object.fromEntries(entries.map((entry) => [entry, `./scripts/bench/${entry}.ts`])),
    // Not minimized, so that a profile shows real names.
    optimization: { minimize: false },
    devtool: false,
    performance: false,
    resolve: { extensions: ['.ts', '.js', '.mjs'] },
    module: {
      rules: [{ test: /\.ts$/, use: compileTypeScript, exclude: /node_modules/ }],
      // One file each, with what the add-in fetches on demand.
      parser: { javascript: { dynamicImportMode: 'eager' } },
    },
    cache: { type: 'filesystem', name: `bench-${name}` },
    ...configuration,
  });
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      const failure =
        error ?? (stats.hasErrors() ? new Error(stats.toString('errors-only')) : null);
      compiler.close(() => (failure === null ? resolve() : reject(failure)));
    });
  });
}
