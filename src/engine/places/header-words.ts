/** What a column of a person's list seems to hold; `pair`: a latitude and a longitude. */
export type ColumnRole = 'latitude' | 'longitude' | 'pair' | 'address' | 'pincode';

/** What a header says of its column. */
export interface HeaderMeaning {
  readonly role: ColumnRole;
  /** Where an address's part stands in it: 0 for a house number, {@link CITY} for a city. */
  readonly part: number;
  /** The other words: "store" of "Store Lat (°N)"; "" if the header is the name alone. */
  readonly owner: string;
}

/** From here on, a part alone is too large for an address: a district, a state. */
export const CITY = 6;
export const COUNTRY = 9;
/** A whole address, or its street. */
export const STREET = 1;

/**
 * What a header names, in the ways people and tools write it; undefined for any other header.
 *
 * @param but a role that its column cannot have: "Address with pincode" is an address then.
 */
export function meaningOf(header: string, but?: ColumnRole): HeaderMeaning | undefined {
  if (VALUE.test(header)) return undefined;
  const words = wordsOf(header);
  const text = words.join(' ');
  if (words.length === 0 || text.length > LONGEST) return undefined;
  const alone = ALONE.get(text);
  if (alone !== undefined) return { role: alone, part: STREET, owner: '' };
  if (words.some((word) => NEVER.has(word))) return undefined;
  const padded = [...patternsOf(but)].reduce((left, each) => left.replace(each, ' '), ` ${text} `);
  for (const { role, part, patterns } of PATTERNS) {
    const names = role === but ? undefined : namesIn(padded, role, patterns);
    if (names === undefined) continue;
    // "Latitude / अक्षांश" names it twice.
    const known = role === 'address' ? ADDRESS_NAMES : names;
    const rest = known.reduce((left, each) => left.replace(each, ' '), padded);
    const others = rest
      .replace(' name of ', ' ')
      .split(' ')
      .filter((word) => !(word === '' || SILENT.has(word) || isNumber(word)));
    if (others.some((word) => NOT_PLACES.get(role)?.has(word))) return undefined;
    return {
      role,
      part: role === 'address' ? partOf(header, part) : part,
      owner: others.join(' '),
    };
  }
  return undefined;
}

/** "Road/Street/Post Office" stands where its first part does. */
function partOf(header: string, part: number): number {
  if (!header.includes('/')) return part;
  const parts = header.split('/').map((each) => meaningOf(each));
  return parts.find((each) => each?.role === 'address')?.part ?? part;
}

/** The names that are to be taken out of a header, if it has one; both together name a pair. */
function namesIn(
  padded: string,
  role: ColumnRole,
  patterns: readonly string[],
): readonly string[] | undefined {
  if (patterns.some((each) => padded.includes(each))) return patterns;
  const isBoth = role === 'pair' && LATITUDES.test(padded) && LONGITUDES.test(padded);
  return isBoth ? [...patternsOf('latitude'), ...patternsOf('longitude')] : undefined;
}

/** Whether a text is short enough for a header, and no list of words as addresses are. */
export function isLabel(text: string): boolean {
  return text.length <= LONGEST && !/[,;]|:\/\/|\d.*\n/.test(text.replace(/\([^]*\)/, ''));
}

/** The role that a header names; undefined for any other header. */
export function roleOfHeader(header: string): ColumnRole | undefined {
  const { role } = meaningOf(header) ?? {};
  return role === 'pair' ? undefined : role;
}

/** "Coordinates" above one column or two, such as a header merged across both. */
export function isPairHeader(header: string): boolean {
  return meaningOf(header)?.role === 'pair';
}

/** "Long Lat", "Coordinates (lng, lat)": the other way round than a pair is read. */
export function isLongitudeFirst(header: string): boolean {
  const padded = ` ${wordsOf(header).join(' ')} `;
  const [lat, lng] = [padded.search(LATITUDES), padded.search(LONGITUDES)];
  return / (?:lng|lon|long)lat /.test(padded) || (lng >= 0 && lng < lat);
}

/** "North" may be a latitude, or a region where something is sold. */
export function isDirectionHeader(header: string): boolean {
  return /^(n|e|north|east|nord|ost|norte|este|est)$/.test(wordsOf(header).join(' '));
}

/** `X` and `Easting` are the axes of maps in metres, too, and `x` those of pictures and of charts. */
export function isAxisHeader(header: string): boolean {
  return /^(?:(?:point|coord|utm) )?(?:[xy]|[xy] ?coord|(?:nor|eas)things?|hochwert|rechtswert)(?: (?:coord|m|utm))?$/.test(
    wordsOf(header).join(' '),
  );
}

/** A header that does not say what its column holds: "", "B", "Column3", "Unnamed: 2". */
export function isGenericHeader(header: string): boolean {
  return /^(|[a-z]{1,2}|((col|column|field|unnamed|spalte|f)\s*)?\d*)$/.test(
    wordsOf(header).join(' '),
  );
}

/** Forms make questions into headers: “What is the full postal address of your shop?” */
const LONGEST = 120;
const UNSPACED = /[\u3040-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/;
/** `PIN 560 034` and `Lat 12.9352` are values, however they are called. */
const VALUE = /\p{Nd}{3}[ -]?\p{Nd}{3}|\p{Nd}[.,\u066b]\p{Nd}{3}/u;

/** `store Lat` and `GPS Latitude` of "storeLat" and "GPSLatitude". */
export function withWordsApart(header: string): string {
  return header.replaceAll(/(\p{Ll})(\p{Lu})|(\p{Lu}{2})(\p{Lu}\p{Ll}{2})/gu, '$1$3 $2$4');
}

function wordsOf(header: string): string[] {
  return (
    withWordsApart(header)
      .toLowerCase()
      // Full-width letters are letters: `Ａｄｄｒｅｓｓ`.
      .normalize('NFKC')
      // "Address1" and "ORT01" are two words each.
      .replaceAll(/(\p{L})(\d)/gu, '$1 $2')
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word !== '')
  );
}

function isNumber(word: string): boolean {
  return /^\d+$/.test(word);
}

/** Too short or too common to count among other words: "Market cap" is no Italian postal code. */
const ALONE: ReadonlyMap<string, ColumnRole> = new Map([
  ...['la', 'y', 'ycoord', 'y coord', 'coord y', 'point y', 'φ'].map(
    (name) => [name, 'latitude'] as const,
  ),
  ...['lo', 'x', 'xcoord', 'x coord', 'coord x', 'point x', 'λ'].map(
    (name) => [name, 'longitude'] as const,
  ),
  ...['cap', 'cep', 'cp', 'c p', 'τκ', 'pc', 'pin no', 'pin number'].map(
    (name) => [name, 'pincode'] as const,
  ),
  ...['add', 'stras', 'street', 'place', 'location', 'where'].map(
    (name) => [name, 'address'] as const,
  ),
]);

/** `Address Line 2`, `Add2` and `Address II`. */
function numbered(...numbers: readonly string[]): readonly string[] {
  return LINES.flatMap((line) => numbers.map((number) => `${line} ${number}`));
}

const LINES = [
  ...['address line', 'addressline', 'address', 'addr line', 'addr', 'add', 'adr', 'line'],
  ...['street line', 'street', 'adresse', 'adresszusatz', 'dirección', 'direccion'],
] as const;

interface Named {
  readonly role: ColumnRole;
  readonly part: number;
  readonly names: readonly string[];
}

/** In order of precedence: "address pincode" is a pincode, "address city" a city. */
const NAMES: readonly Named[] = [
  {
    role: 'pair',
    part: 0,
    names: ['latlng', 'latlong', 'latlon', 'lnglat', 'longlat', 'lonlat'],
  },
  {
    role: 'latitude',
    part: 0,
    names: [
      ...['lat', 'lats', 'latitude', 'lattitude', 'latitudes', 'latitud', 'latitudine'],
      ...['breite', 'breitengrad'],
      ...['geografische breite', 'enlem', 'szerokość', 'breddegrad', 'lintang', 'широта'],
      ...['अक्षांश', 'அட்சரேகை', 'ಅಕ್ಷಾಂಶ', 'అక్షాంశం', 'অক্ষাংশ', 'അക്ഷാംശം', 'અક્ષાંશ', 'ਅਕਸ਼ਾਂਸ਼'],
      ...['緯度', '纬度', '위도', 'ละติจูด', 'vĩ độ', 'خط العرض', 'عرض البلد', 'عرض جغرافیایی'],
      ...['عرض بلد', 'קו רוחב', 'γεωγραφικό πλάτος', 'szélesség', 'breedtegraad'],
      ...[
        'northing',
        'northings',
        'hochwert',
        'leveysaste',
        'zeměpisná šířka',
        'šířka',
        'latitudinea',
        'szer geogr',
        'γ πλάτος',
      ],
      ...['دائرة العرض', 'دائرة عرض', 'خط عرض'],
    ],
  },
  {
    role: 'longitude',
    part: 0,
    names: [
      ...['lng', 'lngs', 'lon', 'long', 'longs', 'longitude', 'longtitude', 'longitudes'],
      ...['longitud', 'longitudine'],
      ...['länge', 'längengrad', 'laenge', 'geografische länge', 'boylam', 'długość', 'lengdegrad'],
      ...['bujur', 'долгота', 'देशांतर', 'देशान्तर', 'रेखांश', 'தீர்க்கரேகை', 'ರೇಖಾಂಶ', 'రేఖాంశం'],
      ...['দ্রাঘিমাংশ', 'രേഖാംശം', 'રેખાંશ', '経度', '经度', '經度', '경도', 'ลองจิจูด', 'kinh độ'],
      ...['خط الطول', 'طول جغرافیایی', 'طول بلد', 'קו אורך', 'γεωγραφικό μήκος'],
      ...[
        'easting',
        'eastings',
        'rechtswert',
        'hosszúság',
        'довгота',
        'lengtegraad',
        'pituusaste',
        'zeměpisná délka',
        'délka',
      ],
      ...['longitudinea', 'ลองติจูด', 'dł geogr', 'γ μήκος', 'خط طول'],
    ],
  },
  {
    role: 'pair',
    part: 0,
    names: [
      ...['coordinates', 'coordinate', 'coords', 'coord', 'gps', 'geo', 'geolocation', 'geopoint'],
      ...['koordinaten', 'coordonnées', 'coordenadas', 'coordinate geografiche', 'निर्देशांक'],
      ...['координаты', '座標', '坐标', '経緯度', '经纬度', '좌표', 'พิกัด', 'koordinat', 'إحداثيات'],
      ...['الإحداثيات', 'συντεταγμένες', 'position', 'ubicación', 'ubicacion'],
      ...['współrzędne', 'coördinaten', 'geometry', 'geom', 'wkt', 'wkb', 'geojson', 'geo shape'],
    ],
  },
  {
    role: 'pincode',
    part: 0,
    names: [
      ...['pin', 'pincode', 'pin code', 'pin codes', 'pincodes', 'postal code', 'postalcode'],
      ...['postcode', 'post code', 'postal', 'zip', 'zipcode', 'zip code'],
      ...['zip postal code', 'plz'],
      ...['postleitzahl', 'code postal', 'codigo postal', 'código postal', 'postnummer', 'pstlz'],
      ...['kod pocztowy', 'posta kodu', 'kode pos', 'codice postale', 'почтовый индекс', 'индекс'],
      ...['पिन', 'पिनकोड', 'पिन कोड', 'डाक कोड', 'அஞ்சல் குறியீடு', 'பின்கோடு', 'పిన్ కోడ్', 'పిన్‌కోడ్'],
      ...['ಪಿನ್ ಕೋಡ್', 'ಪಿನ್‌ಕೋಡ್', 'പിൻകോഡ്', 'পিন কোড', 'পিনকোড', 'પિન કોડ', 'પિનકોડ', 'ਪਿੰਨ ਕੋਡ'],
      ...['郵便番号', '邮编', '邮政编码', '郵遞區號', '우편번호', 'รหัสไปรษณีย์', 'mã bưu điện'],
      ...['الرمز البريدي'],
    ],
  },
  {
    role: 'address',
    part: 0,
    names: [
      ...['flat door block no', 'flat room door block no', 'block no'],
      ...['house no', 'house number', 'house', 'door no', 'door number', 'flat no', 'flat number'],
      ...['plot no', 'plot number', 'building no', 'building number'],
      ...['shop no', 'unit no', 'h no', 'hno', 'housenumber', 'hausnummer', 'apartment'],
      ...['मकान नंबर', 'मकान संख्या', '门牌号', 'дом'],
    ],
  },
  {
    role: 'address',
    part: 0.5,
    names: ['building', 'building name', 'premises', 'premise', 'name of premises'],
  },
  { role: 'address', part: 2, names: numbered('2', 'ii', 'two') },
  { role: 'address', part: 3, names: numbered('3', 'iii', 'three') },
  { role: 'address', part: 3.5, names: numbered('4', 'iv', 'four') },
  { role: 'address', part: 3.75, names: numbered('5', 'v', 'five') },
  {
    role: 'address',
    part: 4,
    names: ['landmark', 'land mark', 'nearest landmark', 'near by', 'लैंडमार्क'],
  },
  {
    role: 'address',
    part: 5,
    names: [
      ...['locality', 'sublocality', 'neighbourhood', 'neighborhood', 'suburb', 'area'],
      ...['area name'],
      ...['colony', 'mohalla', 'post office', 'stadtteil', 'ortsteil', 'quartier', 'barrio'],
      ...['bairro', 'colonia', 'colónia', 'मोहल्ला', 'इलाका', 'क्षेत्र', 'район'],
      ...['mahalle', 'kelurahan'],
    ],
  },
  {
    role: 'address',
    part: CITY,
    names: [
      ...['city', 'town', 'village', 'municipality', 'city name', 'town name'],
      ...['village name', 'ort'],
      ...['ort 1', 'ort 01', 'stadt', 'wohnort', 'ville', 'commune', 'ciudad', 'localidad'],
      ...['municipio'],
      ...['cidade', 'città', 'citta', 'comune', 'miasto', 'miejscowość', 'şehir', 'kota', 'plaats'],
      ...['शहर', 'नगर', 'गाँव', 'गांव', 'நகரம்', 'నగరం', 'ನಗರ', 'നഗരം', 'শহর', 'શહેર', 'город'],
      ...['都市', '城市', '市区町村', '도시', 'thành phố', 'المدينة'],
    ],
  },
  {
    role: 'address',
    part: 7,
    names: [
      ...['district', 'dist', 'taluk', 'taluka', 'tehsil', 'tahsil', 'mandal'],
      ...['block name', 'county'],
      ...['landkreis', 'जिला', 'ज़िला', 'तहसील', 'ज़िला', 'மாவட்டம்', 'జిల్లా', 'ಜಿಲ್ಲೆ', 'জেলা', 'જિલ્લો'],
    ],
  },
  {
    role: 'address',
    part: 8,
    names: [
      ...['state', 'state name', 'state province', 'province', 'bundesland', 'provincia'],
      ...['राज्य', 'மாநிலம்', 'రాష్ట్రం', 'ರಾಜ್ಯ', 'রাজ্য', 'રાજ્ય', 'область', '省', '都道府県', '州'],
    ],
  },
  {
    role: 'address',
    part: STREET,
    names: [
      ...['address', 'addresses', 'addr', 'adress', 'street', 'street name'],
      ...['street address', 'road'],
      ...['addressline', 'address line', 'location', 'place', 'full address', 'adresse'],
      ...['anschrift'],
      ...numbered('1', 'i', 'one'),
      ...['straße', 'strasse', 'rue', 'calle', 'rua', 'dirección', 'direccion'],
      ...['domicilio', 'endereço'],
      ...['endereco', 'logradouro', 'indirizzo', 'adres', 'ulica', 'alamat', 'jalan'],
      ...['адрес', 'улица'],
      ...['पता', 'पत्ता', 'முகவரி', 'ವಿಳಾಸ', 'చిరునామా', 'ঠিকানা', 'വിലാസം', 'સરનામું', 'ਪਤਾ', 'پتہ'],
      ...[
        '住所',
        '所在地',
        '地址',
        'διεύθυνση',
        '주소',
        'ที่อยู่',
        'địa chỉ',
        'العنوان',
        'cím',
        'adresa',
        'osoite',
        'gade',
      ],
    ],
  },
  {
    role: 'address',
    part: COUNTRY,
    names: [
      ...['country', 'country name', 'country region', 'staat', 'país', 'pais'],
      ...['paese', 'kraj', 'ülke', 'negara', 'देश', 'страна', '国家', '国名', '나라'],
    ],
  },
];

/** Longest first. Whole words; in scripts without spaces between words, anywhere. */
const PATTERNS = NAMES.map(({ role, part, names }) => ({
  role,
  part,
  patterns: [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => (UNSPACED.test(name) ? name : ` ${name} `)),
}));

/** "Town/City/District" belongs to nobody. */
const ADDRESS_NAMES = PATTERNS.filter(({ role }) => role === 'address')
  .flatMap(({ patterns }) => patterns)
  .sort((a, b) => b.length - a.length);

function patternsOf(role: ColumnRole | undefined): readonly string[] {
  return PATTERNS.find((each) => each.role === role)?.patterns ?? [];
}

const LATITUDES = new RegExp(patternsOf('latitude').join('|'));
const LONGITUDES = new RegExp(patternsOf('longitude').join('|'));

/** Words beside a name that say how it is written or measured, not whose it is. */
const SILENT: ReadonlySet<string> = new Set([
  ...['deg', 'degree', 'degrees', 'decimal', 'dec', 'dd', 'wgs', 'epsg', 'n', 'e', 's', 'w', 'ns'],
  ...[
    'x',
    'y',
    'et',
    'und',
    'и',
    'ew',
    'north',
    'east',
    'gps',
    'geo',
    'geocode',
    'geocoded',
    'geographic',
    'map',
    'maps',
  ],
  ...[
    'google',
    'osm',
    'coord',
    'coords',
    'coordinate',
    'coordinates',
    'in',
    'of',
    'the',
    'as',
    'and',
  ],
  ...['or', 'no', 'value', 'val', 'field', 'col', 'line', 'full', 'complete', 'postal', 'mailing'],
  ...['indian', 'india', 'geografische', 'geographische', 'text', 'approx', 'exact', 'point'],
  ...['location', 'loc', 'position', 'pos', 'addr', 'address', 'e 7', 'float', 'number', 'format'],
]);

/** Words for what is no place at all, whatever stands beside them. */
const NEVER: ReadonlySet<string> = new Set([
  ...['email', 'mail', 'e-mail', 'ip', 'ipv', 'mac', 'web', 'url', 'website', 'link', 'wallet'],
  ...['memory', 'login', 'logon', 'username', 'password', 'file', 'files', 'filename', 'folder'],
  ...['count', 'counts', 'cnt', 'birth', 'born', 'dob', 'geburt', 'phone', 'mobile', 'telephone'],
  ...['tel', 'fax', 'whatsapp', 'capacity', 'market', 'marketcap', 'seating', 'machine', 'score'],
  ...['rating', 'rank', 'status', 'verified', 'valid', 'verification', 'accuracy', 'precision'],
  ...['error', 'date', 'time', 'timestamp', 'updated', 'created', 'modified', 'month', 'months'],
  ...['year', 'years', 'days', 'hours', 'minutes', 'weeks', 'duration', 'amount', 'price', 'cost'],
  ...['revenue', 'total', 'source', 'qty', 'quantity', 'percent', 'pct', 'share', 'description'],
  ...['desc', 'remark', 'remarks', 'comment', 'notes', 'type', 'kind', 'category', 'tier', 'class'],
  ...['id', 'ids', 'uuid', 'guid', 'key', 'hash', 'flag', 'sort', 'index', 'proof', 'book', 'otp'],
  ...['atm', 'upi', 'card', 'secret', 'security', 'term', 'supply', 'issue', 'manager', 'incharge'],
  ...['population', 'density', 'sq', 'sqft', 'sqm', 'feet', 'ft', 'hectares', 'acres'],
  ...['width', 'height', 'length', 'weight', 'size', 'distance', 'radius', 'speed', 'altitude'],
  ...['carpet', 'plinth', 'built', 'builtup', 'super', 'pulldown', 'platform', 'plattform'],
  ...['latency', 'message', 'whether', 'yes', 'serviceable', 'delivery_time', 'ward', 'gst', 'vat'],
]);

/** What is measured from a place, or in other units than degrees. */
const NO_DEGREES = [
  ...['delta', 'diff', 'difference', 'offset', 'shift', 'std', 'stdev', 'variance', 'sum', 'km'],
  ...['px', 'pixel', 'pixels', 'speed', 'velocity'],
] as const;

/** Words that turn a coordinate or a code into something else. */
const NOT_PLACES: ReadonlyMap<ColumnRole, ReadonlySet<string>> = new Map([
  [
    'longitude',
    new Set([
      ...NO_DEGREES,
      'how',
      'open',
      'too',
      'very',
      'name',
      'text',
      'list',
      'ago',
      'run',
      'story',
    ]),
  ],
  ['latitude', new Set([...NO_DEGREES, 'name', 'machine', 'pull', 'down', 'raise'])],
  ['pincode', new Set(['name', 'codes', 'set'])],
  ['address', new Set(['owner', 'proof', 'visit', 'code', 'level', 'zone', 'hall', 'view'])],
]);
