'use strict';
const { gzipSync } = require('node:zlib');
const { Compilation, WebpackError } = require('webpack');

/**
 * Fails the build when what a person downloads, gzipped, is over budget. (webpack's own
 * `performance` option measures raw sizes.)
 *
 * `entry` limits the total of each entry point's scripts; `lazy` limits the total of the scripts
 * that one `import()` fetches; `within`, by the name of a lazy chunk, limits the total of its
 * scripts and of all that can only be fetched after it, except chunks that have a limit there
 * themselves. All in bytes.
 */
class GzipBudgetPlugin {
  constructor({ entry, lazy, within = {} }) {
    this.budget = { entry, lazy, within };
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('GzipBudgetPlugin', (compilation) => {
      // After minimising and hashing, and before webpack decides whether to write anything.
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'GzipBudgetPlugin', stage }, () => {
        for (const { what, size, limit } of this.measure(compilation)) {
          const measured = `${what}: ${kilobytes(size)} of ${kilobytes(limit)} gzipped`;
          compilation.getLogger('GzipBudgetPlugin').info(measured);
          if (size > limit) compilation.errors.push(new WebpackError(`over budget: ${measured}`));
        }
      });
    });
  }

  *measure(compilation) {
    const loaded = new Set();
    for (const [name, entrypoint] of compilation.entrypoints) {
      const scripts = scriptsOf(entrypoint);
      for (const script of scripts) loaded.add(script);
      const size = gzipped(compilation, scripts);
      yield { what: `entry ${name}`, size, limit: this.budget.entry };
    }
    for (const group of compilation.chunkGroups) {
      if (group.isInitial()) continue;
      const scripts = scriptsOf(group).filter((script) => !loaded.has(script));
      const what = `lazy ${group.name ?? scripts.join(' + ')}`;
      yield { what, size: gzipped(compilation, scripts), limit: this.budget.lazy };
    }
    const bounded = Object.entries(this.budget.within).map(([name, limit]) => {
      const group = compilation.namedChunkGroups.get(name);
      if (group === undefined) throw new Error(`no chunk is called ${name}: it has no size`);
      return { name, limit, group };
    });
    for (const { name, limit, group } of bounded) {
      const apart = bounded.map((each) => each.group).filter((each) => each !== group);
      // Not what only another page loads.
      const entries = [...compilation.entrypoints.values()].filter((each) =>
        groupsFrom([each]).has(group),
      );
      const others = reachable(entries, [group]);
      const scripts = [...reachable([group], apart)].filter((script) => !others.has(script));
      yield { what: `all of ${name}`, size: gzipped(compilation, scripts), limit };
    }
  }
}

/** The scripts of chunk groups and of all that they lead to, except by way of those avoided. */
function reachable(groups, avoided) {
  return new Set([...groupsFrom(groups, avoided)].flatMap(scriptsOf));
}

function groupsFrom(groups, avoided = []) {
  const found = new Set();
  const left = [...groups];
  for (let group = left.pop(); group !== undefined; group = left.pop()) {
    if (found.has(group) || avoided.includes(group)) continue;
    found.add(group);
    left.push(...group.childrenIterable);
  }
  return found;
}

function scriptsOf(chunkGroup) {
  return chunkGroup.getFiles().filter((file) => file.endsWith('.js'));
}

function gzipped(compilation, files) {
  const sizes = files.map(
    (file) => gzipSync(compilation.getAsset(file).source.buffer(), { level: 9 }).length,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

module.exports = { GzipBudgetPlugin };
