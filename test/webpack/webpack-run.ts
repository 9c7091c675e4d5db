import { join } from 'node:path';
import webpack from 'webpack';

/** Builds the folder's main.js into its dist, unminified. */
export function runWebpack(
  folder: string,
  { optimization, ...configuration }: webpack.Configuration,
): Promise<webpack.Stats | undefined> {
  const compiler = webpack({
    mode: 'production',
    performance: false,
    context: folder,
    entry: './main.js',
    output: { path: join(folder, 'dist') },
    optimization: { minimize: false, ...optimization },
    ...configuration,
  });
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => (error ? reject(error) : resolve(stats)));
  });
}
