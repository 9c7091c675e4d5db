/** One administrative act. It names people and things by id, and holds no secret. */
export interface AuditEntry {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The id of the person who did it. */
  readonly by: string;
  /** Such as `person added`. */
  readonly act: string;
  readonly about: string;
  readonly detail: string;
}

/** Every administrative act, in order. Entries are never removed. */
export interface AuditTrail {
  append(entry: AuditEntry): Promise<void>;
  /** The latest, newest first. */
  latest(most: number): Promise<readonly AuditEntry[]>;
}
