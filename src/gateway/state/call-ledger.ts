/** Who may pay for a call: a person, their team if they have one, and the account with them. */
export interface Payer {
  readonly person: string;
  readonly team: string | undefined;
}

/** What a budget belongs to: `account`, `team:ID` or `person:ID`. */
export type BudgetScope = string;

/**
 * What may be spent, in calls and in price; no limit where a field is missing. Prices here are whole
 * millionths of a unit of money, so that sums are exact.
 */
export interface CallBudget {
  readonly callsPerDay?: number | undefined;
  readonly callsPerMonth?: number | undefined;
  readonly pricePerDay?: number | undefined;
  readonly pricePerMonth?: number | undefined;
}

export interface CallCounts {
  /** Answered, so certainly charged. */
  readonly charged: number;
  /** Charged, or of unknown outcome: what counts towards a budget for good. */
  readonly booked: number;
  /** Still out; counts towards a budget until it is settled. */
  readonly reserved: number;
  /** What the booked ones cost, and what those cost that are still out. */
  readonly price: number;
  readonly reservedPrice: number;
}

/** A budget with what has been used of it. */
export interface BudgetStanding extends CallBudget {
  /** UTC, `YYYY-MM-DD`. */
  readonly today: string;
  readonly day: CallCounts;
  readonly month: CallCounts;
}

/** A budget of which at least four fifths are used. */
export interface BudgetWarning {
  readonly period: 'day' | 'month';
  readonly unit: 'calls' | 'price';
  readonly used: number;
  readonly limit: number;
}

/** Told once a day for each limit that four fifths are used of. */
export type OnNearlySpent = (scope: BudgetScope, warning: BudgetWarning) => void;

export type CallSettlement = 'charged' | 'booked' | 'released';

/**
 * Calls and who pays for them. A call is reserved before it leaves, and then booked or released; a
 * reservation whose holder died is booked. No scope ever has more booked and reserved than its
 * budget allows.
 */
export interface CallLedger {
  /**
   * Reserves a call for the first of these whose budgets all have room for it; undefined if none
   * have. Durable when it settles.
   *
   * @param call its id: reserving it again changes nothing.
   * @param price what it costs, booked or released with it.
   */
  reserve(call: string, payers: readonly Payer[], price: number): Promise<Payer | undefined>;
  /** How long no call of any gateway may leave, as the service wishes; 0 ends it. */
  rest?(ms: number): void;
  /** A call that is not reserved, or no longer, is left as it is. */
  settle(call: string, settlement: CallSettlement): Promise<void>;
  /** Counts a score that was asked towards its model; what it cost whom is counted by itself. */
  countScore(model: string, settlement: 'charged' | 'booked', price: number): Promise<void>;
  setBudget(scope: BudgetScope, budget: CallBudget): Promise<void>;
  /** In the order of the scopes, all read at once. */
  standings(scopes: readonly BudgetScope[]): Promise<readonly BudgetStanding[]>;
  /** Every scope with a call on that day, `YYYY-MM-DD`, or in that month, `YYYY-MM`. */
  counts(period: string): Promise<ReadonlyMap<BudgetScope, CallCounts>>;
}

export const ACCOUNT: BudgetScope = 'account';
export const NO_CALLS: CallCounts = {
  charged: 0,
  booked: 0,
  reserved: 0,
  price: 0,
  reservedPrice: 0,
};

export function teamScope(team: string): BudgetScope {
  return `team:${team}`;
}

export function personScope(person: string): BudgetScope {
  return `person:${person}`;
}

/** Has no budget; it is where a model's scores are counted. */
export function modelScope(model: string): BudgetScope {
  return `${MODEL}${model}`;
}

/** Undefined for the scope of anything else. */
export function modelOfScope(scope: BudgetScope): string | undefined {
  return scope.startsWith(MODEL) ? scope.slice(MODEL.length) : undefined;
}

const MODEL = 'model:';

/** What is used of a period's budget in each unit, and its limit, if it has one. */
export function usesOf(
  standing: Omit<BudgetStanding, 'today'>,
  period: BudgetWarning['period'],
): readonly (Pick<BudgetWarning, 'unit' | 'used'> & { readonly limit: number | undefined })[] {
  const isDay = period === 'day';
  const { booked, reserved, price, reservedPrice } = standing[period];
  const calls = isDay ? standing.callsPerDay : standing.callsPerMonth;
  const limit = isDay ? standing.pricePerDay : standing.pricePerMonth;
  return [
    { unit: 'calls', used: booked + reserved, limit: calls },
    { unit: 'price', used: price + reservedPrice, limit },
  ];
}

/** Whether a call of that price stays within the budget. One that is free passes any price. */
export function hasRoom(standing: Omit<BudgetStanding, 'today'>, price: number): boolean {
  return (['day', 'month'] as const).every((period) =>
    usesOf(standing, period).every(({ unit, used, limit = Infinity }) => {
      const more = unit === 'calls' ? 1 : price;
      return more === 0 || used + more <= limit;
    }),
  );
}

/** The periods of a budget that are nearly spent, or spent. */
export function warningsOf(standing: Omit<BudgetStanding, 'today'>): readonly BudgetWarning[] {
  return (['day', 'month'] as const).flatMap((period) =>
    usesOf(standing, period).flatMap(({ unit, used, limit }) =>
      // In whole numbers: 0.8 times a limit is not always what it looks like.
      limit !== undefined && used * 5 >= limit * 4 ? [{ period, unit, used, limit }] : [],
    ),
  );
}

/** All scopes whose budgets a call of this payer needs. */
export function scopesOf({ person, team }: Payer): readonly BudgetScope[] {
  const ofTeam = team === undefined ? [] : [teamScope(team)];
  return [ACCOUNT, ...ofTeam, personScope(person)];
}
