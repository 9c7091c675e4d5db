import type { ShareFacts } from '../../share/share-facts';
import { countedText, countText } from '../../spreadsheet/count-text';

/** The facts in sentences. */
export function factTexts(facts: ShareFacts): readonly string[] {
  const { formulas, withAddress, frozen = 0, answers, isLeftOut } = facts;
  const words: string[] = [];
  if (formulas === 0 && frozen === 0) words.push('This workbook has no Locus formulas.');
  else if (formulas === 0) words.push(`All ${countText(frozen)} formulas are converted to values.`);
  else {
    const rest =
      frozen === 0
        ? 'none are converted to values'
        : `${countText(frozen)} more are converted to values`;
    words.push(`${countedText(formulas, 'formula')} can recalculate; ${rest}.`);
  }
  if (formulas > 0 && answers === 0) words.push(isLeftOut ? LEFT_OUT : NONE_SAVED);
  else if (formulas > 0 && answers !== undefined) {
    words.push(`Colleagues without a key see ${countedText(answers, 'saved value')}.`);
  }
  if (answers !== undefined && answers > 0) {
    words.push('Saved results don’t include addresses.');
  }
  if (withAddress > 0) {
    words.push(
      `${countedText(withAddress, 'formula')} ${withAddress === 1 ? 'contains' : 'contain'} an address, which is sent along like any cell content.`,
    );
  }
  return words;
}

const NONE_SAVED =
  'No results are saved, so formulas recalculated without a key have no value. Save results, or convert formulas to values.';
const LEFT_OUT =
  'Results are left out, so formulas recalculated without a key have no value. Convert formulas to values to send them.';
