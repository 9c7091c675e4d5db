'use strict';
const { readFileSync } = require('node:fs');
const { Compilation, WebpackError, sources } = require('webpack');
const { CELL_MESSAGES_FILE, readCellMessages } = require('./cell-messages');
const { helpPages } = require('./help-pages');

/**
 * Writes the help: its index, and for each function the page that `helpUrl` in functions.json
 * names. What is read anyway is not said again: parameters come from functions.json, examples from
 * the table of formulas that the tests calculate, messages from the table of cell errors.
 */
class HelpPagesPlugin {
  /** `metadata` is an asset; the others are absolute paths. */
  constructor({ metadata, words, formulas, style }) {
    this.metadata = metadata;
    this.files = { words, formulas, style };
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('HelpPagesPlugin', (compilation) => {
      // After functions.json is complete.
      const stage = Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE;
      compilation.hooks.processAssets.tap({ name: 'HelpPagesPlugin', stage }, () => {
        for (const file of [...Object.values(this.files), CELL_MESSAGES_FILE]) {
          compilation.fileDependencies.add(file);
        }
        const metadata = compilation.getAsset(this.metadata);
        if (metadata === undefined) return; // its own errors say why
        try {
          for (const { path, text } of this.pages(metadata)) {
            compilation.emitAsset(path, new sources.RawSource(text), { minimized: true });
          }
        } catch (error) {
          compilation.errors.push(new WebpackError(`help pages: ${error.message}`));
        }
      });
    });
  }

  pages(metadata) {
    const { words, formulas, style } = this.files;
    return helpPages({
      metadata: JSON.parse(metadata.source.source().toString()),
      words: JSON.parse(readFileSync(words, 'utf8')),
      rows: JSON.parse(readFileSync(formulas, 'utf8')).rows,
      messages: readCellMessages(),
      style: readFileSync(style, 'utf8'),
    });
  }
}

module.exports = { HelpPagesPlugin };
