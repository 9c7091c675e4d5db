import { t, countText, listText, shortList } from '../../engine/language/speech';
import type { Preferences } from '../device/preferences';
import { durationText } from '../pane/parts/figure-text';
import { callsPriceText } from '../pane/parts/price-text';
import type { EnrichCost } from './use-enrich-plan';
import type { BlankVariable, WantedScore } from './score-choice';
import type { PlaceKind } from '../../engine/places/place-choice';
import type { BadReason } from '../../engine/places/place-row';
import type { LeftOutReason, PlaceSurvey } from './place-rows';

/** Milliseconds that a call has taken at the services tried. No service publishes it. */
const CALL_MS = 300;

/** Says how many rows there are: `200, 3 blank`. */
export function rowsText({ rows, blank }: PlaceSurvey): string {
  return blank === 0 ? countText(rows) : t('{rows}, {blank} blank', { rows, blank });
}

/** Says what is left out: `12 hidden, 1 total`. */
export function leftOutText({ leftOut }: PlaceSurvey): string {
  return [...leftOut].map(([reason, count]) => LEFT_OUT[reason](count)).join(', ');
}

const LEFT_OUT: Readonly<Record<LeftOutReason, (count: number) => string>> = {
  hidden: (count) => t('{count} hidden', { count }),
  unselected: (count) => t('{count} not selected', { count }),
  header: (count) => t('{count, plural, one {# header} other {# headers}}', { count }),
  total: (count) => t('{count, plural, one {# total} other {# totals}}', { count }),
  remark: (count) => t('{count, plural, one {# remark} other {# remarks}}', { count }),
};

/** Says what happens to rows without a variable: `6 rows have no floor_area: scored with 120.` */
export function blankText({ variable, rows }: BlankVariable, fillsBlank: boolean): string {
  const { name, fallback } = variable;
  const count = rows.size;
  if (fallback === undefined || !fillsBlank) {
    return t('{count, plural, one {# row has} other {# rows have}} no {name}: not scored.', {
      count,
      name,
    });
  }
  return t(
    '{count, plural, one {# row has} other {# rows have}} no {name}: scored with {fallback}.',
    { count, name, fallback: typeof fallback === 'number' ? countText(fallback) : fallback },
  );
}

/**
 * Says which defaults every row gets: `Each row is scored with floor_area 120.` Undefined if there
 * are none.
 */
export function defaultsText({ model, mapping }: WantedScore): string | undefined {
  const used = model.variables.flatMap(({ name, fallback }, index) =>
    mapping[index] === 'default' ? [`${name} ${fallback ?? ''}`] : [],
  );
  return used.length === 0
    ? undefined
    : t('Each row is scored with {inputs}.', { inputs: listText(used) });
}

/** Says how many values there are: `1,440, 300 already known`. */
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

/**
 * Says the cost of a click, beside its button: `50 calls, about ₹17.50`. If the click makes only
 * some of the calls, it says `about ₹10.00 of ₹17.50`, never a sum that the click does not spend.
 */
export function addingCostText(
  { calls, isAtMost }: EnrichCost,
  preferences: Pick<Preferences, 'pricePerCall' | 'currency'>,
  approved: number,
): string {
  const all = t('{calls, plural, one {# call} other {# calls}}', { calls });
  const price = callsPriceText(calls, preferences);
  if (approved === calls && calls > 0)
    return price === undefined ? '' : t('about {price}', { price });
  const sum = isAtMost ? t('at most {calls}', { calls: all }) : all;
  if (approved > 0) {
    const now = callsPriceText(approved, preferences);
    return now === undefined || price === undefined
      ? t('of {sum}', { sum })
      : t('about {now} of {price}', { now, price });
  }
  return price === undefined ? sum : `${sum}, ${t('about {price}', { price })}`;
}

/** Says the price: `about 160 credits`. Undefined if no price per call is set. */
export function planPriceText(
  { calls }: EnrichCost,
  preferences: Pick<Preferences, 'pricePerCall' | 'currency'>,
): string | undefined {
  if (calls === 0) return t('none');
  const price = callsPriceText(calls, preferences);
  return price === undefined ? undefined : t('about {price}', { price });
}

/** Estimates the time before anything has been asked. */
export function timeText(
  { calls }: EnrichCost,
  { maxConcurrency }: Pick<Preferences, 'maxConcurrency'>,
): string {
  return calls === 0 ? t('instant') : durationText(Math.ceil(calls / maxConcurrency) * CALL_MS);
}

/** What a person approves by adding the columns, and why some of it will not be asked for. */
export interface Foresight {
  /** How many calls to approve with the click; 0 if Locus would not ask first. */
  readonly approved: number;
  readonly message: string | undefined;
}

/**
 * Foresees whether Locus will ask for approval.
 *
 * @param room how many calls may be made before Locus asks.
 * @param spent today's calls, as the budget counts them.
 */
export function foresee(
  { calls }: EnrichCost,
  { dailyBudget }: Pick<Preferences, 'dailyBudget'>,
  room: number,
  spent: number,
): Foresight {
  const left = dailyBudget === null ? calls : Math.max(0, dailyBudget - spent);
  const approved = calls > room ? Math.min(calls, left) : 0;
  if (calls > left) return { approved, message: budgetMessage(left) };
  const message = t(
    'Locus asks before it makes this many calls. Adding the columns approves exactly these.',
  );
  return { approved, message: approved > 0 ? message : undefined };
}

function budgetMessage(left: number): string {
  return left === 0
    ? t('You’ve used today’s budget, so this needs your approval on Home.')
    : t(
        'Today’s budget has room for {left, plural, one {# call} other {# calls}}. The rest needs your approval on Home.',
        { left },
      );
}

/** Returns the button's title: `Add and approve 2,000 calls`. */
export function addingTitle(approved: number, { isAtMost }: Pick<EnrichCost, 'isAtMost'>): string {
  if (approved === 0) return t('Add columns');
  return isAtMost
    ? t('Add and approve up to {calls, plural, one {# call} other {# calls}}', { calls: approved })
    : t('Add and approve {calls, plural, one {# call} other {# calls}}', { calls: approved });
}

/** Says which rows look swapped: `Latitude and longitude look swapped in rows 7, 12 and 3 more.` */
export function swappedRowsText(rows: PlaceSurvey['swapped']): string {
  return t(
    'Latitude and longitude look swapped in {count, plural, one {row} other {rows}} {shown}.',
    { count: rows.length, shown: shortList(rows.map(({ row }) => row + 1)) },
  );
}

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
