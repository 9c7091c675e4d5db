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
/** Placeholder in `pane-themes.mjs` until we know which tokens the styles use. */
const PLACE = 'PANE_THEMES';

/**
 * Fluent UI with less to download, and with the same look.
 *
 * - Its components ship their styles twice: compiled to a rule for each property, and as written.
 *   The pane has the compiler anyway, for styles of its own, and as written they are half the size.
 * - Its tokens are `var(--name)` for every name: a rule replaces a list of four hundred.
 * - Its themes are computed at load time, for all tokens, from all colours that Fluent knows. The
 *   pane gets only the values of the tokens that its styles name.
 * - Its styles are not mirrored for languages that Locus does not speak.
 */
class LeanFluentPlugin {
  apply(compiler) {
    replace(compiler, /\.styles\.js$/, (file) => file.replace(/\.js$/, '.raw.js'));
    replace(compiler, /^\.\/tokens\.js$/, () => beside('fluent-tokens.mjs'));
    new NormalModuleReplacementPlugin(/^rtl-css-js/, beside('left-to-right.mjs')).apply(compiler);
    // Otherwise each change would mean searching all scripts, the spreadsheet's included.
    if (compiler.options.mode === 'development') return;
    new NormalModuleReplacementPlugin(/\/pane-theme$/, beside('pane-themes.mjs')).apply(compiler);
    compiler.hooks.thisCompilation.tap(PLUGIN, (compilation) => {
      // By now, minimising has removed unused code from the text.
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

/** Replaces modules that Fluent's own files request by a name like this. */
function replace(compiler, name, other) {
  new NormalModuleReplacementPlugin(name, (wanted) => {
    if (FLUENT.test(wanted.context)) wanted.request = other(wanted.request);
  }).apply(compiler);
}

/** By token: its value if all themes share it, or else a list with its value in each. */
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
