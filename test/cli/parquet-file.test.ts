import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, parquetWriteFile, ParquetWriter } from 'hyparquet-writer';
import { openCliStage, type CliStage } from './cli-stage';

let stage: CliStage;
beforeEach(async () => (stage = await openCliStage()));
afterEach(() => stage.close());

function enrich(to: string, ...rest: readonly string[]) {
  const args = ['enrich', stage.path('in.parquet'), '-o', stage.path(to), '--names', 'a', ...rest];
  return stage.run(args);
}

/** A place, and a column of its own kind. */
function writeColumn(
  element: Omit<SchemaElement, 'name'>,
  data: unknown[],
  kvMetadata: { key: string; value: string }[] = [],
): void {
  parquetWriteFile({
    filename: stage.path('in.parquet'),
    schema: [
      { name: 'root', num_children: 3 },
      { name: 'lat', type: 'DOUBLE', repetition_type: 'REQUIRED' },
      { name: 'lng', type: 'DOUBLE', repetition_type: 'REQUIRED' },
      { name: 'own', repetition_type: 'OPTIONAL', ...element },
    ],
    columnData: [
      { name: 'lat', data: data.map(() => 12.9) },
      { name: 'lng', data: data.map(() => 77.6) },
      { name: 'own', data, statistics: false },
    ],
    kvMetadata,
  });
}

async function metadataOf(name: string) {
  const file = await asyncBufferFromFile(stage.path(name));
  return parquetMetadataAsync(file, { geoparquet: false });
}

/** The column's values, as bytes where nothing says that they are text. */
async function ownOf(name: string): Promise<unknown[]> {
  const file = await asyncBufferFromFile(stage.path(name));
  const rows = await parquetReadObjects({
    ...{ file, utf8: false, geoparquet: false },
    parsers: {
      jsonFromBytes: (bytes) => Buffer.from(bytes).toString(),
      geometryFromBytes: (bytes) => bytes,
      stringFromBytes: (bytes) => bytes,
    },
  });
  return rows.map(({ own }) => (own instanceof Uint8Array ? [...own] : (own as unknown)));
}

const POINT = Uint8Array.of(1, 1, 0, 0, 0, 0xcd, 0xcc, 0xff, 0xfe, 0x80, 0x66, 0x53, 0x40);
const TEXT = new TextEncoder().encode('Straße');

describe('the bytes of a Parquet file', () => {
  it.each<[string, Omit<SchemaElement, 'name'>, unknown[]]>([
    ['binary', { type: 'BYTE_ARRAY' }, [POINT, TEXT, null]],
    ['of one length', { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 13 }, [POINT, null]],
    ['said to be text', { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, [POINT, TEXT, null]],
    [
      'half as long as a float',
      { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 2, logical_type: { type: 'FLOAT16' } },
      [12.9375, -0, Infinity, null],
    ],
    ['documents', { type: 'BYTE_ARRAY', converted_type: 'JSON' }, [{ a: 1 }, null]],
    ['enumerated', { type: 'BYTE_ARRAY', converted_type: 'ENUM' }, [TEXT, null]],
    [
      'identifiers',
      { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, logical_type: { type: 'UUID' } },
      ['123e4567-e89b-12d3-a456-426614174000', null],
    ],
    ['a geometry', { type: 'BYTE_ARRAY', logical_type: { type: 'GEOMETRY' } }, []],
  ])('stay as they are, as does what they are said to be: %s', async (_kind, element, data) => {
    const isGeometry = element.logical_type?.type === 'GEOMETRY';
    const points = [{ type: 'Point', coordinates: [1.1, 2.2] }, null];
    writeColumn(element, isGeometry ? points : data);
    expect((await enrich('out.parquet')).code).toBe(0);
    expect(await ownOf('out.parquet')).toEqual(await ownOf('in.parquet'));
    const [before, after] = await Promise.all(['in.parquet', 'out.parquet'].map(metadataOf));
    const own = after?.schema.find(({ name }) => name === 'own');
    expect(own).toEqual(before?.schema.find(({ name }) => name === 'own'));
  });

  it('stay as they are in JSON, with every digit', async () => {
    const json = '{"b": 12345678901234567890, "a": 1.0}';
    writeColumn({ type: 'BYTE_ARRAY', logical_type: { type: 'JSON' } }, [json]);
    expect((await enrich('out.parquet')).code).toBe(0);
    expect(await ownOf('out.parquet')).toEqual(await ownOf('in.parquet'));
    await enrich('out.csv');
    expect(stage.read('out.csv')).toContain(`"${json.replaceAll('"', '""')}"`);
  });

  it('are text in a CSV where they are some, and hex otherwise', async () => {
    writeColumn({ type: 'BYTE_ARRAY' }, [POINT, TEXT, new Uint8Array(21), null]);
    expect((await enrich('out.csv')).code).toBe(0);
    const own = stage.read('out.csv').trimEnd().split('\n').slice(1);
    const hex = Buffer.from(POINT).toString('hex');
    expect(own.map((row) => row.split(',')[2])).toEqual([hex, 'Straße', '00'.repeat(21), '']);
  });

  it('are a place’s address where they are text, and are refused before any call where not', async () => {
    const address = new TextEncoder().encode('12 MG Road Bengaluru 560001');
    writeColumn({ type: 'BYTE_ARRAY' }, [address, POINT]);
    const args = ['enrich', stage.path('in.parquet'), '-o', stage.path('out.csv')];
    const wanted = ['--model', 'm', '--address', 'own', '--yes'];
    const { code, messages } = await stage.run([...args, ...wanted]);
    expect([code, messages]).toEqual([1, expect.stringContaining('Column “own” contains bytes')]);
    expect(stage.service.calls).toEqual([]);
    writeColumn({ type: 'BYTE_ARRAY' }, [address]);
    expect((await stage.run([...args, ...wanted])).code).toBe(0);
    expect(stage.service.calls[0]?.body).toMatchObject({ address: '12 MG Road Bengaluru 560001' });
  });

  it('keep what is said of them, but not what was the schema', async () => {
    const geo = { key: 'geo', value: '{"version":"1.0.0","primary_column":"own"}' };
    const schemas = ['pandas', 'ARROW:schema', 'org.apache.spark.sql.parquet.row.metadata'];
    const metadata = [geo, ...schemas.map((key) => ({ key, value: '{}' }))];
    writeColumn({ type: 'BYTE_ARRAY' }, [POINT], metadata);
    await enrich('out.parquet');
    expect((await metadataOf('out.parquet')).key_value_metadata).toEqual([geo]);
  });
});

describe('decimals of a Parquet file', () => {
  const decimal = { converted_type: 'DECIMAL', scale: 2 } as const;

  it.each<[string, Omit<SchemaElement, 'name'>]>([
    ['INT64', { type: 'INT64', precision: 18, ...decimal }],
    ['of one length', { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, precision: 38, ...decimal }],
    ['of any length', { type: 'BYTE_ARRAY', precision: 38, ...decimal }],
  ])('keep all their digits: %s', async (_kind, element) => {
    writeColumn(element, [113n, -5n, 123_456_789_012_345_678n, 0n, null]);
    expect((await enrich('out.csv')).code).toBe(0);
    const own = stage.read('out.csv').trimEnd().split('\n').slice(1);
    const texts = ['1.13', '-0.05', '1234567890123456.78', '0.00', ''];
    expect(own.map((row) => row.split(',')[2])).toEqual(texts);
    expect((await enrich('out.parquet')).code).toBe(0);
    await stage.run([
      'enrich',
      stage.path('out.parquet'),
      '-o',
      stage.path('2.csv'),
      '--names',
      'a',
    ]);
    const again = stage.read('2.csv').trimEnd().split('\n').slice(1);
    expect(again.map((row) => row.split(',')[2])).toEqual(texts);
    const after = (await metadataOf('out.parquet')).schema.find(({ name }) => name === 'own');
    expect(after).toMatchObject(element);
  });

  it('are coordinates as other numbers are', async () => {
    writeColumn({ type: 'INT32', precision: 9, ...decimal }, [1_290n]);
    expect((await enrich('out.csv', '--lat', 'own', '--lng', 'lng')).code).toBe(0);
    expect(stage.service.calls.map(({ place }) => place)).toEqual(['12.9,77.6']);
  });
});

describe('what can’t be written to Parquet as it is', () => {
  /** The writer has no such type: twelve bytes, which are then said to be a time. */
  function writeOldTimes(times: readonly (readonly [day: number, nanoseconds: bigint])[]): void {
    const own = times.map(([day, nanoseconds]) => {
      const bytes = Buffer.alloc(12);
      bytes.writeBigUInt64LE(nanoseconds);
      bytes.writeInt32LE(day + 2_440_588, 8);
      return new Uint8Array(bytes);
    });
    const buffer = new ByteWriter();
    const bytes = { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 12 } as const;
    const schema: SchemaElement[] = [
      { name: 'root', num_children: 3 },
      { name: 'lat', type: 'DOUBLE', repetition_type: 'REQUIRED' },
      { name: 'lng', type: 'DOUBLE', repetition_type: 'REQUIRED' },
      { name: 'own', repetition_type: 'OPTIONAL', ...bytes },
    ];
    const writer = new ParquetWriter({ writer: buffer, schema });
    void writer.write({
      columnData: [
        { name: 'lat', data: own.map(() => 12.9) },
        { name: 'lng', data: own.map(() => 77.6) },
        { name: 'own', data: own, statistics: false },
      ],
    });
    writer.schema = [
      ...schema.slice(0, 3),
      { name: 'own', repetition_type: 'OPTIONAL', type: 'INT96' },
    ];
    const chunk = writer.row_groups[0]?.columns[2]?.meta_data;
    if (chunk !== undefined) chunk.type = 'INT96';
    void writer.finish();
    stage.write('in.parquet', new Uint8Array(buffer.getBuffer()));
  }

  it('becomes timestamps if it is a time of old, whatever the century', async () => {
    // 2026-01-02 03:04:05.678901, 1969-12-31, 9999-12-31.
    const time = 11_045_678_901_000n;
    writeOldTimes([
      [20_455, time],
      [-1, 999n],
      [2_932_896, 0n],
    ]);
    expect((await enrich('out.parquet')).code).toBe(0);
    const file = await asyncBufferFromFile(stage.path('out.parquet'));
    const rows = await parquetReadObjects({
      file,
      parsers: { timestampFromMicroseconds: (value) => value },
    });
    const day = 86_400_000_000n;
    expect(rows.map(({ own }) => own as unknown)).toEqual([
      20_455n * day + time / 1_000n,
      -day,
      2_932_896n * day,
    ]);
    const own = (await metadataOf('out.parquet')).schema.find(({ name }) => name === 'own');
    expect(own).toMatchObject({ type: 'INT64', converted_type: 'TIMESTAMP_MICROS' });
  });

  it('is refused, by its column’s name, if values repeat in it without a list', async () => {
    // No writer makes such a column: it is said of one that has no values.
    const schema: SchemaElement[] = [
      { name: 'root', num_children: 3 },
      { name: 'lat', type: 'DOUBLE', repetition_type: 'REQUIRED' },
      { name: 'lng', type: 'DOUBLE', repetition_type: 'REQUIRED' },
      { name: 'own', type: 'INT32', repetition_type: 'REPEATED' },
    ];
    const buffer = new ByteWriter();
    void new ParquetWriter({ writer: buffer, schema }).finish();
    stage.write('in.parquet', new Uint8Array(buffer.getBuffer()));
    const { code, messages } = await enrich('out.parquet');
    expect([code, messages]).toEqual([
      1,
      expect.stringContaining('Column “own” repeats its values in an old way'),
    ]);
  });
});

describe('a GeoParquet file', () => {
  const point = (longitude: number, latitude: number): Uint8Array => {
    const bytes = Buffer.alloc(21);
    bytes.set([1, 1]);
    bytes.writeDoubleLE(longitude, 5);
    bytes.writeDoubleLE(latitude, 13);
    return bytes;
  };
  const SHAPES = [
    point(77.6, 12.9),
    point(-77, 10),
    Uint8Array.of(1, 2, 0, 0, 0, 0, 0, 0, 0),
    point(Number.NaN, Number.NaN),
    null,
  ];

  /** @param said what the file says of its column `geometry`; undefined for nothing. */
  function write(
    shape: readonly SchemaElement[],
    data: readonly unknown[],
    said?: object,
  ): { key: string; value: string }[] {
    const geo = { version: '1.1.0', primary_column: 'geometry', columns: { geometry: said } };
    const kvMetadata = said === undefined ? [] : [{ key: 'geo', value: JSON.stringify(geo) }];
    const names = ['Hill', 'Sea', 'Road', 'Nothing', 'None'];
    parquetWriteFile({
      filename: stage.path('in.parquet'),
      schema: [
        { name: 'root', num_children: 2 },
        { name: 'name', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
        ...shape,
      ],
      columnData: [
        { name: 'name', data: names.slice(0, data.length) },
        { name: 'geometry', data: [...data], statistics: false },
      ],
      kvMetadata,
    });
    return kvMetadata;
  }

  const BYTES: SchemaElement = {
    ...{ name: 'geometry', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
  };
  const asked = () => stage.service.calls.map(({ place }) => place);
  const POINTS = [
    { type: 'Point', coordinates: [77.6, 12.9] },
    { type: 'Point', coordinates: [-77, 10] },
  ];
  const geometries = (): unknown[] => {
    const { features } = JSON.parse(stage.read('out.geojson')) as {
      readonly features: readonly { readonly geometry: unknown }[];
    };
    return features.map(({ geometry }) => geometry);
  };

  it('has places in its points, and keeps all shapes with what it says about them', async () => {
    const crs = { type: 'GeographicCRS', name: 'WGS 84', id: { authority: 'EPSG', code: 4326 } };
    const kvMetadata = write([BYTES], SHAPES, { encoding: 'WKB', geometry_types: [], crs });
    expect(await enrich('out.parquet')).toMatchObject({ code: 0 });
    expect(asked()).toEqual(['12.9,77.6', '10,-77']);
    expect((await metadataOf('out.parquet')).key_value_metadata).toEqual(
      expect.arrayContaining(kvMetadata),
    );
    await enrich('out.csv');
    expect(stage.read('out.csv')).toMatch(/^name,geometry,a,locus_status,locus_error\nHill,0101/);
    expect(stage.read('out.csv').match(/,skipped,/g)).toHaveLength(3);
    await enrich('out.geojson');
    expect(geometries()).toEqual([...POINTS, null, null, null]);
  });

  it('may have its points as pairs of numbers', async () => {
    const pair = (name: string): SchemaElement => ({
      ...{ name, type: 'DOUBLE', repetition_type: 'REQUIRED' },
    });
    const group: SchemaElement = { ...BYTES, num_children: 2 };
    delete group.type;
    const data = [{ x: 77.6, y: 12.9 }, { x: -77, y: 10 }, null];
    write([group, pair('x'), pair('y')], data, { encoding: 'point', crs: null });
    await enrich('out.parquet');
    expect(asked()).toEqual(['12.9,77.6', '10,-77']);
    const file = await asyncBufferFromFile(stage.path('out.parquet'));
    expect((await parquetReadObjects({ file })).map(({ geometry }) => geometry ?? null)).toEqual(
      data,
    );
    await enrich('out.geojson');
    expect(geometries()).toEqual([...POINTS, null]);
  });

  it('has places in the other of two columns, where one is in metres', async () => {
    const crs = { id: { authority: 'EPSG', code: 3857 } };
    const geo = {
      columns: { geometry: { encoding: 'WKB', crs }, geom_wgs84: { encoding: 'WKB' } },
    };
    parquetWriteFile({
      filename: stage.path('in.parquet'),
      schema: [{ name: 'root', num_children: 2 }, BYTES, { ...BYTES, name: 'geom_wgs84' }],
      columnData: [
        { name: 'geometry', data: [point(8_641_120, 1_452_000)], statistics: false },
        { name: 'geom_wgs84', data: [point(77.6, 12.9)], statistics: false },
      ],
      kvMetadata: [{ key: 'geo', value: JSON.stringify(geo) }],
    });
    expect(await enrich('out.parquet')).toMatchObject({ code: 0 });
    expect(asked()).toEqual(['12.9,77.6']);
  });

  it.each<[string, SchemaElement, object | undefined]>([
    ['EPSG:32643', BYTES, { encoding: 'WKB', crs: { id: { authority: 'EPSG', code: 32_643 } } }],
    ['GDA94 / Zone 56', BYTES, { encoding: 'WKB', crs: { name: 'GDA94 / Zone 56' } }],
    ['EPSG:3857', { ...BYTES, logical_type: { type: 'GEOMETRY', crs: 'EPSG:3857' } }, undefined],
  ])('is refused before any call where its points are in %s', async (system, shape, said) => {
    // Of a column that is declared as shapes, the library makes the bytes.
    write([shape], [said === undefined ? POINTS[0] : point(77.6, 12.9)], said);
    const { code, messages } = await enrich('out.csv');
    expect(messages).toContain(`The shapes of column “geometry” are in ${system}.`);
    expect(code).toBe(1);
    expect(asked()).toEqual([]);
  });
});
