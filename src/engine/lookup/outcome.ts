import type { GatewayTrouble } from '../contract/gateway-reason';
import type { SpentBudget } from '../contract/spent-budget';

/**
 * Where a value came from: the service just now, a gateway that knew it, or a tier that remembered
 * it.
 */
export type Origin = 'service' | 'gateway' | 'memory' | 'device' | 'workbook';

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
  readonly unrenewed?: Unrenewed;
}

/** The service answered, and has no value here. Never 0. */
export interface Missing {
  readonly kind: 'missing';
  readonly at: number;
  readonly origin: Origin;
  readonly unrenewed?: Unrenewed;
}

/** Why nothing newer could be had than this last good answer. */
type Unrenewed = Refused | Failed;

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
  'wrong-address',
  'untrusted',
  'unreadable-reply',
  'gateway-failed',
  'cancelled',
] as const;

export type LookupErrorCode = (typeof LOOKUP_ERROR_CODES)[number];

/** What is known of an error besides its code and its question. Never a secret. */
interface ErrorDetails {
  readonly 'invalid-variable': {
    /** What was written in place of a name. */
    readonly written?: string;
  };
  readonly rejected: {
    /** What the service says is wrong. */
    readonly reason?: string;
  };
  readonly 'no-value': {
    /** The known name that the person probably meant. */
    readonly meant?: string;
  };
  readonly 'over-budget': {
    /** The gateway's budget that is used up. */
    readonly budget?: SpentBudget;
  };
  readonly 'unreadable-reply': {
    /** The origin that the service redirects to, if it says. */
    readonly redirectsTo?: string;
  };
  readonly 'gateway-failed': {
    /** What is wrong with the gateway, or with its account at the service. */
    readonly trouble?: GatewayTrouble;
  };
}

type ErrorOf<Code extends LookupErrorCode> = {
  readonly code: Code;
  /** The service's HTTP status, if it gave one. */
  readonly status?: number;
} & (Code extends keyof ErrorDetails ? ErrorDetails[Code] : unknown);

/**
 * Each code has its own details, under names that mean one thing: an origin can't be taken for the
 * name of an attribute. What was asked is in the question.
 */
export type LookupError = { readonly [Code in LookupErrorCode]: ErrorOf<Code> }[LookupErrorCode];
