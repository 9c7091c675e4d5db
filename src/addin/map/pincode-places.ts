export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Where a pincode of India lies, to about a kilometre; undefined for an unknown one. */
export type PincodePlaces = (pincode: string) => Point | undefined;

/** Reads what scripts/make/map.mjs made; knows no pincodes if it is anything else. */
export function readPincodePlaces(fetched: unknown): PincodePlaces {
  const byStart = new Map<string, unknown>(Object.entries(fetched ?? {}));
  return (pincode) => {
    const ends = byStart.get(pincode.slice(0, 3));
    if (typeof ends !== 'string') return undefined;
    const found = ends.split(';').find((end) => end.startsWith(`${pincode.slice(3)},`));
    const [, latitude, longitude] = (found ?? '').split(',').map(Number);
    if (latitude === undefined || longitude === undefined) return undefined;
    return Number.isFinite(latitude + longitude) ? { latitude, longitude } : undefined;
  };
}
