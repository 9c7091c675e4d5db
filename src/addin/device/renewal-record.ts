import type { DeviceStorage } from '../spreadsheet/host';
import { listOf, number, objectOf, oneOf, text } from './json-reader';
import { createStoredRecord, STORED_NAMES, type StoredRecord } from './stored-record';

/**
 * The last renewal, kept until each of its cells has a new value: with it, a page that comes back
 * can go on where the last one ended.
 */
export interface KeptRenewal {
  readonly version: 1;
  /** From when on an answer is new, in epoch milliseconds. */
  readonly at: number;
  readonly cells: readonly string[];
  /** Tells the workbook from others that have cells at the same addresses. */
  readonly mark: number;
}

export function createRenewalRecord(storage: DeviceStorage): StoredRecord<KeptRenewal> {
  return createStoredRecord(storage, STORED_NAMES.renewal, reader);
}

const whole = number(0, Number.MAX_SAFE_INTEGER);
const reader = objectOf<KeptRenewal>({
  version: oneOf(1),
  at: whole,
  cells: listOf(text()),
  mark: whole,
});
