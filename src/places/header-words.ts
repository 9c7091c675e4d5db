import type { ColumnRole } from './column-roles';

/** The role that a header names, in the ways people write it; undefined for any other header. */
export function roleOfHeader(header: string): ColumnRole | undefined {
  const words = wordsOf(header);
  const text = words.join(' ');
  if (words.length === 1 && /^(y|ycoord)$/.test(text)) return 'latitude';
  if (words.length === 1 && /^(x|xcoord)$/.test(text)) return 'longitude';
  if (words.some((word) => NOT_POSTAL.has(word))) return undefined;
  return ROLES.find(([, names]) => names.some((name) => includes(text, name)))?.[0];
}

/** "City" says less about a place than "Address", so it counts only if there is nothing better. */
export function isAreaHeader(header: string): boolean {
  const text = wordsOf(header).join(' ');
  return AREAS.some((name) => includes(text, name));
}

/** "Coordinates" above two columns, such as a header merged across both. */
export function isPairHeader(header: string): boolean {
  const words = wordsOf(header);
  return words.some((word) => PAIRS.has(word)) || words.join(' ') === 'lat lng';
}

/** "North" may be a latitude, or a region where something is sold. */
export function isDirectionHeader(header: string): boolean {
  return /^(n|e|north|east|nord|ost|norte|este|est)$/.test(wordsOf(header).join(' '));
}

/** A header that does not say what its column holds: "", "B", "Column3", "Unnamed: 2". */
export function isGenericHeader(header: string): boolean {
  return /^(|[a-z]{1,2}|((col|column|field|unnamed|spalte|f)\s*)?\d*)$/.test(
    wordsOf(header).join(' '),
  );
}

function wordsOf(header: string): string[] {
  return (
    header
      // "storeLat" is two words.
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .normalize('NFC')
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word !== '')
  );
}

/** Matches whole words; in scripts without spaces between words, it matches anywhere. */
function includes(text: string, name: string): boolean {
  return /[\u3040-\u9fff]/.test(name) ? text.includes(name) : ` ${text} `.includes(` ${name} `);
}

/** In order of precedence: "address pincode" is a pincode. */
const ROLES: readonly (readonly [ColumnRole, readonly string[]])[] = [
  [
    'latitude',
    [
      ...['lat', 'lats', 'latitude', 'latitud', 'latitudine', 'breite', 'breitengrad', 'enlem'],
      ...['szerokość', 'breddegrad', 'lintang', 'широта', 'अक्षांश', 'அட்சரேகை', 'ಅಕ್ಷಾಂಶ'],
      ...['緯度', '纬度'],
    ],
  ],
  [
    'longitude',
    [
      ...['lng', 'lon', 'long', 'longs', 'longitude', 'longitud', 'longitudine', 'länge'],
      ...['längengrad', 'laenge', 'boylam', 'długość', 'lengdegrad', 'bujur', 'долгота'],
      ...['देशांतर', 'देशान्तर', 'रेखांश', 'தீர்க்கரேகை', 'ರೇಖಾಂಶ', '経度', '经度'],
    ],
  ],
  [
    'pincode',
    [
      ...['pin', 'pincode', 'pin code', 'pin codes', 'pincodes', 'postal code', 'postcode'],
      ...['post code', 'zip', 'zipcode', 'zip code', 'plz', 'postleitzahl', 'code postal'],
      ...['codigo postal', 'código postal', 'cep', 'cap', 'postnummer', 'индекс', 'पिन', 'पिनकोड'],
      ...['அஞ்சல் குறியீடு', '郵便番号', '邮编', '邮政编码'],
    ],
  ],
  [
    'address',
    [
      ...['address', 'addresses', 'addr', 'adress', 'street', 'location', 'locality', 'place'],
      ...['adresse', 'anschrift', 'straße', 'strasse', 'dirección', 'direccion', 'domicilio'],
      ...['endereço', 'endereco', 'indirizzo', 'adres', 'alamat', 'адрес', 'पता', 'முகவரி'],
      ...['ವಿಳಾಸ', '住所', '地址'],
    ],
  ],
];

const AREAS: readonly string[] = [
  ...['city', 'town', 'village', 'area', 'landmark', 'ort', 'stadt', 'ville', 'ciudad', 'cidade'],
  ...['शहर', 'नगर', 'நகரம்', 'город', '都市', '城市'],
];

const PAIRS: ReadonlySet<string> = new Set([
  ...['coordinates', 'coordinate', 'coords', 'coord', 'gps', 'geo', 'geolocation', 'koordinaten'],
  ...['latlng', 'latlong', 'latlon', 'coordonnées', 'coordenadas', 'निर्देशांक'],
]);

/** Words for addresses that receive no letters. */
const NOT_POSTAL: ReadonlySet<string> = new Set([
  ...['email', 'mail', 'ip', 'ipv4', 'mac', 'web', 'url', 'website', 'wallet', 'memory'],
]);
