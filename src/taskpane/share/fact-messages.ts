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
    words.push(`${countedText(formulas, 'formula')} can be calculated again; ${rest}.`);
  }
  if (formulas > 0 && answers === 0) words.push(isLeftOut ? LEFT_OUT : NONE_SAVED);
  else if (formulas > 0 && answers !== undefined) {
    words.push(`${countedText(answers, 'saved value')} answer them for whoever has no key.`);
  }
  if (answers !== undefined && answers > 0) {
    words.push('No address goes along with the saved values.');
  }
  if (withAddress > 0) {
    words.push(
      `${countedText(withAddress, 'formula')} ${withAddress === 1 ? 'has' : 'have'} an address written in the formula, which goes along, as all that stands in cells does.`,
    );
  }
  return words;
}

const NONE_SAVED =
  'No answers are saved, so formulas recalculated without a key have no value. Save answers, or convert formulas to values.';
const LEFT_OUT =
  'Answers are left out, so formulas recalculated without a key have no value. Convert formulas to values to send them.';
