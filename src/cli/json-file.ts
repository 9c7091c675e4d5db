import { cellOf, FieldNames, jsonOf, numberText } from './json-cell';
import { createJsonSplitter, memberTexts, MOST_LINE, objectIn } from '../engine/contract/json-text';
import type { MemberText } from '../engine/contract/json-text';
import { textBytes } from '../engine/places/escaped-bytes';
import type { FeatureCollection } from './geojson-file';
import { FeatureText } from './geojson-file';
import type { InputText } from './input-text';
import type { OutputFile } from './output-file';
import type { PointReader } from './row-reader';
import { FileFault, type ReadTable, type TableRow, type TableWriter } from './table';

/** A table of objects: lines of JSON (NDJSON), or the features of a GeoJSON file. */
export interface JsonTable extends ReadTable {
  readonly jsonKind: 'ndjson' | 'geojson';
  /** What a GeoJSON file has besides its features' properties. */
  readonly collection?: FeatureCollection;
}

/** How a file's objects are arranged: one after the other, or as the features of a collection. */
export interface JsonKind {
  readonly kind: JsonTable['jsonKind'];
  readonly isApart: boolean;
}

/** Tells the kind of a file by its beginning; undefined if it is neither. */
export function jsonKindOf(start: string): JsonKind | undefined {
  const text = start.replace(/^[\s\uFEFF\x1E]+/, '');
  if (!text.startsWith('{')) return undefined;
  let first: Readonly<Record<string, unknown>> | undefined;
  try {
    const [part] = createJsonSplitter('apart').read(text);
    first = part && objectIn(part.text);
  } catch {
    return undefined;
  }
  const type = first?.['type'];
  if (type === 'Feature') return { kind: 'geojson', isApart: true };
  if (type === 'FeatureCollection') return { kind: 'geojson', isApart: false };
  // What ArcGIS writes has features of another kind.
  if (Array.isArray(first?.['features']) && 'spatialReference' in (first ?? {})) return undefined;
  const [line = ''] = text.split('\n', 1);
  if (first !== undefined) {
    // An object by itself on several lines may be anything.
    const isLine = objectIn(line) !== undefined || start !== text;
    return isLine ? { kind: 'ndjson', isApart: true } : undefined;
  }
  // The end of a long file is not read yet.
  const parts = createJsonSplitter('features').read(text);
  const isTyped = parts.some((part) => /^"type"\s*:\s*"FeatureCollection"/.test(part.text));
  const feature = parts.find(({ kind }) => kind === 'item')?.text ?? '';
  const isFeature = objectIn(feature)?.['type'] === 'Feature';
  return isTyped || isFeature ? { kind: 'geojson', isApart: false } : undefined;
}

/**
 * Reads JSON objects that follow each other as rows. The columns are the fields of all objects, in
 * the order in which they first appear. Values are written as they were.
 *
 * @throws FileFault with the row that is no object
 */
export async function openNdjsonFile(input: InputText): Promise<JsonTable> {
  const fields = new FieldNames();
  let count = 0;
  for await (const objects of objectsOf(input, true)) {
    for (const members of objects) fields.take(members, `${input.name}: row`, (count += 1));
  }
  const names = fields.all;
  const columns = new Map(names.map((name, at) => [name, at]));
  return {
    jsonKind: 'ndjson',
    columns: names,
    found: [input.found, 'lines of JSON'],
    async *rows() {
      for await (const objects of objectsOf(input, false)) {
        yield objects.map((members) => {
          const row: unknown[] = names.map(() => undefined);
          for (const { name, value } of members) row[columns.get(name) as number] = cellOf(value);
          return row;
        });
      }
    },
  };
}

/** @param checks whether each object is checked as a whole, which takes time. */
async function* objectsOf(
  input: InputText,
  checks: boolean,
): AsyncGenerator<readonly (readonly MemberText[])[]> {
  const splitter = createJsonSplitter('apart', MOST_LINE);
  let row = 0;
  const fault = (): FileFault =>
    new FileFault(`${input.name}: row ${row + 1} isn’t an object of JSON.`, row + 1);
  for await (const { text, isLast } of input.pieces()) {
    const objects: (readonly MemberText[])[] = [];
    try {
      // The last line may have no end.
      for (const { text: object } of splitter.read(isLast ? `${text}\n` : text)) {
        if (object.length > MOST_LINE || (checks && objectIn(object) === undefined)) throw fault();
        objects.push(memberTexts(object));
        row += 1;
      }
    } catch (error) {
      throw error instanceof RangeError ? fault() : error;
    }
    yield objects;
  }
  if (!splitter.isWhole) throw fault();
}

/**
 * Writes lines of JSON, or the features of a GeoJSON file. A line gets no field that it did not
 * have.
 *
 * @param collection what the GeoJSON input has besides its features' properties.
 * @param pointOf returns the points of features. Left out: features have no geometry.
 * @param values the names of the columns with values. They are numbers, even if a text file had
 * them.
 * @throws FileFault for two columns of one name, which no object can have.
 */
export async function createJsonWriter(
  output: OutputFile,
  kind: JsonTable['jsonKind'],
  columns: readonly string[],
  collection: FeatureCollection | undefined,
  pointOf: PointReader | undefined,
  values: readonly string[],
): Promise<TableWriter> {
  const twice = columns.find((name, at) => columns.indexOf(name) !== at);
  if (twice !== undefined) {
    throw new FileFault(`Two columns are called “${twice}”, which JSON can’t hold. Rename one.`);
  }
  const put = (text: string): Promise<void> => output.write(textBytes(text));
  const names = columns.map((name) => JSON.stringify(name));
  const isValue = columns.map((name) => values.includes(name));
  const objectOf = (row: TableRow, first: number): string => {
    const members = names.flatMap((name, at) =>
      at < first || row[at] === undefined
        ? []
        : [`${name}:${isValue[at] === true ? numberText(row[at]) : jsonOf(row[at])}`],
    );
    return `{${members.join(',')}}`;
  };
  if (kind === 'ndjson') {
    return {
      write: (rows) => put(rows.map((row) => `${objectOf(row, 0)}\n`).join('')),
      finish: () => output.finish(),
    };
  }
  const featureOf = (row: TableRow): string => {
    const shape = row[collection?.geometry ?? -1];
    if (collection !== undefined && shape instanceof FeatureText) {
      return shape.with(objectOf(row, collection.own));
    }
    const point = pointOf?.(row);
    const geometry =
      point === undefined ? 'null' : `{"type":"Point","coordinates":[${point.lng},${point.lat}]}`;
    return `{"type":"Feature","geometry":${geometry},"properties":${objectOf(row, 0)}}`;
  };
  const { before, after } = collection ?? { before: ['"type":"FeatureCollection"'], after: [] };
  await put(`{${[...before, '"features":['].join(',')}`);
  let separator = '\n';
  return {
    async write(rows) {
      let text = '';
      for (const row of rows) {
        text += separator + featureOf(row);
        separator = ',\n';
      }
      await put(text);
    },
    async finish() {
      await put(`\n${[']', ...after].join(',')}}\n`);
      await output.finish();
    },
  };
}
