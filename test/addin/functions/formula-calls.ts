import type { FormulaRow } from './formula-table';

/** A body that was sent; a score's body includes its model. */
export type SentCall = Readonly<Record<string, unknown>>;

/**
 * What a call is about: a place, or one model's score of a place. No two rows of the table share
 * one, so all can be calculated at once and their calls counted separately.
 */
export function subjectOfCall({ model, address, pincode, lat, lng }: SentCall): string {
  const degrees = (value: unknown): string => Number(value).toFixed(6);
  const place =
    address === undefined
      ? `${degrees(lat)}, ${degrees(lng)}`
      : `${String(address).trim().replace(/\s+/g, ' ').toLowerCase()} ${String(pincode ?? '')}`;
  return model === undefined ? place : `${String(model)} of ${place}`;
}

/** The calls that are about one of the subjects. */
export function callsAbout(
  subjects: ReadonlySet<string>,
  calls: readonly SentCall[],
): readonly SentCall[] {
  return calls.filter((call) => subjects.has(subjectOfCall(call)));
}

/** Bodies as texts; equal for equal lists of calls in any order. */
export function inAnyOrder(bodies: readonly SentCall[]): string[] {
  return bodies
    .map((body) => JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))))
    .sort();
}

/** What the table says a row's cells show, as rows. */
export function shownBy({ shows }: FormulaRow): readonly (readonly unknown[])[] {
  return Array.isArray(shows) ? (shows as readonly (readonly unknown[])[]) : [[shows]];
}
