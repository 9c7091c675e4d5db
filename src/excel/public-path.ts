declare global {
  /** webpack’s. */
  var __webpack_public_path__: string;
}

/**
 * Our other scripts lie beside this one, wherever its page is. webpack can find that out by itself,
 * for workers and old browsers too, which cells would have to wait for. A module has no
 * `currentScript`.
 */
const script = document.currentScript ?? [...document.scripts].at(-1);
__webpack_public_path__ = new URL('.', (script as HTMLScriptElement).src).href;

export {};
