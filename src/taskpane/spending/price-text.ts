import type { Preferences } from '../../settings/preferences';

/** Two places at most, and none that are 0; small prices keep their first two digits. */
const sums = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const smallSums = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });

/** `1,200 credits`, `₹ 12.5`, `12.5 INR`: a sign before the sum, a word after it. */
export function priceText(cost: number, { currency }: Pick<Preferences, 'currency'>): string {
  const isSmall = cost > 0 && cost < 1;
  const sum = (isSmall ? smallSums : sums).format(cost);
  const unit = currency.trim();
  if (unit === '') return `${sum} ${cost === 1 ? 'credit' : 'credits'}`;
  return /\p{L}/u.test(unit) ? `${sum} ${unit}` : `${unit} ${sum}`;
}

/** What so many calls will cost; undefined while nobody has said what one does. */
export function callsPriceText(
  calls: number,
  preferences: Pick<Preferences, 'pricePerCall' | 'currency'>,
): string | undefined {
  const { pricePerCall } = preferences;
  return pricePerCall === null ? undefined : priceText(calls * pricePerCall, preferences);
}
