import type { Calendar } from '../../node/calendar';
import type { Trace } from '../trace-context';

/** Who may pay for a call: a person with their team, if they have one, and the account. */
export interface Payer {
  readonly person: string;
  readonly team: string | undefined;
  /** How many calls the team may make in one turn. @default 1 */
  readonly weight?: number | undefined;
  /** The trace of the request that asks. The call continues it. */
  readonly trace?: Trace | undefined;
}

/** What a budget belongs to: `account`, `team:ID` or `person:ID`. */
export type BudgetScope = string;

/** What may be spent, in calls and in millionths of money. A missing field means no limit. */
export interface CallBudget {
  readonly callsPerDay?: number | undefined;
  readonly callsPerMonth?: number | undefined;
  readonly pricePerDay?: number | undefined;
  readonly pricePerMonth?: number | undefined;
}

export interface CallCounts {
  /** Calls that were answered, and so were certainly charged. */
  readonly charged: number;
  /** Calls that were charged or have an unknown outcome. They always count towards a budget. */
  readonly booked: number;
  /** Calls that are still under way. They count towards a budget until they are settled. */
  readonly reserved: number;
  /** What the booked calls cost; `reservedPrice` is what the reserved ones cost. */
  readonly price: number;
  readonly reservedPrice: number;
}

/** A budget with what has been used of it. */
export interface BudgetUsage extends CallBudget {
  /** The day by the ledger's calendar, `YYYY-MM-DD`. It never goes back. */
  readonly today: string;
  readonly day: CallCounts;
  readonly month: CallCounts;
}

/** A budget limit that is at least four fifths used. */
export interface BudgetWarning {
  readonly period: 'day' | 'month';
  readonly unit: 'calls' | 'price';
  readonly used: number;
  readonly limit: number;
}

/** A budget limit of which a half, four fifths or all is used. */
export interface SpentShare extends BudgetWarning {
  /** The share that is reached, in hundredths. */
  readonly share: (typeof NOTIFIED_SHARES)[number];
}

/** Called for each share of a limit, once in its day or month. */
export type OnShareSpent = (scope: BudgetScope, spent: SpentShare) => void;

export type CallSettlement = 'charged' | 'booked' | 'released';

/**
 * Counts calls and who pays for them. A call is reserved before it leaves, and then booked or
 * released. If its holder dies, it is booked. The booked and reserved calls of a scope together
 * never exceed its budget.
 */
export interface CallLedger {
  /** The calendar by which the ledger counts days, as everything around it does. */
  readonly calendar: Calendar;
  /**
   * Reserves a call for the first payer whose budgets all have room for it. The reservation is
   * durable once the promise settles.
   *
   * @param call the call's id. To reserve it again changes nothing.
   * @param price what the call costs. It is booked or released with the call.
   * @returns the payer; undefined if nobody can pay.
   */
  reserve(call: string, payers: readonly Payer[], price: number): Promise<Payer | undefined>;
  /** Stops the calls of all gateways for this long, because the service asked; 0 ends the stop. */
  rest?(ms: number): void;
  /** Settles a reserved call. A call that is not, or no longer, reserved stays as it is. */
  settle(call: string, settlement: CallSettlement): Promise<void>;
  /** Counts a score towards its model. Who paid for it is counted separately. */
  countScore(model: string, settlement: 'charged' | 'booked', price: number): Promise<void>;
  setBudget(scope: BudgetScope, budget: CallBudget): Promise<void>;
  /** Returns the usages in the order of the scopes, all read at the same moment. */
  usages(scopes: readonly BudgetScope[]): Promise<readonly BudgetUsage[]>;
  /** Returns the counts of a `YYYY-MM-DD` or a `YYYY-MM`. The scope `MODELS` means every model. */
  counts(
    period: string,
    scopes: readonly BudgetScope[],
  ): Promise<ReadonlyMap<BudgetScope, CallCounts>>;
}

/** In hundredths of a limit, in the order in which they are reached. */
const NOTIFIED_SHARES = [50, 80, 100] as const;

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

/** Returns the scope under which a model's scores are counted. It has no budget. */
export function modelScope(model: string): BudgetScope {
  return `${MODELS}${model}`;
}

/** Returns a scope's model; undefined if the scope is not a model's. */
export function modelOfScope(scope: BudgetScope): string | undefined {
  return scope.startsWith(MODELS) ? scope.slice(MODELS.length) : undefined;
}

export const MODELS: BudgetScope = 'model:';

/** Converts money to whole millionths of its unit, so that sums are exact. */
export function toMillionths(amount: number): number {
  return Math.round(amount * MILLION);
}

/** Converts millionths to the amount that people write. */
export function fromMillionths(millionths: number): number {
  return millionths / MILLION;
}

/** Returns what is used of a budget in each period and unit, with the limit, if there is one. */
export function usesOf(
  usage: Omit<BudgetUsage, 'today'>,
): readonly (Omit<BudgetWarning, 'limit'> & { readonly limit: number | undefined })[] {
  const { day, month, callsPerDay, pricePerDay, callsPerMonth, pricePerMonth } = usage;
  const used = ({ booked, reserved }: CallCounts): number => booked + reserved;
  const spent = ({ price, reservedPrice }: CallCounts): number => price + reservedPrice;
  return [
    { period: 'day', unit: 'calls', used: used(day), limit: callsPerDay },
    { period: 'day', unit: 'price', used: spent(day), limit: pricePerDay },
    { period: 'month', unit: 'calls', used: used(month), limit: callsPerMonth },
    { period: 'month', unit: 'price', used: spent(month), limit: pricePerMonth },
  ];
}

/** Whether a call at that price stays within the budget. A free call passes any limit in price. */
export function fitsBudget(usage: Omit<BudgetUsage, 'today'>, price: number): boolean {
  return usesOf(usage).every(({ unit, used, limit = Infinity }) => {
    const more = unit === 'calls' ? 1 : price;
    return more === 0 || used + more <= limit;
  });
}

/** Returns the limits of a budget that are at least four fifths used. */
export function warningsOf(usage: Omit<BudgetUsage, 'today'>): readonly BudgetWarning[] {
  return usesOf(usage).flatMap(({ limit, ...use }) =>
    // In whole numbers, since 0.8 times a limit is not always exact.
    limit !== undefined && use.used * 5 >= limit * 4 ? [{ ...use, limit }] : [],
  );
}

/** Returns the limits of which a half or more is used, once for each share that is reached. */
export function sharesOf(usage: Omit<BudgetUsage, 'today'>): readonly SpentShare[] {
  return usesOf(usage).flatMap(({ limit, ...use }) =>
    NOTIFIED_SHARES.flatMap((share) =>
      limit !== undefined && use.used * 100 >= limit * share ? [{ ...use, limit, share }] : [],
    ),
  );
}

/** Returns all scopes whose budgets a call of this payer needs. */
export function scopesOf({ person, team }: Payer): readonly BudgetScope[] {
  const ofTeam = team === undefined ? [] : [teamScope(team)];
  return [ACCOUNT, ...ofTeam, personScope(person)];
}

const MILLION = 1_000_000;
