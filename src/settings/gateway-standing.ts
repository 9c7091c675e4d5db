import { isRecord, ownField } from '../contract/checked';

/** Who a gateway takes somebody for, and what they may spend. */
export interface GatewayStanding {
  readonly person: string;
  /** Undefined for somebody of no team. */
  readonly team: string | undefined;
  readonly day: PeriodStanding;
  readonly month: PeriodStanding;
}

/** Calls in a day or a month. */
export interface PeriodStanding {
  /** Undefined: as many as one likes. */
  readonly limit: number | undefined;
  readonly used: number;
  readonly left: number | undefined;
  /** Epoch milliseconds. */
  readonly resetsAt: number | undefined;
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
    day: periodOf(ownField(budget, 'day')),
    month: periodOf(ownField(budget, 'month')),
  };
}

function periodOf(json: unknown): PeriodStanding {
  const period = isRecord(json) ? json : {};
  const resetsAt = Date.parse(textOf(ownField(period, 'resetsAt')) ?? '');
  return {
    limit: countOf(ownField(period, 'limit')),
    used: countOf(ownField(period, 'used')) ?? 0,
    left: countOf(ownField(period, 'left')),
    resetsAt: Number.isNaN(resetsAt) ? undefined : resetsAt,
  };
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

const MAX_TEXT = 100;

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT) : undefined;
}
