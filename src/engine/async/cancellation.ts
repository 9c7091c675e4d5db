/** The part of an AbortSignal that the engine needs; a platform's own AbortSignal fits. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: CancelListener): void;
  removeEventListener(type: 'abort', listener: CancelListener): void;
}

/** A function or, as in the DOM, an object: 100,000 waiting cells then need no closure each. */
export type CancelListener = (() => void) | { handleEvent(): void };

/**
 * A signal and the way to raise it, once. Plain ECMAScript has no AbortController, and
 * src/engine/lookup knows no platform.
 */
export interface Cancellation {
  readonly signal: CancelSignal;
  cancel(): void;
}

export function createCancellation(): Cancellation {
  return new OneShotSignal();
}

/** Signal and canceller in one object with one field, because each waiting cell may need one. */
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
    if (!(listeners instanceof Set)) notify(listeners);
    // A listener may remove others from the list; the rest must still be notified.
    else for (const listener of listeners) notify(listener);
  }
}

/** Replaces the listeners once they have been notified. */
const ABORTED = 'aborted';

function notify(listener: CancelListener): void {
  if (typeof listener === 'function') listener();
  else listener.handleEvent();
}
