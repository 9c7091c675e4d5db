import type { HeldPlan } from '../../lookup';
import type { Preferences } from '../../settings/preferences';
import { countedText, countText } from '../../spreadsheet/count-text';
import { callsPriceText } from '../spending/price-text';

/** `2,400 calls for 28,800 values (900 already known), about 240 credits.` */
export function heldMessage(
  { calls, values, known }: HeldPlan,
  preferences: Pick<Preferences, 'pricePerCall' | 'currency'>,
): string {
  const price = callsPriceText(calls, preferences);
  return [
    `${countedText(calls, 'call')} for ${countedText(values, 'value')}`,
    known > 0 ? ` (${countText(known)} already known)` : '',
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
    return `Locus asks before making more than ${countedText(approvalThreshold, 'call')} at once.`;
  }
  return dailyBudget === null
    ? 'You’ve used today’s budget.'
    : `You’ve used today’s budget of ${countedText(dailyBudget, 'call')}.`;
}

/** Issues with a number of calls to approve; undefined if nothing. */
export function approvalFault(wanted: number | undefined, { calls }: HeldPlan): string | undefined {
  const isPossible = wanted !== undefined && Number.isInteger(wanted) && wanted >= 1;
  if (!isPossible) return `Enter a whole number from 1 to ${countText(calls)}.`;
  return wanted > calls
    ? `Only ${countedText(calls, 'call')} ${calls === 1 ? 'is' : 'are'} waiting.`
    : undefined;
}
