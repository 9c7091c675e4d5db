declare global {
  /** Read by webpack’s code. */
  var __webpack_public_path__: string;
}

/**
 * Finds this script, because the others are beside it, wherever its page is. webpack could find
 * that out itself, but with code for workers and old browsers, for which cells would have to wait.
 * There is no `currentScript` if a page loads this as a module, or in another way.
 */
const scripts = [document.currentScript, ...[...document.scripts].reverse()];
const isFetched = (script: Element | null): script is HTMLScriptElement =>
  script instanceof HTMLScriptElement && script.src !== '';
__webpack_public_path__ = new URL('.', scripts.find(isFetched)?.src ?? document.baseURI).href;

export {};
