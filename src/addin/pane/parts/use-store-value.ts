import { useCallback, useSyncExternalStore } from 'react';

/** Anything that has a current value and tells when it changes. */
export interface ValueStore<Value> {
  /** The same value until something changes. */
  current(): Value;
  subscribe(listener: () => void): () => void;
}

/** The store's value; the component redraws when it changes. */
export function useStoreValue<Value>(store: ValueStore<Value>): Value {
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store]);
  return useSyncExternalStore(subscribe, () => store.current());
}
