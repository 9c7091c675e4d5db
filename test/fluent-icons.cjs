const icons = '@fluentui/react-icons';

/**
 * Fluent's icons for tests of the pane. Its components take a hundred of them from an index, which
 * loads all twenty thousand, for every test file anew: here each is loaded when it is asked for.
 */
module.exports = new Proxy(
  { ...require(`${icons}/utils`), ...require(`${icons}/providers`) },
  {
    get(loaded, name) {
      if (name === '__esModule') return true;
      loaded[name] ??= require(`${icons}/svg/${fileOf(name)}`)[name];
      return loaded[name];
    },
  },
);

/** "ChevronDown20Regular" is in "chevron-down". */
function fileOf(name) {
  const words = name.replace(/\d*(?:Regular|Filled)$/, '');
  return words.replace(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}
