import { createRequire } from 'node:module';
import { join } from 'node:path';
import webpack from 'webpack';
import { root } from './command.mjs';

const require = createRequire(import.meta.url);

/**
 * Compiles a program of test/bench into build/; resolves with its path.
 *
 * @param options.withPackages false leaves packages where they are installed.
 */
export async function bundle(entry, target, { withPackages = true } = {}) {
  const name = `${entry}.${target === 'web' ? 'js' : 'cjs'}`;
  await compile({
    name: `bench-${entry}`,
    mode: 'production',
    context: root,
    target: target === 'web' ? ['web', 'es2022'] : 'node20',
    entry: { [entry]: `./test/bench/${entry}.ts` },
    output: { path: join(root, 'build/bench'), filename: name },
    externalsType: 'commonjs',
    externals: withPackages ? [] : [/^(?!\.|[A-Za-z]:|\/)/],
    // As written, so that a profile names what it shows.
    optimization: { minimize: false },
    devtool: false,
    performance: false,
    resolve: { extensions: ['.ts', '.js', '.mjs'] },
    module: { rules: [{ test: /\.ts$/, use: typeScript(), exclude: /node_modules/ }] },
    cache: { type: 'filesystem', name: `bench-${entry}` },
  });
  return join(root, 'build/bench', name);
}

function typeScript() {
  const configFile = join(root, 'tsconfig.json');
  const options = { transpileOnly: true, configFile, compilerOptions: { noEmit: false } };
  return { loader: require.resolve('ts-loader'), options };
}

function compile(configuration) {
  return new Promise((resolve, reject) => {
    const compiler = webpack(configuration);
    compiler.run((error, stats) => {
      const failure =
        error ?? (stats.hasErrors() ? new Error(stats.toString('errors-only')) : null);
      compiler.close(() => (failure === null ? resolve() : reject(failure)));
    });
  });
}
