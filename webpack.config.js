'use strict';
const path = require('node:path');
const CopyPlugin = require('copy-webpack-plugin');
const HtmlPlugin = require('html-webpack-plugin');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const MinimizerPlugin = require('minimizer-webpack-plugin');
const { BannerPlugin, DefinePlugin } = require('webpack');
const { compileTypeScript } = require('./webpack/compile-typescript');
const { deploymentOrigin, manifestFor } = require('./webpack/deployment-origin');
const { EarlierBuildsPlugin } = require('./webpack/earlier-builds-plugin');
const { FunctionsMetadataPlugin } = require('./webpack/functions-metadata-plugin');
const { GzipBudgetPlugin } = require('./webpack/gzip-budget-plugin');
const { HelpPagesPlugin } = require('./webpack/help-pages-plugin');
const { LeanFluentPlugin } = require('./webpack/lean-fluent-plugin');
const { privateNames } = require('./webpack/private-names');
const { dependencies } = require('./package.json');

/** Packages that draw nothing of Fluent's. */
const NO_FLUENT = /[\\/]node_modules[\\/](?!@fluentui[\\/])/;
/** Views that read lists. */
const LIST_VIEWS = ['enrich', 'map', 'names', 'rank', 'renew'].map((view) => `pane-${view}`);
const FUNCTIONS = './src/addin/functions/functions.ts';
const dist = path.join(__dirname, 'dist');

/** `npm run build`, or `npm run build -- --env origin=https://…` for a deployment. */
module.exports = (env = {}, { mode = 'production' } = {}) => {
  const origin = deploymentOrigin(env.origin);
  return [
    addIn(mode, origin),
    pages(mode, origin),
    workbench(mode),
    program('server', './src/sample/main.ts', mode),
    program('gateway', './src/gateway/main.ts', mode),
    program('cli', './src/cli/main.ts', mode),
    administration(mode),
  ];
};

/** What Excel loads. functions.js has a fixed name because Excel is told names, not contents. */
function addIn(mode, origin) {
  const withOrigin = originIn(origin);
  const earlier = mode === 'production' ? new EarlierBuildsPlugin() : undefined;
  return {
    ...browser('add-in', mode),
    entry: {
      functions: entry(mode, './src/excel/main.ts'),
      // Of the dialog that shows a map large.
      map: './src/excel/map-page.ts',
    },
    output: {
      path: dist,
      // src/excel/public-path.ts sets it.
      publicPath: '',
      filename: '[name].js',
      // Short, because functions.js carries a list of them all.
      chunkFilename: '[name].[contenthash:6].js',
      clean: {
        keep: (file) =>
          file.startsWith('workbench') || isPage(file) || earlier?.keeps(file) === true,
      },
    },
    // Code that two views need comes once: by default each would have its own copy of small things.
    // Later passes remove what earlier ones expose.
    optimization: {
      splitChunks: {
        minSize: 2_000,
        // What the map's window shares with the pane comes in one piece, which packs better than four.
        cacheGroups: {
          parts: {
            name: 'pane-parts',
            chunks: ({ name }) => ['pane', 'map-page', 'map-window'].includes(name),
            minChunks: 2,
            priority: 10,
          },
          // What several views share, likewise. Explain, which is one part alone, stays small.
          fields: {
            name: 'pane-fields',
            test: /[\\/]node_modules[\\/]@fluentui/,
            chunks: ({ name }) => name?.startsWith('pane-'),
            minChunks: 2,
            priority: 9,
          },
          lists: {
            name: 'pane-lists',
            test: /[\\/]src[\\/]/,
            chunks: ({ name }) => LIST_VIEWS.includes(name),
            minChunks: 2,
            priority: 8,
          },
        },
      },
      minimizer: swc({
        compress: { passes: 5, module: true, toplevel: true },
        mangle: {
          toplevel: true,
          props: { regex: `^(?:${privateNames(path.join(__dirname, 'src')).join('|')})$` },
        },
        module: true,
      }),
    },
    plugins: [
      // The minimizer leaves these long names alone, since a page might redefine `Number`.
      new DefinePlugin({
        'Number.POSITIVE_INFINITY': 'Infinity',
        'Number.NEGATIVE_INFINITY': '-Infinity',
      }),
      new LeanFluentPlugin(),
      // It also associates the functions with their names.
      functionsMetadata(origin),
      // The page names its own scripts, so that their order is plain to see.
      copied(
        { from: 'src/excel/taskpane.html', to: 'taskpane.html' },
        { from: 'src/excel/map.html', to: 'map.html' },
        { from: 'manifest.xml', transform: withOrigin },
        { from: 'manifest.json', transform: withOrigin },
      ),
      ...(earlier === undefined ? [] : [budgets(), earlier]),
    ],
  };
}

function functionsMetadata(origin) {
  const output = 'functions.json';
  return new FunctionsMetadataPlugin({ input: FUNCTIONS, output, edit: originIn(origin) });
}

function originIn(origin) {
  return (text) => manifestFor(origin, text.toString());
}

/**
 * What the add-in and the workbench need besides scripts: the functions' description, the help,
 * pictures and data. The workbench opens with it while the add-in is still being built.
 */
function pages(mode, origin) {
  const data = ['outline', 'cities', 'pincodes', 'hi'].map((part) => `assets/${part}.json`);
  return {
    ...common('pages', mode),
    entry: {},
    output: { path: dist },
    plugins: [
      functionsMetadata(origin),
      new HelpPagesPlugin({
        functions: path.join(__dirname, FUNCTIONS),
        words: path.join(__dirname, 'assets/help/words.json'),
        style: path.join(__dirname, 'assets/help/help.css'),
        // The examples are formulas that the tests calculate, with the results they have there.
        formulas: path.join(__dirname, 'test/addin/functions/formulas.json'),
      }),
      copied({ from: 'assets/*.{png,svg,csv}' }, ...data.map((from) => ({ from, to: from }))),
    ],
  };
}

function isPage(file) {
  return /^(?:assets|help)\b/.test(file);
}

/** Copies files unchanged. */
function copied(...patterns) {
  const info = { minimized: true };
  return new CopyPlugin({ patterns: patterns.map((pattern) => ({ ...pattern, info })) });
}

/**
 * `entry`: what declares the functions; `lazy`: what the first cells, or the pane's first view, wait
 * for besides; `within`: all of the pane's views together, and apart from them the section for
 * sharing, what reads lists, what ranks and compares their places, and what gateways add.
 */
function budgets() {
  return new GzipBudgetPlugin({
    entry: 3_900,
    lazy: 146_000,
    within: {
      pane: 273_000,
      'pane-share': 8_500,
      'pane-import': 22_500,
      'pane-rank': 16_500,
      'pane-gateway': 4_500,
    },
  });
}

/** The spreadsheet in the browser. Excel never loads any of it. */
function workbench(mode) {
  const configuration = browser('workbench', mode);
  return {
    ...configuration,
    entry: { workbench: entry(mode, './src/workbench/main.ts') },
    output: {
      path: dist,
      publicPath: 'auto',
      filename: 'workbench.[contenthash].js',
      chunkFilename: 'workbench.[name].[contenthash].js',
      clean: { keep: (file) => !file.startsWith('workbench') },
    },
    module: {
      rules: [
        ...configuration.module.rules,
        { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'] },
        { test: /[\\/]cjk-regex[\\/]lib[\\/]index\.js$/, use: './webpack/computed-cjk-regex.js' },
        {
          test: /[\\/]@univerjs[\\/]engine-render[\\/]lib[\\/]es[\\/]index\.js$/,
          use: './webpack/whole-letters.js',
        },
        {
          // Dates and numbers as the person's region writes them: see the file.
          include: path.join(__dirname, 'node_modules/@univerjs'),
          resolve: {
            alias: { numfmt$: path.join(__dirname, 'src/workbench/univer/numfmt.ts') },
          },
        },
      ],
    },
    // Packages apart from our own code: what has not changed is neither minimised nor fetched again.
    optimization: {
      minimizer: swc(),
      splitChunks: {
        chunks: 'all',
        cacheGroups: {
          univer: {
            test: /node_modules[\\/]@univerjs/,
            name: 'univer',
            // What Univer itself fetches late, such as how languages part words, stays late.
            chunks: ({ name }) => name === 'spreadsheet',
            priority: 1,
          },
        },
      },
    },
    plugins: [
      new LeanFluentPlugin(),
      new MiniCssExtractPlugin({
        filename: 'workbench.[contenthash].css',
        chunkFilename: 'workbench.[name].[contenthash].css',
      }),
      new HtmlPlugin({
        filename: 'workbench.html',
        template: './src/workbench/workbench.html',
        minify: false,
      }),
    ],
  };
}

/**
 * The gateway's pages: for administrators, and for people's own account. In Office's dialog, the
 * latter needs Microsoft's script before its own. They are not part of what is deployed for Excel.
 */
function administration(mode) {
  const template = './src/gateway/page/page.html';
  const page = (name, { entry, title, isInOffice = false }) =>
    new HtmlPlugin({
      ...{ filename: `${name}.html`, template, title, isInOffice },
      ...{ chunks: [entry], publicPath: `/${entry}/` },
    });
  const account = { entry: 'account', title: 'Your Locus account' };
  return {
    ...browser('administration', mode),
    entry: {
      admin: './src/gateway/page/main.tsx',
      account: './src/gateway/page/account/main.tsx',
    },
    output: {
      path: path.join(__dirname, 'build/admin'),
      filename: '[name].[contenthash].js',
      clean: true,
    },
    // What both pages show comes once.
    optimization: { minimizer: swc(), splitChunks: { chunks: 'all', name: 'parts' } },
    plugins: [
      // For the page that describes both ports. It is served as it is.
      copied({ from: 'node_modules/rapidoc/dist/rapidoc-min.js' }),
      page('admin', { entry: 'admin', title: 'Locus gateway' }),
      page('account', account),
      page('account-office', { ...account, isInOffice: true }),
    ],
  };
}

/**
 * One file; the packages that package.json calls dependencies stay in node_modules, with the data
 * and the native parts they ship. ES modules are bundled: older releases of Node 20 cannot require
 * them.
 */
function program(name, main, mode) {
  const shared = common(name, mode);
  return {
    ...shared,
    target: 'node20',
    entry: { [name]: main },
    output: { path: path.join(__dirname, 'build'), filename: '[name].cjs' },
    // So that it can be run by its name.
    plugins: [new BannerPlugin({ banner: '#!/usr/bin/env node', raw: true })],
    externalsType: 'commonjs',
    externals: [new RegExp(`^(?:${Object.keys(dependencies).join('|')})(?:/|$)`)],
    optimization: { minimize: false },
    node: false,
    module: { ...shared.module, parser: { javascript: { dynamicImportMode: 'eager' } } },
  };
}

/** Pages built for development reload automatically. */
function entry(mode, main) {
  return mode === 'development' ? ['./webpack/reload.js', main] : main;
}

function browser(name, mode) {
  const shared = common(name, mode);
  const icons = { test: /\.(?:js|tsx?)$/, exclude: NO_FLUENT, use: './webpack/single-icons.js' };
  return {
    ...shared,
    target: ['web', 'es2022'],
    module: { ...shared.module, rules: [...shared.module.rules, icons] },
  };
}

/** swc leaves no more than terser, webpack's own choice, in a tenth of the time. */
function swc(minimizerOptions = {}) {
  const { swcMinify } = MinimizerPlugin;
  return [new MinimizerPlugin({ minify: swcMinify, extractComments: false, minimizerOptions })];
}

function common(name, mode) {
  return {
    name,
    mode,
    context: __dirname,
    devtool: mode === 'development' ? 'cheap-module-source-map' : false,
    // GzipBudgetPlugin measures what is downloaded; this would measure raw sizes.
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
    resolve: {
      extensions: ['.tsx', '.ts', '.js', '.mjs'],
      alias: {
        'd3-transition$': path.join(__dirname, 'webpack/no-transitions.mjs'),
        'd3-interpolate$': path.join(__dirname, 'webpack/no-transitions.mjs'),
      },
    },
    module: {
      rules: [{ test: /\.tsx?$/, use: compileTypeScript, exclude: /node_modules/ }],
      // Default exports need no name: leaving it out saves 60 bytes of what cells wait for.
      parser: { javascript: { anonymousDefaultExportName: false } },
    },
    cache: {
      type: 'filesystem',
      name: `${name}-${mode}`,
      buildDependencies: { config: [__filename, path.join(__dirname, 'webpack') + path.sep] },
    },
  };
}
