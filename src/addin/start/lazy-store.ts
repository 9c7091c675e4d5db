import { lazy, ListenerSet } from '../../engine/lookup';
import type { AnswerStore, StoredEntry } from '../../engine/lookup';

/** A store that may hold answers it has not written yet. */
export interface WritingStore extends AnswerStore {
  /** Drops what has not been written, because everything was forgotten. */
  drop(): void;
}

/** A store whose code is fetched when it is first needed, so that functions are ready sooner. */
export function lazyStore(load: () => Promise<AnswerStore & Partial<WritingStore>>): WritingStore {
  const listeners = new ListenerSet<[added: readonly StoredEntry[]]>();
  let store: (AnswerStore & Partial<WritingStore>) | undefined;
  let drops = 0;
  const loaded = lazy(async () => {
    store = await load();
    store.subscribe?.(listeners.tell);
    return store;
  });
  return {
    read: async (keys) => (store ?? (await loaded())).read(keys),
    write(entries) {
      // At once if possible: messages about the answers must come after them.
      if (store !== undefined) return store.write(entries);
      const before = drops;
      return loaded().then((opened) => (before === drops ? opened.write(entries) : undefined));
    },
    clear: async () => (await loaded()).clear(),
    size: async () => (await loaded()).size(),
    subscribe: listeners.subscribe,
    drop() {
      drops += 1;
      store?.drop?.();
    },
  };
}
