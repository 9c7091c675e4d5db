import fc from 'fast-check';
import {
  createEncodingDetector,
  createStreamDecoder,
  encodingNamed,
  readTextFile,
} from '../../../src/engine/places/text-encoding';
import { textBytes } from '../../../src/engine/places/escaped-bytes';
import { bytesIn } from './legacy-bytes';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, mark = ''): Buffer => Buffer.from(mark + text, 'utf16le');
const lines = (...parts: readonly (string | Uint8Array)[]): Uint8Array =>
  Buffer.concat(parts.flatMap((part) => [Buffer.from(part), Buffer.from('\n')]));

const HINDI = 'नाम,पता,पिन\nदुकान,एमजी रोड बेंगलुरु कर्नाटक भारत,560001\n';
const TAMIL = 'பெயர்;முகவரி\nகடை;அண்ணா சாலை சென்னை\n';
const CHINESE = '门店,地址\n朝阳店,北京市朝阳区建国路八十八号\n';
const RUSSIAN = 'Магазин,Адрес\nАптека,Невский проспект\nПродукты,улица Ленина\n';

describe('UTF-16 without a mark is read, whatever the script', () => {
  it.each([
    ['Hindi', HINDI],
    ['Tamil', TAMIL],
    ['Chinese', CHINESE],
    ['Russian', RUSSIAN],
    ['English', 'Store,City\nA,Bengaluru\n'],
    ['pictures', 'Store,City\n🏪,Bengaluru\n'],
  ])('%s', (_script, text) => {
    expect(readTextFile(utf16(text))).toMatchObject({
      text,
      encoding: { label: 'utf-16le', name: 'UTF-16 (little-endian)' },
    });
    expect(readTextFile(utf16(text).swap16())).toMatchObject({
      text,
      encoding: { label: 'utf-16be' },
    });
  });

  it.each([
    ['plain text whose pairs of letters would be Chinese', 'Bush hid the facts, they say\nab\n'],
    ['plain text that ends in zeros', 'Lat,Lng\n12.9,77.6\n\0\0\0\0'],
    ['plain text with a zero in it', 'Lat,Lng,Note\n12.9,77.6,a\0b\n'],
  ])('but not %s', (_what, text) => {
    expect(readTextFile(utf8(text))).toMatchObject({ text, encoding: { label: 'utf-8' } });
  });
});

describe('a broken byte in UTF-8 spoils its own line', () => {
  it.each([
    ['a cut Hindi letter', HINDI, [0xe0, 0xa4]],
    ['a cut French letter', 'Café,Crème\nHôtel,Forêt\n', [0xc3]],
    ['a letter without its start', 'Łódź,Kraków\nGdańsk,Poznań\n', [0x82]],
    ['a cut picture', 'Store 🏪,Mumbai 🏙\n', [0xf0, 0x9f, 0x8f]],
  ])('%s', (_what, good, broken) => {
    const { text, encoding } = readTextFile(lines(good, Uint8Array.from([65, ...broken, 44, 66])));
    expect(encoding).toMatchObject({ label: 'utf-8' });
    expect(encoding.name).toContain('1 line');
    expect(text).toBe(`${good}\nA\uFFFD,B\n`);
  });

  it('after a byte order mark, too', () => {
    const { text } = readTextFile(lines('\uFEFFCafé', Uint8Array.from([65, 0xc3])));
    expect(text).toBe('Café\nA\uFFFD\n');
  });

  it('also where no line but this one has letters beyond ASCII', () => {
    const cut = utf8('name\nएमजी रोड').slice(0, -1);
    expect(readTextFile(cut).text).toBe('name\nएमजी रो\uFFFD');
  });
});

describe('a letter that was lost before, and is written as U+FFFD, breaks nothing', () => {
  it.each([
    ['Caf\uFFFD,12 MG Road\n', 'UTF-8'],
    ['\uFFFD\uFFFD\n'.repeat(30), 'UTF-8'],
    [`${HINDI}\uFFFDुकान\n`, 'UTF-8'],
    ['\uFEFFa\uFFFD\n', 'UTF-8 with a byte order mark'],
  ])('%j', (text, name) => {
    const read = readTextFile(utf8(text));
    expect(read.encoding).toMatchObject({ label: 'utf-8', name });
    expect(read.encoding.lines).toBeUndefined();
    expect(read.text).toBe(text.replace('\uFEFF', ''));
  });

  it('beside one that is broken', () => {
    const { text, encoding } = readTextFile(lines(HINDI, 'caf\uFFFD', Buffer.from([0x61, 0xe0])));
    expect(encoding.name).toBe('UTF-8 with 1 line in another encoding, or broken');
    expect(text).toContain('caf\uFFFD\na');
  });
});

describe('a line that is plainly Windows-1252 among UTF-8', () => {
  it.each([
    ['typographic quotation marks', '“hi”, it’s 5 – 6'],
    ['letters that stand alone', 'Café Müller, São Niño'],
  ])('is read as such: %s', (_what, line) => {
    const { text } = readTextFile(lines('Čačak,Şişli', bytesIn('windows-1252', plain(line))));
    expect(text).toBe(`Čačak,Şişli\n${line}\n`);
  });

  it('is read so, too, if most lines are', () => {
    const old = ['Café', 'Crème', 'Müller', 'Fußweg', 'Straße'];
    const { text, encoding } = readTextFile(
      lines('Łódź', ...old.map((line) => bytesIn('windows-1252', line))),
    );
    expect(text).toBe(['Łódź', ...old, ''].join('\n'));
    expect(encoding.name).toBe('UTF-8 with 5 lines in Windows-1252');
  });

  /** As Windows writes it; the decoder of some systems has no signs there. */
  function plain(line: string): string {
    const signs: Record<string, string> = { '“': '\x93', '”': '\x94', '’': '\x92', '–': '\x96' };
    const own = new TextDecoder('windows-1252').decode(Uint8Array.of(0x93)) === '\x93';
    return own ? line.replace(/[“”’–]/g, (sign) => signs[sign] ?? sign) : line;
  }
});

describe('older encodings are recognised by their language', () => {
  it.each([
    ['windows-1251', RUSSIAN],
    ['koi8-r', RUSSIAN],
    ['macintosh', 'Name,Place\nCafé,São Tomé\nÉtienne,Müller Straße\n'],
    ['macintosh', 'Name,Place\rCafé,MG Road\r'],
    ['windows-1250', 'Miasto\nGdańsk\nPoznań\n'],
    ['windows-1250', 'Oraş\nConstanţa\nBistriţa\n'],
    [
      'windows-1250',
      'Sklep;Adres\nŻabka;ul. Świętokrzyska\nKsięgarnia;ul. Żółkiewskiego\nŁódź;Poznań\n',
    ],
    ['iso-8859-7', 'Κατάστημα,Διεύθυνση\nΦούρνος,Οδός Ερμού\nΚαφενείο,Λεωφόρος Νίκης\n'],
    ['windows-1255', 'חנות,כתובת\nמאפייה,רחוב הרצל\nבית מרקחת,דרך יפו\n'],
    ['windows-1256', 'المتجر,العنوان\nمخبز,شارع الملك فهد\nصيدلية,شارع التحلية\n'],
    ['shift_jis', '店舗,住所\n新宿店,東京都新宿区西新宿\n渋谷店,東京都渋谷区どうげんざか\n'],
    ['euc-jp', '店舗,住所\n新宿店,東京都新宿区西新宿\n渋谷店,東京都渋谷区道玄坂\n'],
    ['gb18030', CHINESE],
    // Fewer signs of two bytes each say as much as more letters of one.
    ['gb18030', '店名,地址\n王府井,北京市东城区\n'],
    ['big5', '店名,地址\n臺北店,臺北市信義區\n'],
    ['euc-kr', '매장,주소\n강남,서울시 강남구 역삼동 123\n'],
    ['big5', '門市,地址\n信義店,台北市信義區市府路\n板橋店,新北市板橋區中山路\n'],
    ['euc-kr', '매장,주소\n강남점,서울특별시 강남구 테헤란로\n해운대점,부산광역시\n'],
  ])('%s', (label, text) => {
    expect(readTextFile(bytesIn(label, text))).toMatchObject({ text, encoding: { label } });
  });

  it.each([
    ['German', 'Filiale;Straße\nKöln;Hauptstraße\nMünchen;Königsallee\n'],
    ['Spanish', 'Tienda,Dirección\nEl Niño,Calle Ñúñez\nPeña,Cádiz\n'],
    ['one French word', 'Name,Place\nCafé,Road\n'],
    ['one German name', 'Name,Place\nA,Müller\nB,Road\n'],
    ['one sign', 'Name,Price\nA,£5\n'],
    ['degrees', 'Lat,Lng\n12.9°,77.6°\n13°,77°\n'],
    ['Portuguese', 'Loja,Cidade\nPão,São Paulo\nAçougue,Maceió\nX,Florianópolis\n'],
    ['Swedish', 'Butik,Ort\nBåt,Malmö\nÅre,Västerås\n'],
  ])('and western text is Windows-1252: %s', (_language, text) => {
    const { encoding, ...read } = readTextFile(bytesIn('windows-1252', text));
    expect(read.text).toBe(text);
    const example = /[^\s.,;]*[^\0-\x7F][^\s.,;]*/.exec(text)?.[0];
    expect(encoding).toEqual({
      ...{ label: 'windows-1252', name: 'Windows-1252', markLength: 0, example },
    });
  });

  it('or nothing is sure, and that is said', () => {
    const thai = bytesIn('windows-874', 'ร้าน\nถนนสุขุมวิท\n');
    expect(readTextFile(thai).encoding).toMatchObject({ isUnsure: true });
    // What could be Korean as well is not Arabic either.
    const places =
      '店名,纬度,经度\n王府井,39.91,116.41\n南京路,31.23,121.47\n天河城,23.13,113.33\n';
    expect(readTextFile(bytesIn('gb18030', places)).encoding).toMatchObject({ isUnsure: true });
    // A single word may be of any language.
    for (const [label, word] of [
      ['macintosh', 'Café'],
      ['windows-1250', 'Łódź'],
      ['windows-1250', 'Gdańsk'],
      ['windows-1250', 'Constanţa'],
      ['iso-8859-2', 'Wrocław'],
      ['windows-1251', 'Ленина'],
    ] as const) {
      const text = bytesIn(label, `Name\n12 ${word} Road\n`);
      expect([word, readTextFile(text).encoding]).toMatchObject([word, { isUnsure: true }]);
    }
    const iscii = Uint8Array.of(0x41, 10, 0xb3, 0xda, 0xcd, 0xcc, 0xba, 10);
    expect(readTextFile(iscii).encoding).toMatchObject({ isUnsure: true });
    const capitals = bytesIn('windows-1251', 'ГОРОД,АДРЕС\nМОСКВА,ТВЕРСКАЯ 5\n');
    expect(readTextFile(capitals).encoding).toMatchObject({ isUnsure: true });
  });
});

it('reads the same in pieces of any size', () => {
  const files = [
    utf8(HINDI),
    utf16(HINDI),
    utf16(CHINESE, '\uFEFF').swap16(),
    bytesIn('shift_jis', '店舗,住所\r\n新宿店,東京都\r\n'),
    lines(HINDI, Uint8Array.from([0xe0, 0xa4, 44]), 'Café', Uint8Array.from([0x93, 65, 0x94])),
    Buffer.from('Café\rCr\xe8me\rM\xfcller\r', 'latin1'),
  ];
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.integer({ min: 1, max: 40 }), (bytes, size) => {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      const whole = readTextFile(bytes);
      const detector = createEncodingDetector();
      pieces.forEach((piece) => detector.take(piece));
      const encoding = detector.decide();
      expect(encoding).toEqual(whole.encoding);
      const decoder = createStreamDecoder(encoding);
      const start = bytes.subarray(encoding.markLength);
      const texts = Array.from({ length: Math.ceil(start.length / size) }, (_, index) =>
        decoder.decode(start.subarray(index * size, (index + 1) * size), false),
      );
      const text = texts.join('') + decoder.decode(new Uint8Array(0), true);
      expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(textBytes(text))).toBe(
        whole.text,
      );
    }),
  );
});

it('takes a person’s word for it', () => {
  expect(encodingNamed('Latin1')).toMatchObject({ label: 'windows-1252', name: 'Windows-1252' });
  expect(encodingNamed('sjis')).toMatchObject({ name: 'Shift_JIS' });
  expect(() => encodingNamed('klingon')).toThrow('klingon');
});
