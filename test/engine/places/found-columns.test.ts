import { readColumns } from '../../../src/engine/places/column-roles';
import { completeColumns, guessChoice } from '../../../src/engine/places/place-choice';
import type { CellContent } from '../../../src/engine/places/cell';

/** Cells are told apart by |; an apostrophe keeps a number text. */
function rowOf(line: string): CellContent[] {
  return line.split('|').map((cell) => {
    const text = cell.trim();
    if (text === '') return null;
    if (text.startsWith("'")) return text.slice(1);
    return Number.isFinite(Number(text)) ? Number(text) : text;
  });
}

/** The columns found, by their headers: `Lat, Lng`, or `Street + City, PIN`. */
function found(header: string, ...rows: string[]): string {
  const values = [rowOf(header), ...rows.map(rowOf)];
  const columns = readColumns({ values, table: { isHeaderFirst: true } });
  const choice = guessChoice({ block: { columns: 9 }, columns });
  const place = completeColumns(choice, true) ?? completeColumns(choice, false);
  const name = (column: number | undefined) => columns.columns[column ?? -1]?.header ?? '';
  if (place === undefined) return 'none';
  if (place.kind === 'pair') return `pair ${name(place.pair)}`;
  if (place.kind === 'coordinates') {
    const style = place.decimals === 'comma' ? ' with commas' : '';
    return `${name(place.latitude)}, ${name(place.longitude)}${style}`;
  }
  const { parts, pincode, pincodeGoes } = place;
  const code = pincode === undefined ? pincodeGoes : name(pincode);
  return `${parts.map(name).join(' + ')}, ${code}`;
}

describe('the columns of places', () => {
  it.each<[string, string, ...string[]]>([
    // Names that contain another, and content that decides.
    [
      'Address, Pincode',
      'Name | Address | Seating cap | Pincode',
      'A | 12 MG Road | 60 | 560001',
      'B | 9 Hill Road | 120 | 400050',
    ],
    [
      'Lat, Lng',
      'Shop | How long open (months) | Lat | Lng',
      'A | 12 | 12.9352 | 77.6245',
      'B | 30 | 19.0596 | 72.8295',
    ],
    // What an area measures, and what a list calls its sites.
    [
      'Address + City, PIN',
      'Address | Area | City | PIN',
      '12 MG Road | 1,200 sq.ft. | Pune | 411001',
    ],
    [
      'Address + Locality, PIN',
      'Address | Area | Locality | PIN',
      '12 MG Road | Urban | Hebbal | 560024',
    ],
    ['none', 'Item | Location', 'x | A/3/4', 'y | WH2-B1'],
    ['none', 'Location | Sales', 'Store 12 | 5', 'Store 13 | 6'],
    ['City, PIN', 'Place | City | PIN', 'BLR-01 | Bengaluru | 560001'],
    ['Location, PIN', 'Location | PIN', 'Sector-12 | 201301', 'Mumbai-53 | 400053'],
    // A town alone would be paid for beside a column of streets.
    [
      'Branch + City, PIN',
      'Branch | City | PIN',
      '12 MG Road | Pune | 411001',
      '5 Hill Road | Mumbai | 400050',
    ],
    [
      'City, PIN',
      'Remarks | City | PIN',
      'on MG Road | Pune | 411001',
      'on Hill Road | Mumbai | 400050',
    ],
    ['none', 'Branch | Depot | City | PIN', '12 MG Road | 5 Hill Road | Pune | 411001'],
    // The axes of degrees.
    [
      'y, x',
      'id | x | y | crs',
      'a | 2.3522 | 48.8566 | EPSG:4326',
      'b | 5.3698 | 43.2965 | EPSG:4326',
    ],
    // The words around a part of an address.
    [
      'Street No + Shipping Street Name + Shipping City + Shipping State/Region, Shipping Zip',
      'Street No | Shipping Street Name | Shipping City | Shipping State/Region | Shipping Zip',
      '12 | MG Road | Pune | Maharashtra | 411001',
    ],
    ['Huisnummer + Straat + Plaats, end', 'Straat | Huisnummer | Plaats', 'Damrak | 1 | Amsterdam'],
    ['ਪਤਾ + ਸ਼ਹਿਰ, ਪਿੰਨ ਕੋਡ', 'ਪਤਾ | ਸ਼ਹਿਰ | ਪਿੰਨ ਕੋਡ', '12 ਮਾਲ ਰੋਡ | ਲੁਧਿਆਣਾ | 141001'],
    // Letters of columns stand in their order; other short headers mean something.
    ['none', 'Id | PE | PB', '7 | 12.971 | 77.594', '8 | 19.072 | 72.877'],
    ['none', 'Id | T | RH', '7 | 12.971 | 77.594', '8 | 19.072 | 72.877'],
    ['none', 'Nama | LS | BT', 'x | 6.2088 | 106.8456', 'y | 7.2575 | 112.7521'],
    ['none', 'Trip | From | To', 'x | 1 MG Road, Pune 411001 | 2 Hill Road, Mumbai 400050'],
    // The axes of a picture or a chart.
    ['none', 'label | x | y | width', 'cat | 120 | 80 | 40', 'dog | 60 | 45 | 30'],
    ['none', 't | x | y', '0 | 1.5 | 2.5', '1 | 3.5 | 4.5'],
    ['none', 'id | x | y', 'a | -23.4567 | 12.3456', 'b | 33.1234 | -45.6789'],
    // The numbers of houses, and the pincode of others.
    ['none', 'Address | PIN', '12/4 | 573201', '13/5 | 573201'],
    ['Customer Address, end', 'Customer Address | Branch Pincode', '12 MG Road | 560001'],
    ['Customer Address, Cust Pincode', 'Customer Address | Cust Pincode', '12 MG Road | 560001'],
    // Forms name several parts in one header.
    [
      'Flat/Door/Block No + Name of Premises/Building + Road/Street/Post Office + Area/Locality + Town/City/District + State, PIN Code',
      'Flat/Door/Block No | Name of Premises/Building | Road/Street/Post Office | Area/Locality | Town/City/District | State | PIN Code',
      '12 | Sai Apts | MG Road | Ashok Nagar | Bengaluru | Karnataka | 560001',
    ],
    // The pincode ends the town.
    ['Address + City, within', 'Address | City', '12 MG Road | Bengaluru - 560001'],
    ['Street + City & Pincode, within', 'Street | City & Pincode', '12 MG Road | Pune 411001'],
    [
      'Address + City + State/Pin, within',
      'Address | City | State/Pin',
      '12 MG Road | Bengaluru | Karnataka 560001',
    ],
    [
      'coordinates.1, coordinates.0',
      'name | coordinates.0 | coordinates.1',
      'x | 77.5946 | 12.9716',
    ],
    ['none', 'name | coordinates.0 | coordinates.1', 'x | 2.3522 | 48.8566'],
    ['Lat, Lng', 'Name | Lat | Lng', "x | 12°58,3' N | 77°35,7' E"],
    ['pair loc', 'name | loc', 'x | [77.5946, 12.9716]'],
    // Coordinates that are nowhere filled in.
    ['Address, PIN', 'Address | PIN | Lat | Lng', '12 MG Road | 560001 | |'],
    ['Address, PIN', 'Address | PIN | Lat | Lng', '12 MG Road | 560001 | 0 | 0'],
    ['Northing, Easting', 'Name | Northing | Easting', 'x | 12.9716 | 77.5946'],
    ['H, I', 'G | H | I', 'x | 12.971 | 77.594', 'y | 19.072 | 72.877'],
    // A list whose places stand beside each other.
    [
      'none',
      'Store | A | B | C',
      'Lat | 12.971 | 19.076 | 13.083',
      'Long | 77.595 | 72.878 | 80.271',
    ],
    // An address of somebody, with the town and the pincode of nobody.
    [
      'Shop Address + City, PIN',
      'Name | Shop Address | City | PIN',
      'A | 12 MG Road | Bengaluru | 560001',
    ],
    [
      'Registered Address + City, PIN',
      'Registered Address | City | PIN',
      '12 MG Road | Bengaluru | 560001',
    ],
    [
      'Add1 + Add2 + Add3 + Add4 + Add5 + City, Pin',
      'Add1 | Add2 | Add3 | Add4 | Add5 | City | Pin',
      '12 MG Road | Near Metro | Block 2 | Ward 5 | Ashok Nagar | Bengaluru | 560001',
    ],
    [
      'Line I + Line II + City, Pin',
      'Line I | Line II | City | Pin',
      '12 MG Road | Near Metro | Bengaluru | 560001',
    ],
    ['Add + City, Pin', 'Add | City | Pin', '12 MG Road | Bengaluru | 560001'],
    // A pincode of somebody else.
    [
      'Site Address, end',
      'Site Address | Owner Address | Owner PIN',
      '12 MG Road | 5 Hill Road | 400050',
    ],
    // Both names in one header, in any language.
    ['pair Latitud y longitud', 'Nombre | Latitud y longitud', 'A | 40.4168, -3.7038'],
    ['pair 緯度・経度', '店名 | 緯度・経度', 'A | 35.6852, 139.7528'],
    ['pair Координаты (широта, долгота)', 'x | Координаты (широта, долгота)', 'A | 55.7, 37.6'],
    ['none', 'x | Долгота, широта', 'A | 37.6, 55.7'],
    ['Latitud (Y), Longitud (X)', 'x | Latitud (Y) | Longitud (X)', 'A | 40.4168 | -3.7038'],
    ['pair _gps', 'Shop | _gps', 'A | 12.9716 77.5946 920.1 4.5', 'B | 19.076 72.8777 0 0'],
    ['Address, PIN', 'Name | Address | Market cap | PIN', 'A | 12 MG Road | 6000 | 560001'],
    ['Address, Pin Code', 'Address | Pin count | Pin Code', '12 MG Road | 560001 | 560002'],
    ['Address, Area Pin', 'Address | PIN (ATM) | Area Pin', '12 MG Road | 4711 | 560002'],
    ['Address, Postal code', 'Zip file | Address | Postal code', 'a.zip | 12 MG Road | 560001'],
    [
      'Lat, Long',
      'Lat Machine count | Lat | Long | Long description',
      '3 | 12.9 | 77.6 | a shop at the corner',
    ],
    ['Lat, Long', 'Longest visit | Long | Lat', '3 | 77.61 | 12.91'],
    ['none', 'Name | Lat | How long open (months)', 'A | 12.9352 | 12'],
    ['none', 'Plattform | Place of birth | Address type', 'web | Pune | home'],
    ['none', 'User | IP address | Login location', "A | '10.0.0.1 | Pune"],
    [
      'Address, Pincode',
      'Email address | IP address | Address | Pincode',
      "a@b.in | '10.0.0.1 | 12 MG Road | 560001",
    ],
    [
      'Address, Pincode',
      'Address type | Address | Address verified on | Pincode',
      'home | 12 MG Road | 3 May | 560001',
    ],
    [
      'Address, Pincode',
      'Location | Address | Pincode',
      'A very long name of a location in the south | MG Road | 560001',
    ],
    ['Address, PIN', 'Address | PIN | Old Pincode', "12 MG Road | '560 001 | 12"],
    ['none', 'Name | Pincode', 'A | 12', 'B | 13'],
    [
      'Ａｄｄｒｅｓｓ, Ｐｉｎｃｏｄｅ',
      'Ａｄｄｒｅｓｓ | Ｐｉｎｃｏｄｅ',
      '12 MG Road | ５６０００１',
    ],
    [
      'What is your address (with pincode)?, within',
      'Name | What is your address (with pincode)?',
      'A | 12 MG Road, Bengaluru 560001',
      'B | 9 Hill Road, Mumbai 400050',
    ],
    [
      'Postal address, within',
      'Name | PIN and address, end | Postal address',
      'A | 12 MG Road, Bengaluru 560001 | 9 Hill Road, Mumbai 400050',
    ],
    ['none', 'Name | Address PIN', 'A | open', 'B | shut'],
    ['pair Lat and Long', 'Name | Lat and Long', 'A | 12.9352, 77.6245'],
    ['none', 'Name | Long Lat', 'A | 12.5, 41.9'],
    ['none', 'Name | lnglat', 'A | 12.5, 41.9'],
    ['none', 'Name | Coordinates (longitude, latitude)', 'A | 12.5, 41.9'],
    [', Longitude / Latitude', 'Name | Longitude / Latitude | ', 'A | 12.5 | 41.9'],
    ['none', 'Name | Location', 'A | 7J4VWJPF+3R', 'B | 7J4VWJPF+3X'],
    [
      'Address, Pincode',
      'Address | Pincode',
      '12 MG Road | 560001',
      'Hill Road | 560002',
      'Park Street | N/A',
      'Church Street | 5600',
    ],
    // Parts that share a word belong together.
    [
      'Shipping Address + Shipping City, Shipping Zip',
      'Order | Billing Address | Billing City | Billing Zip | Shipping Address | Shipping City | Shipping Zip',
      '1 | 12 MG Road | Bengaluru | 560001 | 9 Hill Road | Mumbai | 400050',
    ],
    [
      'Shipping Address, Shipping Zip',
      'Billing Zip | Shipping Address | Shipping Zip',
      '560001 | 9 Hill Road | 400050',
    ],
    [
      'Store Lat, Store Lng',
      'Office Lng | Store Lat | Store Lng | Office Lat',
      '77.61 | 19.01 | 72.81 | 12.91',
    ],
    [
      'Store Lat, Store Lng',
      'Store | Store Lat | Office Lng | Store Lng',
      'A | 19.01 | 77.61 | 72.81',
    ],
    ['none', 'Store | Store Lat | Office Lng', 'A | 19.01 | 77.61'],
    [
      'pickup_lat, pickup_lng',
      'pickup_lat | pickup_lng | origin_lat | origin_lng',
      '19.01 | 72.81 | 12.91 | 77.61',
    ],
    // One address in several columns.
    ['Address + City, Pin Code', 'Address | City | Pin Code', 'Hill Road | Mumbai | 400050'],
    [
      'House No + Street + Locality + City + State, Pincode',
      'Name | State | Pincode | House No | Street | City | Locality',
      'A | Karnataka | 560001 | 12 | MG Road | Bengaluru | Ashok Nagar',
    ],
    [
      'Address Line 1 + Address Line 2 + Landmark + District, PIN',
      'Address Line 1 | Address Line 2 | Landmark | District | PIN',
      '12 MG Road | | Metro | Bengaluru Urban | 560001',
    ],
    ['Flat No + Road, Pin', 'Flat No | Road | Pin', "'12 | MG Road | 560001"],
    [
      'Village + Taluk + State, within',
      'Village | Taluk | State',
      'Hebbal 560024 | Bengaluru North | Karnataka',
    ],
    ['none', 'State | District | Sales', 'Karnataka | Kolar | 12'],
    // Salem is in two countries; that all are in India need not be said.
    [
      'City + Country, Pincode',
      'City | Country | Pincode',
      'Salem | India | 636001',
      'Salem | United States | 971010',
    ],
    ['City, Pincode', 'City | Country | Pincode', 'Salem | India | 636001', 'Pune | IN | 411001'],
    [
      'Country Club Address, Pincode',
      'Country Club Address | Country of origin | Pincode',
      '12 MG Road | China | 560001',
      '5 Hill Road | Japan | 400050',
    ],
    // Exports of other tools.
    [
      'STRAS + ORT01, PSTLZ',
      'KUNNR | NAME1 | STRAS | ORT01 | PSTLZ',
      '100234 | A | 12 MG Road | Bengaluru | 560001',
    ],
    [
      'BillingStreet + BillingCity + BillingState, BillingPostalCode',
      'Id | BillingStreet | BillingCity | BillingState | BillingPostalCode',
      'x1 | 12 MG Road | Bengaluru | Karnataka | 560001',
    ],
    [
      'Shipping Address1 + Shipping Address2 + Shipping City + Shipping Province, Shipping Zip',
      'Name | Shipping Address1 | Shipping Address2 | Shipping City | Shipping Zip | Shipping Province | Shipping Phone',
      "#1 | 12 MG Road | 1st floor | Bengaluru | '560001 | Karnataka | '9845012345",
    ],
    [
      'addr:housenumber + addr:street + addr:city, addr:postcode',
      'addr:housenumber | addr:street | addr:city | addr:postcode',
      '12 | MG Road | Bengaluru | 560001',
    ],
    [
      'GPSLatitude, GPSLongitude',
      'SourceFile | GPSLatitude | GPSLongitude',
      `./a.jpg | 12 deg 58' 17.76" N | 77 deg 35' 40.56" E`,
    ],
    ['coords.lat, coords.lng', 'id | coords.lat | coords.lng', '1 | 12.9 | 77.6'],
    ['geo_lat, geo_lon', 'geo_lat | geo_lon', '12.9 | 77.6'],
    ['Lat., Long.', 'Lat. | Long.', '12.9 | 77.6'],
    ['Latitude (WGS84), Longitude (WGS84)', 'Latitude (WGS84) | Longitude (WGS84)', '12.9 | 77.6'],
    ['lat_dd, lon_dd', 'site | lat_dd | lon_dd', 'A | 12.9 | 77.6'],
    ['Y, X', 'X | Y | name', '77.6 | 12.9 | A'],
    [
      'latitude, longitude',
      'geonameid | name | asciiname | latitude | longitude | feature class | population',
      '1 | Pune | Pune | 18.52 | 73.85 | P | 3000000',
    ],
    ['none', 'latitudeE7 | longitudeE7', '129352000 | 776245000'],
    // Other languages, and two at once.
    ['Latitude / अक्षांश, Longitude / देशांतर', 'Latitude / अक्षांश | Longitude / देशांतर', '12.9 | 77.6'],
    ['पता (Address), पिनकोड (PIN)', 'पता (Address) | पिनकोड (PIN)', 'MG Road | 560001'],
    ['Straße + Ort, within', 'Filiale | Straße | Ort', 'A | Hauptstr. 1, 560001 | Köln'],
    [
      'Breite, Länge with commas',
      'Ort | Breite | Länge',
      "Ulm | '48,4011 | '9,9876",
      "Bonn | '50,7374 | '7,0982",
    ],
    [
      'Latitude, Longitude with commas',
      'Ville | Latitude | Longitude',
      "Lyon | '45,7640 | '4,8357",
    ],
    [
      'Latitude, Longitude',
      'Ville | Latitude | Longitude',
      "Lyon | '45,7640 | '4.8357",
      "Nice | '43.7 | '7.26",
      "Metz | '49.1 | '6.17",
    ],
    ['पता + शहर, पिनकोड', 'नाम | पता | शहर | पिनकोड', "क | गांधी मार्ग | पुणे | '४११००१"],
    ['முகவரி, அஞ்சல் குறியீடு', 'முகவரி | அஞ்சல் குறியீடு', 'காந்தி சாலை, சென்னை | 600001'],
    ['చిరునామా, పిన్ కోడ్', 'చిరునామా | పిన్ కోడ్', 'గాంధీ రోడ్డు | 500001'],
    ['위도, 경도', '이름 | 위도 | 경도', '가 | 37.5 | 127.1'],
    ['地址, 邮政编码', '名称 | 地址 | 邮政编码', '甲 | 中山路12号 | 510000'],
    // Both numbers in one column.
    ['pair Coordinates', 'Name | Coordinates', 'A | 12.9352, 77.6245', 'B | 19.0596, 72.8295'],
    ['pair lat/lng', 'Name | lat/lng', 'A | (12.9352, 77.6245)'],
    ['pair Location (lat,lng)', 'Name | Location (lat,lng)', 'A | 12.9352 77.6245'],
    ['pair Location', 'Name | Location', 'A | 12.9352° N, 77.6245° E'],
    ['pair geometry', 'name | geometry', 'A | POINT (77.6245 12.9352)'],
    ['Coordinates, ', 'Name | Coordinates | ', 'A | 12.9352 | 77.6245'],
    // Degrees as people write them.
    ['Lat, Lng', 'Lat | Lng', '12°56\'06.7"N | 77°37\'28.2"E'],
    ['Lat, Lng', 'Lat | Lng', "'−33.8688 | '१५१.२०९३"],
    // The pincode in the address.
    [
      'Address, within',
      'Name | Address',
      'A | 12 MG Road, Bengaluru 560001',
      'B | Hill Road, Mumbai - 400 050',
    ],
    ['Address, end', 'Name | Address', 'A | 12 MG Road, Ph 98450 12345', 'B | Hill Road'],
  ])('%s: %s', (expected, header, ...rows) => {
    expect(found(header, ...rows)).toBe(expected);
  });

  it('fall short where a header names them and their content does not fit', () => {
    const values = [rowOf('Lat | Lng'), rowOf('north | east')];
    const { misfits } = readColumns({ values, table: undefined });
    expect(misfits).toEqual([
      { role: 'latitude', column: 0 },
      { role: 'longitude', column: 1 },
    ]);
  });

  it.each([
    [
      'end_lat + end_lng',
      'start_lat | start_lng | end_lat | end_lng',
      '19.01 | 72.81 | 12.9 | 77.6',
    ],
    ['Lat + Lng', 'Store | Lat | Lng | Lat | Lng', 'A | 19.01 | 72.81 | 12.9 | 77.6'],
    ['Coords', 'Coords | Lat | Lng', '12.97, 77.59 | 19.01 | 72.81'],
    ['', 'Coords | Lat | Lng', '12.97, 77.59 | 12.9716 | 77.5946', ' | 19.01 | 72.81'],
    ['Drop location', 'Pickup location | Drop location', '19.01, 72.81 | 12.9, 77.6'],
    [
      'origin_lat + origin_lng',
      'pickup_lat | pickup_lng | origin_lat | origin_lng',
      '1.5 | 2.5 | 3.5 | 4.5',
    ],
    [
      'Work Address',
      'Name | Home Address | Home PIN | Work Address | Work PIN',
      'A | 12 MG Road | 560001 | 5 Hill Road | 400050',
    ],
    [
      'Store Address',
      'Customer Address | Store Address | PIN',
      '12 MG Road | 5 Hill Road | 400050',
    ],
    ['Destination PIN', 'Origin PIN | Destination PIN | Address', '560001 | 400050 | 5 Hill Road'],
    ['Destination PIN', 'City | Origin PIN | Destination PIN', 'Mumbai | 560001 | 400050'],
    ['Address', 'Address | Address | PIN', '12 MG Road | 5 Hill Road | 400050'],
    ['PIN 2', 'Address | PIN 1 | PIN 2', '5 Hill Road | 560001 | 400050'],
    ['PIN', 'Address | PIN | PIN', '5 Hill Road | 560001 | 400050'],
    ['', 'Address | PIN | PIN', '5 Hill Road | 400050 | 400050'],
    ['', 'Lat | Lng | Lat | Lng', '19.01 | 72.81 | 19.01 | 72.81'],
    ['', 'Latitude | Longitude | x | y', "'19.0176 | '72.8561 | '72.85612345 | '19.01761234"],
    ['', 'lat | lng | end_lat | end_lng', '19.01 | 72.81 | 12.9 | 77.6'],
    ['', 'start_lat | start_lng | end_lat | end_lng', '19.01 | 72.81 | | '],
    [
      '',
      'Billing Address | Billing Zip | Shipping Address | Zip',
      'x Road | 560001 | y Road | 400050',
    ],
    ['', 'Address Line 1 | Address Line 2 | PIN', '12 MG Road | Near Metro | 560001'],
  ])('have rivals where others are named alike: “%s” in %s', (rivals, header, ...rows) => {
    const { columns, ...read } = readColumns({
      values: [rowOf(header), ...rows.map(rowOf)],
      table: undefined,
    });
    expect(read.rivals.map((column) => columns[column]?.header).join(' + ')).toBe(rivals);
  });

  it('may hold the postal codes of other countries where a person says so', () => {
    const values = [rowOf('Adresse | PLZ'), rowOf("Hauptstr. 1 | '50667")];
    expect(readColumns({ values, table: undefined }).roles.pincode).toBeUndefined();
    expect(readColumns({ values, table: undefined }, 'any').roles.pincode).toBe(1);
  });
});
