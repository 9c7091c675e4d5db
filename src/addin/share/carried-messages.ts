import { listText, t } from '../../engine/language/speech';
import { agoText } from '../pane/parts/figure-text';
import type { AnswersSaving, CarriedAnswers } from '../spreadsheet/workbook-answers';
import type { StoreSize } from '../../engine/lookup';

/** Says what the workbook carries, in a sentence or two. */
export function carriedText(carried: CarriedAnswers, now: number): string {
  const { reading, answers, subjects, bytes, savedAt, isLeftOut } = carried;
  if (reading.kind === 'reading') return t('Checking saved results…');
  if (reading.kind === 'failed') return reading.message;
  if (answers === 0)
    return isLeftOut
      ? t('No results saved in this workbook.')
      : t('No results saved in this workbook yet.');
  const age = savedAt === 0 ? '' : t(', saved {since}', { since: agoText(now - savedAt) });
  return t(
    '{answers, plural, one {# value} other {# values}} for {subjects, plural, one {# place} other {# places}}, {bytes}{age}. {service}',
    { answers, subjects, bytes: bytesText(bytes), age, service: serviceText(carried) },
  );
}

/** Says what is unusual about the saved results, each in a sentence. */
export function oddityMessages({ damaged, newer, isTooMuch }: CarriedAnswers): readonly string[] {
  return [
    ...(damaged > 0
      ? [t('Some saved results are damaged and aren’t used. To remove them, leave results out.')]
      : []),
    ...(newer > 0
      ? [t('Some results were saved by a newer version of Locus and are left as they are.')]
      : []),
    ...(isTooMuch
      ? [t('There are more results than Locus can read. To remove them, leave results out.')]
      : []),
  ];
}

/** Says how saving ended and, if it failed, what to do. */
export function savingMessage(saving: AnswersSaving): {
  readonly text: string;
  readonly isBad: boolean;
} {
  switch (saving.kind) {
    case 'saved': {
      const done = saving.isChanged
        ? t('Done. Save the workbook to keep the results.')
        : t('Nothing changed.');
      const rest = t('Some formulas couldn’t be calculated, so no old results were removed.');
      return { text: saving.isComplete ? done : `${done} ${rest}`, isBad: false };
    }
    case 'not-saved':
      return { text: REFUSED[saving.reason], isBad: true };
    case 'failed':
      return { text: saving.message, isBad: true };
  }
}

const REFUSED: Readonly<
  Record<Extract<AnswersSaving, { readonly kind: 'not-saved' }>['reason'], string>
> = {
  'too-many': t('That’s more results than a workbook can hold. Earlier results were kept.'),
  'too-much': t(
    'The workbook has more results than Locus can read. Leave results out first to remove them.',
  ),
  'another-workbook': t('Another workbook was opened in the meantime. Nothing was changed.'),
  'left-out': t('This workbook leaves results out. Turn that off first.'),
  options: t('This workbook’s settings can’t be changed. See Models.'),
};

function serviceText({ services }: CarriedAnswers): string {
  const names = services.map(({ name, isSample }) =>
    isSample ? t('the sample service (made-up data)') : name === '' ? t('another service') : name,
  );
  const listed = listText([...new Set(names)]) || t('a service');
  return t('From {told}.', { told: listed });
}

/** Says how much is kept, in a sentence. */
export function sizeText(size: StoreSize | undefined): string {
  if (size === undefined) return t('Checking saved results…');
  const kept =
    size.answers === 0
      ? t('No results saved on this device yet.')
      : t(
          '{answers, plural, one {# value} other {# values}}, about {bytes}. Using them again is free.',
          { answers: size.answers, bytes: bytesText(size.bytes) },
        );
  return size.trouble === undefined ? kept : `${TROUBLE[size.trouble]} ${kept}`;
}

const TROUBLE: Readonly<Record<NonNullable<StoreSize['trouble']>, string>> = {
  blocked: t('Locus can’t store data on this device, so results last until you close Locus.'),
  full: t('This device is out of storage. New results last until you close Locus.'),
  damaged: t('Saved results were damaged and had to be deleted.'),
};

/** Writes a size in kB or MB, never as 0. */
export function bytesText(bytes: number): string {
  if (bytes < 1_000_000) return t('{value} kB', { value: Math.max(1, Math.round(bytes / 1000)) });
  return t('{bytes} MB', { bytes: (bytes / 1_000_000).toFixed(1) });
}
