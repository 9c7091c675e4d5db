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

export interface StoredAuditEntry extends AuditEntry {
  /** Its time, and its number among those that have a place in the trail: `1764046800000.3`. */
  readonly id: string;
}

/** @returns undefined if it is neither an entry's id nor a time. */
export function readAuditId(
  text: string,
): { readonly at: number; readonly number: number | undefined } | undefined {
  const [, at, number] = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text) ?? [];
  if (at === undefined) return undefined;
  return { at: Number(at), number: number === undefined ? undefined : Number(number) };
}

/** Every administrative act, in order. Entries are never removed. */
export interface AuditTrail {
  append(entry: AuditEntry): Promise<void>;
  /**
   * The latest, newest first.
   *
   * @param before an entry's id, or a time in epoch milliseconds: only what came before it.
   */
  latest(most: number, before?: string): Promise<readonly StoredAuditEntry[]>;
}
