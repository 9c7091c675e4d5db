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

/** One object for both ends, and no list while one alone listens: there may be 100,000 of these. */
export class OneShotSignal implements Cancellation, CancelSignal {
  aborted = false;
  private first: CancelListener | undefined = undefined;
  private others: Set<CancelListener> | undefined = undefined;

  get signal(): CancelSignal {
    return this;
  }

  addEventListener(_type: 'abort', listener: CancelListener): void {
    if (this.aborted) return;
    if (this.first === undefined) this.first = listener;
    else (this.others ??= new Set()).add(listener);
  }

  removeEventListener(_type: 'abort', listener: CancelListener): void {
    if (this.first === listener) this.first = undefined;
    else this.others?.delete(listener);
  }

  cancel(): void {
    this.aborted = true;
    const { first, others } = this;
    this.first = this.others = undefined;
    if (first !== undefined) tell(first);
    // Whoever is told may take others off the list: that must not rob the rest.
    for (const listener of [...(others ?? [])]) tell(listener);
  }
}

function tell(listener: CancelListener): void {
  if (typeof listener === 'function') listener();
  else listener.handleEvent();
}
