/** The part of an AbortSignal that the engine needs, so that a platform's own one fits too. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: CancelListener): void;
  removeEventListener(type: 'abort', listener: CancelListener): void;
}

/** As in the DOM, an object may listen: 100,000 waiting cells then need no closure each. */
export type CancelListener = (() => void) | { handleEvent(): void };

/** A one-shot signal for where the language has none (src/lookup knows no platform). */
export interface Cancellation {
  readonly signal: CancelSignal;
  cancel(): void;
}

export function createCancellation(): Cancellation {
  return new OneShot();
}

class OneShot implements Cancellation, CancelSignal {
  aborted = false;
  #listeners: Set<CancelListener> | undefined;

  get signal(): CancelSignal {
    return this;
  }

  addEventListener(_type: 'abort', listener: CancelListener): void {
    if (!this.aborted) (this.#listeners ??= new Set()).add(listener);
  }

  removeEventListener(_type: 'abort', listener: CancelListener): void {
    this.#listeners?.delete(listener);
  }

  cancel(): void {
    if (this.aborted) return;
    this.aborted = true;
    const listeners = this.#listeners;
    this.#listeners = undefined;
    // Whoever is told may take others off the list, or break: neither may rob the rest.
    for (const listener of [...(listeners ?? [])]) {
      if (typeof listener === 'function') listener();
      else listener.handleEvent();
    }
  }
}
