'use strict';
const { existsSync, readFileSync } = require('node:fs');
const path = require('node:path');
const { Compilation, sources } = require('webpack');

/** In the folder that is built: the builds whose files are there, the latest first. */
const BUILDS_FILE = 'builds.json';
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Keeps the hashed files of earlier builds, because a workbook that is open while a new build is
 * deployed asks for the parts of the build it began with. An earlier build is kept for `days` after
 * the next one replaced it, however old it is itself, and of many no more than `most`.
 *
 * `keeps(file)` is for `output.clean.keep`.
 */
class EarlierBuildsPlugin {
  constructor({ days = 14, most = 20, now = Date.now } = {}) {
    this.options = { days, most, now };
    this.kept = new Set();
  }

  keeps(file) {
    return this.kept.has(file.replaceAll('\\', '/'));
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('EarlierBuildsPlugin', (compilation) => {
      // Files get their final names before.
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'EarlierBuildsPlugin', stage }, (assets) => {
        const hashed = Object.keys(assets).filter(
          (name) => compilation.getAsset(name)?.info.immutable === true,
        );
        const builds = this.builds(
          earlierBuilds(path.join(compiler.options.output.path, BUILDS_FILE)),
          { hash: compilation.hash, files: hashed.sort() },
        );
        this.kept = new Set(builds.flatMap(({ files }) => files));
        const text = `${JSON.stringify(builds, null, 2)}\n`;
        compilation.emitAsset(BUILDS_FILE, new sources.RawSource(text));
      });
    });
  }

  builds(earlier, { hash, files }) {
    const { days, most, now } = this.options;
    const builtAt = earlier[0]?.hash === hash ? earlier[0].builtAt : new Date(now()).toISOString();
    const others = earlier.filter((each) => each.hash !== hash);
    return [{ hash, builtAt, files }, ...others]
      .filter((_, index, all) => {
        const replacedAt = all[index - 1]?.builtAt;
        return replacedAt === undefined || now() - Date.parse(replacedAt) < days * DAY_MS;
      })
      .slice(0, most);
  }
}

/** None if there was no build, or what lists them is unreadable. */
function earlierBuilds(file) {
  if (!existsSync(file)) return [];
  try {
    const builds = JSON.parse(readFileSync(file, 'utf8'));
    return builds.filter(({ files }) => Array.isArray(files));
  } catch {
    return [];
  }
}

module.exports = { BUILDS_FILE, EarlierBuildsPlugin };
