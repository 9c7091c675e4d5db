/**
 * How jest runs the tests of scripts/check/mutate.mjs. It stops after the first file that fails, because
 * one test that notices is enough. It starts with the file that noticed last time, because the same
 * tests cover neighbouring lines, and ends with the simulation. Without a mutant (the run in which
 * all must pass) it runs everything.
 */
const { default: TestRunner } = require('jest-runner');

const last = { noticedBy: undefined };

module.exports = class extends TestRunner {
  async runTests(tests, watcher, options) {
    const { __STRYKER_ACTIVE_MUTANT__: mutant, SAMPLE } = process.env;
    const isMutated = mutant !== undefined;
    // Stryker has no samples. Without tests such a mutant is not noticed; the report leaves it out.
    if (isMutated && mutant % SAMPLE !== 0) return;
    let noticedBy;
    this.on('test-file-success', ([test, result]) => {
      if (result.numFailingTests > 0) noticedBy ??= test.path;
    });
    this.on('test-file-failure', ([test]) => {
      noticedBy ??= test.path;
    });
    const ordered = [...tests].sort((one, other) => cost(one) - cost(other));
    for (const test of ordered) {
      if (isMutated && noticedBy !== undefined) break;
      await super.runTests([test], watcher, options);
    }
    if (isMutated) last.noticedBy = noticedBy ?? last.noticedBy;
  }
};

/**
 * The simulation's thousands of scenarios come last; before them the table, and whatever loads
 * fast-check.
 */
function cost({ path }) {
  if (path === last.noticedBy) return 0;
  if (path.includes('simulation')) return 3;
  return path.includes('adversity') || path.includes('pause') || path.includes('answer-store')
    ? 2
    : 1;
}
