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
  return new OneShotSignal();
}

/** One object for both ends, with one field, and no list while one alone listens: see above. */
export class OneShotSignal implements Cancellation, CancelSignal {
  private listeners: CancelListener | Set<CancelListener> | typeof ABORTED | undefined = undefined;

  get signal(): CancelSignal {
    return this;
  }

  get aborted(): boolean {
    return this.listeners === ABORTED;
  }

  addEventListener(_type: 'abort', listener: CancelListener): void {
    const { listeners } = this;
    if (listeners === ABORTED) return;
    if (listeners instanceof Set) listeners.add(listener);
    else if (listeners === undefined) this.listeners = listener;
    else this.listeners = new Set([listeners, listener]);
  }

  removeEventListener(_type: 'abort', listener: CancelListener): void {
    if (this.listeners instanceof Set) this.listeners.delete(listener);
    else if (this.listeners === listener) this.listeners = undefined;
  }

  cancel(): void {
    const { listeners } = this;
    this.listeners = ABORTED;
    if (listeners === undefined || listeners === ABORTED) return;
    if (!(listeners instanceof Set)) tell(listeners);
    // Whoever is told may take others off the list: that must not rob the rest.
    else for (const listener of listeners) tell(listener);
  }
}

/** In place of the listeners, who are told once. */
const ABORTED = 'aborted';

function tell(listener: CancelListener): void {
  if (typeof listener === 'function') listener();
  else listener.handleEvent();
}
