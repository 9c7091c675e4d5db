import type { SpentBudget } from '../engine/contract/spent-budget';
import type { Identity } from './directory';
import {
  fromMillionths,
  scopesOf,
  usesOf,
  warningsOf,
  type BudgetUsage,
  type BudgetWarning,
  type CallLedger,
  type Payer,
} from './state/call-ledger';

/** What a person may spend in a period. Without any limit, `limit` and `left` are null. */
export interface Allowance {
  readonly limit: number | null;
  readonly used: number;
  /** What the person, the team and the account all still allow. */
  readonly left: number | null;
  /** Whose limit that is. */
  readonly of: 'person' | 'team' | 'account';
}

/** In calls, and in units of money. */
export interface PeriodBudget extends Allowance {
  readonly price: Allowance;
  readonly resetsAt: string;
  /** Whether any limit of person, team or account is four fifths used. */
  readonly isNearlySpent: boolean;
}

/** What `/v1/me` says. */
export interface AboutMe {
  readonly gateway: 'locus';
  readonly person: string;
  readonly team: string | null;
  readonly personId: string;
  readonly teamId: string | null;
  readonly currency: string;
  readonly budget: { readonly day: PeriodBudget; readonly month: PeriodBudget };
}

interface OwnUsage {
  readonly of: Allowance['of'];
  readonly usage: BudgetUsage;
}

/** Who the caller is and what they may still spend. It also shows that this is a gateway. */
export async function aboutMe(
  identity: Identity,
  ledger: CallLedger,
  currency: string,
): Promise<AboutMe> {
  const { person, team } = identity;
  const own = await usagesOf(payerOf(identity), ledger);
  const { today = '' } = own[0]?.usage ?? {};
  return {
    gateway: 'locus',
    person: person.name,
    team: team?.name ?? null,
    personId: person.id,
    teamId: team?.id ?? null,
    currency,
    budget: {
      day: periodOf(own, 'day', resetOf(ledger, today, 'day')),
      month: periodOf(own, 'month', resetOf(ledger, today, 'month')),
    },
  };
}

/** A limit in calls, of whichever of person, team and account allows the least. */
export interface CallAllowance {
  readonly period: BudgetWarning['period'];
  readonly limit: number;
  readonly left: number;
  /** In epoch milliseconds. */
  readonly startsAt: number;
  readonly resetsAt: number;
}

/** By day and by month, where there is a limit. */
export async function callAllowances(
  identity: Identity,
  ledger: Pick<CallLedger, 'usages' | 'calendar'>,
): Promise<readonly CallAllowance[]> {
  const own = await usagesOf(payerOf(identity), ledger);
  const { today = '' } = own[0]?.usage ?? {};
  return (['day', 'month'] as const).flatMap((period) => {
    const { limit, left } = tightest(own, period, 'calls');
    if (limit === null || left === null) return [];
    const startsAt = ledger.calendar.beginningOf(period === 'day' ? today : today.slice(0, 7));
    return [{ period, limit, left, startsAt, resetsAt: resetOf(ledger, today, period) }];
  });
}

/** The person's own first, then the team's and the account's. */
async function usagesOf(
  payer: Pick<Payer, 'person' | 'team'>,
  ledger: Pick<CallLedger, 'usages'>,
): Promise<readonly OwnUsage[]> {
  const scopes = [...scopesOf(payer)].reverse();
  const usages = await ledger.usages(scopes);
  return usages.map((usage, index) => {
    const [of] = (scopes[index] as string).split(':');
    return { of: of as Allowance['of'], usage };
  });
}

function payerOf({ person, team }: Identity): Pick<Payer, 'person' | 'team'> {
  return { person: person.id, team: team?.id };
}

/**
 * Which budget lets this payer make no further call: the one that resets last.
 *
 * @param wasRefused a call has just been refused: what is left of a price is less than it costs.
 */
export async function spentBudget(
  payer: Payer,
  ledger: CallLedger,
  wasRefused: boolean,
): Promise<SpentBudget | undefined> {
  const own = await usagesOf(payer, ledger);
  const { today = '' } = own[0]?.usage ?? {};
  for (const unit of ['calls', 'price'] as const) {
    for (const period of ['month', 'day'] as const) {
      const { of, limit: most, left } = tightest(own, period, unit);
      // What a call costs is not known here; a budget in calls has no room left at all.
      const mayBeTooLittle = wasRefused && unit === 'price';
      if (most === null || (left !== 0 && !mayBeTooLittle)) continue;
      const resetsAt = new Date(resetOf(ledger, today, period)).toISOString();
      const limit = unit === 'price' ? fromMillionths(most) : most;
      return { of, period, unit, limit, resetsAt };
    }
  }
  return undefined;
}

function resetOf(
  { calendar }: Pick<CallLedger, 'calendar'>,
  today: string,
  period: BudgetWarning['period'],
): number {
  return calendar.endOf(period === 'day' ? today : today.slice(0, 7));
}

function periodOf(
  own: readonly OwnUsage[],
  period: BudgetWarning['period'],
  resetsAt: number,
): PeriodBudget {
  const { limit, used, left, of } = tightest(own, period, 'price');
  const amount = (price: number | null): number | null => price && fromMillionths(price);
  return {
    ...tightest(own, period, 'calls'),
    price: { limit: amount(limit), used: fromMillionths(used), left: amount(left), of },
    resetsAt: new Date(resetsAt).toISOString(),
    isNearlySpent: own.some(({ usage }) =>
      warningsOf(usage).some((warning) => warning.period === period),
    ),
  };
}

function tightest(
  own: readonly OwnUsage[],
  period: BudgetWarning['period'],
  unit: BudgetWarning['unit'],
): Allowance {
  const allowances = own.map(({ of, usage }) => {
    const uses = usesOf(usage);
    const { used = 0, limit } =
      uses.find((use) => use.period === period && use.unit === unit) ?? {};
    return { of, used, limit, left: limit === undefined ? Infinity : Math.max(0, limit - used) };
  });
  // The sort is stable: of equal limits, the person's own comes first.
  const [first] = allowances.sort(
    (one, other) => Number(one.left > other.left) - Number(one.left < other.left),
  );
  const { of, used, limit, left } = first as (typeof allowances)[number];
  return { limit: limit ?? null, used, left: Number.isFinite(left) ? left : null, of };
}
