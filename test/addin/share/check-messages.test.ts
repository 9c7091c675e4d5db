import type { ShareFacts } from '../../../src/addin/share/share-facts';
import { factTexts } from '../../../src/addin/share/check-messages';

const facts: ShareFacts = {
  formulas: 0,
  withAddress: 0,
  answers: 0,
  isLeftOut: false,
  isAll: false,
};

test.each([
  [0, 'This workbook has no Locus formulas.'],
  [1, '1 formula can recalculate.'],
  [1_200, '1,200 formulas can recalculate.'],
])('of %d formulas it says how many are left', (formulas, words) => {
  expect(factTexts({ ...facts, formulas })[0]).toBe(words);
});
