import type { LookupError } from './lookup-error';

/** Where a value came from: the service just now, or a tier that remembered it. */
export type Origin = 'service' | 'memory' | 'device' | 'workbook';

/** How one question ended. Every question ends in exactly one of these. */
export type Outcome = Found | Missing | Refused | Failed;

export interface Found {
  readonly kind: 'found';
  /** Finite. */
  readonly value: number;
  /** When the service gave it, in epoch milliseconds. */
  readonly at: number;
  readonly origin: Origin;
  /** The last good value, shown in place of a passing failure. */
  readonly isStale: boolean;
}

/** The service answered, and has no value here. Never 0. */
export interface Missing {
  readonly kind: 'missing';
  readonly at: number;
  readonly origin: Origin;
}

/** We did not ask. */
export interface Refused {
  readonly kind: 'refused';
  readonly error: LookupError;
}

/** We asked and got nothing usable. */
export interface Failed {
  readonly kind: 'failed';
  readonly error: LookupError;
}
