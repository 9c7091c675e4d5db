import type { DeviceStorage } from '../spreadsheet/host';
import { objectOf, oneOf, text } from './json-reader';
import { createStoredRecord, STORED_NAMES } from './stored-record';

const reader = objectOf({
  version: oneOf(1),
  salt: text((written) => /^[0-9a-f]{32}$/.test(written)),
});

/**
 * A random text that this device keeps. It is mixed into account hashes, so that nobody can test
 * keys against a hash they found.
 */
export function deviceSalt(storage: DeviceStorage, randomHex: () => string): string {
  const record = createStoredRecord(storage, STORED_NAMES.salt, reader);
  const kept = record.read();
  if (kept !== undefined) return kept.salt;
  const salt = randomHex();
  record.write({ version: 1, salt });
  return salt;
}

/** 128 random bits. */
export function randomHex(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
