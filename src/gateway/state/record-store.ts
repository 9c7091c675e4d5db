/** Small records by kind and id: people, teams, tokens. */
export interface RecordStore {
  load(kind: string): Promise<readonly unknown[]>;
  put(kind: string, id: string, record: object): Promise<void>;
  /**
   * The records that any gateway has put since that version. Missing if no other process puts any.
   *
   * @param version undefined to get only the current version.
   */
  changedSince?(version: number | undefined): Promise<RecordChanges>;
}

export interface RecordChanges {
  readonly version: number;
  readonly records: readonly { readonly kind: string; readonly record: unknown }[];
}
