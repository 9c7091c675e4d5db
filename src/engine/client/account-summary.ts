import { ownField } from '../contract/json-checks';

/** Who a gateway says the person is, and what that person may spend. */
export interface AccountSummary {
  readonly person: string;
  /** The person's team; undefined for a person without one. */
  readonly team: string | undefined;
  /** The currency of prices; "" for credits. */
  readonly currency: string;
  readonly day: PeriodBudget;
  readonly month: PeriodBudget;
}

export interface Allowance {
  /** The limit; undefined if there is none. */
  readonly limit: number | undefined;
  readonly used: number;
  readonly left: number | undefined;
}

/** Calls in a day or a month, and their price. */
export interface PeriodBudget extends Allowance {
  readonly price: Allowance;
  /** When the budget resets, in epoch milliseconds; undefined if the gateway does not say. */
  readonly resetsAt: number | undefined;
  /** Whether most of a budget is used: the person's, the team's or the account's. */
  readonly isNearlySpent: boolean;
}

/**
 * Whether a credential may be for a gateway. A gateway's own tokens begin with `locus_`, and a JWT
 * has a known form. With any other key, Locus never sends what only gateways answer.
 */
export function mayBeToken(credential: string): boolean {
  return /^(?:locus_|eyJ[\w-]+\.[\w-]+\.)/.test(credential);
}

/** Reads a gateway's reply. Returns undefined if the reply is not a gateway's. */
export function readAccountSummary(json: unknown): AccountSummary | undefined {
  if (ownField(json, 'gateway') !== 'locus') return undefined;
  const budget = ownField(json, 'budget');
  return {
    person: textOf(ownField(json, 'person')) ?? '',
    team: textOf(ownField(json, 'team')),
    currency: textOf(ownField(json, 'currency')) ?? '',
    day: periodOf(ownField(budget, 'day')),
    month: periodOf(ownField(budget, 'month')),
  };
}

function periodOf(json: unknown): PeriodBudget {
  const resetsAt = Date.parse(textOf(ownField(json, 'resetsAt')) ?? '');
  return {
    ...allowanceOf(json),
    price: allowanceOf(ownField(json, 'price')),
    resetsAt: Number.isNaN(resetsAt) ? undefined : resetsAt,
    isNearlySpent: ownField(json, 'isNearlySpent') === true,
  };
}

function allowanceOf(json: unknown): Allowance {
  return {
    limit: amountOf(ownField(json, 'limit')),
    used: amountOf(ownField(json, 'used')) ?? 0,
    left: amountOf(ownField(json, 'left')),
  };
}

function amountOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

const MAX_TEXT = 100;

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT) : undefined;
}
