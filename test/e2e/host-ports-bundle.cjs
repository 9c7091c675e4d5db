'use strict';
/**
 * `node host-ports-bundle.cjs FOLDER` makes FOLDER/page.js of host-ports-page.ts. It is a process of
 * its own, since webpack takes twice as long inside Jest.
 */
const { join } = require('node:path');
const webpack = require('webpack');

const root = join(__dirname, '../..');
const compiler = webpack({
  mode: 'development',
  // Else React, which draws Univer's ribbon, checks what it is given: that takes more than the tests.
  optimization: { nodeEnv: 'production' },
  devtool: false,
  context: root,
  target: ['web', 'es2022'],
  entry: './test/e2e/host-ports-page.ts',
  output: { path: process.argv[2], filename: 'page.js' },
  resolve: { extensions: ['.ts', '.tsx', '.js', '.mjs'] },
  module: {
    rules: [
      { test: /\.tsx?$/, use: join(root, 'test/strip-types-loader.cjs') },
      // A thousand files of tables, of which one expression is needed, as in the product's own build.
      { test: /[\\/]cjk-regex[\\/]lib[\\/]index\.js$/, use: './webpack/computed-cjk-regex.js' },
      { test: /\.css$/, type: 'asset/source' },
    ],
  },
  plugins: [
    // One file, as the page is served nothing else.
    new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
    // How other languages part words, 6 MB that Univer itself fetches when it needs one.
    new webpack.IgnorePlugin({
      resourceRegExp: /^\.\/(?!en-)[\w-]+\.js$/,
      contextRegExp: /@univerjs[\\/]engine-render[\\/]lib[\\/]es$/,
    }),
  ],
  // CI bundles once; to write what the next time needs takes a fifth.
  cache: process.env.CI ? false : { type: 'filesystem', name: 'host-ports' },
});
compiler.run((error, stats) => {
  const complaint = stats?.hasErrors() === true ? stats.toString('errors-only') : undefined;
  if (error ?? complaint) {
    console.error(error ?? complaint);
    process.exitCode = 1;
  }
  compiler.close(() => {});
});
