import { readCell } from '../../../src/engine/places/cell';
import { LOOK_SWAPPED, readCoordinates } from '../../../src/engine/places/coordinates';

const read = (lat: number, lng: number) => readCoordinates(readCell(lat), readCell(lng));

const SWAPPED = {
  kind: 'fault',
  fault: { message: expect.stringContaining(LOOK_SWAPPED) as string },
};

describe('coordinates that can only be meant the other way round', () => {
  it.each([
    ['Bengaluru', 77.6, 12.9],
    ['Delhi', 77.2, 28.6],
    ['Mumbai', 72.8, 19.1],
    ['Kolkata', 88.36, 22.57],
    ['Kanyakumari', 77.55, 8.09],
    ['Guwahati', 91.74, 26.14],
  ])('of %s are refused before a call, with the way out', (_, lat, lng) => {
    expect(read(lat, lng)).toMatchObject(SWAPPED);
    expect(read(lng, lat).kind).toBe('read');
  });

  it.each([
    ['Tromsø', 69.65, 18.96],
    ['Hammerfest', 70.66, 23.68],
    ['the North Cape', 71.17, 25.78],
    ['Utqiagvik', 71.29, -156.79],
    ['Qaanaaq', 77.47, -69.23],
    ['Tiksi', 71.64, 128.87],
    ['Bengaluru', 12.9, 77.6],
  ])('are not those of %s', (_, lat, lng) => {
    expect(read(lat, lng).kind).toBe('read');
  });

  it('of no place at all have no such way out', () => {
    expect(read(95, 170)).toMatchObject({ kind: 'fault' });
    expect(read(95, 170)).not.toMatchObject(SWAPPED);
  });

  it('with a decimal point that slipped have no such way out: swapped, they are in the Arctic', () => {
    expect(read(129.352, 77.61)).toMatchObject({ kind: 'fault' });
    expect(read(129.352, 77.61)).not.toMatchObject(SWAPPED);
  });
});
