import type { AnswerStore } from '../lookup';
import { late } from './late';

/**
 * A store whose code is fetched when it is first needed, so that functions are there the sooner.
 * While the switch is off it knows nothing and keeps nothing.
 */
export function lazyStore(load: () => Promise<AnswerStore>, isOn: () => boolean): AnswerStore {
  const loaded = late(load);
  return {
    read: async (keys) => (isOn() ? (await loaded()).read(keys) : new Map()),
    write: async (entries) => (isOn() ? (await loaded()).write(entries) : undefined),
    clear: async () => (await loaded()).clear(),
    size: async () => (await loaded()).size(),
  };
}
