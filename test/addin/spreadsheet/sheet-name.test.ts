import fc from 'fast-check';
import { freeSheetName } from '../../../src/addin/spreadsheet/sheet-name';

it('whatever is wanted, the name is one that Excel takes and no sheet has', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), (wanted, others) => {
      const taken = [...others, wanted, freeSheetName(wanted, others)];
      const name = freeSheetName(wanted, taken);
      expect(name).toMatch(/^[^[\]:*?/\\]{1,31}$/);
      expect(name).not.toMatch(/^'|'$|[\uD800-\uDBFF]$/);
      expect(taken.map((other) => other.toLowerCase())).not.toContain(name.toLowerCase());
    }),
  );
});

it.each([
  ['Receipt', [], 'Receipt'],
  ['Receipt', ['RECEIPT', 'Receipt (2)'], 'Receipt (3)'],
  ['  a/b:c  ', [], 'a b c'],
  ["'quoted'", [], 'quoted'],
  ['', [], 'Sheet'],
  ['[]', ['Sheet'], 'Sheet (2)'],
  ['History', [], 'History (2)'],
  ['x'.repeat(40), ['x'.repeat(31)], `${'x'.repeat(27)} (2)`],
  [`${'x'.repeat(30)}🙂`, [], 'x'.repeat(30)],
])('"%s" among %j becomes "%s"', (wanted, taken, name) => {
  expect(freeSheetName(wanted, taken)).toBe(name);
});
