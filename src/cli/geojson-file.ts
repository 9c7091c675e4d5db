import { isRecord, jsonIn } from '../engine/contract/json-checks';
import type { InputText } from './input-text';
import { cellOf, FieldNames, JsonText } from './json-cell';
import {
  createJsonSplitter,
  itemTexts,
  memberText,
  memberTexts,
  objectIn,
} from '../engine/contract/json-text';
import type { JsonPart, MemberText } from '../engine/contract/json-text';
import { CONVERT_TO_WGS_84, FileFault, type ReadTable, type TableRow } from './table';

/** What a GeoJSON file has besides its features' properties. */
export interface FeatureCollection {
  /** The file's fields before and after its features, as they were written. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The features’ fields that have no column, such as `bbox`. */
  readonly others: readonly string[];
  /** How many columns come first, from the features themselves. */
  readonly own: number;
  readonly longitude: number;
  readonly latitude: number;
  readonly geometry: number;
}

export interface GeojsonTable extends ReadTable {
  readonly jsonKind: 'geojson';
  readonly collection: FeatureCollection;
}

/** A feature's geometry, and everything that the feature has besides its properties. */
export class FeatureText extends JsonText {
  constructor(
    geometry: string,
    private readonly members: readonly MemberText[],
  ) {
    super(geometry);
  }

  /** Returns the feature with other properties in place of its own. */
  with(properties: string): string {
    const member = `"properties":${properties}`;
    const hasOwn = this.members.some(({ name }) => name === 'properties');
    const all = this.members.map(({ name, text }) => (name === 'properties' ? member : text));
    return `{${(hasOwn ? all : [...all, member]).join(',')}}`;
  }
}

/**
 * Reads the features of a GeoJSON file: their points, identifiers and properties as columns. A
 * shape that is not a single point is no place. What is not read is written unchanged.
 *
 * @param isApart whether the features follow each other without a collection around them.
 * @throws FileFault
 */
export async function openGeojsonFile(input: InputText, isApart: boolean): Promise<GeojsonTable> {
  const { before, after, others, properties, hasIds } = await surveyOf(input, isApart);
  const free = (name: string, of: string): string =>
    properties.includes(name) ? free(`${of}_${name}`, of) : name;
  const columns = [
    ...['longitude', 'latitude', 'geometry'].map((name) => free(name, 'geometry')),
    ...(hasIds ? [free('id', 'feature')] : []),
  ];
  const own = columns.length;
  const at = new Map(properties.map((name, index) => [name, own + index]));
  const width = own + properties.length;
  const rowOf = (text: string): TableRow => {
    const members = memberTexts(text);
    const row: unknown[] = new Array(width).fill(undefined);
    const valueOf = (name: string): string | undefined =>
      members.find((member) => member.name === name)?.value;
    const geometry = valueOf('geometry') ?? 'null';
    const [longitude, latitude] = pointIn(geometry);
    row[0] = longitude === undefined ? undefined : cellOf(longitude);
    row[1] = latitude === undefined ? undefined : cellOf(latitude);
    // Properties are kept in the row’s other cells.
    const kept = members.map((member) =>
      member.name === 'properties' ? { ...member, text: '', value: '' } : member,
    );
    row[2] = new FeatureText(geometry, kept);
    const id = valueOf('id');
    if (hasIds && id !== undefined) row[3] = cellOf(id);
    const values = valueOf('properties') ?? 'null';
    if (values.startsWith('{')) {
      for (const { name, value } of memberTexts(values))
        row[at.get(name) as number] = cellOf(value);
    }
    return row;
  };
  return {
    jsonKind: 'geojson',
    columns: [...columns, ...properties],
    collection: { before, after, others, own, longitude: 0, latitude: 1, geometry: 2 },
    found: [input.found, 'GeoJSON'],
    leftOut: (row) => (row[0] === undefined && String(row[2]) !== 'null' ? 'shape' : undefined),
    async *rows() {
      for await (const parts of partsOf(input, isApart)) {
        yield parts.flatMap(({ kind, text }) => (kind === 'item' ? [rowOf(text)] : []));
      }
    },
  };
}

interface Survey {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly others: readonly string[];
  readonly properties: readonly string[];
  readonly hasIds: boolean;
}

async function surveyOf(input: InputText, isApart: boolean): Promise<Survey> {
  const properties = new FieldNames();
  const [before, after]: [string[], string[]] = [[], []];
  const others = new Set<string>();
  let hasIds = false;
  let count = 0;
  for await (const parts of partsOf(input, isApart)) {
    for (const { kind, text } of parts) {
      if (kind === 'member') {
        const member = memberText(text);
        if (member.name === 'features') throw new FileFault(`${input.name} has no features.`);
        if (member.name === 'crs') checkSystem(input.name, member.value);
        (count === 0 ? before : after).push(text);
        continue;
      }
      count += 1;
      const feature = objectIn(text);
      if (feature === undefined || feature['type'] !== 'Feature') {
        throw new FileFault(`${input.name}: feature ${count} isn’t a feature of GeoJSON.`, count);
      }
      for (const name in feature) if (!FEATURE_FIELDS.has(name)) others.add(name);
      hasIds ||= feature['id'] !== undefined;
      if (!isRecord(feature['properties'])) continue;
      const own = memberTexts(text).find(({ name }) => name === 'properties');
      properties.take(memberTexts(own?.value ?? '{}'), `${input.name}: feature`, count);
    }
  }
  if (count === 0) throw new FileFault(`${input.name} has no features.`);
  return {
    before: isApart ? ['"type":"FeatureCollection"'] : before,
    ...{ after, others: [...others], properties: properties.all, hasIds },
  };
}

const FEATURE_FIELDS: ReadonlySet<string> = new Set(['type', 'id', 'geometry', 'properties']);

async function* partsOf(input: InputText, isApart: boolean): AsyncGenerator<readonly JsonPart[]> {
  const splitter = createJsonSplitter(isApart ? 'apart' : 'features', MOST_FEATURE);
  for await (const { text } of input.pieces()) {
    try {
      yield splitter.read(text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new FileFault(`${input.name} has a feature of more than ${MOST_FEATURE} characters.`);
    }
  }
  if (splitter.isWhole) return;
  throw new FileFault(`${input.name} isn’t whole: it ends too early, or more follows its end.`);
}

/** One outline of a coast has some 20 million. */
const MOST_FEATURE = 64_000_000;

/** The longitude and latitude of a point, or of a group's only point, as they were written. */
function pointIn(geometry: string): readonly (string | undefined)[] {
  if (!/"(?:Multi)?Point"/.test(geometry)) return [];
  const members = memberTexts(geometry);
  const { value: coordinates = 'null' } = members.find(({ name }) => name === 'coordinates') ?? {};
  if (!coordinates.startsWith('[')) return [];
  const items = itemTexts(coordinates);
  const type = jsonIn(members.find(({ name }) => name === 'type')?.value ?? 'null');
  if (type === 'Point') return items;
  return type === 'MultiPoint' && items.length === 1 ? itemTexts(items[0] ?? '') : [];
}

/** @throws FileFault for coordinates that are not degrees of WGS 84. */
function checkSystem(name: string, crs: string): void {
  const system = EPSG_CODE.exec(JSON.stringify(jsonIn(crs) ?? null))?.[1];
  if (system === undefined || DEGREES.has(system)) return;
  throw new FileFault(`${name} is in EPSG:${system}. ${CONVERT_TO_WGS_84}`);
}

/** `EPSG:32643`, `urn:ogc:def:crs:EPSG::32643`, `…/EPSG/0/32643`, and the code by itself. */
const EPSG_CODE = /EPSG(?:[:/][\d.]*)?(?:[:/]|","properties":\{"code":"?)(\d+)/i;
/** WGS 84 in two and three dimensions, and what differs from it by a metre or two. */
const DEGREES: ReadonlySet<string> = new Set(['4326', '4979', '4258', '4269']);
