import { useCallback, useSyncExternalStore } from 'react';

/** Anything that has a value now and tells when it has another. */
export interface ValueStore<Value> {
  /** The same value until something changes. */
  current(): Value;
  subscribe(listener: () => void): () => void;
}

/** The store's value; the component draws again when it changes. */
export function useStoreValue<Value>(store: ValueStore<Value>): Value {
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store]);
  return useSyncExternalStore(subscribe, () => store.current());
}
