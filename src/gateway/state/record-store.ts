/** Small records by kind and id: people, teams, tokens. */
export interface RecordStore {
  load(kind: string): Promise<readonly unknown[]>;
  put(kind: string, id: string, record: object): Promise<void>;
}
