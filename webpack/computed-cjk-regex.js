'use strict';

/** What Univer, the only one who imports the package, takes of it. */
const SETS = ['all', 'letters', 'punctuations'];

/**
 * A loader for the package `cjk-regex`. From Unicode's tables, 440 kB of them, it works out the same
 * three expressions each time the page is opened; this works them out as the page is built.
 */
module.exports = async function computedCjkRegex() {
  const sets = await import('cjk-regex');
  return SETS.map((name) => {
    const expression = sets[name]().toRegExp();
    return `export const ${name} = () => ({ toRegExp: () => ${String(expression)} });`;
  }).join('\n');
};
