import type { Preferences } from '../../settings/preferences';
import { durationText } from '../figure-text';
import { countedText, countText } from '../../spreadsheet/count-text';
import { callsPriceText } from '../spending/price-text';
import type { EnrichCost } from './enrich-plan';
import type { PlaceKind } from '../../enrich/place-choice';
import type { BadReason } from '../../enrich/place-row';
import type { PlaceSurvey } from '../../enrich/place-survey';

/** What services have been seen to need for a call; nobody publishes it. */
const CALL_MS = 300;

/** `200, 3 blank`. */
export function rowsText({ rows, blank }: PlaceSurvey): string {
  return blank === 0 ? countText(rows) : `${countText(rows)}, ${countText(blank)} blank`;
}

/** `1,440, 300 already known`. */
export function valuesText({ values, known }: EnrichCost): string {
  const all = countText(values + known);
  if (known === 0) return all;
  return values === 0 ? `${all}, all already known` : `${all}, ${countText(known)} already known`;
}

export function callsText({ calls, isAtMost }: EnrichCost): string {
  if (calls === 0) return 'none: uses no calls';
  return isAtMost ? `at most ${countText(calls)}` : countText(calls);
}

/** `about 160 credits`; undefined while nobody has said what a call costs. */
export function planPriceText(
  { calls }: EnrichCost,
  preferences: Pick<Preferences, 'pricePerCall' | 'currency'>,
): string | undefined {
  if (calls === 0) return 'nothing';
  const price = callsPriceText(calls, preferences);
  return price === undefined ? undefined : `about ${price}`;
}

/** A guess before anything has been asked. */
export function timeText(
  { calls }: EnrichCost,
  { maxConcurrency }: Pick<Preferences, 'maxConcurrency'>,
): string {
  return calls === 0 ? 'at once' : durationText(Math.ceil(calls / maxConcurrency) * CALL_MS);
}

/**
 * Why these calls will not all be made unasked; undefined if they will.
 *
 * @param spent calls made today.
 */
export function heldBeforehandMessage(
  { calls }: EnrichCost,
  { approvalThreshold, dailyBudget }: Pick<Preferences, 'approvalThreshold' | 'dailyBudget'>,
  spent: number,
): string | undefined {
  if (calls > approvalThreshold) {
    return `This is more than ${countedText(approvalThreshold, 'call')}, so it needs your approval on Home.`;
  }
  if (dailyBudget === null || calls <= dailyBudget - spent) return undefined;
  const left = Math.max(0, dailyBudget - spent);
  return `Today’s budget has room for ${countedText(left, 'call')}. The rest needs your approval on Home.`;
}

/** `Latitude and longitude look swapped in rows 7, 12 and 3 more.` */
export function swappedRowsText(rows: PlaceSurvey['swapped']): string {
  const shown = rows.slice(0, ROWS_SHOWN).map(({ row }) => String(row + 1));
  const rest = rows.length - shown.length;
  const more = rest > 0 ? ` and ${countText(rest)} more` : '';
  const noun = rows.length === 1 ? 'row' : 'rows';
  return `Latitude and longitude look swapped in ${noun} ${shown.join(', ')}${more}.`;
}

const ROWS_SHOWN = 5;

/** What is the matter with such rows; their cells will say so too. */
export function badRowText(reason: BadReason, kind: PlaceKind): string {
  return (kind === 'coordinates' ? COORDINATES : ADDRESSES)[reason];
}

const COORDINATES: Readonly<Record<BadReason, string>> = {
  swapped: 'latitude and longitude look swapped',
  outside: 'outside the valid range',
  half: 'latitude or longitude is missing',
  text: 'not a number',
  error: 'a cell shows an error',
};

const ADDRESSES: Readonly<Record<BadReason, string>> = {
  swapped: 'not a place',
  outside: 'not a place',
  half: 'address or pincode is missing',
  text: 'address and pincode aren’t valid',
  error: 'a cell shows an error',
};
