import type { StoredAnswer } from '../lookup';
import { isDay, subjectIndex } from './answer-table';
import type { AnswerTable, SnapshotService } from './answer-table';
import { questionPrint, withoutAccount } from './question-hash';

/** Who reads a snapshot's answers. */
export interface SnapshotReader {
  readonly hasKey: boolean;
  /** Whether their service makes up its values. */
  readonly usesSample: boolean;
}

/**
 * A snapshot's answers on a subject, for this reader. Which service and account gave them makes no
 * difference, with two exceptions: made-up values do not replace those of a service that the reader
 * could ask, and an undated score counts only on its day, unless the reader cannot ask for today's.
 *
 * @param key the subject's key, as the engine writes it.
 */
export function answersFor(
  table: AnswerTable,
  key: string,
  reader: SnapshotReader,
): readonly StoredAnswer[] {
  const { print, oldPrint, day } = questionPrint(withoutAccount(key));
  const answers = answersAt(table, subjectIndex(table, print), day, reader);
  const old = answersAt(table, subjectIndex(table, oldPrint), day, reader);
  return old.length === 0 ? answers : latestOf([...answers, ...old]);
}

function answersAt(
  table: AnswerTable,
  subject: number,
  day: string | undefined,
  reader: SnapshotReader,
): readonly StoredAnswer[] {
  if (subject < 0) return [];
  const answers: StoredAnswer[] = [];
  let lastOfDay: StoredAnswer | undefined;
  for (
    let at = table.first[subject] as number;
    at < (table.first[subject + 1] as number);
    at += 1
  ) {
    if (!isFor(reader, table.services[table.service[at] as number])) continue;
    const name = table.names[table.name[at] as number] as string;
    const answer = answerAt(table, at, name);
    if (!isDay(name)) answers.push(answer);
    else if (name === day || !reader.hasKey) lastOfDay = { ...answer, name: '' };
    if (name === day) break;
  }
  return lastOfDay === undefined ? answers : [lastOfDay];
}

/** The later of two answers with one name; the first if both are from the same second. */
function latestOf(answers: readonly StoredAnswer[]): readonly StoredAnswer[] {
  const byName = new Map<string, StoredAnswer>();
  for (const answer of answers) {
    if ((byName.get(answer.name)?.at ?? -1) < answer.at) byName.set(answer.name, answer);
  }
  return [...byName.values()];
}

function isFor({ hasKey, usesSample }: SnapshotReader, service: SnapshotService | undefined) {
  return service?.isSample !== true || usesSample || !hasKey;
}

function answerAt(table: AnswerTable, at: number, name: string): StoredAnswer {
  const value = table.value[at] as number;
  return { name, value: Number.isNaN(value) ? null : value, at: (table.at[at] as number) * 1000 };
}
