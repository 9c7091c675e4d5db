import { isDay, subjectIndex } from './answer-table';
import type { AnswerTable, SnapshotService } from './answer-table';
import type { Slicer } from '../lookup';
import { questionPrint } from './question-hash';
import { buildTable, filterTable } from './table-building';
import type { AnswerRow } from './table-building';

/** A question that formulas ask, answered or not. */
export interface AskedName {
  /** The engine's key of the subject, without the account. */
  readonly subject: string;
  /** The attribute's name; empty for a score. */
  readonly name: string;
}

/** Drops the answers to all other questions. An undated score may stay whatever its day. */
export async function restrictTable(
  table: AnswerTable,
  asked: Iterable<AskedName>,
  slice: Slicer,
): Promise<AnswerTable> {
  const isAsked = inTable(table, await buildTable(rowsOf(asked), slice));
  return filterTable(table, isAsked);
}

/** Whether `wanted` has the same question; it holds undated scores under the day `UNDATED`. */
export function inTable(
  table: AnswerTable,
  wanted: AnswerTable,
): (subject: number, answer: number) => boolean {
  const wantedNames = new Map(wanted.names.map((name, index) => [name, index]));
  const names = table.names.map((name) => wantedNames.get(isDay(name) ? UNDATED : name) ?? -1);
  let lastSubject = -1;
  let found = -1;
  return (subject, answer) => {
    if (subject !== lastSubject) {
      const print = { high: table.high[subject] as number, low: table.low[subject] as number };
      found = subjectIndex(wanted, print);
      lastSubject = subject;
    }
    const name = names[table.name[answer] as number] as number;
    return found >= 0 && hasName(wanted, found, name);
  };
}

/** Means any day; no attribute has this name. */
export const UNDATED = '0000-00-00';
const NOBODY: SnapshotService = { id: '0'.repeat(16), name: '', isSample: false };

function* rowsOf(asked: Iterable<AskedName>): Iterable<AnswerRow> {
  for (const { subject, name } of asked) {
    const { print, oldPrint, day } = questionPrint(subject);
    const row = { name: day === undefined ? name : UNDATED, service: NOBODY, at: 0, value: null };
    yield { ...row, print };
    yield { ...row, print: oldPrint };
  }
}

function hasName({ first, name: names }: AnswerTable, subject: number, name: number): boolean {
  for (let at = first[subject] as number; at < (first[subject + 1] as number); at += 1) {
    if (names[at] === name) return true;
  }
  return false;
}
