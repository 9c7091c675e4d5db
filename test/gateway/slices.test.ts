import { inSlices, MOST_AT_ONCE } from '../../src/gateway/slices';

it('gives others their turn between slices, and loses nothing', async () => {
  const items = Array.from({ length: 10_000 }, (_, index) => index);
  const seen: string[] = [];
  const turn = async (): Promise<void> => void seen.push('turn');
  const parts = await inSlices(
    items,
    (slice) => {
      seen.push(slice.length > MOST_AT_ONCE ? 'too much' : 'slice');
      return slice;
    },
    turn,
  );
  expect(parts.flat()).toEqual(items);
  expect(seen).toEqual(Array.from({ length: 79 }, (_, at) => (at % 2 === 0 ? 'slice' : 'turn')));
});
