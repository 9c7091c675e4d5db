import type { DeviceStorage } from '../spreadsheet/host';

/**
 * Creates a device's storage in the browser's local storage. That may be blocked, full or emptied
 * at any time; then nothing is kept, and nothing throws.
 *
 * @param prefix returns what is put before each name. It is called at each use.
 */
export function createLocalStorage(open: () => Storage, prefix: () => string): DeviceStorage {
  return {
    read: (name) => attempt(() => open().getItem(prefix() + name) ?? undefined, undefined),
    write: (name, text) =>
      attempt(() => {
        open().setItem(prefix() + name, text);
        return true;
      }, false),
    remove: (name) => attempt(() => open().removeItem(prefix() + name), undefined),
    subscribe(listener) {
      const onStorage = ({ key, newValue }: StorageEvent): void => {
        const start = attempt(prefix, '');
        if (key === null) listener();
        else if (key.startsWith(start)) listener(key.slice(start.length), newValue ?? undefined);
      };
      // A page that was suspended has missed events, so anything may have changed.
      const wake = (): void => listener();
      window.addEventListener('storage', onStorage);
      window.addEventListener('pageshow', wake);
      document.addEventListener('visibilitychange', wake);
      return () => {
        window.removeEventListener('storage', onStorage);
        window.removeEventListener('pageshow', wake);
        document.removeEventListener('visibilitychange', wake);
      };
    },
  };
}

/** Reading `localStorage` throws if it is blocked, so `open` is called in here too. */
function attempt<Result>(run: () => Result, otherwise: Result): Result {
  try {
    return run();
  } catch {
    return otherwise;
  }
}
