import type { AnswerStore } from '../../engine/lookup';
import type { AuditTrail } from './audit-trail';
import type { CallLedger } from './call-ledger';
import type { RecordStore } from './record-store';
import type { ScoreClaims } from '../../node/score-claims';
import type { SharedLookups } from './shared-lookups';

/**
 * Everything that outlives a process, and that several gateways may share. Every method may reject:
 * the store is then down, no call may be sent, and the next attempt may succeed.
 */
export interface SharedState {
  readonly ledger: CallLedger;
  readonly claims: ScoreClaims;
  readonly records: RecordStore;
  readonly audit: AuditTrail;
  /** Its keys hold places, so they are concealed before they are stored. */
  readonly answers: AnswerStore;
  /** Undefined if no other gateway asks. */
  readonly lookups?: SharedLookups | undefined;
  /** Whether the store was down when it was last tried. */
  readonly isDown: boolean;
  /**
   * It was emptied, exchanged, or restored from an older copy. Nothing is reserved until an
   * administrator confirms: then today counts as spent, and open claims become unknown.
   */
  readonly hasForgotten: boolean;
  confirm(): Promise<void>;
  /** The time that all gateways use, in epoch milliseconds. */
  readonly now: () => number;
  /** Runs while nobody else, here or at another gateway, runs anything under the same name. */
  exclusively<T>(name: string, run: () => Promise<T>): Promise<T>;
  /** Drops answers and counts that have been kept long enough. */
  sweep(): Promise<void>;
  /**
   * Copies everything, while it is in use. Resolves with the folder of the copy. Missing where the
   * store is backed up by its own means.
   */
  backUp?(name: string): Promise<string>;
  close(): Promise<void>;
}
