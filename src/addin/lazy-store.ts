import type { AnswerStore, StoredSubject } from '../lookup';
import { late } from './late';

/** A store that may have answers which it has not written yet. */
export interface WritingStore extends AnswerStore {
  /** Everything was forgotten: what is not written never will be. */
  drop(): void;
}

/** A store whose code is fetched when it is first needed, so that functions are there the sooner. */
export function lazyStore(load: () => Promise<AnswerStore & Partial<WritingStore>>): WritingStore {
  const listeners: ((added: readonly StoredSubject[]) => void)[] = [];
  let store: (AnswerStore & Partial<WritingStore>) | undefined;
  let drops = 0;
  const loaded = late(async () => {
    store = await load();
    for (const listener of listeners) store.subscribe?.(listener);
    return store;
  });
  return {
    read: async (keys) => (store ?? (await loaded())).read(keys),
    write(entries) {
      // At once where it can be: what is told about the answers comes after them.
      if (store !== undefined) return store.write(entries);
      const before = drops;
      return loaded().then((opened) => (before === drops ? opened.write(entries) : undefined));
    },
    clear: async () => (await loaded()).clear(),
    size: async () => (await loaded()).size(),
    subscribe(listener) {
      listeners.push(listener);
      store?.subscribe?.(listener);
    },
    drop() {
      drops += 1;
      store?.drop?.();
    },
  };
}
