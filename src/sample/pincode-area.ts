import { isAboutIndia } from '../engine/places/india';
import { createPointIndex, kilometresBetween, medianPoint, type Point } from './point';
import { placedPostOffice, type PostOffice, type PostOfficeRecord } from './post-office';

/** A pincode with its post offices. */
export interface PincodeArea extends Point {
  readonly pincode: string;
  /** Modelled: centres of pincodes are about as far apart as the areas are wide. */
  readonly squareKm: number;
  readonly offices: readonly PostOffice[];
}

/** Where another source puts a pincode's centre, if it knows it. */
export type PincodeCentre = (pincode: string) => Point | undefined;

const NEIGHBOURS = 6;
const NEIGHBOURS_WITHIN_KM = 300;
const SMALLEST_REACH_KM = 2.5;
const LEAST_APART_KM = 1;
const MOST_APART_KM = 50;
/** The area of hexagons whose centres are 1 apart. */
const HEXAGON_AREA = Math.sqrt(3) / 2;

/**
 * Groups the offices by pincode, and gives each its place. Of the data's coordinates, a twelfth is
 * missing or outside India, and a quarter is far from the other offices of its pincode. So a
 * coordinate counts only if it is as near to its pincode's centre as the neighbouring pincodes are;
 * other offices go to the centre. Offices of a pincode without any known place are left out.
 */
export function placePincodes(
  records: readonly PostOfficeRecord[],
  centreOf: PincodeCentre,
): readonly PincodeArea[] {
  const centres = [...byPincode(records)].flatMap(([pincode, members]) => {
    const centre = centreOfMembers(pincode, members, centreOf);
    return centre ? [{ ...centre, pincode, members }] : [];
  });
  const index = createPointIndex(centres);
  return centres.map(({ pincode, lat, lng, members }) => {
    const neighbours = index
      .nearest({ lat, lng }, NEIGHBOURS + 1, NEIGHBOURS_WITHIN_KM)
      .filter(({ point }) => point.pincode !== pincode);
    const apartKm = clamp(mean(neighbours.map(({ kilometres }) => kilometres)));
    const reachKm = Math.max(SMALLEST_REACH_KM, apartKm);
    return {
      pincode,
      lat,
      lng,
      squareKm: HEXAGON_AREA * apartKm ** 2,
      offices: members.map((member) => placed(member, { lat, lng }, reachKm)),
    };
  });
}

function byPincode(
  records: readonly PostOfficeRecord[],
): ReadonlyMap<string, readonly PostOfficeRecord[]> {
  const groups = new Map<string, PostOfficeRecord[]>();
  for (const record of records) {
    const group = groups.get(record.p);
    if (group) group.push(record);
    else groups.set(record.p, [record]);
  }
  return groups;
}

function centreOfMembers(
  pincode: string,
  members: readonly PostOfficeRecord[],
  centreOf: PincodeCentre,
): Point | undefined {
  const known = centreOf(pincode);
  if (known && isAboutIndia(known.lat, known.lng)) return known;
  return medianPoint(members.flatMap((member) => pointOf(member) ?? []));
}

function placed(record: PostOfficeRecord, centre: Point, reachKm: number): PostOffice {
  const point = pointOf(record);
  const isPlausible = point !== undefined && kilometresBetween(point, centre) <= reachKm;
  return placedPostOffice(record, isPlausible ? point : centre);
}

/** Some coordinates are swapped. A point that is outside India either way counts as missing. */
function pointOf({ a, n }: PostOfficeRecord): Point | undefined {
  const written = { lat: a, lng: n };
  if (isAboutIndia(written.lat, written.lng)) return written;
  const swapped = { lat: n, lng: a };
  return isAboutIndia(swapped.lat, swapped.lng) ? swapped : undefined;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}

function clamp(apartKm: number): number {
  return Math.min(MOST_APART_KM, Math.max(LEAST_APART_KM, apartKm));
}
