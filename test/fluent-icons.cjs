const library = '../node_modules/@fluentui/react-icons/lib-cjs';
const { createFluentIcon } = require(`${library}/utils/createFluentIcon`);

/**
 * Fluent's icons for tests of the pane: what it has for drawing them, and blank icons. Its index
 * loads the pictures of all twenty thousand, for every test file anew.
 */
module.exports = new Proxy(
  {
    ...require(`${library}/utils/constants`),
    ...require(`${library}/utils/useIconState`),
    ...require(`${library}/contexts`),
    bundleIcon: require(`${library}/utils/bundleIcon`).default,
    wrapIcon: require(`${library}/utils/wrapIcon`).default,
    createFluentIcon,
  },
  {
    get(made, name) {
      if (name === '__esModule') return true;
      if (/^[A-Z]\w+(?:Regular|Filled|Color)$/.test(String(name))) {
        made[name] ??= createFluentIcon(name, '1em', ['']);
      }
      return made[name];
    },
  },
);
