import type { GatewayTrouble } from '../contract/gateway-reason';
import type { SpentBudget } from '../contract/spent-budget';
import type { CancelSignal } from '../async/cancellation';
import type { CallLimiter } from './limits/call-limiter';
import type { LookupErrorCode } from './outcome';
import type { Place } from './place';
import type { CustomVariables } from './question';

/**
 * What answers questions: the service. A source returns expected failures as values. The engine
 * also survives a source that throws, hangs or returns invalid replies.
 */
export interface Source {
  /**
   * Identifies the service and the account that would answer, as a text without secrets. Equal
   * scopes give equal answers. The scope is part of every answer's key.
   */
  scope(kind: CallKind): string;
  /** Why nothing can be asked now, such as `no-key`; undefined if questions can be asked. */
  refusal(kind: CallKind): LookupErrorCode | undefined;
  /**
   * The source's own limiter, if the source paces its calls itself, as a gateway does. The limiter
   * may come and go as the source learns that. A call reports its end to the limiter that let it
   * leave.
   */
  limiter?(kind: CallKind): CallLimiter | undefined;
  lookup(call: LookupCall, signal: CancelSignal): Promise<LookupReply>;
  score(call: ScoreCall, signal: CancelSignal): Promise<ScoreReply>;
  /** Whether the service can be reached. Left out: calls may always be sent. */
  readonly reachability?: Reachability;
}

/** Whether the service can be reached. The engine sends nothing while it can't. */
export interface Reachability {
  mayCall(kind: CallKind): boolean;
  /**
   * Whether the service is lost: calls go unanswered or fail, and either no probe has found the
   * service or calls have failed since one did.
   */
  readonly isLost: boolean;
  /** The HTTP status of every reply, while the service is lost because each call fails. */
  readonly failingStatus?: number | undefined;
  /** Calls the listener at every change. */
  subscribe(listener: () => void): () => void;
  /** Tries again at once, because a person asks for it. */
  retry(): void;
}

export type CallKind = 'lookup' | 'score';

interface AskedCall {
  /** Everyone who asked part of it, the first asker first. Left out if no asker is known. */
  readonly askers?: readonly unknown[];
  /** Whether known answers do not count: a gateway then asks the service again. */
  readonly isRenewal?: boolean;
}

/** One place and 1 to 50 different names. */
export interface LookupCall extends AskedCall {
  readonly place: Place;
  readonly names: readonly string[];
}

export interface ScoreCall extends AskedCall {
  readonly place: Place;
  readonly model: string;
  readonly date?: string;
  readonly customVariables?: CustomVariables;
}

/** The values by name; `null` means no value here. A name that is left out counts as null. */
export type LookupReply =
  | {
      readonly kind: 'answered';
      readonly values: ReadonlyMap<string, number | null>;
      /** Names that fail alone: the value is not a number, or a gateway says why. */
      readonly failures?: ReadonlyMap<string, SourceFailure>;
      readonly kept?: KeptSince;
    }
  | SourceFailure;

export type ScoreReply =
  | {
      readonly kind: 'answered';
      readonly value: number | null;
      readonly kept?: KeptSince;
    }
  | SourceFailure;

/** Present if a gateway answered with what it knew, without a call. */
export interface KeptSince {
  /** When the service gave the oldest of it, in epoch milliseconds. */
  readonly at: number;
}

export interface SourceFailure {
  readonly kind: 'failed';
  readonly code: SourceFailureCode;
  readonly status?: number;
  /** The service's Retry-After, in milliseconds. */
  readonly retryAfterMs?: number;
  /** For `over-budget` at a gateway: which budget is used up, and until when. */
  readonly budget?: SpentBudget;
  /** For a gateway: what is wrong with it, or with its account at the service. */
  readonly trouble?: GatewayTrouble;
  /** For `unreadable-reply`: the origin that the service redirects to. Never a secret. */
  readonly redirectsTo?: string;
  /** For `rejected`: what the service says is wrong. Never a secret. */
  readonly reason?: string;
  /** Whether certainly nothing of the call has reached the service. */
  readonly isUnsent?: boolean | undefined;
}

/**
 * Why a call failed, with the HTTP status that says so:
 *
 * - `rejected`: 400.
 * - `key-refused`: 401 or 403.
 * - `out-of-credits`: 402, or any failing status whose reply says so.
 * - `over-budget`: a gateway counts the budget as used up.
 * - `unknown-model`: 404 for a score.
 * - `throttled`: 429.
 * - `unavailable`: 503. The call was certainly not charged.
 * - `service-failed`: any other status of 500 and above.
 * - `wrong-address`: the service is not there, or nothing may be sent there.
 * - `untrusted`: the service's certificate is not trusted.
 * - `offline`: there was no reply at all.
 * - `timed-out`: there was no reply in time.
 * - `unreadable-reply`: the reply does not have the contract's shape.
 * - `no-key`: there is no API key to send.
 */
export type SourceFailureCode =
  | 'rejected'
  | 'key-refused'
  | 'out-of-credits'
  | 'over-budget'
  | 'unknown-model'
  | 'throttled'
  | 'unavailable'
  | 'service-failed'
  | 'wrong-address'
  | 'untrusted'
  | 'offline'
  | 'timed-out'
  | 'unreadable-reply'
  | 'no-key';
