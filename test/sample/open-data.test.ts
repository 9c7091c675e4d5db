import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { CONTRACT_NAMES } from '../../src/engine/contract/attribute-name';
import { createSampleAtlas } from '../../src/sample/sample-atlas';
import { loadSampleData } from '../../src/sample/sample-data';
import { createBench } from './sample-client';

interface SamplePlaces {
  readonly addresses: readonly { readonly address: string; readonly pincode: string }[];
  readonly coordinates: readonly { readonly lat: number; readonly lng: number }[];
}

const data = loadSampleData();
const { geocode, attributes } = createSampleAtlas(data);
const places = JSON.parse(
  readFileSync(join(__dirname, '../../assets/sample-places.json'), 'utf8'),
) as SamplePlaces;

describe('the open data', () => {
  test('holds 165,000 post offices, two thirds of them in a place of their own', () => {
    const offices = data.areas.flatMap((area) => area.offices.map((office) => ({ office, area })));
    expect(offices.length).toBeGreaterThan(165_000);
    const elsewhere = offices.filter(({ office, area }) => office.lat !== area.lat);
    expect(elsewhere.length / offices.length).toBeGreaterThan(0.6);
  });

  test('models areas that together are about as large as India', () => {
    const squareKm = data.areas.reduce((sum, area) => sum + area.squareKm, 0);
    expect(squareKm).toBeGreaterThan(2_800_000);
    expect(squareKm).toBeLessThan(3_700_000);
  });

  test('is told to be missing by the command that installs it', () => {
    expect(() => loadSampleData(['/nowhere'])).toThrow('run "npm ci"');
  });
});

describe('an address', () => {
  test.each([
    ['Koramangala, Bengaluru', '560034', 12.926, 77.622],
    ['nothing that anyone knows', '560034', 12.926, 77.622],
    ['nothing that anyone knows', ' 560 034 ', 12.926, 77.622],
    ['somewhere in 560034', '', 12.926, 77.622],
    ['MG Road, Bengaluru 560 001', '', 12.977, 77.599],
    ['Bandra West, Bombay', '400050', 19.057, 72.834],
    ['Sector 17, Chandigarh', '160017', 30.742, 76.783],
    ['Koramangala, Bengaluru', '000000', 12.926, 77.622],
    ['Koramangala, Bangalore, Karnataka, India', '', 12.926, 77.622],
    ['12, 5th Block, koramangala bangalore', '', 12.926, 77.622],
    ['🏠 "Koramangala"\r\nBengaluru', '', 12.926, 77.622],
    ['Nowhere Nagar, Bengaluru', '', 12.972, 77.594],
    ['Koramangala, Kolkata', '', 22.563, 88.363],
    ['Park Street, Calcutta', '', 22.563, 88.363],
    ['Connaught Place, New Delhi', '', 28.653, 77.23],
    ['T. Nagar, Madras', '', 13.088, 80.278],
    ['Gurgaon', '', 28.46, 77.03],
    ['Gurugram', '', 28.46, 77.03],
    ['Gorakhpur', '', 26.77, 83.37],
    ['Munger, Bihar', '', 25.375, 86.474],
    ['Monghyr, Bihar', '', 25.375, 86.474],
    ['Trivandrum', '', 8.51, 76.95],
    ['Baroda, Gujarat', '', 22.294, 73.208],
    ['Bengaluru, Hosur Road', '', 12.736, 77.832],
    ['Chhatrapati Sambhajinagar', '', 19.878, 75.342],
    ['Pānaji, Goa', '', 15.496, 73.826],
  ])('%p with pincode %p is at %d, %d', (address, pincode, lat, lng) => {
    const found = geocode(address, pincode);
    // Within five kilometres.
    expect(Math.hypot((found?.lat ?? 0) - lat, (found?.lng ?? 0) - lng)).toBeLessThan(0.045);
  });

  test.each([
    '',
    ' ',
    '🏠',
    'Karnataka',
    'India',
    'London, UK',
    'Eiffel Tower, Paris',
    '42',
    'near',
    'Nagar',
    'Ashok Nagar, 2nd Cross',
    'Market Road, Main Street',
    'New Colony',
  ])('%p is nowhere', (address) => {
    expect(geocode(address, '')).toBeUndefined();
  });

  test('of any text has a place in India or none, and the same one every time', () => {
    const words = ['Koramangala', 'Road', 'Delhi', '560034', '<b>', "'", '\n', '__proto__', '🏠'];
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...words), fc.string()), { maxLength: 12 }),
        fc.string({ maxLength: 8 }),
        (parts, pincode) => {
          const found = geocode(parts.join(' '), pincode);
          expect(geocode(parts.join(' '), pincode)).toEqual(found);
          if (found) expect(attributes.at(found, found.pincode)).toBeDefined();
        },
      ),
    );
  });

  test('of 64 kB is read in its beginning', () => {
    expect(geocode(`${'Bengaluru, '.repeat(2500)}Mumbai`, '')).toEqual(geocode('Bengaluru', ''));
  });
});

describe('the eight values', () => {
  const inIndia = fc.record({
    lat: fc.double({ min: 6, max: 37.5, noNaN: true }),
    lng: fc.double({ min: 68, max: 97.6, noNaN: true }),
  });

  test('never shrink with the radius, and proportions lie between 0 and 1', () => {
    fc.assert(
      fc.property(inIndia, (place) => {
        const values = attributes.at(place);
        if (!values) return;
        expect(Object.keys(values).sort()).toEqual([...CONTRACT_NAMES].sort());
        expect(values.w_pop_tt_200).toBeGreaterThanOrEqual(0);
        expect(values.w_pop_tt_500).toBeGreaterThanOrEqual(values.w_pop_tt_200);
        expect(values.w_pop_tt_1000).toBeGreaterThanOrEqual(values.w_pop_tt_500);
        expect(values.w_pop_tt).toBeGreaterThanOrEqual(values.w_pop_tt_1000);
        for (const name of CONTRACT_NAMES) {
          expect(Number.isFinite(values[name])).toBe(true);
          if (name.startsWith('p_')) expect(values[name]).toBeLessThan(1);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('are there for pincodes from everywhere', () => {
    const some = data.areas.filter((_area, index) => index % 100 === 0);
    expect(some.length).toBeGreaterThan(190);
    expect(some.filter((area) => attributes.at(area, area.pincode) === undefined)).toEqual([]);
  });

  test.each([
    ['Koramangala', 12.9352, 77.6245, 20_000, 90_000],
    ['Dadar', 19.018, 72.847, 60_000, 260_000],
    ['Connaught Place', 28.6331, 77.2179, 20_000, 200_000],
    ['the Thar', 26.9, 70.5, 0, 1_000],
  ])('of %s are plausible', (_name, lat, lng, least, most) => {
    const people = attributes.at({ lat, lng })?.w_pop_tt_1000;
    expect(people).toBeGreaterThanOrEqual(least);
    expect(people).toBeLessThanOrEqual(most);
  });

  test.each([
    ['the Arabian Sea', 15, 65],
    ['London', 51.5, -0.1],
    ['nowhere', 0, 0],
    ['the north pole', 90, 0],
    ['the date line', 20, 180],
  ])('are not there in %s', (_name, lat, lng) => {
    expect(attributes.at({ lat, lng })).toBeUndefined();
  });
});

describe('the sample workbook', () => {
  test('has 50 addresses in pincodes that are known, with Koramangala among them', () => {
    expect(places.addresses).toHaveLength(50);
    const isFound = ({ address, pincode }: (typeof places.addresses)[number]): boolean =>
      geocode(address, pincode)?.pincode === pincode;
    expect(places.addresses.filter((place) => !isFound(place))).toEqual([]);
    // Scores of addresses, which have no field for it, tell neighbours apart all the same.
    const byText = new Set(places.addresses.map(({ address }) => geocode(address, '')?.pincode));
    expect(byText.size).toBeGreaterThan(40);
    expect(places.addresses).toContainEqual({
      name: 'Koramangala',
      address: 'Koramangala, Bengaluru',
      pincode: '560034',
    });
  });

  test('has 200 different pairs, of which the first is the documented one', () => {
    expect(places.coordinates[0]).toMatchObject({ lat: 12.9352, lng: 77.6245 });
    expect(new Set(places.coordinates.map(({ lat, lng }) => `${lat},${lng}`)).size).toBe(200);
  });

  test('gets the same number for each of its 200 pairs by 8 names in 200 calls', async () => {
    const bench = createBench({ atlas: { attributes, geocode } });
    for (const { lat, lng } of places.coordinates) {
      const reply = await bench.lookup({ lat, lng, variables: CONTRACT_NAMES.join(',') });
      expect(reply.kind === 'answered' && Object.fromEntries(reply.values)).toEqual(
        attributes.at({ lat, lng }),
      );
    }
    expect(bench.service.stats()).toMatchObject({ calls: 200, values: 1600 });
  });
});
