import type { Prices, UsageDay } from './administration-client';

/** `12 calls today`, with their price if calls have one. */
export function spentText({ booked, price }: Spent, prices: Prices | undefined): string {
  const calls = `${booked.toLocaleString()} calls today`;
  if (prices === undefined || !hasPrices(prices)) return calls;
  return `${calls}, ${moneyText(price, prices)}`;
}

export function moneyText(amount: number, { currency }: Pick<Prices, 'currency'>): string {
  const digits = { maximumFractionDigits: amount < 1 ? 6 : 2 };
  return `${amount.toLocaleString(undefined, digits)} ${currency || 'credits'}`;
}

/** Whether any call has a price. */
export function hasPrices({ lookup, score, models }: Prices): boolean {
  return lookup > 0 || score > 0 || models.some(({ price }) => price > 0);
}

/**
 * A line for each day, then one for each of its models. The day's calls include the models' scores.
 */
export function usageCsv(days: readonly UsageDay[]): string {
  const rows = days.flatMap(({ day, models = [], ...all }) =>
    [{ model: '', ...all }, ...models].map(({ model, charged, booked, price }) =>
      [day, cell(model), charged, booked, price].join(','),
    ),
  );
  return ['day,model,charged,booked,price', ...rows, ''].join('\r\n');
}

interface Spent {
  readonly booked: number;
  readonly price: number;
}

/** Guards a cell so that no spreadsheet reads it as a formula. */
function cell(text: string): string {
  const safe = /^[\s=+\-@＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
