import { bytesText } from '../answers/answer-messages';
import { ageText } from '../figure-text';
import { countedText } from '../../spreadsheet/count-text';
import type { AnswersSaving, CarriedAnswers } from '../../spreadsheet/workbook-answers';

/** What the workbook carries, in a sentence or two. */
export function carriedText(carried: CarriedAnswers, now: number): string {
  const { reading, answers, subjects, bytes, savedAt, isLeftOut } = carried;
  if (reading.kind === 'reading') return 'Looking at what is saved…';
  if (reading.kind === 'failed') return reading.message;
  if (answers === 0) return isLeftOut ? 'None are saved.' : 'None are saved yet.';
  const age = savedAt === 0 ? '' : `, saved ${sinceText(now - savedAt)}`;
  return `${countedText(answers, 'value')} of ${countedText(subjects, 'place')}, ${bytesText(bytes)}${age}. ${serviceText(carried)}`;
}

function sinceText(ms: number): string {
  return ms < 60_000 ? 'just now' : `${ageText(ms)} ago`;
}

/** What else stands there, each in a sentence. */
export function oddityMessages({ damaged, newer, isTooMuch }: CarriedAnswers): readonly string[] {
  return [
    ...(damaged > 0
      ? ['Some of what is saved here is damaged and is not used. Leaving answers out removes it.']
      : []),
    ...(newer > 0 ? ['Some was saved by a newer version of Locus and is left as it is.'] : []),
    ...(isTooMuch ? ['There is more than Locus reads. Leaving answers out removes it.'] : []),
  ];
}

/** What came of it, and what to do where that was not well. */
export function savingMessage(saving: AnswersSaving): {
  readonly text: string;
  readonly isBad: boolean;
} {
  switch (saving.kind) {
    case 'saved': {
      const done = saving.isChanged
        ? 'Done. Save the workbook to keep it.'
        : 'Nothing has changed.';
      const rest = 'Some formulas could not be calculated, so no old value was removed.';
      return { text: saving.isComplete ? done : `${done} ${rest}`, isBad: false };
    }
    case 'refused':
      return { text: REFUSED[saving.reason], isBad: true };
    case 'failed':
      return { text: saving.message, isBad: true };
  }
}

const REFUSED: Readonly<
  Record<Extract<AnswersSaving, { readonly kind: 'refused' }>['reason'], string>
> = {
  'too-many': 'There are more values than a workbook can carry. What was saved before stays.',
  'too-much': 'The workbook holds more than Locus reads. Leave answers out first: it removes them.',
  'another-workbook': 'Another workbook was opened meanwhile. Nothing was changed.',
  'left-out': 'This workbook leaves answers out. Turn that off first.',
  options: 'The settings of this workbook cannot be changed: see Models.',
};

function serviceText({ services }: CarriedAnswers): string {
  const names = services.map(({ name, isSample }) =>
    isSample ? 'the sample service (made-up data)' : name === '' ? 'another service' : name,
  );
  const [last = 'a service', ...rest] = [...new Set(names)].reverse();
  const told = rest.length === 0 ? last : `${rest.reverse().join(', ')} and ${last}`;
  return `From ${told}.`;
}
