import type { Prices, UsageDay } from './administration-client';

/** `12 calls today`, with what they cost where that is known. */
export function spentText({ booked, price }: Spent, prices: Prices | undefined): string {
  const calls = `${booked.toLocaleString()} calls today`;
  if (prices === undefined || !hasPrices(prices)) return calls;
  return `${calls}, ${moneyText(price, prices)}`;
}

export function moneyText(amount: number, { currency }: Pick<Prices, 'currency'>): string {
  const digits = { maximumFractionDigits: amount < 1 ? 6 : 2 };
  return `${amount.toLocaleString(undefined, digits)} ${currency || 'credits'}`;
}

/** Whether anybody has said what a call costs. */
export function hasPrices({ lookup, score, models }: Prices): boolean {
  return lookup > 0 || score > 0 || models.some(({ price }) => price > 0);
}

/**
 * A line for each day, and below it one for the scores of each of its models, which are among the
 * day's calls.
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

/** Never a formula when a spreadsheet opens the file. */
function cell(text: string): string {
  const safe = /^[\s=+\-@＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
