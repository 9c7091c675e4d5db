import type { AnswerStore } from '../lookup';
import { late } from './late';

/** A store that may have answers which it has not written yet. */
export interface WritingStore extends AnswerStore {
  /** Everything was forgotten: what is not written never will be. */
  drop(): void;
}

/**
 * A store whose code is fetched when it is first needed, so that functions are there the sooner.
 * While the switch is off it knows nothing and keeps nothing.
 */
export function lazyStore(
  load: () => Promise<AnswerStore & Partial<WritingStore>>,
  isOn: () => boolean,
): WritingStore {
  let opened: (AnswerStore & Partial<WritingStore>) | undefined;
  let drops = 0;
  const loaded = late(async () => (opened = await load()));
  return {
    read: async (keys) => (isOn() ? (await loaded()).read(keys) : new Map()),
    async write(entries) {
      const before = drops;
      if (!isOn()) return;
      const store = await loaded();
      if (before === drops) await store.write(entries);
    },
    clear: async () => (await loaded()).clear(),
    size: async () => (await loaded()).size(),
    drop() {
      drops += 1;
      opened?.drop?.();
    },
  };
}
