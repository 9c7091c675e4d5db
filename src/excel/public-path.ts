declare global {
  /** webpack’s. */
  var __webpack_public_path__: string;
}

/**
 * Our other scripts lie beside this one, wherever its page is. webpack can find that out by itself,
 * for workers and old browsers too, which is more for cells to wait for. There is no
 * `currentScript` where a page loads this as a module, or in a way of its own.
 */
const scripts = [document.currentScript, ...[...document.scripts].reverse()];
const isFetched = (script: Element | null): script is HTMLScriptElement =>
  script instanceof HTMLScriptElement && script.src !== '';
__webpack_public_path__ = new URL('.', scripts.find(isFetched)?.src ?? document.baseURI).href;

export {};
