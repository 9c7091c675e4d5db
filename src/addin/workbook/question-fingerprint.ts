import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';

/** How a workbook identifies a question's subject, and the name of an undated score there. */
export interface QuestionFingerprint {
  readonly fingerprint: string;
  /** An undated score's day, `YYYY-MM-DD`; its fingerprint is the same every day. */
  readonly day: string | undefined;
}

/**
 * Returns the fingerprint of a question's subject.
 *
 * @param subject `lookup` or `score`, a line break, and the subject's canonical text: the engine's
 * key without the service and account, since a workbook's answers are for everyone who opens it.
 */
export function questionFingerprint(subject: string): QuestionFingerprint {
  const day = subject.startsWith('score\n') ? TODAY.exec(subject)?.[1] : undefined;
  const text = day === undefined ? subject : subject.replace(TODAY, ',"today",');
  return { fingerprint: fingerprint(text), day };
}

/** Returns the engine's key of a subject without its first line, which identifies the account. */
export function withoutAccount(storeKey: string): string {
  return storeKey.slice(storeKey.indexOf('\n') + 1);
}

/**
 * The first 64 bits of a text's SHA-256, as 16 hexadecimal digits. The chance that any two of a
 * million texts share one is one in thirty million. Anyone who can guess the text can check the
 * guess.
 *
 * Must never change: workbooks contain it.
 */
export function fingerprint(text: string): string {
  return bytesToHex(sha256(text).subarray(0, PRINT_BYTES));
}

const PRINT_BYTES = 8;
/** Quotes within the canonical text's strings are escaped: this only matches between two. */
const TODAY = /,"today","(\d{4}-\d\d-\d\d)",/;
