import type { GatewayTrouble } from '../contract/gateway-reason';
import type { SpentBudget } from '../contract/spent-budget';
import type { CancelSignal } from '../async/cancellation';
import type { CallLimiter } from './limits/call-limiter';
import type { LookupErrorCode } from './outcome';
import type { Place } from './place';
import type { CustomVariables } from './question';

/**
 * Who answers: the service. Expected failures are values. The engine also survives a source that
 * throws, hangs or answers nonsense.
 */
export interface Source {
  /**
   * Which service and account would answer, as a text without secrets. Equal scopes give equal
   * answers; the scope is part of every answer's key.
   */
  scope(kind: CallKind): string;
  /** Why nothing can be asked now (`no-key`), if so. */
  refusal(kind: CallKind): LookupErrorCode | undefined;
  /**
   * The source's own limiter, if it paces its calls itself, as a gateway does. May come and go as
   * the source learns that; a call reports its end to the limiter that let it leave.
   */
  limiter?(kind: CallKind): CallLimiter | undefined;
  lookup(call: LookupCall, signal: CancelSignal): Promise<LookupReply>;
  score(call: ScoreCall, signal: CancelSignal): Promise<ScoreReply>;
  /** Whether the service can be reached. A source without it is always worth a call. */
  readonly reachability?: Reachability;
}

/** Whether the service can be reached. The engine sends nothing while it can't. */
export interface Reachability {
  mayCall(kind: CallKind): boolean;
  /** Calls go unanswered, and no probe has found the service, or calls have failed since. */
  readonly isLost: boolean;
  /** The status that the service fails with, while it is lost because each call fails. */
  readonly failingStatus?: number | undefined;
  /** Calls the listener at every change. */
  subscribe(listener: () => void): () => void;
  /** A person asks to try again at once. */
  retry(): void;
}

export type CallKind = 'lookup' | 'score';

interface AskedCall {
  /** Everyone who asked part of it, the first asker first; missing if no asker is known. */
  readonly askers?: readonly unknown[];
  /** What is known of it is not wanted: a gateway asks the service again. */
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

/** `null`: no value here. A missing name counts as null. */
export type LookupReply =
  | {
      readonly kind: 'answered';
      readonly values: ReadonlyMap<string, number | null>;
      /** Names answered with something that is not a number. These fail; the others do not. */
      readonly unreadable?: ReadonlySet<string>;
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

/** A gateway answered with what it knew, without a call. */
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
  /** Of `over-budget` at a gateway: which budget, and until when. */
  readonly budget?: SpentBudget;
  /** Of a gateway: what is wrong with it, or with its account at the service. */
  readonly trouble?: GatewayTrouble;
  /** Of `unreadable-reply`: the origin that the service redirects to. Never a secret. */
  readonly redirectsTo?: string;
  /** Of `rejected`: what the service says is wrong. Never a secret. */
  readonly reason?: string;
  /** Nothing of the call can have reached the service. */
  readonly isUnsent?: boolean | undefined;
}

/**
 * `rejected` 400 · `key-refused` 401, 403 · `out-of-credits` 402, or any failing status whose reply
 * says so · `over-budget` by a gateway's count · `unknown-model` 404 of a score · `throttled` 429 ·
 * `unavailable` 503 (certainly not charged) · `service-failed` other 5xx · `wrong-address` the service
 * is not there, or nothing may be sent there · `untrusted` its certificate is not trusted · `offline` no reply at all
 * · `timed-out` · `unreadable-reply` not the contract's shape · `no-key`.
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
