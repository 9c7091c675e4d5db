/** Small records by kind and id: people, teams, tokens. */
export interface RecordStore {
  load(kind: string): Promise<readonly unknown[]>;
  put(kind: string, id: string, record: object): Promise<void>;
  /**
   * What has been put since that version, by whichever gateway. Missing where nobody else puts.
   *
   * @param version undefined: only the present version is wanted.
   */
  changedSince?(version: number | undefined): Promise<RecordChanges>;
}

export interface RecordChanges {
  readonly version: number;
  readonly records: readonly { readonly kind: string; readonly record: unknown }[];
}
