/**
 * How jest runs the tests of scripts/mutate.mjs: the quick files first, and none after the first
 * failure, for one test that notices is enough. Without a mutant (the run that all must pass)
 * everything runs.
 */
const { default: TestRunner } = require('jest-runner');

module.exports = class extends TestRunner {
  async runTests(tests, watcher, options) {
    const isMutated = process.env.__STRYKER_ACTIVE_MUTANT__ !== undefined;
    let isNoticed = false;
    this.on('test-file-success', ([, result]) => {
      isNoticed ||= result.numFailingTests > 0;
    });
    this.on('test-file-failure', () => {
      isNoticed = true;
    });
    const ordered = [...tests].sort((one, other) => cost(one) - cost(other));
    for (const test of ordered) {
      if (isNoticed && isMutated) return;
      await super.runTests([test], watcher, options);
    }
  }
};

/** Thousands of scenarios last; whatever loads fast-check before them; the rest first. */
function cost({ path }) {
  if (path.includes('simulation')) return 2;
  return path.includes('pause') || path.includes('answer-store') ? 1 : 0;
}
