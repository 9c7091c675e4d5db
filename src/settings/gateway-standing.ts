import { ownField } from '../contract/checked';

/** Who a gateway takes somebody for, and what they may spend. */
export interface GatewayStanding {
  readonly person: string;
  /** Undefined for somebody of no team. */
  readonly team: string | undefined;
  /** What prices are in; "" for credits. */
  readonly currency: string;
  readonly day: PeriodStanding;
  readonly month: PeriodStanding;
}

export interface Allowance {
  /** Undefined: as much as one likes. */
  readonly limit: number | undefined;
  readonly used: number;
  readonly left: number | undefined;
}

/** Calls in a day or a month, and their price. */
export interface PeriodStanding extends Allowance {
  readonly price: Allowance;
  /** Epoch milliseconds. */
  readonly resetsAt: number | undefined;
  /** Most of a budget is used: one's own, the team's or everybody's. */
  readonly isNearlySpent: boolean;
}

/**
 * Whether a credential can be one that a gateway takes: its own tokens say what they are, and a JWT
 * looks like one. Nothing of gateways is asked of a service with an ordinary key.
 */
export function mayBeToken(credential: string): boolean {
  return /^(?:locus_|eyJ[\w-]+\.[\w-]+\.)/.test(credential);
}

/** Undefined for the reply of anything but a gateway. */
export function readGatewayStanding(json: unknown): GatewayStanding | undefined {
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

function periodOf(json: unknown): PeriodStanding {
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
