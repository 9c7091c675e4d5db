import { columnContent } from '../../../src/engine/places/column-content';
import { readColumns } from '../../../src/engine/places/column-roles';
import { coordinateDoubt } from '../../../src/engine/places/coordinate-doubts';

/** Cells are told apart by |; an apostrophe keeps a number text. */
function rowOf(line: string) {
  return line.split('|').map((cell) => {
    const text = cell.trim();
    if (text.startsWith("'")) return text.slice(1);
    return text === '' ? null : Number.isFinite(Number(text)) ? Number(text) : text;
  });
}

/** What is doubtful about the coordinates that are found; "none" if nothing is. */
function doubt(header: string, ...rows: readonly string[]): string {
  const values = [header, ...rows].map(rowOf);
  const { columns, roles } = readColumns({ values, table: { isHeaderFirst: true } });
  if (roles.latitude === undefined && roles.pair === undefined) return 'nothing found';
  return coordinateDoubt(columns, roles) ?? 'none';
}

const RADIANS = ['0.22639 | 1.3537', '0.33294 | 1.27196', '0.49941 | 1.34755'];
/** Fifteen places with minutes and seconds as decimals, as a surveyor's calculator shows them. */
const PACKED = Array.from(
  { length: 15 },
  (_, n) => `13.${10 + n}${40 + n} | 77.${30 + n}${20 + n}`,
);

describe('coordinates are doubtful', () => {
  it.each<[string, string, ...string[]]>([
    ['unsigned', 'Lat | N/S | Long | E/W', '33.92 | S | 18.42 | W'],
    ['unsigned', 'lat | lat_ref | lng | lng_ref', '33.92 | s | 18.42 | E'],
    ['unsigned', 'N/S | Lat | E/W | Long', 'S | 33.92 | W | 18.42'],
    ['unsigned', 'Lat | Long | Lat Hemisphere | Long Hemisphere', '33.92 | 18.42 | S | E'],
    ['unsigned', 'Lat | Dir | Long | Dir', '33.92 | South | 18.42 | East'],
    [
      'unsigned',
      'GPSLatitude | GPSLatitudeRef | GPSLongitude | GPSLongitudeRef',
      '33.92 | South | 18.42 | East',
    ],
    ['unsigned', 'Lat | NS | Long | EO', '48.4 | N | 4.48 | O', '48.6 | N | 7.75 | E'],
    ['unsigned', 'Lat | Lat sign | Long | Long sign', "33.92 | '- | 18.42 | '+"],
    ['unsigned', 'Lat | Lat sign | Long | Long sign', '33.92 | -1 | 18.42 | 1'],
    ['headed', 'Lat N | Long W', '40.71 | 74.0'],
    ['headed', 'Latitude (°S) | Longitude (°E)', '33.92 | 18.42'],
    ['headed', 'LatN | LongW', '40.71 | 74.0'],
    ['split', 'Lat Deg | Lat Min | Lat Sec | Long Deg | Long Min | Long Sec', '12|58|18|77|35|41'],
    ['split', 'Lat_D | Lat_M | Lat_S | Lon_D | Lon_M | Lon_S', '12 | 58 | 18.2 | 77 | 35 | 41.5'],
    ['split', 'latDeg | latMin | lonDeg | lonMin', '12 | 58.3 | 77 | 35.7'],
    ['split', 'Latitude (deg) | Latitude (min) | Longitude (deg) | Longitude (min)', '12|58|77|35'],
    ['split', 'Latitude | | | Longitude | | ', '12 | 58 | 18 | 77 | 35 | 41'],
    ['split', 'Latitude | Minutes | Longitude | Minutes', '12 | 58.3 | 77 | 35.7'],
    ['packed', 'Lat | Long', ...PACKED],
    ['packed', 'Latitude (DMS) | Longitude (DMS)', '12.5818 | 77.3541'],
    ['packed', 'LAT_DDMMSS | LON_DDMMSS', '12.5818 | 77.3541'],
    ['twins', 'Lat | Long', '12.97 | 12.97', '19.07 | 19.07'],
    ['unit', 'lat | lng', ...RADIANS],
    [
      'unit',
      'lat | lng',
      ...RADIANS,
      '0 | 0',
      "'nowhere | '",
      '0.71 | -1.29',
      '0.6 | 3.1',
      '12.9 | 77.5',
    ],
    ['unit', 'Coordinates', "'0.22639, 1.3537", "'0.33294, 1.27196", "'0.49941, 1.34755"],
    ['unit', 'lat_rad | lng_rad', '0.22639 | 1.3537'],
    ['unit', 'Latitude (gon) | Longitude (gon)', '14.413 | 86.216'],
  ])('%s: %s', (expected, header, ...rows) => {
    expect(doubt(header, ...rows)).toBe(expected);
  });

  it.each<[string, ...string[]]>([
    ['Lat | N/S | Long | E/W', '33.92 | N | 18.42 | E'],
    ['Lat | N/S | Long | E/W', "'-33.92 | S | '-18.42 | W"],
    ['Lat N | Long W', '40.71 | -74.0'],
    ['Lat | Long', '12.97 | 12.97'],
    ['Lat | Long', '12 | 12', '13 | 13'],
    ['Lat | Long', '12.97 | 12.97', '19.07 | 19.07', '13.0 | 77.6'],
    ['Lat (N/S) | Long (E/W)', '33.92 | 18.42'],
    ['Lats | Longs', '33.92 | 18.42'],
    ['LAT_WGS84 | LON_WGS84', '33.92 | 18.42'],
    ['Lat | Long', '33.9 S | 18.4 E', '34.1 N | 18.9 E', '-12.9 | 13'],
    ['Lat | Long', '12.9 N | 77.6 E', '13.1 | 77.7'],
    ['Lat | Long | Ward', '33.92 | 18.42 | south'],
    ['Lat | Region | Long', '33.92 | S | 18.42', '31.9 | W | 18.5'],
    ['Size | Lat | Long', 'S | 33.92 | 18.42'],
    ['Breite | N/S | Länge | O/W', '48.4 | N | 9.9 | O', '50.7 | N | 7.1 | O'],
    ['Lat | Remark | Long | Remark', "12.9 | '- | 77.6 | '-"],
    ['Lat | Staff | Long | Sales', '12 | 5 | 77 | 8'],
    ['lat_min | lat_max | lng_min | lng_max', '12.9 | 13.1 | 77.5 | 77.7'],
    ['Lat (min) | Long (min)', '12.9 | 77.5'],
    ['Lat | Long', ...PACKED.slice(0, 10)],
    ['Lat | Long', ...PACKED, '13.0879 | 80.2707'],
    ['Lat | Long', ...PACKED.map((_, n) => `13.${10 + n} | 80.${20 + n}`)],
    ['Latitude (DMS) | Longitude (DMS)', '12°58\'18"N | 77°35\'41"E'],
    // London, whose longitudes are near 0; and two places, which may be anywhere.
    ['Lat | Long', '51.51 | -0.13', '51.5 | 0.12', '51.4 | 0.05'],
    ['Lat | Long', ...RADIANS.slice(0, 2)],
    ['Lat | Long', ...RADIANS.slice(0, 1), ...RADIANS.slice(0, 1), ...RADIANS.slice(0, 1)],
    ['Breite (Grad) | Länge (Grad)', '48.4 | 9.9'],
  ])('not so: %s', (header, ...rows) => {
    expect(doubt(header, ...rows)).toBe('none');
  });

  it.each([
    'lat_std | lng_std',
    'delta_lat | delta_lng',
    'Sum of Lat | Sum of Lng',
    'lat km | lng km',
  ])('and %s are none at all', (header) =>
    expect(doubt(header, '12.97 | 77.59')).toBe('nothing found'),
  );

  it('also where a person names columns whose headers say nothing', () => {
    const columns = [
      { index: 0, header: 'φ1', isUnnamed: false, content: columnContent([0.226, 0.333, 0.499]) },
      { index: 1, header: 'λ1', isUnnamed: false, content: columnContent([1.354, 1.272, 1.348]) },
    ];
    expect(coordinateDoubt(columns, { latitude: 0, longitude: 1 })).toBe('unit');
  });
});
