import { t } from '../../engine/language/speech';
import type { TextKind } from '../spreadsheet/workbook-contents';
import type { Finding, Fix } from './share-check';
import type { KeyWriting } from './key-search';
import { mayLackValues, type ShareFacts } from './share-facts';

/** Where a finding is: `Cell Stores!B2`, `Name Total`. */
export function placeText({ kind, label }: Finding): string {
  return PLACES[kind].replace('{label}', () => label);
}

/** What was found there, without any character of the key. */
export function findingText({ as, writing }: Finding): string {
  return [t('Your key'), HOW[as], WRITTEN[writing]].filter((words) => words !== '').join(', ');
}

/** What the fix does, as a question before it is done. */
export const FIX_QUESTIONS: Readonly<Record<Exclude<Fix, 'none'>, string>> = {
  replace: t('Remove the key from this text?'),
  clear: t('Clear this cell?'),
  remove: t('Delete this?'),
};

/** The verdict in a sentence. */
export function verdictText(
  count: number,
  hadKey: boolean,
  isComplete: boolean,
  mayLack: boolean,
): string {
  if (count > 0)
    return t('Not ready to send: your key is in {count, plural, one {# place} other {# places}}.', {
      count,
    });
  if (!hadKey) return t('There’s no key on this device to look for, or it’s too short.');
  if (isComplete && mayLack)
    return t('Your key isn’t in this workbook, but some results may not be saved.');
  return isComplete
    ? t('Ready to send: your key isn’t in this workbook.')
    : t('Your key wasn’t found, but Locus couldn’t check everything.');
}

const PLACES: Readonly<Record<'cell' | TextKind, string>> = {
  cell: t('Cell {label}'),
  name: t('Name {label}'),
  comment: t('Comment at {label}'),
  note: t('Note at {label}'),
  setting: t('Setting {label}'),
  part: t('Hidden part {label}'),
  sheet: t('Sheet {label}'),
  property: t('Property {label}'),
};

const HOW: Readonly<Record<Finding['as'], string>> = {
  text: '',
  formula: t('in the formula'),
  shown: t('in the formula’s result'),
};

const WRITTEN: Readonly<Record<KeyWriting, string>> = {
  plain: '',
  base64: t('in base64'),
  escaped: t('with escape characters'),
};

/** The facts in sentences. */
export function factTexts(facts: ShareFacts): readonly string[] {
  const { formulas, withAddress, answers, isLeftOut } = facts;
  const words: string[] = [
    formulas === 0
      ? t('This workbook has no Locus formulas.')
      : t('{formulas, plural, one {# formula} other {# formulas}} can recalculate.', { formulas }),
  ];
  if (formulas > 0 && answers === 0) words.push(isLeftOut ? LEFT_OUT : NONE_SAVED);
  else if (formulas > 0 && answers !== undefined) {
    words.push(
      t(
        'Colleagues without a key see {answers, plural, one {# saved value} other {# saved values}}.',
        { answers },
      ),
    );
  }
  if (answers !== undefined && answers > 0) {
    if (mayLackValues(facts)) words.push(lackingText(facts));
    words.push(t('Saved results don’t include addresses.'));
  }
  if (withAddress > 0) {
    words.push(
      t(
        '{withAddress, plural, one {# formula contains} other {# formulas contain}} an address, which is sent along like any cell content.',
        { withAddress },
      ),
    );
  }
  return words;
}

/** What may be missing from the saved results, and what to do about it. */
export function lackingText({ formulas }: ShareFacts): string {
  return t(
    'This workbook has {formulas, plural, one {# Locus formula} other {# Locus formulas}}, so some values may be missing. To include them all, select Recalculate all and save.',
    { formulas },
  );
}

const NONE_SAVED = t(
  'No results are saved, so formulas recalculated without a key have no value. Save results, or send a copy of the sheet as values.',
);
const LEFT_OUT = t(
  'Results are left out, so formulas recalculated without a key have no value. Send a copy of the sheet as values instead.',
);
