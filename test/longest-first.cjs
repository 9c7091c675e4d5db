const { statSync } = require('node:fs');
const { default: Sequencer } = require('@jest/test-sequencer');

/** For a file that has not run here before: one that drives a browser takes ten times as long. */
const MS_PER_BYTE = { e2e: 3 };
const MS_PER_BYTE_IN_NODE = 0.3;

/** So that no long file is left for the end, when there is nothing else to run beside it. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    // What Jest sorts, it tells how long each file took when it last passed.
    const known = super.sort([...tests]);
    const weighed = known.map((test) => ({ test, ms: test.duration ?? estimatedMs(test) }));
    return weighed.sort((a, b) => b.ms - a.ms).map(({ test }) => test);
  }
};

function estimatedMs({ path, context }) {
  const project = context.config.displayName?.name;
  return statSync(path).size * (MS_PER_BYTE[project] ?? MS_PER_BYTE_IN_NODE);
}
