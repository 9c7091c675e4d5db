import { sha256 } from '@noble/hashes/sha2';

/** How a workbook identifies a question's subject, and the name of an undated score there. */
export interface QuestionPrint {
  readonly print: string;
  /** An undated score's day, `YYYY-MM-DD`; its fingerprint is the same every day. */
  readonly day: string | undefined;
}

/**
 * @param subject `lookup` or `score`, a line break, and the subject's canonical text: the engine's
 * key without the service and account, since a workbook's answers are for everyone who opens it.
 */
export function questionPrint(subject: string): QuestionPrint {
  const day = subject.startsWith('score\n') ? TODAY.exec(subject)?.[1] : undefined;
  const text = day === undefined ? subject : subject.replace(TODAY, ',"today",');
  return { print: fingerprint(text), day };
}

/** The engine's key of a subject without its first line, which identifies the account. */
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
  const { buffer, byteOffset } = sha256(text);
  const bits = new DataView(buffer, byteOffset);
  return printOf(bits.getUint32(0), bits.getUint32(4));
}

/** The fingerprint with these halves, each of 32 bits. */
export function printOf(high: number, low: number): string {
  return hex(high) + hex(low);
}

function hex(word: number): string {
  return (word + 2 ** 32).toString(16).slice(1);
}

/** Quotes within the canonical text's strings are escaped: this only matches between two. */
const TODAY = /,"today","(\d{4}-\d\d-\d\d)",/;
