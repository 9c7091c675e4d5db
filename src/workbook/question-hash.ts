import { fingerprint } from './fingerprint';
import type { Fingerprint } from './fingerprint';
import { oldFingerprint } from './old-fingerprint';

/** What a snapshot knows a question's subject by, and what stands for the name there. */
export interface QuestionPrint {
  readonly print: Fingerprint;
  /** What it was known by until 2026-11-22. */
  readonly oldPrint: Fingerprint;
  /** Of an undated score the day, `YYYY-MM-DD`; its print is the same on every day. */
  readonly day: string | undefined;
}

/**
 * @param subject `lookup` or `score`, a line break, and the subject's canonical text: the engine's
 * key without the service and account, for a workbook's answers are good for everyone who opens it.
 */
export function questionPrint(subject: string): QuestionPrint {
  const day = subject.startsWith('score\n') ? TODAY.exec(subject)?.[1] : undefined;
  const text = day === undefined ? subject : subject.replace(TODAY, ',"today",');
  return { print: fingerprint(text), oldPrint: oldFingerprint(text), day };
}

/** The engine's key of a subject without its first line, which tells the account. */
export function withoutAccount(storeKey: string): string {
  return storeKey.slice(storeKey.indexOf('\n') + 1);
}

/** Quotes within the canonical text's own strings are escaped: this stands between two of them. */
const TODAY = /,"today","(\d{4}-\d\d-\d\d)",/;
