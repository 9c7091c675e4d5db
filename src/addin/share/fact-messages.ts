import { t } from '../../engine/language/speech';
import { mayLackValues } from './share-facts';
import type { ShareFacts } from './share-facts';

/** The facts in sentences. */
export function factTexts(facts: ShareFacts): readonly string[] {
  const { formulas, withAddress, frozen = 0, frozenWithAddress, answers, isLeftOut } = facts;
  const words: string[] = [];
  if (formulas === 0 && frozen === 0) words.push(t('This workbook has no Locus formulas.'));
  else if (formulas === 0)
    words.push(
      t(
        '{frozen, plural, one {The only Locus formula is converted to a value.} other {All # formulas are converted to values.}}',
        { frozen },
      ),
    );
  else {
    const rest =
      frozen === 0
        ? t('none are converted to values')
        : t(
            '{frozen, plural, one {# more is converted to a value} other {# more are converted to values}}',
            { frozen },
          );
    words.push(
      t('{formulas, plural, one {# formula} other {# formulas}} can recalculate; {rest}.', {
        formulas,
        rest,
      }),
    );
  }
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
  if (frozenWithAddress > 0) {
    words.push(
      t(
        '{frozenWithAddress, plural, one {# converted formula} other {# converted formulas}} can be restored: each is kept in the workbook with its address, which is sent along.',
        { frozenWithAddress },
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
  'No results are saved, so formulas recalculated without a key have no value. Save results, or convert formulas to values.',
);
const LEFT_OUT = t(
  'Results are left out, so formulas recalculated without a key have no value. Convert formulas to values to send them.',
);
