'use strict';
const CustomFunctionsMetadataPlugin = require('custom-functions-metadata-plugin');
const { sources, Compilation } = require('webpack');

/**
 * Writes functions.json from the docblocks of the functions, and adds what Microsoft's generator
 * cannot say: that a parameter may receive a cell that holds an error, or one of Geography, Stocks
 * and the like. An error in one row of a range then spoils only that row, and `Mumbai` of Geography
 * is an address, while a function that takes no such cells would get `#VALUE!`.
 */
class FunctionsMetadataPlugin {
  /** `edit` makes the last change to the text: another origin. */
  constructor({ input, output, edit }) {
    this.generator = new CustomFunctionsMetadataPlugin({ input, output });
    this.output = output;
    this.edit = edit;
  }

  apply(compiler) {
    this.generator.apply(compiler);
    compiler.hooks.thisCompilation.tap('FunctionsMetadataPlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONS;
      compilation.hooks.processAssets.tap({ name: 'FunctionsMetadataPlugin', stage }, () => {
        if (compilation.getAsset(this.output) === undefined) return; // the generator's errors say why
        compilation.updateAsset(
          this.output,
          (source) => new sources.RawSource(this.complete(source)),
        );
      });
    });
  }

  complete(source) {
    const metadata = JSON.parse(source.source().toString());
    // Microsoft documents the flags here, for all functions at once; each function has the first as
    // well.
    metadata.allowErrorForDataTypeAny = true;
    metadata.allowCustomDataForDataTypeAny = true;
    for (const entry of metadata.functions) {
      entry.allowErrorForDataTypeAny = true;
      // A docblock's line breaks would be line breaks in Excel's tip.
      for (const described of [entry, ...entry.parameters]) {
        described.description = described.description?.replace(/\s+/g, ' ');
      }
    }
    return this.edit(`${JSON.stringify(metadata, null, 2)}\n`);
  }
}

module.exports = { FunctionsMetadataPlugin };
