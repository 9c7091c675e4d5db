import type { CellContent } from '../engine/places/cell';
import { readColumns } from '../engine/places/column-roles';
import { isAboutIndia } from '../engine/places/india';
import type { PincodeRule } from '../engine/places/pincode';
import type { PlaceColumns } from '../engine/places/place-choice';
import { columnsOf } from '../engine/places/place-row';
import { exactQuotation } from '../engine/language/quotation';
import type { Place } from '../engine/lookup';
import type { ReadTable } from './table';

export interface HowNamed {
  /** Whether a person has named the columns. */
  readonly isGiven: boolean;
  /** Whether neither a person nor the file's format names them. */
  readonly isGuessed: boolean;
}

interface ReadPlaces extends HowNamed {
  readonly table: ReadTable;
  readonly head: readonly (readonly CellContent[])[];
  /** The first rows' places, as they are read. */
  readonly read: readonly Place[];
  readonly pincodes: PincodeRule;
  quoted(columns: readonly number[]): string;
}

/**
 * Says why columns that can be read as places may not be the ones that were meant. Nothing is asked
 * then. Undefined if there is no doubt.
 */
export function doubtOf(place: PlaceColumns, places: ReadPlaces): string | undefined {
  return (
    otherDegrees(place, places) ??
    (places.isGiven ? undefined : farNorth(place, places)) ??
    (places.isGuessed ? hiddenColumn(place, places) : undefined)
  );
}

/** A sheet shows 12.97°S and holds 12.97. */
function otherDegrees(
  place: PlaceColumns,
  { table: { shownDegrees }, quoted }: ReadPlaces,
): string | undefined {
  const column = columnsOf(place).find((each) => shownDegrees?.has(each) === true) ?? -1;
  const found = shownDegrees?.get(column);
  return (
    found &&
    `${quoted([column])} shows “${exactQuotation(found.shown, 24)}” where its number is ${String(found.value)}. Write the number itself, with a minus sign for S and W.`
  );
}

const POLAR_CIRCLE = 66.5;

/** If swapped, places in the west of Gujarat are in the north of Norway. */
function farNorth(place: PlaceColumns, { table, read }: ReadPlaces): string | undefined {
  const [first, ...others] = read.flatMap((each) => {
    const isFar = each.kind === 'coordinates' && each.lat > POLAR_CIRCLE;
    return isFar && isAboutIndia(each.lng, each.lat) ? each : [];
  });
  if (first === undefined || others.length + 1 <= read.length / 2) return undefined;
  const named =
    place.kind === 'coordinates'
      ? `write --lat "${table.columns[place.latitude] ?? ''}" --lng "${table.columns[place.longitude] ?? ''}"; if not, swap the two`
      : 'name the column: --pair';
  return `The places, such as ${first.lat}, ${first.lng}, are in the far north of Europe; with the two numbers swapped, they are in India. If they are right, ${named}.`;
}

/** A hidden column was taken although visible columns contain places, too. */
function hiddenColumn(
  place: PlaceColumns,
  { table: { columns, hiddenColumns }, head, quoted, pincodes }: ReadPlaces,
): string | undefined {
  const isHidden = (column: number): boolean => hiddenColumns?.has(column) === true;
  const hidden = columnsOf(place).filter(isHidden);
  if (hidden.length === 0) return undefined;
  const values = [columns, ...head].map((row) =>
    row.map((cell, column) => (isHidden(column) ? null : cell)),
  );
  const { roles } = readColumns({ values, table: { isHeaderFirst: true } }, pincodes);
  const others = [...new Set(Object.values(roles))];
  if (others.length === 0) return undefined;
  return `${quoted(hidden)}: hidden in the sheet, while ${quoted(others)} can be seen. Name the columns: --lat and --lng, --pair, or --address and --pincode.`;
}
