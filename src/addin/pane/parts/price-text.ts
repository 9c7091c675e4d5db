import type { Problem } from '../../functions/problems';
import type { Preferences } from '../../device/preferences';
import { numberFormat, t } from '../../../engine/language/speech';
import { planOf } from '../../../engine/lookup';
import { ShownPrice } from '../../spreadsheet/shown-price';

/** `1,200 credits`, `₹17.50`, `€0.0012`: money as the locale writes it, other units beside it. */
export function priceText(
  cost: number,
  { currency }: Pick<Preferences, 'currency'>,
  locale?: string,
): string {
  const isSmall = cost > 0 && cost < 1;
  const digits: Intl.NumberFormatOptions = isSmall
    ? { maximumSignificantDigits: 2 }
    : { maximumFractionDigits: 2 };
  const money = moneyIn(currency);
  if (money !== undefined) {
    // Rounded to cents, but no price is rounded to nothing.
    return numberFormat(isTiny(cost) ? { ...money, ...digits } : money, locale).format(cost);
  }
  const sum = numberFormat(digits, locale).format(cost);
  const unit = currency.trim();
  if (unit === '') {
    return t('{cost, plural, one {{sum} credit} other {{sum} credits}}', { cost, sum });
  }
  return isWord(unit) ? `${sum} ${unit}` : `${unit}${sum}`;
}

/**
 * The number format, in Excel's notation, in which a column shows costs as `priceText` writes them.
 * A column about credits says so in its heading.
 */
export function priceFormat(
  costs: readonly number[],
  { currency }: Pick<Preferences, 'currency'>,
  locale?: string,
): string {
  const money = moneyIn(currency);
  const unit = currency.trim();
  if (money === undefined) {
    const sum = costs.some(isTiny) ? TINY : costs.every(Number.isInteger) ? WHOLE : CENTS;
    return isWord(unit) ? `${sum}${quoted(` ${unit}`)}` : `${quoted(unit)}${sum}`;
  }
  const format = numberFormat(money, locale);
  const parts = format.formatToParts(1);
  const first = parts.findIndex(({ type }) => type === 'integer');
  const last = parts.map(({ type }) => DIGITS.has(type)).lastIndexOf(true);
  const text = (from: number, to?: number): string =>
    quoted(
      parts
        .slice(from, to)
        .map(({ value }) => value)
        .join(''),
    );
  const hasCents = format.resolvedOptions().maximumFractionDigits !== 0;
  const sum = costs.some(isTiny) ? TINY : hasCents ? CENTS : WHOLE;
  return `${text(0, first)}${sum}${text(last + 1)}`;
}

const DIGITS: ReadonlySet<string> = new Set(['integer', 'fraction']);
const [WHOLE, CENTS, TINY] = ['#,##0', '#,##0.00', '#,##0.00####'];

function quoted(text: string): string {
  return text === '' ? '' : `"${text.replaceAll('"', '')}"`;
}

/** Less than a cent. */
function isTiny(cost: number): boolean {
  return cost > 0 && cost < 0.01;
}

function isWord(unit: string): boolean {
  return /\p{L}/u.test(unit);
}

/** How to write amounts of it; undefined for a unit that is no currency. */
function moneyIn(currency: string): Intl.NumberFormatOptions | undefined {
  const unit = currency.trim();
  const code = CODES[unit] ?? unit.toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) return undefined;
  return { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' };
}

const CODES: Readonly<Record<string, string>> = {
  '₹': 'INR',
  Rs: 'INR',
  'Rs.': 'INR',
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
};

/** What this many calls will cost; undefined if no price per call is set. */
export function callsPriceText(
  calls: number,
  preferences: Pick<Preferences, 'pricePerCall' | 'currency'>,
): string | undefined {
  const { pricePerCall } = preferences;
  return pricePerCall === null ? undefined : priceText(calls * pricePerCall, preferences);
}

type Prices = Pick<Preferences, 'pricePerCall' | 'currency'>;

/** `up to 45 calls, about ₹22.50` */
function costUpTo(calls: number, preferences: Prices): string {
  const price = callsPriceText(calls, preferences);
  return price === undefined
    ? t('up to {calls, plural, one {# call} other {# calls}}', { calls })
    : t('up to {calls, plural, one {# call} other {# calls}}, about {price}', { calls, price });
}

/**
 * `Uses up to 45 calls, about ₹22.50.`
 *
 * @param say names what uses them, where several things could.
 */
export function priceUpTo(
  calls: number,
  preferences: Prices,
  say = (cost: string): string => t('Uses {cost}.', { cost }),
): ShownPrice {
  if (calls === 0) return new ShownPrice(0, t('Uses no calls.'));
  return new ShownPrice(calls, say(costUpTo(calls, preferences)));
}

/** `Uses 1 call, about ₹0.50.` */
export function priceOfOne(preferences: Prices): ShownPrice {
  const price = callsPriceText(1, preferences);
  const text =
    price === undefined ? t('Uses 1 call.') : t('Uses 1 call, about {price}.', { price });
  return new ShownPrice(1, text);
}

/** How many calls it takes at most to ask for these values again; values of one target share them. */
export function callsToAskAgain(cells: readonly Pick<Problem, 'targets'>[]): number {
  const values = new Map<string, number>();
  for (const { targets = [] } of cells) {
    for (const target of targets) values.set(target, (values.get(target) ?? 0) + 1);
  }
  return planOf(values.values(), 0).calls;
}
