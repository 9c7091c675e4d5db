import type { HeldPlan } from '../../lookup';
import type { Preferences } from '../../settings/preferences';
import { countedText, countText } from '../../spreadsheet/count-text';
import { callsPriceText } from '../spending/price-text';

/** `2,400 calls for 28,800 values (900 known already), about 240 credits.` */
export function heldMessage(
  { calls, values, known }: HeldPlan,
  preferences: Pick<Preferences, 'pricePerCall' | 'currency'>,
): string {
  const price = callsPriceText(calls, preferences);
  return [
    `${countedText(calls, 'call')} for ${countedText(values, 'value')}`,
    known > 0 ? ` (${countText(known)} known already)` : '',
    price === undefined ? '' : `, about ${price}`,
    '.',
  ].join('');
}

/** Why a person is asked at all. */
export function heldReason(
  { reason }: HeldPlan,
  { approvalThreshold, dailyBudget }: Pick<Preferences, 'approvalThreshold' | 'dailyBudget'>,
): string {
  if (reason === 'held') {
    return `More than ${countedText(approvalThreshold, 'call')} at once are made only if you say so.`;
  }
  return dailyBudget === null
    ? 'The day’s budget is used up.'
    : `The day’s budget of ${countedText(dailyBudget, 'call')} is used up.`;
}

/** What is wrong with a number of calls to approve; undefined if nothing. */
export function approvalFault(wanted: number | undefined, { calls }: HeldPlan): string | undefined {
  const isPossible = wanted !== undefined && Number.isInteger(wanted) && wanted >= 1;
  if (!isPossible) return `Enter a whole number from 1 to ${countText(calls)}.`;
  return wanted > calls ? `Only ${countedText(calls, 'call')} wait.` : undefined;
}
