import { t } from '../../engine/language/speech';
import type { HeldPlan } from '../../engine/lookup';
import type { Preferences } from '../device/preferences';
import { callsPriceText } from '../pane/parts/price-text';

/** `2,400 calls for 28,800 values (900 already known), about 240 credits.` */
export function heldMessage(
  { calls, values, known }: HeldPlan,
  preferences: Pick<Preferences, 'pricePerCall' | 'currency'>,
): string {
  const price = callsPriceText(calls, preferences);
  return [
    t(
      '{calls, plural, one {# call} other {# calls}} for {values, plural, one {# value} other {# values}}',
      { calls, values },
    ),
    known > 0 ? t(' ({known} already known)', { known }) : '',
    price === undefined ? '' : t(', about {price}', { price }),
    '.',
  ].join('');
}

/** Why a person is asked at all. */
export function heldReason(
  { reason, isFirst }: HeldPlan,
  { approvalThreshold, dailyBudget }: Pick<Preferences, 'approvalThreshold' | 'dailyBudget'>,
): string {
  if (isFirst === true) {
    return t('Locus asks before it uses your key in a workbook that you haven’t changed.');
  }
  if (reason === 'held') {
    return t(
      'Locus asks before making more than {approvalThreshold, plural, one {# call} other {# calls}} at once.',
      { approvalThreshold },
    );
  }
  return dailyBudget === null
    ? t('You’ve used today’s budget.')
    : t('You’ve used today’s budget of {dailyBudget, plural, one {# call} other {# calls}}.', {
        dailyBudget,
      });
}

/** What is wrong with a number of calls to approve; undefined if nothing is. */
export function approvalFault(wanted: number | undefined, { calls }: HeldPlan): string | undefined {
  const isPossible = wanted !== undefined && Number.isInteger(wanted) && wanted >= 1;
  if (!isPossible) return t('Enter a whole number from 1 to {calls}.', { calls });
  return wanted > calls
    ? t('Only {calls, plural, one {# call is} other {# calls are}} waiting.', { calls })
    : undefined;
}
