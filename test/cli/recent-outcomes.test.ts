import fc from 'fast-check';
import { RecentOutcomes, type RowOutcome } from '../../src/cli/recent-outcomes';

const MOST = 4_000;

function outcomeOf(values: readonly (number | null)[], error = ''): RowOutcome {
  return { values, error, isWhole: false, isOverBudget: false };
}

test('every outcome of the last half that is kept comes back as it was, whatever its key', () => {
  const keys = fc.uniqueArray(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 300 });
  const value = fc.option(fc.double({ noNaN: true }));
  fc.assert(
    fc.property(keys, fc.array(value, { minLength: 2, maxLength: 2 }), (texts, values) => {
      const recent = new RecentOutcomes(MOST);
      const outcomes = texts.map((text, at) =>
        at % 7 === 3 ? outcomeOf([null, null], `refused: ${text}`) : outcomeOf([at, ...values]),
      );
      texts.forEach((text, at) => recent.settle(text, outcomes[at] as RowOutcome));
      texts.forEach((text, at) => {
        const outcome = outcomes[at] as RowOutcome;
        expect(recent.find(text, outcome.values.length)?.outcome).toEqual(outcome);
      });
      expect(recent.find(`${texts.join('')}!`, 3)).toBeUndefined();
    }),
  );
});

test('of too many, the older half is dropped', () => {
  const recent = new RecentOutcomes(MOST);
  const key = (at: number): string => `12.${at},77.${at}`;
  const found = (at: number) => recent.find(key(at), 1)?.outcome?.values;
  for (let at = 0; at < 2 * MOST; at += 1) {
    recent.settle(key(at), outcomeOf([at]));
    expect(found(Math.max(0, at - MOST / 2))).toEqual([Math.max(0, at - MOST / 2)]);
  }
  expect(found(1)).toBeUndefined();
});
