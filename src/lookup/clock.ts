/** Time, given from outside so that tests can drive it by hand. */
export interface Clock {
  /** Epoch milliseconds; may jump either way (a laptop's sleep, a corrected clock). */
  now(): number;
  /** Milliseconds since some start; never goes backwards. */
  elapsed(): number;
  /** The local day, `YYYY-MM-DD`. */
  today(): string;
  /** Runs once after that many milliseconds; 0 means soon, after pending work of the page. */
  schedule(ms: number, run: () => void): CancelScheduled;
}

export type CancelScheduled = () => void;
