import { pairIn } from '../../../src/engine/places/coordinate-pair';

const KORAMANGALA = { lat: 12.9352, lng: 77.6245 };

test.each([
  '12.9352, 77.6245',
  '12.9352,77.6245',
  '(12.9352 77.6245)',
  '[12.9352; 77.6245]',
  'Lat 12.9352 Long 77.6245',
  'MultiPoint ((77.6245 12.9352))',
  'POINT(77.6245 12.9352)',
  'POINT Z (77.6245 12.9352 920)',
  'SRID=4326;POINT(77.6245 12.9352)',
  '{"type":"Point","coordinates":[77.6245,12.9352]}',
  'geo:12.9352,77.6245;u=35',
  '{"lng":77.6245,"lat":12.9352}',
  "{'lat': 12.9352, 'lng': 77.6245}",
  'longitude=77.6245, latitude=12.9352',
  'Lat: 12.9352 Long: 77.6245',
  '12,9352; 77,6245',
  '12,9352 77,6245',
  '12,9352,77,6245',
  '12.9352 77.6245 920.1 4.5',
  '12.9352 77.6245 0 0',
  '12.9352N 77.6245E',
  '12.9352N77.6245E',
  'N12.9352, E77.6245',
  '77.6245° E, 12.9352° N',
  '१२.९३५२, ७७.६२४५',
  '\u200e12.9352\u00a0/ 77.6245\u200b',
])('%s is one pair', (text) => {
  expect(pairIn(text)).toEqual(KORAMANGALA);
});

test('degrees, minutes and seconds split at the letter, or in the middle', () => {
  const pair = { lat: 12 + (56 * 60 + 6) / 3600, lng: 77 + (37 * 60 + 28) / 3600 };
  for (const text of ['12°56\'06"N 77°37\'28"E', '12 56 06 77 37 28', 'N 12 56 06 E 77 37 28']) {
    expect(pairIn(text)).toEqual(pair);
  }
});

test('corners of an area are no pair', () => {
  expect(pairIn('12.9 77.5 13.1 77.7')).toBeUndefined();
});

// GeoJSON has the longitude first, other programs the latitude; Bengaluru's can be told apart.
test('a list of JSON is a pair only if it makes no sense the other way round', () => {
  expect(pairIn('[12.9352, 77.6245]')).toEqual(KORAMANGALA);
  expect(pairIn('[77.6245, 12.9352]')).toEqual(KORAMANGALA);
  expect(pairIn('MULTIPOINT((77.6245 12.9352),(77.7 12.8))')).toBeUndefined();
  expect(pairIn('[2.35, 48.85]')).toBeUndefined();
  expect(pairIn('[48.85, 2.35]')).toBeUndefined();
  expect(pairIn('[48.85N, 2.35E]')).toEqual({ lat: 48.85, lng: 2.35 });
  expect(pairIn('(48.85, 2.35)')).toEqual({ lat: 48.85, lng: 2.35 });
});

test.each([
  '12.9352',
  '{lat: 12.9, lat: 77.6}',
  '12,9352',
  '1,2,3',
  'MG Road, Bengaluru',
  '12.9352, ',
  '560001',
  '',
  ',',
])('%s is no pair', (text) => expect(pairIn(text)).toBeUndefined());
