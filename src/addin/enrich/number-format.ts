import type { DescribedName } from '../../engine/catalogue/catalogue-store';
import { readName } from '../../engine/catalogue/name-reading';
import { numberFormat } from '../../engine/language/speech';

/**
 * Returns the Excel number format for a column of this attribute's values. Undefined if nothing is
 * known about them: the numbers then stay as they are.
 *
 * @param locale the locale for money, which may group digits by lakh and crore.
 */
export function numberFormatOf(
  { name, unit = '' }: Pick<DescribedName, 'name' | 'unit'>,
  locale?: string,
): string | undefined {
  const { measure, theme } = readName(name);
  const text = unit.trim();
  const currency = CURRENCIES.get(text.toLowerCase());
  if (currency !== undefined) return moneyFormat(currency, locale);
  // The service gives 12.5 for 12.5%, so the format adds the sign without multiplying.
  if (/^(?:%|per ?cent\b.*|percentage\b.*)$/i.test(text)) return '0.0"%"';
  if (/^(?:share|proportion|ratio|fraction)\b/i.test(text)) return '0.000';
  const measured = MEASURED.get(text.toLowerCase());
  if (measured !== undefined) return measured;
  if (measure === 'percent') return '0.0"%"';
  if (measure === 'normalised proportion') return '0.000';
  const isCounted = measure !== undefined || theme === 'population' || COUNTED.test(text);
  return isCounted ? '#,##0' : undefined;
}

/**
 * The format of scores, whose size nobody knows in advance: 12,756,312 for a turnover, and 0.87 or
 * 72.4 as they come.
 */
export const SCORE_FORMAT = '[>=1000]#,##0;General';

/** With the currency's sign and no decimals, because rents and incomes are given without. */
function moneyFormat(currency: string, locale: string | undefined): string {
  const money = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const parts = numberFormat(money, locale).formatToParts(10_000_000);
  const sign = `"${parts.find(({ type }) => type === 'currency')?.value ?? currency}"`;
  const isByLakh =
    parts.filter(({ type }) => type === 'integer').map(({ value }) => value.length)[1] === 2;
  if (!isByLakh) return `${sign}#,##0`;
  return `[>=10000000]${sign}##\\,##\\,##\\,##0;[>=100000]${sign}##\\,##\\,##0;${sign}##,##0`;
}

const CURRENCIES: ReadonlyMap<string, string> = new Map([
  ...['inr', '₹', 'rs', 'rs.', 'rupees', 'indian rupees'].map((unit) => [unit, 'INR'] as const),
  ...['usd', '$', 'us$', 'dollars', 'us dollars'].map((unit) => [unit, 'USD'] as const),
  ...['eur', '€', 'euro', 'euros'].map((unit) => [unit, 'EUR'] as const),
  ...['gbp', '£', 'pounds'].map((unit) => [unit, 'GBP'] as const),
]);

/** With the unit after the number. */
const MEASURED: ReadonlyMap<string, string> = new Map([
  ...['km', 'kilometres', 'kilometers'].map((unit) => [unit, '#,##0.0" km"'] as const),
  ...['m', 'metres', 'meters'].map((unit) => [unit, '#,##0" m"'] as const),
  ...['min', 'minutes'].map((unit) => [unit, '#,##0" min"'] as const),
  ...['sq km', 'km2', 'km²', 'square kilometres'].map((unit) => [unit, '#,##0.0" km²"'] as const),
]);

const COUNTED =
  /^(?:people|persons|residents|inhabitants|households|homes|places|shops|stores|count|number)\b/i;
