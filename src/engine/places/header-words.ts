/**
 * What a column of a person's list seems to contain. `pair`: a latitude and a longitude in one
 * cell.
 */
export type ColumnRole = 'latitude' | 'longitude' | 'pair' | 'address' | 'pincode';

/** What a header says about its column. */
export interface HeaderMeaning {
  readonly role: ColumnRole;
  /**
   * The position of an address's part within the address: 0 for a house number, {@link STREET} for
   * a street, {@link CITY} for a city.
   */
  readonly part: number;
  /**
   * The header's other words: "store" of "Store Lat (°N)". Empty if the header is only the name.
   */
  readonly owner: string;
}

/** The parts from here on (city, district, state) are too large to be an address alone. */
export const CITY = 6;
export const COUNTRY = 9;
/** The part that a whole address counts as, or its street. */
export const STREET = 1;

/**
 * Returns what a header names, in the ways in which people and tools write it; undefined for any
 * other header.
 *
 * @param except a role that its column cannot have. Without `pincode`, "Address with pincode" is an
 * address.
 */
export function meaningOf(header: string, except?: ColumnRole): HeaderMeaning | undefined {
  if (VALUE.test(header)) return undefined;
  const words = wordsOf(header);
  const text = words.join(' ');
  if (words.length === 0 || text.length > LONGEST) return undefined;
  const alone = ALONE.get(text);
  if (alone !== undefined) return { role: alone, part: STREET, owner: '' };
  if (words.some((word) => NEVER.has(word))) return undefined;
  const padded = [...patternsOf(except)].reduce(
    (left, each) => left.replace(each, ' '),
    ` ${text} `,
  );
  for (const { role, part, patterns } of PATTERNS) {
    const names = role === except ? undefined : namesIn(padded, role, patterns);
    if (names === undefined) continue;
    // "Latitude / अक्षांश" names it twice.
    const known = role === 'address' ? ADDRESS_NAMES : names;
    const rest = known.reduce((left, each) => left.replace(each, ' '), padded);
    const others = rest
      // "Name of Village", but not "Address Name", which is "Home" or "Office".
      .replace(part === STREET && !OF_STREET.test(padded) ? ' name of ' : / name (?:of )?/, ' ')
      .split(' ')
      .filter((word) => !(word === '' || SILENT.has(word)));
    if (others.some((word) => NOT_PLACES.get(role)?.has(word))) return undefined;
    return {
      role,
      part: role === 'address' ? partOf(header, part) : part,
      owner: others.join(' '),
    };
  }
  return undefined;
}

/**
 * Whether streets may be in the column of a header that names nothing known: in "Branch", but not
 * in "Remarks" or "Phone".
 */
export function mayHoldStreets(header: string): boolean {
  return meaningOf(header) === undefined && !wordsOf(header).some((word) => NEVER.has(word));
}

/** "Road/Street/Post Office" belongs where the first of its parts does. */
function partOf(header: string, part: number): number {
  if (!header.includes('/')) return part;
  const parts = header.split('/').map((each) => meaningOf(each));
  return parts.find((each) => each?.role === 'address')?.part ?? part;
}

/**
 * The names to take out of a header, if it has one. A latitude and a longitude together name a
 * pair.
 */
function namesIn(
  padded: string,
  role: ColumnRole,
  patterns: readonly string[],
): readonly string[] | undefined {
  if (patterns.some((each) => padded.includes(each))) return patterns;
  const isBoth = role === 'pair' && LATITUDES.test(padded) && LONGITUDES.test(padded);
  return isBoth ? [...patternsOf('latitude'), ...patternsOf('longitude')] : undefined;
}

/**
 * Whether a text is short enough for a header, and is not several words with commas, as addresses
 * are.
 */
export function isLabel(text: string): boolean {
  return text.length <= LONGEST && !/[,;]|:\/\/|\d.*\n/.test(text.replace(/\([^]*\)/, ''));
}

/** The role that a header names; undefined for a pair and for any other header. */
export function roleOfHeader(header: string): ColumnRole | undefined {
  const { role } = meaningOf(header) ?? {};
  return role === 'pair' ? undefined : role;
}

/**
 * Whether a header names both coordinates, as "Coordinates" does. Its column may contain pairs, or
 * be one of two below a merged header.
 */
export function isPairHeader(header: string): boolean {
  return meaningOf(header)?.role === 'pair';
}

/**
 * Whether a header names the longitude before the latitude: "Long Lat", "Coordinates (lng, lat)".
 */
export function isLongitudeFirst(header: string): boolean {
  const padded = ` ${wordsOf(header).join(' ')} `;
  const [lat, lng] = [padded.search(LATITUDES), padded.search(LONGITUDES)];
  return / (?:lng|lon|long)lat /.test(padded) || (lng >= 0 && lng < lat);
}

/**
 * Whether a header is a direction. "North" may be a latitude, or a region where something is sold.
 */
export function isDirectionHeader(header: string): boolean {
  return /^(n|e|north|east|nord|ost|norte|este|est)$/.test(wordsOf(header).join(' '));
}

/**
 * Whether a header is an axis. `X` and `Easting` are also axes of maps in metres, and `x` is one of
 * pictures and charts.
 */
export function isAxisHeader(header: string): boolean {
  return /^(?:(?:point|coord|utm) )?(?:[xy]|[xy] ?coord|(?:north|east)ings?|hochwert|rechtswert)(?: (?:coord|m|utm))?$/.test(
    wordsOf(header).join(' '),
  );
}

/** Whether a header does not say what its column contains: "", "B", "Column3", "Unnamed: 2". */
export function isGenericHeader(header: string): boolean {
  return /^(|[a-z]{1,2}|((col|column|field|unnamed|spalte|f)\s*)?\d*)$/.test(
    wordsOf(header).join(' '),
  );
}

const OF_STREET = / (?:street|road) name /;
/** Forms use whole questions as headers: “What is the full postal address of your shop?” */
const LONGEST = 120;
const UNSPACED = /[\u3040-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/;
/** `PIN 560 034` and `Lat 12.9352` are values, although they begin with a name. */
const VALUE = /\p{Nd}{3}[ -]?\p{Nd}{3}|\p{Nd}[.,\u066b]\p{Nd}{3}/u;

/** Separates words: `store Lat` and `GPS Latitude` from "storeLat" and "GPSLatitude". */
export function withWordsApart(header: string): string {
  return header.replaceAll(/(\p{Ll})(\p{Lu})|(\p{Lu}{2})(\p{Lu}\p{Ll}{2})/gu, '$1$3 $2$4');
}

/** The words of a header in lower case. `Store2ID` has three. */
export function wordsOf(header: string): string[] {
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

/** Splits a text into names at its spaces. An underscore in a name stands for a space. */
export function namesListed(text: string): readonly string[] {
  return (text.match(/\S+/g) ?? []).map((name) => name.replaceAll('_', ' '));
}

/**
 * Names that are too short or too common to count among other words: "Market cap" is no Italian
 * postal code.
 */
const ALONE: ReadonlyMap<string, ColumnRole> = new Map(
  Object.entries({
    latitude: 'y ycoord y_coord point_y',
    longitude: 'x xcoord x_coord point_x',
    pincode: 'cap cep cp pc pin_no pin_number',
    address: 'add stras loc where',
  } as const).flatMap(([role, names]) =>
    namesListed(names).map((name) => [name, role as ColumnRole] as const),
  ),
);

/** `Address Line 2`, `Add2` and `Address II`. */
function numbered(...numbers: readonly string[]): readonly string[] {
  return LINES.flatMap((line) => numbers.map((number) => `${line} ${number}`));
}

const LINES = namesListed(`
  addressline address addr_line addr add adr line street_line street adresse adresszusatz
   dirección direccion
`);

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
    names: namesListed(`
      latlng latlong latlon lnglat longlat lonlat
    `),
  },
  {
    role: 'latitude',
    part: 0,
    names: namesListed(`
      lat lats latitude lattitude latitute latitudes latitud latitudine breite breitengrad enlem
      szerokość breddegrad lintang широта अक्षांश அட்சரேகை ಅಕ್ಷಾಂಶ అక్షాంశం অক্ষাংশ അക്ഷാംശം
      અક્ષાંશ ਅਕਸ਼ਾਂਸ਼ 緯度 纬度 위도 ละติจูด vĩ_độ خط_العرض عرض_البلد عرض_جغرافیایی عرض_بلد קו_רוחב
      γεωγραφικό_πλάτος szélesség breedtegraad northing northings hochwert leveysaste
      zeměpisná_šířka šířka latitudinea szer_geogr γ_πλάτος دائرة_العرض دائرة_عرض خط_عرض
    `),
  },
  {
    role: 'longitude',
    part: 0,
    names: namesListed(`
      lng lngs lon long longs longitude longtitude langitude longitute logitude longitudes
      longitud longitudine länge längengrad laenge boylam długość lengdegrad bujur долгота देशांतर
      देशान्तर रेखांश தீர்க்கரேகை ರೇಖಾಂಶ రేఖాంశం দ্রাঘিমাংশ രേഖാംശം રેખાંશ 経度 经度 經度 경도 ลองจิจูด
      kinh_độ خط_الطول طول_جغرافیایی طول_بلد קו_אורך γεωγραφικό_μήκος easting eastings rechtswert
      hosszúság довгота lengtegraad pituusaste zeměpisná_délka délka longitudinea ลองติจูด
      dł_geogr γ_μήκος خط_طول
    `),
  },
  {
    role: 'pair',
    part: 0,
    names: namesListed(`
      coordinates coordinate coords coord gps geo geolocation geopoint koordinaten coordonnées
      coordenadas coordinate_geografiche निर्देशांक координаты 座標 坐标 経緯度 经纬度 좌표 พิกัด koordinat
      إحداثيات الإحداثيات συντεταγμένες position ubicación ubicacion współrzędne coördinaten
      geometry geom geog wkt wkb geojson geo_shape
    `),
  },
  {
    role: 'pincode',
    part: 0,
    names: namesListed(`
      pin pincode pin_code pin_codes pincodes postal_code postalcode postcode post_code postal zip
      zipcode zip_code plz postleitzahl code_postal codigo_postal código_postal postnummer pstlz
      kod_pocztowy posta_kodu kode_pos codice_postale почтовый_индекс индекс पिन पिनकोड पिन_कोड
      डाक_कोड அஞ்சல்_குறியீடு பின்கோடு పిన్_కోడ్ పిన్‌కోడ్ ಪಿನ್_ಕೋಡ್ ಪಿನ್‌ಕೋಡ್ പിൻകോഡ് পিন_কোড
      পিনকোড પિન_કોડ પિનકોડ ਪਿੰਨ_ਕੋਡ 郵便番号 邮编 邮政编码 郵遞區號 우편번호 รหัสไปรษณีย์ mã_bưu_điện الرمز_البريدي
      ପିନ୍_କୋଡ୍ ପିନକୋଡ୍ পিন_ক_ড পিনক_ড پن_کوڈ
    `),
  },
  {
    role: 'address',
    part: 0,
    names: namesListed(`
      flat_door_block_no flat_room_door_block_no block_no house door_no door_number flat_no
      flat_number plot_no plot_number shop_no unit_no h_no hno housenumber hausnummer apartment
      मकान_नंबर मकान_संख्या 门牌号 дом street_no street_number house_num
      huisnummer civico 番地
    `),
  },
  {
    role: 'address',
    part: 0.5,
    names: namesListed(`
      building premises premise
    `),
  },
  { role: 'address', part: 2, names: numbered('2', 'ii', 'two') },
  { role: 'address', part: 3, names: numbered('3', 'iii', 'three') },
  { role: 'address', part: 3.5, names: numbered('4', 'iv', 'four') },
  { role: 'address', part: 3.75, names: numbered('5', 'v', 'five') },
  {
    role: 'address',
    part: 4,
    names: namesListed(`
      landmark land_mark nearest_landmark near_by लैंडमार्क
    `),
  },
  {
    role: 'address',
    part: 5,
    names: namesListed(`
      locality sublocality neighbourhood neighborhood suburb area colony mohalla post_office barangay
      stadtteil ortsteil quartier barrio bairro colonia colónia मोहल्ला इलाका क्षेत्र район
      mahalle kelurahan ilçe
    `),
  },
  {
    role: 'address',
    part: CITY,
    names: namesListed(`
      city town village municipality ort ort_1 ort_01 stadt wohnort ville commune ciudad localidad
      municipio cidade città citta comune miasto miejscowość şehir kota plaats शहर नगर गाँव गांव
      நகரம் నగరం ನಗರ നഗരം শহর શહેર город 都市 城市 市区町村 도시 thành_phố المدينة población poblacion
      πόλη شہر ସହର চহৰ ਸ਼ਹਿਰ
    `),
  },
  {
    role: 'address',
    part: 7,
    names: namesListed(`
      district dist taluk taluka tehsil tahsil mandal block_name county landkreis जिला ज़िला तहसील
      ज़िला மாவட்டம் జిల్లా ಜಿಲ್ಲೆ জেলা જિલ્લો जिल्हा जिल्ला
    `),
  },
  {
    role: 'address',
    part: 8,
    names: namesListed(`
      state state_province province state_region region_state bundesland provincia राज्य மாநிலம் రాష్ట్రం ರಾಜ್ಯ রাজ্য રાજ્ય
      область 省 都道府県 州
    `),
  },
  {
    role: 'address',
    part: STREET,
    names: [
      ...numbered('1', 'i', 'one'),
      ...namesListed(`
      address addresses addr adress addres street road addressline location place adresse
      anschrift straße strasse rue calle rua dirección direccion domicilio endereço endereco
      logradouro indirizzo adres ulica alamat jalan адрес улица पता पत्ता முகவரி ವಿಳಾಸ చిరునామా
      ঠিকানা വിലാസം સરનામું ਪਤਾ پتہ 住所 所在地 地址 διεύθυνση 주소 ที่อยู่ địa_chỉ العنوان cím adresa
      osoite gade straat voie ଠିକଣା ঠিকনা ठेगाना
    `),
    ],
  },
  {
    role: 'address',
    part: COUNTRY,
    names: namesListed(`
      country country_region staat país pais paese kraj ülke negara देश страна 国家 国名 나라
    `),
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

/** Words beside a name that say how something is written or measured, and not whose it is. */
const SILENT: ReadonlySet<string> = new Set(
  namesListed(`
    deg degree degrees decimal dec dd wgs epsg n e s w ns x y et und и ew north east gps geo
    geocode geocoded geographic map maps google osm coord coords coordinate coordinates in of the
    as and or no value val field col line full complete postal mailing indian india geografische
    geographische text approx exact point location loc position pos addr address float number
    format
  `),
);

/** Words for something that is not a place, whatever other words there are. */
const NEVER: ReadonlySet<string> = new Set(
  namesListed(`
    email mail ip ipv mac web url website link wallet memory login logon username password file
    files filename folder count counts cnt birth born dob geburt phone mobile telephone tel fax
    whatsapp capacity market seating machine score rating rank status verified valid
    verification accuracy precision error date time timestamp updated created modified month
    months year years days hours minutes weeks duration amount price cost revenue total source qty
    quantity percent pct share description desc remark remarks comment notes type kind category
    tier class id ids uuid guid key hash flag sort index proof book otp atm upi card secret
    security term supply issue manager incharge population density sq sqft sqm feet ft hectares
    acres width height length weight size distance radius speed altitude carpet plinth built
    builtup super message whether yes serviceable ward gst vat
  `),
);

/** What is measured from a place, or in units other than degrees. */
const NO_DEGREES = namesListed(`
  delta diff difference offset shift std stdev variance sum km px pixel pixels speed velocity
`);

/** Words that turn a coordinate or a code into something else. */
const NOT_PLACES: ReadonlyMap<ColumnRole, ReadonlySet<string>> = new Map([
  ['longitude', new Set([...NO_DEGREES, 'how'])],
  ['latitude', new Set(NO_DEGREES)],
  ['address', new Set(['owner', 'code', 'zone'])],
]);
