import type { Slicer } from '../lookup';
import { isDay, subjectIndex } from './answer-table';
import type { AnswerTable } from './answer-table';
import { buildTable, filterTable } from './table-building';
import type { AnswerRow } from './table-building';
import { inTable, UNDATED } from './table-restriction';

/**
 * Answers that a workbook holds under old fingerprints. Each stays until a newer one is saved under
 * its new fingerprint, and then goes: otherwise it would be there twice.
 */
export class OldAnswers {
  private readonly superseded: AnswerRow[] = [];

  constructor(private readonly table: AnswerTable) {}

  /** Yields the same rows, and notes which old answers they supersede. */
  *noting(rows: Iterable<AnswerRow>): Iterable<AnswerRow> {
    for (const row of rows) {
      const { oldPrint: print, name, at } = row;
      if (print !== undefined && at >= this.latestAt(subjectIndex(this.table, print))) {
        this.superseded.push({ ...row, print, name: isDay(name) ? UNDATED : name });
      }
      yield row;
    }
  }

  /** The table without the superseded answers. */
  async left(slice: Slicer): Promise<AnswerTable> {
    if (this.superseded.length === 0) return this.table;
    const isSuperseded = inTable(this.table, await buildTable(this.superseded, slice));
    return filterTable(this.table, (subject, answer) => !isSuperseded(subject, answer));
  }

  /** Epoch milliseconds of a subject's latest answer; infinite for a subject that is not there. */
  private latestAt(subject: number): number {
    if (subject < 0) return Number.POSITIVE_INFINITY;
    const { first, at } = this.table;
    const answers = at.subarray(first[subject], first[subject + 1]);
    return 1000 * answers.reduce((latest, second) => Math.max(latest, second), 0);
  }
}
