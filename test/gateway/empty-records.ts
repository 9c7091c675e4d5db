import type { RecordStore } from '../../src/gateway/state/shared-state';

/** A store without any record, which keeps none. */
export const EMPTY_RECORDS: Pick<RecordStore, 'slices' | 'put' | 'remove'> = {
  async *slices() {},
  put: () => Promise.resolve(),
  remove: () => Promise.resolve(),
};
