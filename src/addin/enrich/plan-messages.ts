import { t } from '../../engine/language/speech';
import type { Preferences } from '../device/preferences';
import { durationText } from '../pane/parts/figure-text';
import { countText } from '../../engine/language/count-text';
import { callsPriceText } from '../pane/parts/price-text';
import type { EnrichCost } from './use-enrich-plan';
import type { PlaceKind } from '../../engine/places/place-choice';
import type { BadReason } from '../../engine/places/place-row';
import type { LeftOutReason, PlaceSurvey } from './place-rows';

/** How long services have been seen to take for a call; no service publishes it. */
const CALL_MS = 300;

/** `200, 3 blank`. */
export function rowsText({ rows, blank }: PlaceSurvey): string {
  return blank === 0 ? countText(rows) : t('{rows}, {blank} blank', { rows, blank });
}

/** `12 hidden, 1 total`. */
export function leftOutText({ leftOut }: PlaceSurvey): string {
  return [...leftOut].map(([reason, count]) => LEFT_OUT[reason](count)).join(', ');
}

const LEFT_OUT: Readonly<Record<LeftOutReason, (count: number) => string>> = {
  hidden: (count) => t('{count} hidden', { count }),
  header: (count) => t('{count, plural, one {# header} other {# headers}}', { count }),
  total: (count) => t('{count, plural, one {# total} other {# totals}}', { count }),
  remark: (count) => t('{count, plural, one {# remark} other {# remarks}}', { count }),
};

/** `1,440, 300 already known`. */
export function valuesText({ values, known }: EnrichCost): string {
  const all = countText(values + known);
  if (known === 0) return all;
  return values === 0
    ? t('{all}, all already known', { all })
    : t('{all}, {known} already known', { all, known });
}

export function callsText({ calls, isAtMost }: EnrichCost): string {
  if (calls === 0) return t('none');
  return isAtMost ? t('at most {calls}', { calls }) : countText(calls);
}

/** `50 calls, about ₹17.50`: beside the button that makes them. */
export function addingCostText(
  { calls, isAtMost }: EnrichCost,
  preferences: Pick<Preferences, 'pricePerCall' | 'currency'>,
): string {
  const all = t('{calls, plural, one {# call} other {# calls}}', { calls });
  const price = callsPriceText(calls, preferences);
  const sum = isAtMost ? t('at most {calls}', { calls: all }) : all;
  return price === undefined ? sum : `${sum}, ${t('about {price}', { price })}`;
}

/** `about 160 credits`; undefined if no price per call is set. */
export function planPriceText(
  { calls }: EnrichCost,
  preferences: Pick<Preferences, 'pricePerCall' | 'currency'>,
): string | undefined {
  if (calls === 0) return t('nothing');
  const price = callsPriceText(calls, preferences);
  return price === undefined ? undefined : t('about {price}', { price });
}

/** A guess before anything has been asked. */
export function timeText(
  { calls }: EnrichCost,
  { maxConcurrency }: Pick<Preferences, 'maxConcurrency'>,
): string {
  return calls === 0 ? t('instant') : durationText(Math.ceil(calls / maxConcurrency) * CALL_MS);
}

/**
 * Why not all of these calls will be made without asking; undefined if they will.
 *
 * @param spent today's calls, as the budget counts them.
 */
export function heldBeforehandMessage(
  { calls }: EnrichCost,
  { approvalThreshold, dailyBudget }: Pick<Preferences, 'approvalThreshold' | 'dailyBudget'>,
  spent: number,
): string | undefined {
  if (calls > approvalThreshold) {
    return t(
      'This is more than {approvalThreshold, plural, one {# call} other {# calls}}, so it needs your approval on Home.',
      { approvalThreshold },
    );
  }
  if (dailyBudget === null || calls <= dailyBudget - spent) return undefined;
  const left = dailyBudget - spent;
  if (left <= 0) return t('You’ve used today’s budget, so this needs your approval on Home.');
  return t(
    'Today’s budget has room for {left, plural, one {# call} other {# calls}}. The rest needs your approval on Home.',
    { left },
  );
}

/** `Latitude and longitude look swapped in rows 7, 12 and 3 more.` */
export function swappedRowsText(rows: PlaceSurvey['swapped']): string {
  const shown = rows.slice(0, ROWS_SHOWN).map(({ row }) => String(row + 1));
  const rest = rows.length - shown.length;
  const more = rest > 0 ? t(' and {rest} more', { rest }) : '';
  return t(
    'Latitude and longitude look swapped in {count, plural, one {row} other {rows}} {shown}{more}.',
    {
      count: rows.length,
      shown: shown.join(', '),
      more,
    },
  );
}

const ROWS_SHOWN = 5;

/** What is wrong with such rows; their cells will say so too. */
export function badRowText(reason: BadReason, kind: PlaceKind): string {
  return (kind === 'address' ? ADDRESSES : COORDINATES)[reason];
}

const COORDINATES: Readonly<Record<BadReason, string>> = {
  swapped: t('latitude and longitude look swapped'),
  outside: t('outside the valid range'),
  half: t('latitude or longitude is missing'),
  text: t('not a number'),
  error: t('a cell shows an error'),
};

const ADDRESSES: Readonly<Record<BadReason, string>> = {
  swapped: t('address and pincode look swapped'),
  outside: t('not a place'),
  half: t('address or pincode is missing'),
  text: t('address or pincode isn’t valid'),
  error: t('a cell shows an error'),
};
