import { readFileSync } from 'node:fs';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { openCliStage, type CliStage, type RunResult } from './cli-stage';

let stage: CliStage;
beforeEach(async () => (stage = await openCliStage()));
afterEach(() => stage.close());

const enrich = (input: string, output: string, ...args: string[]): Promise<RunResult> =>
  stage.run(['enrich', input, '-o', stage.path(output), '--names', 'w_pop_tt', ...args]);
const lines = (name: string): Record<string, unknown>[] =>
  stage
    .read(name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('lines of JSON', () => {
  const LINES = [
    '{"id":12345678901234567890,"lat":12.90,"lng":77.6,"tags":["a",{"b":1.50}],"note":null}',
    '{"lat":"13","lng":"77","extra":"=x\\u0000","id":"007"}',
    '',
    '{"id":true,"note":"one\u2028two"}',
  ];

  it('keep every value as it was, and gain columns', async () => {
    const { code } = await enrich(
      stage.write('in.ndjson', `\uFEFF${LINES.join('\r\n')}`),
      'out.jsonl',
    );
    const [first = '', second = '', third = ''] = stage.read('out.jsonl').split('\n');
    expect(first).toMatch(
      /^\{"id":12345678901234567890,"lat":12\.90,"lng":77\.6,"tags":\["a",\{"b":1\.50\}\],"note":null,"w_pop_tt":\d+,"locus_status":"done","locus_error":""\}$/,
    );
    expect(JSON.parse(second)).toMatchObject({ id: '007', lat: '13', extra: '=x\u0000' });
    expect(second).not.toContain('note');
    expect(JSON.parse(third)).toMatchObject({
      ...{ id: true, note: 'one\u2028two', locus_status: 'skipped' },
    });
    expect(code).toBe(0);
    // An output is a valid input.
    await enrich(stage.path('out.jsonl'), 'again.ndjson');
    expect(stage.read('again.ndjson')).toBe(stage.read('out.jsonl'));
    expect(stage.service.calls).toHaveLength(2);
  });

  it('become CSV and come from it, and leave by the standard output as they came', async () => {
    const input = stage.write('in.ndjson', LINES.join('\n'));
    await enrich(input, 'out.csv');
    expect(stage.read('out.csv').split('\n')[1]).toMatch(
      /^12345678901234567890,12\.90,77\.6,"\[""a"",\{""b"":1\.50\}\]",,,\d+,done,$/,
    );
    await enrich(stage.write('list.csv', 'id,lat,lng\n007,12.9,77.6\n'), 'from.ndjson');
    expect(lines('from.ndjson')).toMatchObject([{ id: '007', lat: '12.9', locus_status: 'done' }]);
    const { output } = await stage.run(['enrich', '-', '--names', 'w_pop_tt'], {
      input: String(LINES[0]),
    });
    expect(JSON.parse(output)).toMatchObject({ locus_status: 'done' });
  });

  it('become Parquet with the types that all their values have', async () => {
    const typed = ['{"lat":12.90,"lng":77.6,"open":true,"id":9007199254740993,"floor":1}']
      .concat('{"lat":13,"lng":77,"open":null,"id":7,"floor":"roof"}', '{"lat":null,"open":false}')
      .join('\n');
    await enrich(stage.write('in.ndjson', typed), 'out.parquet');
    const rows = await parquetReadObjects({
      file: await asyncBufferFromFile(stage.path('out.parquet')),
    });
    expect(rows).toMatchObject([
      { lat: 12.9, lng: 77.6, open: true, id: '9007199254740993', floor: '1' },
      { lat: 13, lng: 77, open: null, id: '7', floor: 'roof' },
      { lat: null, lng: null, open: false, locus_status: 'skipped' },
    ]);
  });

  it.each([
    ['UTF-16 with a mark', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without one', (text: string) => Buffer.from(text, 'utf16le')],
    ['joined files with marks', (text: string) => text.replace(/^(?=\{)/gm, '\uFEFF')],
    ['record separators', (text: string) => text.replace(/^(?=\{)/gm, '\x1E')],
    ['old line ends', (text: string) => text.replaceAll('\n', '\r\n')],
  ])('may have %s', async (_name, change) => {
    const text = '{"a":"Café\u2028","lat":12.9,"lng":77.6}\n{"a":"कैफ़े","lat":13,"lng":77}\n';
    await enrich(stage.write('in.ndjson', change(text)), 'out.ndjson');
    expect(lines('out.ndjson')).toMatchObject([{ a: 'Café\u2028', lat: 12.9 }, { a: 'कैफ़े' }]);
    expect(stage.service.calls).toHaveLength(2);
  });

  it('with bytes that are no letters are kept to the byte, and no place is built of them', async () => {
    const text = Buffer.from('{"a":"कैफ़े क?","lat":12.9,"lng":77.6,"b":"कैफ़े"}\n');
    text[text.indexOf('?')] = 0xe0;
    await enrich(stage.write('in.ndjson', text), 'out.csv');
    const out = readFileSync(stage.path('out.csv'));
    expect(out.includes(Buffer.from([0x20, ...Buffer.from('क'), 0xe0, 0x2c]))).toBe(true);
    expect(stage.service.calls).toHaveLength(1);
  });

  it('may lack numbers in Python’s way, and hold halves of letters', async () => {
    const text = '{"x":NaN,"y":-Infinity,"half":"\\ud83d","lat":12.9,"lng":77.6}';
    await enrich(stage.write('in.ndjson', text), 'out.ndjson');
    expect(stage.read('out.ndjson')).toContain('{"x":NaN,"y":-Infinity,"half":"\\ud83d",');
    await enrich(stage.path('in.ndjson'), 'out.csv');
    expect(stage.read('out.csv')).toContain('\nNaN,-Infinity,\\ud83d,12.9,');
  });

  it.each([
    ['in.ndjson', '{"lat":12.9,"lng":77.6}\n{"lat":12.9,"x":1,"lat":13.9,"lng":77.6}\n', 'row 2'],
    [
      'in.geojson',
      '{"type":"Feature","properties":{"x":1,"lat":2,"lat":3},"geometry":{"type":"Point","coordinates":[77.6,12.9]}}\n',
      'feature 1',
    ],
  ])('with two fields of one name are refused: %s', async (name, text, where) => {
    const { messages } = await enrich(stage.write(name, text), 'out.csv');
    expect(messages).toContain(`${where} has two fields “lat”`);
    expect(stage.service.calls).toEqual([]);
  });

  it('that are no objects are said before any call, with their row', async () => {
    for (const wrong of ['{"lat":1', '[1]', '7', `{"x":"${'y'.repeat(4_000_001)}"}`]) {
      const run = await enrich(
        stage.write('in.ndjson', `{"lat":1,"lng":2}\n${wrong}\n`),
        'out.csv',
      );
      expect([run.code, run.messages]).toEqual([
        1,
        expect.stringContaining('row 2 isn’t an object'),
      ]);
    }
    const twice = stage.write('twice.csv', 'a,a,lat,lng\n1,2,12.9,77.6\n');
    expect((await enrich(twice, 'out.ndjson')).messages).toContain('Two columns are called “a”');
    expect(stage.service.calls.length).toBeLessThan(2);
  });
});

describe('GeoJSON', () => {
  it.each<[string, (code: number) => object]>([
    ['urn', (code) => ({ name: `urn:ogc:def:crs:EPSG::${code}` })],
    ['urn with a version', (code) => ({ name: `urn:ogc:def:crs:EPSG:6.18.3:${code}` })],
    ['short name', (code) => ({ name: `EPSG:${code}` })],
    ['address', (code) => ({ name: `http://www.opengis.net/def/crs/EPSG/0/${code}` })],
    ['code', (code) => ({ code })],
  ])(
    'in another reference system (%s) is refused, though its numbers would do as degrees',
    async (form, properties) => {
      const file = (code: number): string =>
        stage.write(
          'in.geojson',
          JSON.stringify({
            type: 'FeatureCollection',
            crs: { type: form === 'code' ? 'EPSG' : 'name', properties: properties(code) },
            features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [77.6, 12.9] } }],
          }),
        );
      const { code, messages } = await enrich(file(32643), 'out.csv');
      expect({ code, messages }).toEqual({
        code: 1,
        messages: expect.stringContaining('is in EPSG:32643.') as string,
      });
      expect(stage.service.calls).toEqual([]);
      expect((await enrich(file(4326), 'out.csv')).code).toBe(0);
    },
  );

  it.each<[string, [number, number], Record<string, unknown>, string | undefined]>([
    ['the other way round', [43.47, -80.54], { latitude: 43.47, longitude: -80.54 }, '“latitude”'],
    ['elsewhere', [77.6, 12.9], { lat: '19.06', lng: '72.83' }, '“lat” and “lng”'],
    ['there, rounded', [77.6245, 12.9352], { lat: 12.94, lng: 77.62 }, undefined],
    ['whose other place has a name', [77.6, 12.9], { user_lat: 19, user_lng: 72.8 }, undefined],
    ['called otherwise', [77.6, 12.9], { 1: 19.06, 2: 72.83 }, undefined],
    ['without a place beside it', [77.6, 12.9], { lat: null, lng: null }, undefined],
  ])('with a point that its properties say is %s', async (_where, at, properties, said) => {
    const features = [1, 2, 3].map(() => ({
      ...{ type: 'Feature', properties },
      geometry: { type: 'Point', coordinates: at },
    }));
    const file = stage.write('in.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
    const { messages } = await enrich(file, 'out.csv');
    const [lng, lat] = at;
    const calls = said === undefined ? [`${lat},${lng}`] : [];
    expect(stage.service.calls.map(({ place }) => place)).toEqual(calls);
    expect(messages).toContain(said === undefined ? '3 done' : 'Each row has two places: “');
    expect(messages).toContain(said ?? '');
  });

  const feature = (geometry: unknown, properties: unknown, id?: number) => ({
    ...{ type: 'Feature', geometry, properties, id },
  });
  const point = (...coordinates: number[]) => ({ type: 'Point', coordinates });
  const COLLECTION = {
    type: 'FeatureCollection',
    features: [
      feature(point(77.6, 12.9, 920), { name: 'Hill', latitude: 'a property', tags: [1] }, 7),
      feature(
        {
          type: 'LineString',
          coordinates: [
            [77, 12],
            [78, 13],
          ],
        },
        { name: 'Road' },
      ),
      feature(null, null),
      feature(point(200, 100), { name: 'Nowhere' }),
    ],
  };

  it.each([0, 2])(
    'gives its points as places, longitude first, and keeps the rest',
    async (space) => {
      const input = stage.write('in.geojson', JSON.stringify(COLLECTION, null, space));
      const { code } = await enrich(input, 'out.geojson');
      const out = JSON.parse(stage.read('out.geojson')) as typeof COLLECTION;
      expect(out.features.map(({ geometry }) => geometry)).toEqual(
        COLLECTION.features.map(({ geometry }) => geometry),
      );
      expect(out.features.map(({ id }) => id)).toEqual([7, undefined, undefined, undefined]);
      expect(out.features.map(({ properties }) => properties)).toMatchObject([
        { name: 'Hill', latitude: 'a property', tags: [1], locus_status: 'done' },
        { name: 'Road', locus_status: 'skipped' },
        { locus_status: 'skipped' },
        { name: 'Nowhere', locus_status: 'failed' },
      ]);
      expect(stage.service.calls.map(({ body }) => body)).toMatchObject([{ lat: 12.9, lng: 77.6 }]);
      expect(code).toBe(2);
    },
  );

  it('is made of a list with coordinates, and of one with addresses without geometry', async () => {
    await enrich(stage.write('in.csv', 'name,lat,lng\nHill,12.9,77.6\nNone,,\n'), 'out.geojson');
    const out = JSON.parse(stage.read('out.geojson')) as typeof COLLECTION;
    expect(out.features.map(({ geometry }) => geometry)).toEqual([point(77.6, 12.9), null]);
    // As they were read: with a decimal comma, and in degrees and minutes.
    const other = 'name;lat;lng\nA;12,9;77,6\nB;"12°30\'N";"77°15\'E"\n';
    await enrich(stage.write('c.csv', other), 'c.geojson');
    expect(JSON.parse(stage.read('c.geojson'))).toMatchObject({
      features: [{ geometry: point(77.6, 12.9) }, { geometry: point(77.25, 12.5) }],
    });
    await enrich(stage.write('b.csv', 'address,pincode\n12 MG Road,560001\n'), 'b.geojson');
    expect(JSON.parse(stage.read('b.geojson'))).toMatchObject({ features: [{ geometry: null }] });
  });

  it.each([
    ['one after the other, in lines', (feature: string) => `${feature}\n`, ''],
    ['after record separators', (feature: string) => `\x1E${feature}\n`, ''],
    ['on several lines, after record separators', (feature: string) => `\x1E${feature}\n`, 2],
  ])('may be features %s', async (_name, record, space) => {
    const text = COLLECTION.features.map((each) => record(JSON.stringify(each, null, space)));
    await enrich(stage.write('in.geojsonl', text.join('')), 'out.geojson');
    const out = JSON.parse(stage.read('out.geojson')) as typeof COLLECTION;
    expect(out.features.map(({ geometry }) => geometry)).toEqual(
      COLLECTION.features.map(({ geometry }) => geometry),
    );
    expect(stage.service.calls).toHaveLength(1);
  });

  it('is read when its features come first, with much before it, and on a single line', async () => {
    const long = { name: 'x'.repeat(1_500_000), features: ['none'] };
    for (const [at, collection] of [
      { features: COLLECTION.features, extra: long, type: 'FeatureCollection' },
      { type: 'FeatureCollection', extra: long, features: COLLECTION.features },
      { ...COLLECTION, features: COLLECTION.features.map((each) => ({ ...each, extra: long })) },
    ].entries()) {
      await enrich(stage.write('in.geojson', JSON.stringify(collection)), `out${at}.geojson`);
      expect(JSON.parse(stage.read(`out${at}.geojson`))).toMatchObject({
        type: 'FeatureCollection',
        ...(at < 2 && { extra: long }),
        features: [{ id: 7, ...(at === 2 && { extra: long }) }, {}, {}, {}],
      });
    }
  });

  it.each([
    ['that is cut off', (text: string) => text.slice(0, -20)],
    ['with another behind it', (text: string) => `${text}\n${text}`],
    ['with something else among its features', (text: string) => text.replace('[{', '[7,{')],
  ])('%s is said before any call', async (_name, change) => {
    const input = stage.write('in.geojson', change(JSON.stringify(COLLECTION)));
    const { code, messages } = await enrich(input, 'out.csv');
    expect([code, messages]).toEqual([
      1,
      expect.stringMatching(/isn’t whole|feature 1 isn’t a feature/),
    ]);
    expect(stage.service.calls).toEqual([]);
  });

  it('of Esri’s own kind is named', async () => {
    const esri =
      '{"geometryType":"esriGeometryPoint","spatialReference":{"wkid":4326},"features":[';
    const input = stage.write(
      'in.json',
      `${esri}{"attributes":{"a":1},"geometry":{"x":1,"y":2}}]}`,
    );
    expect((await enrich(input, 'out.csv')).messages).toContain('format Esri JSON');
  });

  it('without features is said', async () => {
    const { messages } = await enrich(
      stage.write('x.geojson', '{"type":"FeatureCollection"}'),
      'o.csv',
    );
    expect(messages).toContain('has no features');
  });
});
