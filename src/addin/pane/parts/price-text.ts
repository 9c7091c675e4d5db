import type { Preferences } from '../../device/preferences';
import { numberFormat, t } from '../../../engine/language/speech';

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
  const unit = currency.trim();
  const code = CODES[unit] ?? unit.toUpperCase();
  if (/^[A-Z]{3}$/.test(code)) {
    const money = { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' } as const;
    // Rounded to cents, but no price is rounded to nothing.
    const isTiny = isSmall && cost < 0.01;
    return numberFormat(isTiny ? { ...money, ...digits } : money, locale).format(cost);
  }
  const sum = numberFormat(digits, locale).format(cost);
  if (unit === '') {
    return t('{cost, plural, one {{sum} credit} other {{sum} credits}}', { cost, sum });
  }
  return /\p{L}/u.test(unit) ? `${sum} ${unit}` : `${unit}${sum}`;
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
