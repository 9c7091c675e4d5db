const DENIED = `new DOMException('Access is denied for this document.', 'SecurityError')`;
/** A request to open a database, of which nothing is heard unless it is told to. */
const OPENING = `class Opening extends EventTarget {
  constructor() {
    super();
    for (const type of ['success', 'error', 'blocked', 'upgradeneeded']) {
      this.addEventListener(type, (event) => this['on' + type]?.(event));
    }
  }
}`;
const NO_LOCAL_STORAGE = `Object.defineProperty(globalThis, 'localStorage', {
  get() { throw ${DENIED}; },
});`;
const NO_DATABASE = `Object.defineProperty(globalThis, 'indexedDB', { value: undefined });`;

/** Ways in which browsers keep nothing, as scripts that run before the page's own. */
export const BLOCKED_STORAGE = {
  'local storage throws': NO_LOCAL_STORAGE,
  'there is no IndexedDB': NO_DATABASE,
  'there is no storage at all': `${NO_LOCAL_STORAGE} ${NO_DATABASE}`,
  'IndexedDB may not even be named': `Object.defineProperty(globalThis, 'indexedDB', {
    get() { throw ${DENIED}; },
  });`,
  'IndexedDB throws when it is opened': `IDBFactory.prototype.open = () => { throw ${DENIED}; };`,
  'IndexedDB fails to open': `${OPENING} IDBFactory.prototype.open = () => {
    const opening = Object.assign(new Opening(), { error: ${DENIED} });
    setTimeout(() => opening.dispatchEvent(new Event('error')));
    return opening;
  };`,
  'IndexedDB never answers': `${OPENING} IDBFactory.prototype.open = () => new Opening();`,
  'nothing can be hashed': `Object.defineProperty(crypto, 'subtle', { value: undefined });`,
} as const;
