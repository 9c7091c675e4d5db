import { placePincodes } from '../../src/sample/pincode-area';
import type { PincodeArea } from '../../src/sample/pincode-area';
import { office } from './small-data';

const centres = new Map([
  ['700001', { lat: 20, lng: 80 }],
  ['700002', { lat: 20.05, lng: 80 }],
  ['700003', { lat: 0, lng: 0 }],
]);
const place = (...records: Parameters<typeof office>[0][]): readonly PincodeArea[] =>
  placePincodes(records.map(office), (pincode) => centres.get(pincode));

describe('the places of post offices', () => {
  test('coordinates near the centre of the pincode are believed', () => {
    const [area] = place({ o: 'Here S.O', a: 20.01, n: 80.01 }, { p: '700002' });
    expect(area?.offices).toEqual([
      expect.objectContaining({ name: 'Here', lat: 20.01, lng: 80.01 }),
    ]);
  });

  test.each([
    ['missing', 0, 0],
    ['another office’s', 20.3, 80.3],
    ['nowhere about India', 1, 1],
    ['not finite', NaN, 80],
  ])('an office whose coordinates are %s stands at the centre', (_what, a, n) => {
    const [area] = place({ a, n }, { p: '700002' });
    expect(area?.offices[0]).toMatchObject({ lat: 20, lng: 80 });
  });

  test('swapped coordinates are put right', () => {
    const [area] = place({ a: 80.01, n: 20.01 }, { p: '700002' });
    expect(area?.offices[0]).toMatchObject({ lat: 20.01, lng: 80.01 });
  });

  test('an unknown centre is the median of the offices, so that one wrong one costs nothing', () => {
    const [area] = place(
      { p: '700003', a: 21, n: 81 },
      { p: '700003', a: 21.01, n: 81.01 },
      { p: '700003', a: 30, n: 70 },
    );
    expect(area).toMatchObject({ lat: 21.01, lng: 81 });
  });

  test('a pincode that nobody can place is left out', () => {
    expect(place({ p: '700003' })).toEqual([]);
  });

  test('an area is about as wide as its neighbours are away', () => {
    const [area] = place({ a: 20, n: 80 }, { p: '700002', a: 20.05, n: 80 });
    expect(area?.squareKm).toBeCloseTo(0.866 * 5.56 ** 2, 0);
  });

  test.each([
    ['Indiranagar S.O (Bengaluru)', 'Indiranagar'],
    ['Koramangala I Block S.O', 'Koramangala I Block'],
    ['Chitradurga  Fort S.O', 'Chitradurga Fort'],
    ['Aundh (Camp) S.O', 'Aundh'],
    ['New Delhi GPO', 'New Delhi GPO'],
    ['B.O', 'B.O'],
  ])('%p is called %p', (written, name) => {
    expect(place({ o: written })[0]?.offices[0]?.name).toBe(name);
  });
});
