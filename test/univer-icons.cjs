/** Univer's icons, blank: what its package has for Node is not where the package says. */
module.exports = new Proxy({}, { get: (_, name) => (name === '__esModule' ? true : () => null) });
