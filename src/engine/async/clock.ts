/** Time, passed in so that tests can drive it by hand. */
export interface Clock {
  /** Epoch milliseconds. May jump either way (sleep, a corrected clock). */
  now(): number;
  /** Milliseconds since some start. Never goes back. */
  elapsed(): number;
  /** The local day, `YYYY-MM-DD`. */
  today(): string;
  /** Runs once after that many milliseconds. 0 means soon, after the page's pending work. */
  schedule(ms: number, run: () => void): CancelScheduled;
}

export type CancelScheduled = () => void;
