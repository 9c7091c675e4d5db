import fc from 'fast-check';
import { createSuggestions } from '../../../src/engine/catalogue/suggestion';

const KNOWN: readonly Named[] = [
  { name: 'w_pop_tt' },
  { name: 'w_pop_tt_200' },
  { name: 'p_retail_gc_np' },
];

interface Named {
  readonly name: string;
}

function nearest(name: string): string | undefined {
  return createSuggestions({ entries: () => KNOWN }).nearest(name);
}

test('a letter left out, put in, changed or swapped is seen through', () => {
  expect(nearest('w_pop_t')).toBe('w_pop_tt');
  expect(nearest('w_popp_tt')).toBe('w_pop_tt');
  expect(nearest('v_pop_tt')).toBe('w_pop_tt');
  expect(nearest('w_ppo_tt')).toBe('w_pop_tt');
  expect(nearest('p_retial_gc_npp')).toBe('p_retail_gc_np');
});

test('two edits are near, three are not', () => {
  expect(nearest('w_op_t')).toBe('w_pop_tt');
  expect(nearest('w_o_t')).toBeUndefined();
});

test('a known name needs no suggestion', () => {
  expect(nearest('w_pop_tt')).toBeUndefined();
});

test.each([
  ['w_pop_500', 'w_pop_tt_500'],
  ['p_retail_np_500', 'p_retail_gc_np_500'],
  // A radius is not added: the name without one may be right where it is asked for.
  ['w_pop_tt', undefined],
  ['p_retail_gc_np', undefined],
  ['w_500', undefined],
  ['w_pop_tt_500', undefined],
])('a word left out is seen through: %s → %s', (written, meant) => {
  const entries = [
    { name: 'w_pop_tt_500' },
    { name: 'w_pop_ct_500' },
    { name: 'p_retail_gc_np_500' },
  ];
  expect(createSuggestions({ entries: () => entries }).nearest(written)).toBe(meant);
});

test('the nearest wins, however the names are ordered', () => {
  expect(nearest('w_pop_tt_20')).toBe('w_pop_tt_200');
});

test('it agrees with the textbook on how far apart two names are', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '_'), maxLength: 7 });
  fc.assert(
    fc.property(letters, letters, (a, b) => {
      const suggestions = createSuggestions({ entries: () => [{ name: b }] });
      const edits = textbookEdits(a, b);
      expect(suggestions.nearest(a)).toBe(edits >= 1 && edits <= 2 ? b : undefined);
    }),
    { numRuns: 500 },
  );
});

test('a name is looked up once, and again when the catalogue changes', () => {
  let entries = KNOWN;
  let looks = 0;
  const watched = (list: readonly Named[]) =>
    list.map(({ name }) => ({
      get name() {
        looks += 1;
        return name;
      },
    }));
  entries = watched(KNOWN);
  const suggestions = createSuggestions({ entries: () => entries });
  suggestions.nearest('w_pop_t');
  const after = looks;
  for (let cell = 0; cell < 1_000; cell++) suggestions.nearest('w_pop_t');
  expect(looks).toBe(after);
  entries = [{ name: 'w_pop_t' }];
  expect(suggestions.nearest('w_pop_t')).toBeUndefined();
});

describe('among 10,000 names', () => {
  const themes = ['health', 'retail', 'education', 'finance', 'transport'];
  const names = Array.from({ length: 10_000 }, (_, index) => ({
    name: `p_${themes[index % 5] ?? ''}_${String(index)}_np_${String((index % 3) * 500)}`,
  }));

  test('a column of different mistakes looks at each name once', () => {
    let looks = 0;
    const entries = names.map(({ name }) => ({
      get name() {
        looks += 1;
        return name;
      },
    }));
    const suggestions = createSuggestions({ entries: () => entries });
    for (const { name } of names.slice(0, 200)) {
      const mistake = `${name.slice(0, 4)}x${name.slice(4)}`;
      expect(suggestions.nearest(mistake)).toBe(name);
    }
    expect(looks).toBe(names.length);
  });

  test('it finds what looking at every name finds', () => {
    const some = names.slice(0, 100);
    const suggestions = createSuggestions({ entries: () => some });
    const mistaken = fc
      .tuple(
        fc.constantFrom(...some),
        fc.nat(),
        fc.nat(),
        fc.string({ unit: fc.constantFrom('0', '1', '_', 'p', ''), maxLength: 2 }),
      )
      .map(([{ name }, at, cut, put]) => {
        const place = at % name.length;
        return name.slice(0, place) + put + name.slice(place + (cut % 3));
      });
    fc.assert(
      fc.property(mistaken, (mistake) => {
        const edits = some.map(({ name }) => textbookEdits(mistake, name));
        const fewest = Math.min(...edits);
        const expected = fewest >= 1 && fewest <= 2 ? some[edits.indexOf(fewest)]?.name : undefined;
        expect(suggestions.nearest(mistake)).toBe(expected);
      }),
      { numRuns: 60 },
    );
  });
});

/** Optimal string alignment, the whole table. */
function textbookEdits(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number): number => table[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const line = table[i];
      if (line === undefined) continue;
      line[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        isSwap ? at(i - 2, j - 2) + 1 : Infinity,
      );
    }
  }
  return at(a.length, b.length);
}
