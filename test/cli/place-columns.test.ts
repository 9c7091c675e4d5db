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
      'address “Address”, pincode “Pincode”; sends: 12 MG Road + 560001',
      'Name,Address,Seating cap,Pincode\nA,12 MG Road,60,560001\n',
      ATTRIBUTES,
    ],
    [
      'address “B”, pincode “C”; sends: Bengaluru + 560001',
      'Sharma Stores,Bengaluru,560001\nGupta Stores,Mumbai,400050\n',
      ATTRIBUTES,
    ],
    [
      'address “Address + City”, pincode “Pin Code”; sends: Hill Road, Mumbai 400050',
      'Address,City,Pin Code\nHill Road,Mumbai,400050\n',
      SCORES,
    ],
    [
      'address “Address”; sends: 12 MG Road, Bengaluru + 560001\nThe pincode is found in the address: 1 of 2 rows.',
      'Name,Address\nA,"12 MG Road, Bengaluru 560001"\nB,Hill Road\n',
      ATTRIBUTES,
    ],
    [
      'address “Address”; sends: 12 MG Road, Bengaluru 560001',
      'Name,Address\nA,"12 MG Road, Bengaluru 560001"\n',
      SCORES,
    ],
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
      'address “Address + column 2 + City”, pincode “PIN”; sends: 12 MG Road, Near Metro, Pune',
      'Address,,City,PIN\n12 MG Road,Near Metro,Pune,411001\n',
      ATTRIBUTES,
    ],
    [
      'latitude “Breite”, longitude “Länge”; sends: 48.4011, 9.9876',
      'Ort;Breite;Länge\nUlm;48,4011;9,9876\n',
      ATTRIBUTES,
    ],
    [
      'pair “Coordinates”; sends: 12.9352, 77.6245',
      'Name,Coordinates\nA,"12.9352, 77.6245"\n',
      ATTRIBUTES,
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
      '“Lat” holds no degrees, such as “north” in row 3.',
      'Lat,Lng\n12 N,77 E\nnorth,east\nsouth,west\nsouth,west\n',
      ATTRIBUTES,
    ],
    [
      '“Lat” holds no degrees, such as “[U+00AD]12.9352” in row 2.',
      'Lat,Lng\n\u00AD12.9352,77.6245\n',
      ATTRIBUTES,
    ],
    [
      '“Long Lat” holds longitudes before latitudes, such as “12.5, 41.9” in row 2.',
      'Name,Long Lat\nA,"12.5, 41.9"\n',
      ATTRIBUTES,
    ],
    [
      '“Pincode” holds no pincodes, such as “12” in row 2.',
      'Address,Pincode\nMG Road,12\nHill Road,13\n',
      ATTRIBUTES,
    ],
    [
      '“latitudeE7” holds degrees × 10^7, such as “129352000” in row 2: divide by 10,000,000.',
      'latitudeE7,longitudeE7\n129352000,776245000\n',
      ATTRIBUTES,
    ],
    [
      '“geometry” holds no points, such as “LINESTRING(1 2, 3 4)” in row 2.',
      'name,geometry\nA,"LINESTRING(1 2, 3 4)"\n',
      ATTRIBUTES,
    ],
    [
      '“PIN” and “Address”: address and pincode look swapped. Write --address "Address" --pincode "PIN".',
      'Address,PIN\nMG Road,560001\n',
      [...ATTRIBUTES, '--address', 'PIN', '--pincode', 'Address'],
    ],
    [
      '“Lat” and “Lng”: latitude and longitude look swapped. Write --lat "Lng" --lng "Lat".',
      'Lat,Lng\n77.6245,12.9352\n72.8295,19.0596\n',
      ATTRIBUTES,
    ],
    [
      '“Location” holds no addresses, such as “BLR-01” in row 2.',
      'Location,Pincode\nBLR-01,560001\nBLR-02,560002\n',
      ATTRIBUTES,
    ],
    [
      '“City” stands only in the first row of each group. Fill it down.',
      'City,Address\nPune,12 MG Road\n,5 Hill Road\nMumbai,7 Link Road\n,9 Lake Road\n',
      SCORES,
    ],
    [
      '“Pincode” stands only in the first row of each group. Fill it down.',
      'Pincode,Address\n411001,12 MG Road\n,5 Hill Road\n,9 Lake Road\n',
      SCORES,
    ],
    ...[
      ',15.9974,75.227,15',
      ',31.9948,150.454,30',
      'Max,19.0596,77.6245,20\nMin,12.9352,72.8295,10',
    ].map((end): [string, string, readonly string[]] => [
      'A row at the end sums up those above. Remove it.',
      `Store,Lat,Lng,Sales\nA,12.9352,77.6245,10\nB,19.0596,72.8295,20\n${end}\n`,
      ATTRIBUTES,
    ]),
    [
      'Each row has two places: “start_lat” and “start_lng”, or “end_lat” and “end_lng”. Name one by --lat and --lng.',
      'start_lat,start_lng,end_lat,end_lng\n12.97,77.59,13.05,77.6\n',
      ATTRIBUTES,
    ],
    [
      'Each row has two places: “From (lat, lng)”, or “To (lat, lng)”. Name one by --pair.',
      '"From (lat, lng)","To (lat, lng)"\n"12.97, 77.59","13.05, 77.6"\n',
      ATTRIBUTES,
    ],
    [
      'Each row has two places: “Lat” and “Lng”, or “Coords”. Name one by --lat and --lng, or --pair.',
      'Coords,Lat,Lng\n"12.97, 77.59",19.01,72.81\n',
      ATTRIBUTES,
    ],
    [
      'Each row has two places: “Customer Address”, or “Store Address”. Name one by --address and --pincode.',
      'Customer Address,Store Address,PIN\n12 MG Road,5 Hill Road,560001\n',
      ATTRIBUTES,
    ],
    [
      'Each row has two places: “From PIN”, or “To PIN”. Name one by --address and --pincode.',
      'Address,From PIN,To PIN\n5 Hill Road,560001,400050\n',
      ATTRIBUTES,
    ],
    [
      'Another column says S or W. Write a minus sign, or the letter, with the degrees.',
      'Lat,N/S,Long,E/W\n33.92,S,18.42,E\n',
      ATTRIBUTES,
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
      'The minutes are in another column. Write them with the degrees, as in 12°58\'18".',
      'Lat Deg,Lat Min,Lat Sec,Long Deg,Long Min,Long Sec\n12,58,18,77,35,41\n',
      ATTRIBUTES,
    ],
    [
      'The decimals look like minutes and seconds. Write 12.5818 as 12°58\'18".',
      'Latitude (DMS),Longitude (DMS)\n12.5818,77.3541\n',
      ATTRIBUTES,
    ],
    [
      '“lat” holds no degrees, such as “129716” in row 2. Correct the column',
      'lat,lng\n129716,775946\n190760,728777\n',
      ATTRIBUTES,
    ],
    [
      '“lat” holds degrees × 10^5, such as “129716” in row 2: divide by 100,000.',
      'lat,lng\n129716,7759460\n',
      ATTRIBUTES,
    ],
    [
      '“Lat” holds no degrees throughout. Correct the column',
      'Store;Lat;Long\nA;12,97;77,59\nB;12.98;77.60\n',
      ATTRIBUTES,
    ],
    [
      'Another list begins in row 4, “Office”. Name the rows of one, such as --range A1:F3.',
      'Store,Lat,Lng\nA,12.97,77.59\n,,\nOffice,Staff,Sales\nX,5,20\n',
      ATTRIBUTES,
    ],
    [
      '“Address” holds no addresses, such as “tdr1v9” in row 3.',
      'Address\n12 MG Road\ntdr1v9\nte7ud2\n',
      SCORES,
    ],
    [
      '“position_lat” holds semicircles, such as “154756913” in row 2: multiply by 180 and divide by 2^31.',
      'position_lat,position_long\n154756913,925734432\n',
      ATTRIBUTES,
    ],
    [
      '“Northing” holds no degrees, such as “1434656” in row 2. Locus takes longitude and latitude in WGS 84',
      'Easting,Northing\n781173,1434656\n',
      ATTRIBUTES,
    ],
    [
      '“geom” holds no latitudes and longitudes, such as “SRID=32643;POINT(781173 1434656)” in row 2.',
      'id,geom\n7,SRID=32643;POINT(781173 1434656)\n',
      ATTRIBUTES,
    ],
    [
      '“ZIP” holds no pincodes, such as “02139” in row 2. Correct the column, allow other countries’ codes, --pincodes any, or',
      'Address,ZIP\n"1 Main St, Cambridge",02139\n',
      ATTRIBUTES,
    ],
    [
      '“Latitude” has latitudes, and no column is named as longitudes. Name them: --lat',
      'Name,Latitude\nA,12.97\n',
      ATTRIBUTES,
    ],
    [
      '“Start” has coordinates, but is not called so: --pair names it.',
      'Start,End\n"12.97,77.59","12.93,77.62"\n',
      ATTRIBUTES,
    ],
    [
      'All columns stand in one, “Name,Lat,Lng”. Split them at “,” first.',
      '"Name,Lat,Lng"\n"A,12.97,77.59"\n',
      ATTRIBUTES,
    ],
    [
      '“coordinates”: latitude and longitude look swapped. Write the latitude first.',
      'Name,coordinates\nA,"77.59, 12.97"\n',
      ATTRIBUTES,
    ],
    ['“Plus Code” has codes, which are', 'Name,Plus Code\nA,7J4VWJPF+3R\n', ATTRIBUTES],
    [
      'Choose the address column. Name them: --lat and --lng, or --address and --pincode. The columns are “State”, “Pincode”.',
      'State,Pincode\nKarnataka,560001\n',
      ATTRIBUTES,
    ],
    [
      'Each row has two places: “Lat” (column 2) and “Lng” (column 3), or “Lat” (column 5) and “Lng” (column 6).',
      'Store,Lat,Lng,Office,Lat,Lng\nA,12.97,77.59,C,13.08,80.27\n',
      ATTRIBUTES,
    ],
    [
      'The list lies on its side. Transpose it',
      'Store,A,B\nAddress,12 MG Road,9 Hill Road\nPincode,560001,400050\n',
      ATTRIBUTES,
    ],
    [
      'Another list begins in row 5, “Vendor”.',
      'Name,Lat,Lng\nA,12.97,77.59\nB,19.07,72.87\n,,\nVendor,Address,Pincode\nC,7 Anna Salai,600002\n',
      ATTRIBUTES,
    ],
    [
      'No column looks like a place. Name them: --lat and --lng, or --address and --pincode. The columns are “Title”, “URL”.',
      'Title,URL\nA,https://www.google.com/maps/place/A\nB,https://www.google.com/maps/place/B\n',
      ATTRIBUTES,
    ],
    ['No column looks like a place.', 'Store,Sales\nA,1\n', ATTRIBUTES],
    [
      'Locus can’t tell which column has the addresses, as no header says so. Name it: --address and --pincode. The columns are “A” (Sharma Stores), “B” (Asha Rao), “C” (560001).',
      'Sharma Stores,Asha Rao,560001\nGupta Stores,Ravi Kumar,400050\n',
      ATTRIBUTES,
    ],
    [
      'Locus can’t tell which column has the pincodes, as no header says so.',
      'Sharma Stores,125340,Bengaluru,560001\nGupta Stores,340512,Mumbai,400050\n',
      SCORES,
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
