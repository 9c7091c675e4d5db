const { statSync } = require('node:fs');
const { join } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

const IN_BROWSER = ['e2e', 'journeys', 'rareE2e'];
/**
 * For a file that has not run here before: one that drives a browser takes ten times as long, and one
 * of an area only names it in a few bytes.
 */
const MS_PER_BYTE = { e2e: 3, journeys: 3, rareE2e: 3, areas: 300 };
const MS_PER_BYTE_IN_NODE = 0.3;

/**
 * What needs no browser goes first: what drives one leaves hundreds of megabytes behind in its
 * process, which slow down what comes after. Of each the longest first, so that no long file is left
 * for the end, when there is nothing else to run beside it.
 */
module.exports = class LongestFirst extends Sequencer {
  /** A file of times for each project of each clone: Jest names it after the id, which all share. */
  _getCachePath({ config }) {
    const clone = config.rootDir.replace(/\W+/g, '-');
    return join(config.cacheDirectory, `times${clone}-${projectOf({ context: { config } })}.json`);
  }

  sort(tests) {
    // What Jest sorts, it tells how long each file took when it last passed.
    const known = super.sort([...tests]);
    const weighed = known.map((test) => ({ test, ms: test.duration ?? estimatedMs(test) }));
    const isLate = ({ test }) => Number(IN_BROWSER.includes(projectOf(test)));
    return weighed.sort((a, b) => isLate(a) - isLate(b) || b.ms - a.ms).map(({ test }) => test);
  }
};

function estimatedMs(test) {
  return statSync(test.path).size * (MS_PER_BYTE[projectOf(test)] ?? MS_PER_BYTE_IN_NODE);
}

function projectOf({ context }) {
  return context.config.displayName?.name;
}
