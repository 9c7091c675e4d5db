import { createInterface } from 'node:readline';
import { isRecord, jsonIn } from '../engine/contract/json-checks';
import type { InputFile } from './input-file';
import type { OutputFile } from './output-file';
import type { PointReader } from './row-reader';
import {
  CONVERT_TO_WGS_84,
  FileFault,
  type ReadTable,
  type TableRow,
  type TableWriter,
} from './table';
import { StoredNumber, StoredValue, valueText } from './value-text';

/** A table of objects: lines of JSON (NDJSON), or the features of a GeoJSON file. */
export interface JsonTable extends ReadTable {
  readonly jsonKind: 'ndjson' | 'geojson';
  /** The numbers of the columns, from 0, that hold each feature's point. */
  readonly point?: { readonly longitude: number; readonly latitude: number };
}

/** Which of the two a file is, by how it begins; undefined for neither. */
export function jsonKindOf(start: Uint8Array): JsonTable['jsonKind'] | undefined {
  const text = Buffer.from(start)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (!text.startsWith('{')) return undefined;
  const [line = ''] = text.split('\n', 1);
  const first = objectIn(line);
  if (first !== undefined) return first['type'] === 'FeatureCollection' ? 'geojson' : 'ndjson';
  return /^\{[^{}]*"type"\s*:\s*"FeatureCollection"/.test(text) ? 'geojson' : undefined;
}

/**
 * Reads lines of JSON, an object each, as rows. The columns are the fields of all lines, in the order
 * in which they first appear. Whatever a value is, it is written as it was.
 *
 * @throws FileFault with the row of a line that is no object
 */
export async function openNdjsonFile(input: InputFile): Promise<JsonTable> {
  const columns = new Map<string, number>();
  for await (const members of objectsOf(input)) {
    for (const { name } of members) if (!columns.has(name)) columns.set(name, columns.size);
  }
  const names = [...columns.keys()];
  return {
    jsonKind: 'ndjson',
    columns: names,
    found: ['UTF-8', 'lines of JSON'],
    async *rows() {
      let rows: TableRow[] = [];
      for await (const members of objectsOf(input)) {
        const row: unknown[] = names.map(() => undefined);
        for (const { name, text } of members) row[columns.get(name) as number] = cellOf(text);
        rows.push(row);
        if (rows.length < ROWS_AT_ONCE) continue;
        yield rows;
        rows = [];
      }
      yield rows;
    },
  };
}

const ROWS_AT_ONCE = 1000;

async function* objectsOf(input: InputFile): AsyncGenerator<readonly MemberText[]> {
  const stream = input.file.createReadStream({ autoClose: false, start: 0, encoding: 'utf8' });
  let row = 0;
  for await (const given of createInterface({ input: stream, crlfDelay: Infinity })) {
    const line = row === 0 ? given.replace(/^\uFEFF/, '') : given;
    if (line.trim() === '') continue;
    row += 1;
    if (line.length > MOST_LINE || objectIn(line) === undefined) {
      throw new FileFault(`${input.name}: row ${row} isn’t an object of JSON.`, row);
    }
    yield memberTexts(line);
  }
}

/** The value of a field, from its text such as `"lat": 12.90`. */
function cellOf(member: string): unknown {
  const text = member
    .slice(member.indexOf(':', JSON_NAME.exec(member)?.[0].length ?? 0) + 1)
    .trim();
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number')
    return String(value) === text ? value : new StoredNumber(text, text);
  return typeof value === 'object' && value !== null ? new JsonText(text) : value;
}

const JSON_NAME = /^"(?:[^"\\]|\\.)*"/;

/** An object or a list, as it was written. */
class JsonText extends StoredValue {
  constructor(text: string) {
    super(text, text);
  }
}

/**
 * Reads the features of a GeoJSON file: their points as columns, and their properties. A shape that is
 * no point is no place, and is written as it was.
 *
 * @throws FileFault
 */
export async function openGeojsonFile(input: InputFile): Promise<JsonTable> {
  const text = (await input.file.readFile('utf8')).replace(/^\uFEFF/, '');
  const { features, crs } = objectIn(text) ?? {};
  const system = EPSG_CODE.exec(JSON.stringify(crs ?? null))?.[1];
  if (system !== undefined && !DEGREES.has(system)) {
    throw new FileFault(`${input.name} is in EPSG:${system}. ${CONVERT_TO_WGS_84}`);
  }
  if (!Array.isArray(features)) throw new FileFault(`${input.name} has no features.`);
  const properties = new Set<string>();
  for (const [at, feature] of features.entries()) {
    if (!isRecord(feature))
      throw new FileFault(`${input.name}: feature ${at + 1} isn’t an object.`);
    const { id, properties: own } = feature;
    if (id !== undefined) properties.add('id');
    for (const name of Object.keys(isRecord(own) ? own : {})) properties.add(name);
  }
  const free = (name: string): string => (properties.has(name) ? free(`geometry_${name}`) : name);
  const columns = [free('longitude'), free('latitude'), free('geometry'), ...properties];
  const rows = features.map((feature: Readonly<Record<string, unknown>>) => {
    const { geometry = null, properties: given, id } = feature;
    const own = isRecord(given) ? given : {};
    const point =
      isRecord(geometry) && geometry['type'] === 'Point' ? geometry['coordinates'] : undefined;
    const [longitude, latitude] = Array.isArray(point) ? (point as unknown[]) : [];
    const values = [...properties].map((name) =>
      Object.hasOwn(own, name) ? storable(own[name]) : name === 'id' ? storable(id) : undefined,
    );
    return [longitude, latitude, new JsonText(JSON.stringify(geometry)), ...values];
  });
  return {
    jsonKind: 'geojson',
    columns,
    point: { longitude: 0, latitude: 1 },
    found: ['UTF-8', 'GeoJSON'],
    async *rows() {
      for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
        yield rows.slice(at, at + ROWS_AT_ONCE);
    },
  };
}

/** `EPSG:32643`, `urn:ogc:def:crs:EPSG::32643`, `…/EPSG/0/32643`, and the code by itself. */
const EPSG_CODE = /EPSG(?:[:/][\d.]*)?(?:[:/]|","properties":\{"code":"?)(\d+)/i;
/** WGS 84 in two and three dimensions, and what differs from it by a metre or two. */
const DEGREES: ReadonlySet<string> = new Set(['4326', '4979', '4258', '4269']);

function storable(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? new JsonText(JSON.stringify(value)) : value;
}

/**
 * Writes lines of JSON, or the features of a GeoJSON file. A field that a line did not have, it does
 * not get.
 *
 * @param hasGeometry whether the first three columns are those of a GeoJSON file that was read.
 * @param pointOf the points of features; without it, features have no geometry.
 * @param values the names of the columns with values: numbers, also where a file of text held them.
 * @throws FileFault for two columns of one name, which no object can have.
 */
export async function createJsonWriter(
  output: OutputFile,
  kind: JsonTable['jsonKind'],
  columns: readonly string[],
  hasGeometry: boolean,
  pointOf: PointReader | undefined,
  values: readonly string[],
): Promise<TableWriter> {
  const twice = columns.find((name, at) => columns.indexOf(name) !== at);
  if (twice !== undefined) {
    throw new FileFault(`Two columns are called “${twice}”, which JSON can’t hold. Rename one.`);
  }
  const encoder = new TextEncoder();
  const put = (text: string): Promise<void> => output.write(encoder.encode(text));
  const names = columns.map((name) => JSON.stringify(name));
  const isValue = columns.map((name) => values.includes(name));
  const objectOf = (row: TableRow, first: number): string => {
    const members = names.flatMap((name, at) =>
      at < first || row[at] === undefined
        ? []
        : [`${name}:${isValue[at] === true ? numberOf(row[at]) : jsonOf(row[at])}`],
    );
    return `{${members.join(',')}}`;
  };
  if (kind === 'ndjson') {
    return {
      write: (rows) => put(rows.map((row) => `${objectOf(row, 0)}\n`).join('')),
      finish: () => output.finish(),
    };
  }
  const geometryOf = (row: TableRow): string => {
    if (hasGeometry) return jsonOf(row[2]);
    const point = pointOf?.(row);
    return point === undefined
      ? 'null'
      : `{"type":"Point","coordinates":[${point.lng},${point.lat}]}`;
  };
  await put('{"type":"FeatureCollection","features":[');
  let separator = '\n';
  return {
    async write(rows) {
      let text = '';
      for (const row of rows) {
        const properties = objectOf(row, hasGeometry ? GEOMETRY_COLUMNS : 0);
        text += `${separator}{"type":"Feature","geometry":${geometryOf(row)},"properties":${properties}}`;
        separator = ',\n';
      }
      await put(text);
    },
    async finish() {
      await put('\n]}\n');
      await output.finish();
    },
  };
}

const GEOMETRY_COLUMNS = 3;

function numberOf(value: unknown): string {
  const text = valueText(value);
  return JSON_NUMBER.test(text) ? text : 'null';
}

/** A cell as JSON; what JSON has no type for is text. */
function jsonOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'boolean') return String(value);
  if (value instanceof JsonText) return String(value);
  if (value instanceof StoredNumber && JSON_NUMBER.test(String(value))) return String(value);
  return JSON.stringify(valueText(value));
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** In characters. */
export const MOST_LINE = 4_000_000;

/** The object that a text is; undefined if it is none. */
export function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = jsonIn(text);
  return isRecord(value) ? value : undefined;
}

/** A field of an object as it was written: `"lat": 12.90`. */
export interface MemberText {
  readonly name: string;
  readonly text: string;
}

/**
 * The fields of an object, as they were written, so that `12345678901234567890`, `1.50` and two
 * fields of one name come back as they were.
 *
 * @param object JSON text of an object, which JSON.parse() has taken.
 */
export function memberTexts(object: string): readonly MemberText[] {
  const members: MemberText[] = [];
  let start = object.indexOf('{') + 1;
  let depth = 0;
  for (let at = start; at < object.length; at += 1) {
    switch (object[at]) {
      case '"':
        at = endOfString(object, at);
        break;
      case '{':
      case '[':
        depth += 1;
        break;
      case '}':
      case ']':
      case ',': {
        if (depth === 0) {
          const text = object.slice(start, at).trim();
          if (text !== '') members.push({ name: nameOf(text), text });
          start = at + 1;
        } else if (object[at] !== ',') depth -= 1;
        break;
      }
      default:
    }
  }
  return members;
}

function nameOf(member: string): string {
  return JSON.parse(member.slice(0, endOfString(member, 0) + 1)) as string;
}

/** The closing quote of the string that begins here. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
