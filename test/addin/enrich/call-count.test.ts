import fc from 'fast-check';

import { coordinatePlace, type Question } from '../../../src/engine/lookup';
import { countCalls } from '../../../src/addin/enrich/call-count';

const placeAt = (index: number) => coordinatePlace(10 + index / 1_000, 77);
const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `n_${index}`);

function partsOf(isKnown: (question: Question) => boolean, isWanted = () => true) {
  const asked: number[] = [];
  return {
    asked,
    engine: {
      knows: (questions: readonly Question[]) => {
        asked.push(questions.length);
        return Promise.resolve(questions.map(isKnown));
      },
    },
    turn: () => Promise.resolve(),
    isWanted,
  };
}

describe('the calls that new columns will take', () => {
  it.each([
    [200, 1, 200],
    [200, 50, 200],
    [200, 51, 400],
    [1, 120, 3],
    [0, 8, 0],
  ])('of %i places and %i names are %i', async (places, names, calls) => {
    const wanted = {
      places: Array.from({ length: places }, (_, index) => placeAt(index)),
      names: namesOf(names),
      scores: [],
    };
    expect(
      await countCalls(
        wanted,
        partsOf(() => false),
      ),
    ).toEqual({
      calls,
      values: places * names,
      known: 0,
    });
  });

  it('leave out what is known, whatever is known', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), { maxLength: 20 }),
        async (knowns) => {
          const places = knowns.map((_, index) => placeAt(index));
          const table = new Map(places.map((place, index) => [place.key, knowns[index] ?? []]));
          const plan = await countCalls(
            { places, names: namesOf(60), scores: [] },
            partsOf((question) => {
              if (question.kind !== 'attribute') return false;
              return table.get(question.place.key)?.[Number(question.name.slice(2))] ?? false;
            }),
          );
          const missing = knowns.map((row) => row.filter((isKnown) => !isKnown).length);
          expect(plan).toEqual({
            calls: missing.reduce((sum, count) => sum + Math.ceil(count / 50), 0),
            values: missing.reduce((sum, count) => sum + count, 0),
            known: knowns.length * 60 - missing.reduce((sum, count) => sum + count, 0),
          });
        },
      ),
    );
  });

  it('count a score of its own for each', async () => {
    const scores = [0, 1, 2].map(
      (index) => ({ kind: 'score', place: placeAt(index), model: 'm' }) as const,
    );
    const isKnown = ({ place }: Question): boolean => place.key === placeAt(1).key;
    const plan = await countCalls({ places: [], names: [], scores }, partsOf(isKnown));
    expect(plan).toEqual({ calls: 2, values: 2, known: 1 });
  });

  it('are looked up in pieces, and not to the end when nobody wants them', async () => {
    const places = Array.from({ length: 10_000 }, (_, index) => placeAt(index));
    const parts = partsOf(() => false);
    await countCalls({ places, names: namesOf(8), scores: [] }, parts);
    expect(Math.max(...parts.asked)).toBeLessThanOrEqual(2_000);
    expect(parts.asked.reduce((sum, count) => sum + count, 0)).toBe(80_000);

    const unwanted = partsOf(
      () => false,
      () => unwanted.asked.length < 2,
    );
    const plan = await countCalls({ places, names: namesOf(8), scores: [] }, unwanted);
    expect(plan).toBeUndefined();
    expect(unwanted.asked).toHaveLength(2);
  });
});
