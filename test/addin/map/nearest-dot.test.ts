import { nearestDot } from '../../../src/addin/map/nearest-dot';

const dots = [
  { x: 10, y: 10 },
  { x: 20, y: 10 },
  { x: 20, y: 10 },
];

test.each([
  ['the one under it', 10, 10, 0],
  ['the nearest within reach', 13, 10, 0],
  ['of two in one place the upper', 19, 12, 2],
  ['none beyond reach', 10, 19, undefined],
])('a pointer finds %s', (_, x, y, found) => {
  expect(nearestDot(dots, x, y, () => 8)).toBe(found);
});

test('where there are no dots there is none to find', () => {
  expect(nearestDot([], 0, 0, () => 8)).toBeUndefined();
});

test('a large one is found from farther away, but not before one that is nearer', () => {
  const large = { x: 10, y: 10, reach: 20 };
  const small = { x: 25, y: 10, reach: 5 };
  const at = (x: number) => nearestDot([large, small], x, 10, ({ reach }) => reach);
  expect([at(19), at(24), at(31)]).toEqual([0, 1, undefined]);
});
