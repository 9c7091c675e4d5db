import { isPlacelessShape, pointInHex } from '../../../src/engine/places/well-known-binary';

/** A geometry's bytes as hexadecimal. */
function hexOf(
  type: number,
  numbers: readonly number[],
  isLittle = true,
  reference?: number,
): string {
  const head = reference === undefined ? 5 : 9;
  const bytes = new Uint8Array(head + numbers.length * 8);
  const view = new DataView(bytes.buffer);
  bytes[0] = isLittle ? 1 : 0;
  view.setUint32(1, type, isLittle);
  if (reference !== undefined) view.setUint32(5, reference, isLittle);
  numbers.forEach((number, index) => view.setFloat64(head + index * 8, number, isLittle));
  return Buffer.from(bytes).toString('hex');
}

/** Several points. */
function pointsOf(...points: readonly string[]): string {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(points.length);
  return `0104000000${count.toString('hex')}${points.join('')}`;
}

const POINT = { lat: 12.9352, lng: 77.6245 };

describe('a point in hexadecimal', () => {
  it.each([
    ['as GeoParquet writes it', hexOf(1, [77.6245, 12.9352])],
    [
      'in capitals, as PostGIS writes it',
      hexOf(0x2000_0001, [77.6245, 12.9352], true, 4326).toUpperCase(),
    ],
    ['with the largest byte first', hexOf(1, [77.6245, 12.9352], false)],
    ['with a height', hexOf(1001, [77.6245, 12.9352, 900])],
    ['with a height, in the older way', hexOf(0x8000_0001, [77.6245, 12.9352, 900])],
    ['alone among several', pointsOf(hexOf(1, [77.6245, 12.9352]))],
    ['as PostgreSQL shows bytes', `\\x${hexOf(1, [77.6245, 12.9352])}`],
  ])('%s', (_what, hex) => {
    expect(pointInHex(hex)).toEqual(POINT);
  });

  it.each([
    ['of metres', hexOf(0x2000_0001, [8_641_120, 1_452_000], true, 3857)],
    ['of a line', hexOf(2, [77.6245, 12.9352, 1])],
    ['of two points', pointsOf(hexOf(1, [77.6245, 12.9352]), hexOf(1, [77, 12]))],
    ['of no points', pointsOf()],
    ['of nothing', hexOf(1, [Number.NaN, Number.NaN])],
    ['that is cut', hexOf(1, [77.6245, 12.9352]).slice(0, -4)],
    ['that is none', '560034'],
  ])('is not read %s', (_what, hex) => {
    expect(pointInHex(hex)).toBeUndefined();
  });
});

describe('a shape without a place', () => {
  const isOne = (hex: string): boolean => isPlacelessShape(Buffer.from(hex, 'hex'));

  it.each([
    ['a line', hexOf(2, [77.6245, 12.9352, 1])],
    ['an area with heights', hexOf(1003, [1])],
    ['two points', pointsOf(hexOf(1, [77.6245, 12.9352]), hexOf(1, [77, 12]))],
    ['a point of nothing', hexOf(1, [Number.NaN, Number.NaN])],
    ['a point of nothing with a reference', hexOf(0x2000_0001, [NaN, NaN], false, 4326)],
  ])('is %s', (_what, hex) => {
    expect(isOne(hex)).toBe(true);
  });

  it.each([
    ['a point', hexOf(1, [77.6245, 12.9352])],
    ['a point in metres', hexOf(0x2000_0001, [8_641_120, 1_452_000], true, 3857)],
    ['of no known kind', hexOf(99, [1])],
    ['other bytes', 'ffd8ffe000104a4649460001'],
    ['nearly nothing', '0102'],
  ])('is not %s', (_what, hex) => {
    expect(isOne(hex)).toBe(false);
  });
});
