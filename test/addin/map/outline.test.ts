import outline from '../../../assets/outline.json';
import { readOutline } from '../../../src/addin/map/outline';

const rings = readOutline(outline);

/** Whether the sum of what is painted, each ring in its direction, is land at a point. */
function isLand(longitude: number, latitude: number): boolean {
  const crossings = rings.flatMap((ring) =>
    ring.map(([x = 0, y = 0], index) => {
      const [toX = 0, toY = 0] = ring[(index + 1) % ring.length] ?? [];
      if (y > latitude === toY > latitude) return 0;
      const at = x + ((latitude - y) / (toY - y)) * (toX - x);
      if (at < longitude) return 0;
      return toY > y ? 1 : -1;
    }),
  );
  return crossings.reduce<number>((sum, crossing) => sum + crossing, 0) !== 0;
}

test.each([
  ['Bengaluru', 77.59, 12.97],
  ['Kochi', 76.35, 9.98],
  ['Srinagar', 74.8, 34.08],
  ['Berlin', 13.4, 52.5],
  ['Brasília', -47.9, -15.8],
  ['Chukotka, beyond the line where east becomes west,', 176, 66.5],
  ['Uelen, on its other side,', -170.5, 66.2],
  ['the South Pole', 0, -89],
])('%s lies on land', (_, longitude, latitude) => {
  expect(isLand(longitude, latitude)).toBe(true);
});

test.each([
  ['the Arabian Sea', 68, 14],
  ['the Bay of Bengal', 88, 15],
  ['the Pacific', -140, 0],
])('%s does not', (_, longitude, latitude) => {
  expect(isLand(longitude, latitude)).toBe(false);
});

test('no line but the one below Antarctica goes round the globe', () => {
  const long = rings.flatMap((ring) =>
    ring.flatMap(([x = 0, y = 0], index) => {
      const [fromX = x, fromY = y] = ring[index - 1] ?? [];
      return Math.abs(x - fromX) > 90 ? [[y, fromY]] : [];
    }),
  );
  expect(long.flat().every((latitude) => latitude < -85)).toBe(true);
});

test('a file that is no outline draws nothing', () => {
  expect(readOutline({ type: 'Topology', objects: {}, arcs: [] })).toEqual([]);
});

test('inland there is no line: a border that one country draws is disputed by another', () => {
  const inland = [
    [72, 79, 31, 36],
    [88, 97, 26.5, 29.5],
    [68, 75, 24.5, 32],
  ];
  for (const [west = 0, east = 0, south = 0, north = 0] of inland) {
    const corners = rings.flat().filter(([x = 0, y = 0]) => {
      return x > west && x < east && y > south && y < north;
    });
    expect(corners).toEqual([]);
  }
});
