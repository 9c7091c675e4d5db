'use strict';
/**
 * `node host-ports-bundle.cjs FOLDER` makes FOLDER/page.js of host-ports-page.ts. It is a process of
 * its own, since webpack takes twice as long inside Jest.
 */
const { join } = require('node:path');
const webpack = require('webpack');
const { compileTypeScript } = require('../../webpack/compile-typescript');

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
      { test: /\.tsx?$/, use: compileTypeScript },
      { test: /\.css$/, type: 'asset/source' },
    ],
  },
  // One file, as the page is served nothing else.
  plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
  cache: { type: 'filesystem', name: 'host-ports' },
});
compiler.run((error, stats) => {
  const complaint = stats?.hasErrors() === true ? stats.toString('errors-only') : undefined;
  if (error ?? complaint) {
    console.error(error ?? complaint);
    process.exitCode = 1;
  }
  compiler.close(() => {});
});
