import type { SpentBudget } from '../contract/spent-budget';

/**
 * Why a question has no value. The set is closed: whatever a service, a network or a person does
 * ends as one of these, and one table in src/addin/functions turns each into a cell.
 */
export const LOOKUP_ERROR_CODES = [
  'invalid-argument',
  'invalid-variable',
  'unknown-model',
  'key-refused',
  'rejected',
  'no-value',
  'no-key',
  'out-of-credits',
  'held',
  'over-budget',
  'previewing',
  'throttled',
  'offline',
  'timed-out',
  'service-failed',
  'unreadable-reply',
  'cancelled',
] as const;

export type LookupErrorCode = (typeof LOOKUP_ERROR_CODES)[number];

export interface LookupError {
  readonly code: LookupErrorCode;
  /** The service's HTTP status, if it gave one. */
  readonly status?: number;
  /**
   * What the error is about (a name, a model, two sizes), for the cell's message. Never a secret.
   */
  readonly about?: string;
  /** What the service says is wrong with a rejected question. Never a secret. */
  readonly reason?: string;
  /** The gateway's budget that is used up. */
  readonly budget?: SpentBudget;
}
