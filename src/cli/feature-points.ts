import type { CellContent } from '../engine/places/cell';
import type { BlockColumns } from '../engine/places/column-roles';
import { degreesIn } from '../engine/places/degrees';
import type { FeatureCollection } from './geojson-file';
import type { Table } from './table';

/** A table whose rows may have points of their own, as GeoJSON’s features have. */
export interface PlacedTable extends Table {
  readonly collection?: FeatureCollection;
}

/** Their names, which no property has: one may be called 2. */
export function pointColumns({
  collection,
  columns,
}: PlacedTable): Readonly<Partial<Record<'latitude' | 'longitude', string>>> {
  if (collection === undefined) return {};
  const { latitude, longitude } = collection;
  return { latitude: columns[latitude] ?? '', longitude: columns[longitude] ?? '' };
}

type Pair = readonly [latitude: number, longitude: number];

/**
 * The columns of the points, and those of the properties that say otherwise for most rows: a program
 * that writes latitudes first into a point often writes them right beside it.
 */
export function pairsApart(
  { collection }: PlacedTable,
  rows: readonly (readonly CellContent[])[],
  { roles, alternatives }: BlockColumns,
): readonly [points: Pair, properties: Pair] | undefined {
  if (collection === undefined) return undefined;
  const points: Pair = [collection.latitude, collection.longitude];
  const [latitude, longitude] =
    [[roles.latitude, roles.longitude], alternatives].find(
      ([column]) => column !== undefined && column !== points[0],
    ) ?? [];
  if (latitude === undefined || longitude === undefined) return undefined;
  const own: Pair = [latitude, longitude];
  const both = rows
    .map((row) => [...points, ...own].map((column) => degreesAt(row[column] ?? null)))
    .filter((degrees) => degrees.every((each) => each !== undefined));
  const apart = both.filter(([lat = 0, lng = 0, ownLat = 0, ownLng = 0]) =>
    [lat - ownLat, lng - ownLng].some((distance) => Math.abs(distance) > A_KILOMETRE),
  );
  return apart.length > both.length / 2 ? [points, own] : undefined;
}

/** About one, in degrees. */
const A_KILOMETRE = 0.01;

function degreesAt(cell: CellContent): number | undefined {
  return typeof cell === 'object' ? undefined : degreesIn(String(cell).trim())?.degrees;
}
