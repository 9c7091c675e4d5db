/** The part of an AbortSignal that the engine needs, so that a platform's own one fits too. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface Cancellation {
  readonly signal: CancelSignal;
  cancel(): void;
}

/** A one-shot signal for where the language has none (src/lookup knows no platform). */
export function createCancellation(): Cancellation {
  const listeners = new Set<() => void>();
  let aborted = false;
  return {
    signal: {
      get aborted() {
        return aborted;
      },
      addEventListener: (_type, listener) => void listeners.add(listener),
      removeEventListener: (_type, listener) => void listeners.delete(listener),
    },
    cancel() {
      if (aborted) return;
      aborted = true;
      const told = [...listeners];
      listeners.clear();
      for (const listener of told) listener();
    },
  };
}
