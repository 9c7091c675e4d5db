import { join } from 'node:path';
import { openCliStage } from './cli-stage';
import type { CliStage } from './cli-stage';

let stage: CliStage;
beforeAll(async () => {
  stage = await openCliStage();
});
afterAll(() => stage.close());

const ATTRIBUTES = ['--names', 'w_pop_tt'];
const SCORES = ['--model', 'shops'];

/** What the plan of a run says; nothing is asked. */
async function planned(file: string, ...options: string[]): Promise<string> {
  const { messages } = await stage.run(['plan', file, ...options]);
  return messages.trim();
}

describe('the columns of places in a file', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'address “Address”; sends: 12 MG Road\n“Pincode” holds no pincodes, such as “TRUE” in row 3. Addresses are sent without it; --pincode names a column.',
      'Address,Pincode\n12 MG Road,560001\nHill Road,TRUE\nLake Road,FALSE\n',
      SCORES,
    ],
    [
      'address “Address + City”; sends: 12 MG Road, Pune\n“City” is blank in 1 of 3 rows, whose addresses are sent without it.',
      'Address,City\n12 MG Road,Pune\n5 Hill Road,\n9 Lake Road,Pune\n',
      SCORES,
    ],
    [
      'latitude “Breite”, longitude “Höhe”; sends: 48.4011, 9.9876',
      'Ort;Breite;Höhe\nUlm;48,4011;9,9876\n',
      [...ATTRIBUTES, '--lat', 'Breite', '--lng', 'Höhe'],
    ],
    [
      'address “Wo”; sends: MG Road + 560001\nThe pincode is found in the address: 1 of 1 rows.',
      'Wo\nMG Road 560001\n',
      [...ATTRIBUTES, '--address', 'Wo'],
    ],
    [
      'pair “To (lat, lng)”; sends: 13.05, 77.6',
      '"From (lat, lng)","To (lat, lng)"\n"12.97, 77.59","13.05, 77.6"\n',
      [...ATTRIBUTES, '--pair', 'To (lat, lng)'],
    ],
  ])('are named, with what is sent: %s', async (expected, content, options) => {
    const file = stage.write('places.csv', content);
    expect(await planned(file, ...options)).toContain(expected);
  });

  it.each<[string, string, readonly string[]]>([
    [
      '“latitudeE7” holds degrees × 10^7, such as “129352000” in row 2: divide by 10,000,000.',
      'latitudeE7,longitudeE7\n129352000,776245000\n',
      ATTRIBUTES,
    ],
    [
      '“PIN” and “Address”: address and pincode look swapped. Write --address "Address" --pincode "PIN".',
      'Address,PIN\nMG Road,560001\n',
      [...ATTRIBUTES, '--address', 'PIN', '--pincode', 'Address'],
    ],
    [
      'Another column says S or W. Write a minus sign, or the letter, with the degrees.',
      'Lat,N/S,Long,E/W\n33.92,S,18.42,E\n',
      [...ATTRIBUTES, '--lat', 'Lat', '--lng', 'Long'],
    ],
    [
      'Latitude and longitude look like radians or gon. Convert them to degrees first.',
      'phi,lambda\n0.22639,1.3537\n0.33294,1.27196\n0.49941,1.34755\n',
      [...ATTRIBUTES, '--lat', 'phi', '--lng', 'lambda'],
    ],
    [
      '“position_lat” holds semicircles, such as “154756913” in row 2: multiply by 180 and divide by 2^31.',
      'position_lat,position_long\n154756913,925734432\n',
      ATTRIBUTES,
    ],
    [
      '“ZIP” holds no pincodes, such as “02139” in row 2. Correct the column, allow other countries’ codes, --pincodes any, or',
      'Address,ZIP\n"1 Main St, Cambridge",02139\n',
      ATTRIBUTES,
    ],
    [
      'Each row has two places: “Lat” (column 2) and “Lng” (column 3), or “Lat” (column 5) and “Lng” (column 6).',
      'Store,Lat,Lng,Office,Lat,Lng\nA,12.97,77.59,C,13.08,80.27\n',
      ATTRIBUTES,
    ],
    [
      'Locus can’t tell which column has the addresses, as no header says so. Name it: --address and --pincode. The columns are “A” (Sharma Stores), “B” (Asha Rao), “C” (560001).',
      'Sharma Stores,Asha Rao,560001\nGupta Stores,Ravi Kumar,400050\n',
      ATTRIBUTES,
    ],
  ])('are refused in one line before any call: %s', async (expected, content, options) => {
    const file = stage.write('places.csv', content);
    const { code, messages } = await stage.run(['enrich', file, ...options]);
    expect({ code, messages }).toEqual({ code: 1, messages: expect.stringContaining(expected) });
    expect(stage.service.calls).toEqual([]);
  });

  it.each([
    ['F4a.csv', 'address “Address”, pincode “Pincode”'],
    ['F4b.csv', 'latitude “Lat”, longitude “Lng”'],
    ['F4c.csv', 'address “Address”, pincode “PIN”'],
    ['F17.csv', 'latitude “Breite”, longitude “Länge”'],
    ['F28-pair-one-column.csv', 'pair “Coordinates”; sends: 12.9352, 77.6245'],
    ['F37.csv', 'holds degrees × 10^7'],
    ['F52.csv', 'pair “geometry”; sends: 12.9352, 77.6245'],
    ['F52.parquet', 'pair “geometry”; sends: 12.9352, 77.6245'],
  ])('are found in %s: %s', async (file, expected) => {
    const path = join(__dirname, '../field/files', file);
    expect(await planned(path, ...ATTRIBUTES)).toContain(expected);
  });
});

describe('places in the far north of Europe, swapped from the west of Gujarat', () => {
  const point = (lng: number, lat: number) =>
    `{"type":"Feature","properties":{"shop":"A"},"geometry":{"type":"Point","coordinates":[${lng},${lat}]}}`;
  const SAID =
    'The places, such as 68.97, 22.24, are in the far north of Europe; with the two numbers swapped, they are in India.';

  it.each([
    ['swapped.geojson', [point(22.24, 68.97), point(22.47, 70.06)].join('\n')],
    ['swapped.csv', 'Shop,Latitude,Longitude\nA,68.97,22.24\nB,70.06,22.47\n'],
    ['swapped-pairs.csv', 'Shop,Location\nA,"68.97, 22.24"\nB,"70.06, 22.47"\n'],
  ])('are asked for: %s', async (name, text) => {
    expect(await planned(stage.write(name, text), ...ATTRIBUTES)).toContain(SAID);
  });

  it('are taken where a person names the columns', async () => {
    const file = stage.write('north.csv', 'Shop,Lat,Lng\nA,69.65,18.96\nB,69.97,23.27\n');
    const named = ['--lat', 'Lat', '--lng', 'Lng'];
    expect(await planned(file, ...ATTRIBUTES, ...named)).toContain('sends: 69.65, 18.96');
  });

  it('are taken where most places are elsewhere, or the swapped ones not in India', async () => {
    const most = 'Shop,Lat,Lng\nA,59.91,10.75\nB,60.39,5.32\nC,69.97,23.27\n';
    const south = 'Shop,Lat,Lng\nA,67.28,14.4\nB,66.6,15.9\n';
    for (const text of [most, south]) {
      const file = stage.write('north.csv', text);
      expect(await planned(file, ...ATTRIBUTES)).toContain('sends: ');
    }
  });
});
