import type { Calendar } from '../../node/calendar';
import type { Trace } from '../trace-context';

/** Who may pay for a call: a person with their team, if they have one, and the account. */
export interface Payer {
  readonly person: string;
  readonly team: string | undefined;
  /** How many calls the team may make in one turn: 1 if it is left out. */
  readonly weight?: number | undefined;
  /** The trace of the request that asks, which goes on with the call. */
  readonly trace?: Trace | undefined;
}

/** What a budget belongs to: `account`, `team:ID` or `person:ID`. */
export type BudgetScope = string;

/** What may be spent, in calls and in millionths of money; no limit where a field is missing. */
export interface CallBudget {
  readonly callsPerDay?: number | undefined;
  readonly callsPerMonth?: number | undefined;
  readonly pricePerDay?: number | undefined;
  readonly pricePerMonth?: number | undefined;
}

export interface CallCounts {
  /** Answered, so certainly charged. */
  readonly charged: number;
  /** Charged, or of unknown outcome: counts towards a budget permanently. */
  readonly booked: number;
  /** Still out; counts towards a budget until it is settled. */
  readonly reserved: number;
  /** What the booked calls cost; `reservedPrice` is what the reserved ones cost. */
  readonly price: number;
  readonly reservedPrice: number;
}

/** A budget with what has been used of it. */
export interface BudgetUsage extends CallBudget {
  /** `YYYY-MM-DD`, as the ledger's calendar has it, and never earlier than once it was. */
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
  /** In hundredths: the most of these that is reached. */
  readonly share: (typeof NOTIFIED_SHARES)[number];
}

/** Called once in its day or month for each share of a limit. */
export type OnShareSpent = (scope: BudgetScope, spent: SpentShare) => void;

export type CallSettlement = 'charged' | 'booked' | 'released';

/**
 * Calls and who pays for them: reserved before they leave, then booked or released; booked if their
 * holder died. What is booked and reserved of a scope never exceeds its budget.
 */
export interface CallLedger {
  /** The days by which it counts, and by which everything beside it does. */
  readonly calendar: Calendar;
  /**
   * Reserves a call for the first payer whose budgets all have room for it; undefined if there is
   * none. Durable once the promise settles.
   *
   * @param call its id: reserving it again changes nothing.
   * @param price what the call costs, booked or released with it.
   */
  reserve(call: string, payers: readonly Payer[], price: number): Promise<Payer | undefined>;
  /** Lets no gateway's call leave for this long, as the service asked; 0 ends the rest. */
  rest?(ms: number): void;
  /** A call that is not, or no longer, reserved stays as it is. */
  settle(call: string, settlement: CallSettlement): Promise<void>;
  /** Counts a score towards its model. Who paid for it is counted separately. */
  countScore(model: string, settlement: 'charged' | 'booked', price: number): Promise<void>;
  setBudget(scope: BudgetScope, budget: CallBudget): Promise<void>;
  /** In the order of the scopes, all read at once. */
  usages(scopes: readonly BudgetScope[]): Promise<readonly BudgetUsage[]>;
  /** What these counted on a `YYYY-MM-DD` or in a `YYYY-MM`. `MODELS` stands for every model. */
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

/** The scope under which a model's scores are counted. It has no budget. */
export function modelScope(model: string): BudgetScope {
  return `${MODELS}${model}`;
}

/** Undefined if the scope is not a model's. */
export function modelOfScope(scope: BudgetScope): string | undefined {
  return scope.startsWith(MODELS) ? scope.slice(MODELS.length) : undefined;
}

export const MODELS: BudgetScope = 'model:';

/** Money is counted in whole millionths of its unit, so that sums are exact. */
export function toMillionths(amount: number): number {
  return Math.round(amount * MILLION);
}

/** The amount as people write it. */
export function fromMillionths(millionths: number): number {
  return millionths / MILLION;
}

/** What is used of a budget in each period and unit, and the limit, if it has one. */
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
export function hasRoom(usage: Omit<BudgetUsage, 'today'>, price: number): boolean {
  return usesOf(usage).every(({ unit, used, limit = Infinity }) => {
    const more = unit === 'calls' ? 1 : price;
    return more === 0 || used + more <= limit;
  });
}

/** The limits of a budget that are nearly spent, or spent. */
export function warningsOf(usage: Omit<BudgetUsage, 'today'>): readonly BudgetWarning[] {
  return usesOf(usage).flatMap(({ limit, ...use }) =>
    // In whole numbers, since 0.8 times a limit is not always exact.
    limit !== undefined && use.used * 5 >= limit * 4 ? [{ ...use, limit }] : [],
  );
}

/** Each limit of which so much is used that somebody is told, with all shares reached. */
export function sharesOf(usage: Omit<BudgetUsage, 'today'>): readonly SpentShare[] {
  return usesOf(usage).flatMap(({ limit, ...use }) =>
    NOTIFIED_SHARES.flatMap((share) =>
      limit !== undefined && use.used * 100 >= limit * share ? [{ ...use, limit, share }] : [],
    ),
  );
}

/** All scopes whose budgets a call of this payer needs. */
export function scopesOf({ person, team }: Payer): readonly BudgetScope[] {
  const ofTeam = team === undefined ? [] : [teamScope(team)];
  return [ACCOUNT, ...ofTeam, personScope(person)];
}

const MILLION = 1_000_000;
