'use strict';
const { readFileSync } = require('node:fs');
const { generateCustomFunctionsMetadata } = require('custom-functions-metadata');
const { Compilation, WebpackError, sources } = require('webpack');
const { CELL_MESSAGES_FILE, readCellMessages } = require('./cell-messages');
const { helpPages } = require('./help-pages');

/**
 * Writes the help: its index, and for each function the page that `helpUrl` in functions.json
 * names. It repeats nothing by hand: parameters come from the functions, as those of functions.json
 * do, examples from the table of formulas that the tests calculate, messages from the table of cell
 * errors.
 */
class HelpPagesPlugin {
  /** Absolute paths. */
  constructor({ functions, words, formulas, style }) {
    this.files = { functions, words, formulas, style };
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('HelpPagesPlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONS;
      compilation.hooks.processAssets.tapPromise({ name: 'HelpPagesPlugin', stage }, async () => {
        for (const file of [...Object.values(this.files), CELL_MESSAGES_FILE]) {
          compilation.fileDependencies.add(file);
        }
        try {
          for (const { path, text } of await this.pages()) {
            compilation.emitAsset(path, new sources.RawSource(text), { minimized: true });
          }
        } catch (error) {
          compilation.errors.push(new WebpackError(`help pages: ${error.message}`));
        }
      });
    });
  }

  async pages() {
    const { functions, words, formulas, style } = this.files;
    const { metadataJson } = await generateCustomFunctionsMetadata([functions]);
    return helpPages({
      metadata: JSON.parse(metadataJson),
      words: JSON.parse(readFileSync(words, 'utf8')),
      rows: JSON.parse(readFileSync(formulas, 'utf8')).rows,
      messages: readCellMessages(),
      style: readFileSync(style, 'utf8'),
    });
  }
}

module.exports = { HelpPagesPlugin };
