import type { CallCounts, Prices, Usage, UsageDay } from './gateway-client';

/** Says `12 calls today`, with their price if calls have one. */
export function spentText(
  { booked, price }: Pick<CallCounts, 'booked' | 'price'>,
  prices: Prices | undefined,
): string {
  const calls = `${callsText(booked)} today`;
  if (prices === undefined || !hasPrices(prices)) return calls;
  return `${calls}, ${moneyText(price, prices)}`;
}

/**
 * Writes a day as the reader's language does: `28 Nov 2026`.
 *
 * @param time epoch milliseconds, or a time in ISO 8601. A day alone is that day in every time
 * zone.
 */
export function dayText(time: number | string, timeZone?: string): string {
  const isDay = typeof time === 'string' && time.length === 'YYYY-MM-DD'.length;
  const form = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return new Date(time).toLocaleDateString(undefined, {
    ...form,
    timeZone: isDay ? 'UTC' : timeZone,
  });
}

export function callsText(calls: number): string {
  return `${calls.toLocaleString()} ${calls === 1 ? 'call' : 'calls'}`;
}

/** Writes an amount in the account's currency, or in credits. */
export function moneyText(amount: number, { currency }: Pick<Prices, 'currency'>): string {
  const digits = { maximumFractionDigits: amount < 1 ? 6 : 2 };
  return `${amount.toLocaleString(undefined, digits)} ${currency || 'credits'}`;
}

/** Whether any call has a price. */
export function hasPrices({ lookup, score, models }: Prices): boolean {
  return lookup > 0 || score > 0 || models.some(({ price }) => price > 0);
}

/**
 * Writes a CSV with a line for each day, then one for each of its models. A day's calls include its
 * models' scores.
 */
export function usageCsv(days: readonly UsageDay[]): string {
  const rows = days.flatMap(({ day, models = [], ...all }) =>
    [{ model: '', ...all }, ...models].map(({ model, charged, booked, price }) =>
      [day, cell(model), charged, booked, price].join(','),
    ),
  );
  return ['day,model,charged,booked,price', ...rows, ''].join('\r\n');
}

export const GROUPINGS = { people: 'Person', teams: 'Team', models: 'Model' } as const;
export type Grouping = keyof typeof GROUPINGS;

export interface BreakdownRow extends Omit<CallCounts, 'reserved'> {
  readonly id: string;
  readonly name: string;
  readonly team: string;
  readonly isDeleted: boolean;
}

/** Lists who or what made calls, the highest first. For models, only scores are counted. */
export function breakdownOf(usage: Usage, grouping: Grouping): readonly BreakdownRow[] {
  const teams = new Map(usage.teams.map(({ id, name }) => [id, name]));
  const rows =
    grouping === 'models'
      ? (usage.models ?? []).map((row) => ({ ...row, id: row.model, name: row.model }))
      : usage[grouping];
  return rows
    .map((row) => {
      const { id, name, charged, booked, price } = row;
      const team = 'team' in row ? (teams.get(row.team ?? '') ?? '') : '';
      return { id, name, team, charged, booked, price, isDeleted: 'isDeleted' in row };
    })
    .filter(({ booked }) => booked > 0)
    .sort((one, other) => other.booked - one.booked || (one.name < other.name ? -1 : 1));
}

export function breakdownCsv(usage: Usage, grouping: Grouping): string {
  const rows = breakdownOf(usage, grouping).map(({ id, name, team, charged, booked, price }) =>
    [usage.period, cell(id), cell(name), cell(team), charged, booked, price].join(','),
  );
  return ['period,id,name,team,charged,booked,price', ...rows, ''].join('\r\n');
}

/** Guards a cell so that no spreadsheet reads it as a formula. */
function cell(text: string): string {
  const safe = /^[\s=+\-@＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
