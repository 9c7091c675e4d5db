import * as z from 'zod/mini';
import type { DeviceStorage } from '../settings/device-storage';
import { createStoredRecord } from '../settings/stored-record';

const schema = z.object({
  version: z.literal(1),
  salt: z.string().check(z.refine((text) => /^[0-9a-f]{32}$/.test(text))),
});

/**
 * A random text that stays the same on this device as long as the device keeps it. It is mixed
 * into account hashes, so that nobody can try out keys against a hash they found.
 */
export function deviceSalt(storage: DeviceStorage, randomHex: () => string): string {
  const record = createStoredRecord(storage, 'locus.salt', schema);
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
