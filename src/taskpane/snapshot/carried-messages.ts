import { bytesText } from '../answers/answer-messages';
import { ageText } from '../figure-text';
import { countedText } from '../../spreadsheet/count-text';
import type { AnswersSaving, CarriedAnswers } from '../../spreadsheet/workbook-answers';

/** What the workbook carries, in a sentence or two. */
export function carriedText(carried: CarriedAnswers, now: number): string {
  const { reading, answers, subjects, bytes, savedAt, isLeftOut } = carried;
  if (reading.kind === 'reading') return 'Checking saved results…';
  if (reading.kind === 'failed') return reading.message;
  if (answers === 0)
    return isLeftOut
      ? 'No results saved in this workbook.'
      : 'No results saved in this workbook yet.';
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
      ? ['Some saved results are damaged and aren’t used. To remove them, leave results out.']
      : []),
    ...(newer > 0
      ? ['Some results were saved by a newer version of Locus and are left as they are.']
      : []),
    ...(isTooMuch
      ? ['There are more results than Locus can read. To remove them, leave results out.']
      : []),
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
        ? 'Done. Save the workbook to keep the results.'
        : 'Nothing changed.';
      const rest = 'Some formulas couldn’t be calculated, so no old results were removed.';
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
  'too-many': 'That’s more results than a workbook can hold. Earlier results were kept.',
  'too-much':
    'The workbook has more results than Locus can read. Leave results out first to remove them.',
  'another-workbook': 'Another workbook was opened in the meantime. Nothing was changed.',
  'left-out': 'This workbook leaves results out. Turn that off first.',
  options: 'This workbook’s settings can’t be changed. See Models.',
};

function serviceText({ services }: CarriedAnswers): string {
  const names = services.map(({ name, isSample }) =>
    isSample ? 'the sample service (made-up data)' : name === '' ? 'another service' : name,
  );
  const [last = 'a service', ...rest] = [...new Set(names)].reverse();
  const told = rest.length === 0 ? last : `${rest.reverse().join(', ')} and ${last}`;
  return `From ${told}.`;
}
