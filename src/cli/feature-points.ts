import type { CellContent } from '../engine/places/cell';
import type { BlockColumns } from '../engine/places/column-roles';
import { degreesIn } from '../engine/places/degrees';
import type { FeatureCollection } from './geojson-file';
import type { Table } from './table';

/** A table whose rows may have their own points, as GeoJSON's features do. */
export interface PlacedTable extends Table {
  readonly collection?: FeatureCollection;
}

/**
 * The names of the columns with the features' own points. No property has these names, while their
 * numbers might be names of properties.
 */
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
 * The columns of the points, and those of properties that differ from them in most rows. A program
 * that writes latitudes first into a point often writes them correctly beside it.
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

/** In degrees, roughly. */
const A_KILOMETRE = 0.01;

function degreesAt(cell: CellContent): number | undefined {
  return typeof cell === 'object' ? undefined : degreesIn(String(cell).trim())?.degrees;
}
