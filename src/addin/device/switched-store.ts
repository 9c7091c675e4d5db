import type { AnswerStore } from '../../engine/lookup';

/** While the switch is off, the store returns nothing and keeps nothing. */
export function switchedStore(store: AnswerStore, isOn: () => boolean): AnswerStore {
  return {
    read: (keys) => (isOn() ? store.read(keys) : Promise.resolve(new Map())),
    write: (entries) => (isOn() ? store.write(entries) : Promise.resolve()),
    clear: () => store.clear(),
    size: () => store.size(),
  };
}
