import { fingerprint } from './fingerprint';
import type { Fingerprint } from './fingerprint';
import { oldFingerprint } from './old-fingerprint';

/** How a snapshot identifies a question's subject, and the name of an undated score there. */
export interface QuestionPrint {
  readonly print: Fingerprint;
  /** The subject's fingerprint until 2026-11-22. */
  readonly oldPrint: Fingerprint;
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
  return { print: fingerprint(text), oldPrint: oldFingerprint(text), day };
}

/** The engine's key of a subject without its first line, which identifies the account. */
export function withoutAccount(storeKey: string): string {
  return storeKey.slice(storeKey.indexOf('\n') + 1);
}

/** Quotes within the canonical text's strings are escaped: this only matches between two. */
const TODAY = /,"today","(\d{4}-\d\d-\d\d)",/;
