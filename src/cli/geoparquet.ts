import type { KeyValue, SchemaElement } from 'hyparquet';
import { isRecord } from '../engine/contract/json-checks';
import { objectIn } from './json-objects';
import { StoredValue } from './stored-value';

/** What a Parquet file says about a column of shapes. */
export interface GeometryColumn {
  /** The reference system of its coordinates, if it is not WGS 84 in degrees: `EPSG:32643`. */
  readonly otherSystem: string | undefined;
  /** Whether its points are pairs of numbers, x and y, and no bytes. */
  readonly isPairs: boolean;
}

/**
 * By GeoParquet's metadata (https://geoparquet.org/releases/v1.1.0) or, since its version 2, the type
 * of the column itself. A file that names no reference system means WGS 84.
 *
 * @param column its schema elements, its own first.
 */
export function geometryColumn(
  [element]: readonly SchemaElement[],
  metadata: readonly KeyValue[],
): GeometryColumn | undefined {
  const geo = objectIn(metadata.find(({ key }) => key === 'geo')?.value ?? '')?.['columns'];
  const said = isRecord(geo) && element !== undefined ? geo[element.name] : undefined;
  if (isRecord(said)) {
    return { otherSystem: otherSystem(said['crs']), isPairs: said['encoding'] === 'point' };
  }
  const type = element?.logical_type;
  if (type?.type !== 'GEOMETRY' && type?.type !== 'GEOGRAPHY') return undefined;
  return { otherSystem: otherSystem(type.crs), isPairs: false };
}

/** @param crs PROJJSON, or a name such as `EPSG:4326`. */
function otherSystem(crs: unknown): string | undefined {
  if (!isRecord(crs)) {
    return typeof crs === 'string' && !WGS_84.test(crs) ? crs : undefined;
  }
  const { id, name } = crs;
  const code = isRecord(id) ? `${String(id['authority'])}:${String(id['code'])}` : undefined;
  return WGS_84.test(code ?? String(name)) ? undefined : (code ?? String(name));
}

/** With a height or without; `srid:0` says nothing. */
const WGS_84 = /^(?:OGC:CRS84h?|EPSG:4326|EPSG:4979|srid:4326|srid:0|WGS 84(?: \(CRS84\))?)$/i;

/** A point of a column of pairs, as text that has it: `POINT (77.6 12.9)`. */
export function pointOfPair(stored: unknown): unknown {
  if (!isRecord(stored)) return stored;
  const { x, y } = stored;
  const isPoint = Number.isFinite(x) && Number.isFinite(y);
  return new StoredValue(stored, isPoint ? `POINT (${String(x)} ${String(y)})` : '');
}
