/**
 * Node's environment for the tests of scripts/check/mutate.mjs. Once a test of a file has noticed a
 * mutant, the file's other tests are left out: where a promise no longer settles, each of them would
 * wait until its time is up.
 */
const { TestEnvironment } = require('jest-environment-node');

module.exports = class extends TestEnvironment {
  handleTestEvent(event) {
    if (process.env.__STRYKER_ACTIVE_MUTANT__ === undefined) return;
    if (event.name === 'test_fn_failure' || event.name === 'hook_failure') this.isNoticed = true;
    if (event.name === 'test_start' && this.isNoticed) event.test.mode = 'skip';
  }
};
