/** Replaces Fluent's list of its tokens. These few are not part of a theme, and have a value. */
const LAYERS = {
  Background: 0,
  Content: 1,
  Overlay: 1000,
  Popup: 2000,
  Messages: 3000,
  Floating: 4000,
  Priority: 5000,
  Debug: 6000,
};

export const tokens = new Proxy(
  {},
  {
    get(_none, name) {
      const layer = LAYERS[String(name).replace('zIndex', '')];
      return `var(--${String(name)}${layer === undefined ? '' : `, ${layer}`})`;
    },
  },
);
