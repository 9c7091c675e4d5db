import type { AnswerStore } from '../../lookup';
import type { AuditTrail } from './audit-trail';
import type { CallLedger } from './call-ledger';
import type { RecordStore } from './record-store';
import type { ScoreClaims } from '../../node/score-claims';

/**
 * All that outlives a process, and that several gateways would share. Every method may reject: the
 * store is then down, nothing may be sent, and the next attempt may succeed.
 */
export interface SharedState {
  readonly ledger: CallLedger;
  readonly claims: ScoreClaims;
  readonly records: RecordStore;
  readonly audit: AuditTrail;
  /** Its keys hold places, so they are concealed before they are stored. */
  readonly answers: AnswerStore;
  /** Drops answers and counts that have been kept for their time. */
  sweep(): Promise<void>;
  /** Copies everything, while it is in use. Resolves with the folder of the copy. */
  backUp(name: string): Promise<string>;
  close(): Promise<void>;
}
