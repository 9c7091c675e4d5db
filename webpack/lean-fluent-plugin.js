'use strict';
const path = require('node:path');
const {
  teamsHighContrastTheme,
  webDarkTheme,
  webLightTheme,
} = require('@fluentui/react-components');
const { Compilation, NormalModuleReplacementPlugin, sources } = require('webpack');

const PLUGIN = 'LeanFluentPlugin';
const FLUENT = /[\\/]@fluentui[\\/]/;
/** Stands in `pane-themes.mjs` until it is known what the styles ask for. */
const PLACE = 'PANE_THEMES';

/**
 * Fluent UI with less to download, and with the same look.
 *
 * - Its components come with their styles compiled to a rule for each property, and once more as
 *   they were written. What compiles them is in the pane anyway, for styles of its own; as written
 *   they are half the size.
 * - Its tokens are `var(--name)` for every name: a rule in place of a list of four hundred.
 * - Its themes are worked out as they load, for all tokens, from all colours that it knows. The
 *   pane gets the values of those tokens that its styles name.
 * - Its styles are not mirrored for languages that Locus does not speak.
 */
class LeanFluentPlugin {
  apply(compiler) {
    replace(compiler, /\.styles\.js$/, (file) => file.replace(/\.js$/, '.raw.js'));
    replace(compiler, /^\.\/tokens\.js$/, () => beside('fluent-tokens.mjs'));
    new NormalModuleReplacementPlugin(/^rtl-css-js/, beside('left-to-right.mjs')).apply(compiler);
    // Each change would have to be read through for it, with all of the spreadsheet.
    if (compiler.options.mode === 'development') return;
    new NormalModuleReplacementPlugin(/\/pane-theme$/, beside('pane-themes.mjs')).apply(compiler);
    compiler.hooks.thisCompilation.tap(PLUGIN, (compilation) => {
      // Minimising has taken out of the text what nothing uses.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
      compilation.hooks.processAssets.tap({ name: PLUGIN, stage }, (assets) => {
        const scripts = Object.entries(assets).filter(([file]) => file.endsWith('.js'));
        const texts = scripts.map(([, source]) => source.source().toString());
        const named = new Set(texts.flatMap((text) => text.match(/\b[a-z]\w+/g) ?? []));
        for (const [index, [file, source]] of scripts.entries()) {
          const at = texts[index].lastIndexOf(PLACE);
          if (at < 0) continue;
          const filled = new sources.ReplaceSource(source);
          filled.replace(at, at + PLACE.length - 1, JSON.stringify(valuesOf(named)));
          compilation.updateAsset(file, filled);
        }
      });
    });
  }
}

function beside(name) {
  return path.join(__dirname, name);
}

/** What one of Fluent's files asks for by a name like this. */
function replace(compiler, name, other) {
  new NormalModuleReplacementPlugin(name, (wanted) => {
    if (FLUENT.test(wanted.context)) wanted.request = other(wanted.request);
  }).apply(compiler);
}

/** By token: its value in all themes, or a list with its value in each. */
function valuesOf(named) {
  const rows = Object.entries(webLightTheme)
    .filter(([token]) => named.has(token))
    .map(([token, light]) => {
      const values = [light, webDarkTheme[token], teamsHighContrastTheme[token]];
      return [token, values.every((value) => value === light) ? light : values];
    });
  return Object.fromEntries(rows);
}

module.exports = { LeanFluentPlugin };
