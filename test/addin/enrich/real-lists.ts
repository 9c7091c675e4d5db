import type { ColumnRole } from '../../../src/engine/places/header-words';
import type { CellContent } from '../../../src/engine/places/cell';

/** Lists as people have them, and what must be found in them. */
export interface RealList {
  readonly title: string;
  readonly values: readonly (readonly CellContent[])[];
  readonly hasHeader: boolean;
  readonly roles: Readonly<Partial<Record<ColumnRole, number>>>;
}

type Roles = Readonly<Partial<Record<ColumnRole, number>>>;

const COORDINATES: Roles = { latitude: 1, longitude: 2 };

/** Cells are told apart by |; what reads as a number is one, unless an apostrophe stands before it. */
function list(title: string, roles: Roles, header: string, rows: readonly string[]): RealList {
  const hasHeader = header !== '';
  const lines = hasHeader ? [header, ...rows] : rows;
  return { title, roles, hasHeader, values: lines.map((line) => line.split('|').map(cell)) };
}

function cell(text: string): CellContent {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (trimmed.startsWith("'")) return trimmed.slice(1);
  if (trimmed === 'TRUE' || trimmed === 'FALSE') return trimmed === 'TRUE';
  if (trimmed.startsWith('#')) return { error: trimmed };
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : trimmed;
}

const SHOPS = ['S1 | 12.93520 | 77.62450', 'S2 | 19.07601 | 72.87772', 'S3 | 28.61392 | 77.20901'];
const named = (lat: string, lng: string): RealList =>
  list(`headers ${lat} and ${lng}`, COORDINATES, `Store | ${lat} | ${lng}`, SHOPS);

const ADDRESSES = [
  'Asha | 12 MG Road, Bengaluru | 560001',
  'Ravi | 4th Block, Koramangala | 560034',
  'Mina | Linking Road, Bandra West | 400050',
];
const posted = (address: string, pincode: string): RealList =>
  list(
    `headers ${address} and ${pincode}`,
    { address: 1, pincode: 2 },
    `Name | ${address} | ${pincode}`,
    ADDRESSES,
  );

export const REAL_LISTS: readonly RealList[] = [
  // How people name coordinates.
  named('Lat', 'Lng'),
  named('LATITUDE', 'LONGITUDE'),
  named('store_lat', 'store_long'),
  named('shopLat', 'shopLon'),
  named('Latitude (°N)', 'Longitude (°E)'),
  named('GPS Lat', 'GPS Long'),
  named('Y', 'X'),
  named('Breitengrad', 'Längengrad'),
  named('Latitud', 'Longitud'),
  named('Latitudine', 'Longitudine'),
  named('Enlem', 'Boylam'),
  named('Широта', 'Долгота'),
  named('अक्षांश', 'देशांतर'),
  named('纬度', '经度'),
  named('緯度', '経度'),
  named('Lintang', 'Bujur'),
  list('headers the other way round', { latitude: 2, longitude: 1 }, 'Shop | Long | Lat', [
    'A | 77.6245 | 12.9352',
    'B | 72.8777 | 19.076',
  ]),
  list('few decimals under headers', { latitude: 0, longitude: 1 }, 'lat | lng', [
    '12.9 | 77.6',
    '19 | 72.8',
  ]),
  list('coordinates as text', COORDINATES, 'Shop | Lat | Lng', [
    "A | '12.9352 | '77.6245",
    "B | '19.0760 | '72.8777",
  ]),
  list('one header merged over both', COORDINATES, 'Site | Coordinates | ', SHOPS),
  list('one header merged over both, swapped', { latitude: 2, longitude: 1 }, 'Site | GPS |', [
    'A | 77.62450 | 12.93520',
    'B | 72.87772 | 19.07601',
  ]),
  list(
    'coordinates and an address',
    { latitude: 2, longitude: 3, address: 1 },
    'Id | Address | Lat | Lng',
    [
      '1 | 12 MG Road, Bengaluru | 12.9756 | 77.6068',
      '2 | Linking Road, Mumbai | 19.0596 | 72.8295',
    ],
  ),
  list('columns with headers and nothing below yet', { latitude: 0, longitude: 1 }, 'Lat | Lng', [
    ' | ',
  ]),
  // How people name addresses.
  posted('Address', 'Pincode'),
  posted('ADDRESS', 'PIN CODE'),
  posted('Store address', 'Zip'),
  posted('Full Address', 'Postal code'),
  posted('Street', 'Postcode'),
  posted('Adresse', 'PLZ'),
  posted('Anschrift', 'Postleitzahl'),
  posted('Dirección', 'Código postal'),
  posted('Endereço', 'CEP'),
  posted('Indirizzo', 'CAP'),
  posted('पता', 'पिनकोड'),
  posted('முகவரி', 'Pin'),
  posted('住所', '郵便番号'),
  posted('地址', '邮编'),
  posted('Адрес', 'Индекс'),
  posted('Delivery location', 'Pin-code'),
  list('two lines of address', { address: 1, pincode: 3 }, 'Name | Address 1 | Landmark | Pin', [
    'Asha | 12 MG Road, near the metro | Metro | 560001',
    'Ravi | 80 Feet Road, 4th Block | Park | 560034',
  ]),
  list(
    'city and pincode in columns of their own',
    { address: 1, pincode: 2 },
    'Customer | City | Pincode',
    ['Asha | Bengaluru | 560001', 'Ravi | Mumbai | 400050'],
  ),
  list('an address, a city and a pincode', { address: 0, pincode: 2 }, 'Address | City | Pincode', [
    '12 MG Road, Ashok Nagar | Bengaluru | 560001',
    'Linking Road, Bandra West | Mumbai | 400050',
  ]),
  list('a pincode as text with a blank', { address: 0, pincode: 1 }, 'Address | PIN', [
    "12 MG Road | '560 001",
    "Linking Road | '400 050",
  ]),
  list('addresses alone', { address: 0 }, 'Address', [
    '12 MG Road, Bengaluru',
    'Linking Road, Mumbai',
  ]),
  // The sample's own sheet: ratios beside an address are no coordinates.
  list(
    'addresses with ratios beside them',
    { address: 1, pincode: 2 },
    'Store | Address | Pincode | p_retail_gc_np | p_health_hp_np',
    [
      'S1 | 12 MG Road, Bengaluru | 560001 | 0.43751 | 0.81234',
      'S2 | Linking Road, Mumbai | 400050 | 0.12345 | 0.65432',
    ],
  ),
  list(
    'addresses with ratios that have no header',
    { address: 1, pincode: 2 },
    'Store | Address | Pincode | | ',
    [
      'S1 | 12 MG Road, Bengaluru | 560001 | 12.43751 | 45.81234',
      'S2 | Linking Road, Mumbai | 400050 | 33.12345 | 75.65432',
    ],
  ),
  // What is no place.
  list('ratios', {}, 'Item | share_a | share_b', [
    'x | 0.12345 | 0.54321',
    'y | 0.22345 | 0.34321',
  ]),
  list('ratios without headers', {}, '', ['0.12345 | 0.54321', '0.22345 | 0.34321']),
  list('money', {}, 'Product | Price | Tax', ['Tea | 12.50 | 2.25', 'Rice | 77.95 | 14.03']),
  list('money without headers', {}, '', ['Tea | 12.50 | 2.25', 'Rice | 77.95 | 14.03']),
  list('growth in percent', {}, 'Region | Growth 2024 | Growth 2025', [
    'North | 12.345 | 13.456',
    'South | 22.345 | 23.456',
  ]),
  list('measurements', {}, 'Sample | Mass (kg) | Length (m)', [
    'a | 12.345 | 77.654',
    'b | 13.456 | 78.123',
  ]),
  list('order numbers', {}, 'Order | Amount', ['100234 | 250', '100235 | 975']),
  list('identifiers that look like pincodes', {}, 'Employee id | Salary', [
    '560034 | 250000',
    '400050 | 975000',
  ]),
  list('dates', {}, 'Opened | Closed', ["'2024-01-02 | '2024-05-06", "'2025-01-02 | '2025-05-06"]),
  list('dates as serials with times', {}, 'From | To', [
    '45321.375 | 45322.5',
    '45400.25 | 45401.125',
  ]),
  list('mail addresses', {}, 'Name | Email address', [
    'Asha | asha@example.com',
    'Ravi | ravi@example.com',
  ]),
  list('machines', {}, 'Host | IP address', ["a | '10.0.0.1", "b | '10.0.0.2"]),
  list('pages', {}, 'Title | Web address', [
    'A | https://a.example/x y',
    'B | https://b.example/z w',
  ]),
  list('ranks called place', {}, 'Runner | Place', ['Asha | 1', 'Ravi | 2']),
  list('how long it took', {}, 'Task | How long', ['a | 12.5', 'b | 13.5']),
  list('metres of a survey', {}, 'Point | Easting | Northing', [
    'a | 783421.25 | 1431205.5',
    'b | 783500.75 | 1431300.25',
  ]),
  list('yes and no', {}, 'Open | Paid', ['TRUE | FALSE', 'FALSE | TRUE']),
  list('words', {}, '', ['red | round', 'blue | square']),
  list(
    'places under the points of the compass',
    { latitude: 2, longitude: 1 },
    'Name | East | North',
    ['One | 77.6245 | 12.9352', 'Two | 72.8777 | 19.0761'],
  ),
  list('sales by the points of the compass', {}, 'Month | North | East', [
    'May | 120.5 | 80.25',
    'June | 99 | 70.5',
  ]),
  list('one coordinate out of place', { latitude: 0, longitude: 1 }, 'Lat | Lng', [
    '12.9352 | 77.6245',
    '1290000 | 77.6245',
    '19.0761 | 72.8777',
  ]),
  // Without headers.
  list('places in India without headers', { latitude: 0, longitude: 1 }, '', [
    '12.93520 | 77.62450',
    '19.07601 | 72.87772',
    '28.61392 | 77.20901',
  ]),
  list('places in India without headers, swapped', { latitude: 1, longitude: 0 }, '', [
    '77.62450 | 12.93520',
    '72.87772 | 19.07601',
  ]),
  list('places of the world without headers', COORDINATES, '', [
    'Tokyo | 35.6762 | 139.6503',
    'Lima | -12.0464 | -77.0428',
    'Oslo | 59.9139 | 10.7522',
  ]),
  list('places of the world without headers, longitude first', { latitude: 2, longitude: 1 }, '', [
    'Tokyo | 139.6503 | 35.6762',
    'Lima | -77.0428 | -12.0464',
  ]),
  list(
    'places under headers that say nothing',
    { latitude: 0, longitude: 1 },
    'Column1 | Column2',
    ['12.93520 | 77.62450', '19.07601 | 72.87772'],
  ),
  list('addresses and pincodes without headers', { address: 0, pincode: 1 }, '', [
    '12 MG Road, Bengaluru | 560001',
    'Church Street, Bengaluru | 560001',
  ]),
  list('streets without a header', { address: 0 }, '', [
    'Church Street, Bengaluru',
    'Brigade Street, Bengaluru',
    'Residency Road, Bengaluru',
  ]),
  list('a few bad rows among places', { latitude: 0, longitude: 1 }, '', [
    ...Array.from({ length: 18 }, (_, row) => `12.${1000 + row * 7} | 77.${2001 + row * 3}`),
    'n/a | ',
    '#N/A | unknown',
  ]),
];
