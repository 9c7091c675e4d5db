import type { ShareFacts } from '../../../src/addin/share/share-facts';
import { factTexts } from '../../../src/addin/share/check-messages';

const facts: ShareFacts = {
  formulas: 0,
  withAddress: 0,
  frozen: 0,
  frozenWithAddress: 0,
  answers: 0,
  isLeftOut: false,
  isAll: false,
};

test.each([
  [{}, 'This workbook has no Locus formulas.'],
  [{ frozen: 1 }, 'The only Locus formula is converted to a value.'],
  [{ frozen: 1_200 }, 'All 1,200 formulas are converted to values.'],
  [{ formulas: 1 }, '1 formula can recalculate; none are converted to values.'],
  [{ formulas: 2, frozen: 1 }, '2 formulas can recalculate; 1 more is converted to a value.'],
  [{ formulas: 1, frozen: 2 }, '1 formula can recalculate; 2 more are converted to values.'],
])('of %j it says how many formulas are left', (some, words) => {
  expect(factTexts({ ...facts, ...some })[0]).toBe(words);
});
