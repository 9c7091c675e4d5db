import { sha256 } from '@noble/hashes/sha2';

/**
 * The first 64 bits of a text's SHA-256. Two of a million texts are the same with a chance of one in
 * thirty million; anyone who can guess a text can tell whether it is the one.
 *
 * Frozen: workbooks hold it.
 */
export interface Fingerprint {
  readonly high: number;
  readonly low: number;
}

export function fingerprint(text: string): Fingerprint {
  const { buffer, byteOffset } = sha256(text);
  const bits = new DataView(buffer, byteOffset);
  return { high: bits.getUint32(0), low: bits.getUint32(4) };
}
