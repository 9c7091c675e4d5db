import type { GatewayTrouble } from '../contract/gateway-reason';
import type { SpentBudget } from '../contract/spent-budget';

/**
 * Where a value came from: the service, just now; a gateway that knew the value; the engine's
 * memory; this device; or the workbook.
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
  /** Whether this is the last good value, shown in place of a passing failure. */
  readonly isStale: boolean;
  readonly unrenewed?: Unrenewed;
}

/** The service answered that it has no value here. This never means 0. */
export interface Missing {
  readonly kind: 'missing';
  readonly at: number;
  readonly origin: Origin;
  readonly unrenewed?: Unrenewed;
}

/** Why Locus got no newer answer than this last good one. */
type Unrenewed = Refused | Failed;

/** Locus did not ask. */
export interface Refused {
  readonly kind: 'refused';
  readonly error: LookupError;
}

/** Locus asked and got no usable answer. */
export interface Failed {
  readonly kind: 'failed';
  readonly error: LookupError;
}

/**
 * Why a question has no value. The set is closed: whatever a service, a network or a person does
 * ends as one of these codes, and one table in src/addin/functions turns each code into a cell.
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

/** What is known of an error besides its code and its question. Holds no secrets. */
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
 * A code with the details that belong to it. Each detail has a name of its own, so that an origin
 * can't be taken for the name of an attribute. The error does not repeat the question.
 */
export type LookupError = { readonly [Code in LookupErrorCode]: ErrorOf<Code> }[LookupErrorCode];
