import pincodes from '../../../assets/pincodes.json';
import { readPincodePlaces } from '../../../src/addin/map/pincode-places';

describe('pincodes', () => {
  const placeOf = readPincodePlaces(pincodes);

  it.each([
    ['110001', 28.6, 77.2],
    ['560034', 12.9, 77.6],
    ['700016', 22.5, 88.3],
  ])('%s lies where it should', (code, latitude, longitude) => {
    const found = placeOf(code);
    expect(Math.abs((found?.latitude ?? 0) - latitude)).toBeLessThan(0.15);
    expect(Math.abs((found?.longitude ?? 0) - longitude)).toBeLessThan(0.15);
  });

  it.each(['', '5', '560', '560999', '999999', '56003', '5600341', '__proto__'])(
    '%p is nowhere',
    (code) => {
      expect(placeOf(code)).toBeUndefined();
    },
  );

  it.each([[undefined], ['<html>'], [[1, 2]], [{ 560: 7 }], [{ 560: '034,north,77' }]])(
    'of %j none is known',
    (fetched) => {
      expect(readPincodePlaces(fetched)('560034')).toBeUndefined();
    },
  );
});
