import type { CallKind } from '../../engine/lookup';
import type { AnswerRow, SnapshotService } from '../workbook/answer-table';
import { questionPrint } from '../workbook/question-print';
import type { AskedName } from '../workbook/workbook-snapshot';
import type { UsedBatch } from './used-answers';

/** The answers that formulas got, except those that came from the workbook itself. */
export function* usedRows(
  batches: readonly UsedBatch[],
  serviceOf: (kind: CallKind, batch: UsedBatch) => SnapshotService,
): Iterable<AnswerRow> {
  for (const batch of batches) {
    const services = { lookup: serviceOf('lookup', batch), score: serviceOf('score', batch) };
    for (const [key, answer] of batch.answers) {
      if (answer === undefined || answer.origin === 'workbook') continue;
      const { subject, name } = readKey(key);
      const { day, print } = questionPrint(subject);
      const service = subject.startsWith('score') ? services.score : services.lookup;
      const value = answer.kind === 'found' ? answer.value : null;
      yield { print, name: day ?? name, service, at: answer.at, value };
    }
  }
}

/** The questions that formulas ask, answered or not. */
export function* askedNames(batches: readonly UsedBatch[]): Iterable<AskedName> {
  for (const { answers } of batches) for (const key of answers.keys()) yield readKey(key);
}

function readKey(key: string): AskedName {
  const end = key.indexOf('\n');
  return { name: key.slice(0, end), subject: key.slice(end + 1) };
}
