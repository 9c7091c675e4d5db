import type { Database, RootDatabase } from 'lmdb';
import {
  ACCOUNT,
  fitsBudget,
  MODELS,
  modelScope,
  NO_CALLS,
  scopesOf,
  sharesOf,
  type BudgetScope,
  type BudgetUsage,
  type CallBudget,
  type CallCounts,
  type CallLedger,
  type CallSettlement,
  type OnShareSpent,
  type Payer,
  type SpentShare,
} from './call-ledger';
import type { LmdbMark } from './store-mark';
import { Calendar, DAY_MS } from '../../node/calendar';

interface ReservedCall {
  readonly day: string;
  readonly scopes: readonly BudgetScope[];
  readonly price: number;
}

type PeriodCounts = Pick<BudgetUsage, 'today' | 'day' | 'month'>;

/** The ledger in LMDB: each step is one transaction. */
export class LmdbLedger implements CallLedger {
  private readonly periods: Database<CallCounts, [string, string]>;
  private readonly budgets: Database<CallBudget, string>;
  private readonly reserved: Database<ReservedCall, string>;
  private readonly latest: Database<string, string>;
  private notified = { day: '', limits: new Set<string>() };

  constructor(
    private readonly root: RootDatabase,
    private readonly now: () => number,
    private readonly mark: LmdbMark,
    private readonly onShareSpent: OnShareSpent = () => {},
    readonly calendar = new Calendar('UTC'),
  ) {
    this.periods = root.openDB({ name: 'counts' });
    this.budgets = root.openDB({ name: 'budgets' });
    this.reserved = root.openDB({ name: 'reserved' });
    this.latest = root.openDB({ name: 'latest' });
  }

  /** Books the calls that a dead process had reserved: they may have been charged. */
  async recover(): Promise<void> {
    const calls = [...this.reserved.getKeys()];
    await Promise.all(calls.map((call) => this.settle(call, 'booked')));
  }

  reserve(call: string, payers: readonly Payer[], price: number): Promise<Payer | undefined> {
    return this.root.transaction(() => {
      this.mark.demand();
      if (this.isFarAhead) this.mark.forget();
      const day = this.today();
      const known = this.reserved.get(call);
      if (known !== undefined)
        return payers.find((each) => String(scopesOf(each)) === String(known.scopes));
      // Reads take microseconds while others wait, so each usage is read once and reused below.
      const usages = new Map<BudgetScope, BudgetUsage>();
      const payer = payers.find((each) =>
        scopesOf(each).every((scope) => {
          const usage = usages.get(scope) ?? this.usageOn(day, scope);
          usages.set(scope, usage);
          return fitsBudget(usage, price);
        }),
      );
      if (payer === undefined) return undefined;
      const scopes = scopesOf(payer);
      if (this.latest.get('day') !== day) void this.latest.put('day', day);
      void this.reserved.put(call, { day, scopes, price });
      this.mark.rise();
      const change = { ...NO_CALLS, reserved: 1, reservedPrice: price };
      for (const scope of scopes) {
        const usage = usages.get(scope) as BudgetUsage;
        this.notify(scope, { ...usage, ...this.change(scope, usage, change) });
      }
      return payer;
    });
  }

  async settle(call: string, settlement: CallSettlement): Promise<void> {
    await this.root.transaction(() => {
      const reservation = this.reserved.get(call);
      if (reservation === undefined) return;
      void this.reserved.remove(call);
      const { price } = reservation;
      const isBooked = settlement !== 'released';
      const change = {
        charged: settlement === 'charged' ? 1 : 0,
        booked: isBooked ? 1 : 0,
        reserved: -1,
        price: isBooked ? price : 0,
        reservedPrice: -price,
      };
      for (const scope of reservation.scopes) {
        this.change(scope, this.countsOn(reservation.day, scope), change);
      }
    });
  }

  async countScore(model: string, settlement: 'charged' | 'booked', price: number): Promise<void> {
    const charged = settlement === 'charged' ? 1 : 0;
    const scope = modelScope(model);
    await this.root.transaction(() => {
      const counts = this.countsOn(this.today(), scope);
      this.change(scope, counts, { ...NO_CALLS, charged, booked: 1, price });
    });
  }

  async setBudget(scope: BudgetScope, budget: CallBudget): Promise<void> {
    await this.root.transaction(() => {
      void this.budgets.put(scope, budget);
      this.mark.rise();
    });
  }

  /** Nobody knows how much of it was. An emptied store has lost its budgets, so nothing is sent. */
  async countTodayAsSpent(): Promise<void> {
    await this.root.transaction(() => {
      if (this.mark.isEmpty) void this.budgets.put(ACCOUNT, { callsPerDay: 0 });
      if (this.isFarAhead) void this.latest.remove('day');
      const today = this.today();
      for (const { key: scope, value } of [...this.budgets.getRange()]) {
        const { callsPerDay = 0, pricePerDay = 0 } = value;
        const { day, ...counts } = this.countsOn(today, scope);
        const booked = Math.max(0, callsPerDay - day.booked - day.reserved);
        const price = Math.max(0, pricePerDay - day.price - day.reservedPrice);
        this.change(scope, { ...counts, day }, { ...NO_CALLS, booked, price });
      }
    });
  }

  async usages(scopes: readonly BudgetScope[]): Promise<readonly BudgetUsage[]> {
    await this.committed();
    const today = this.today();
    return scopes.map((scope) => this.usageOn(today, scope));
  }

  async counts(
    period: string,
    scopes: readonly BudgetScope[],
  ): Promise<ReadonlyMap<BudgetScope, CallCounts>> {
    // Settlements still being committed must be counted too.
    await this.committed();
    const found = new Map<BudgetScope, CallCounts>();
    for (const wanted of scopes) {
      const end = wanted === MODELS ? `${MODELS}\uffff` : `${wanted}\0`;
      for (const { key, value } of this.periods.getRange({
        start: [period, wanted],
        end: [period, end],
      })) {
        found.set(key[1], value);
      }
    }
    return found;
  }

  /** Drops the counts of days before `before`, and of months that ended before it. */
  async sweep(before: number): Promise<void> {
    const first = this.calendar.dayOf(before);
    const old = [...this.periods.getKeys({ end: [first, ''] })];
    const isPast = ([period]: [string, string]): boolean => period < first.slice(0, period.length);
    await this.root.transaction(() => {
      for (const key of old.filter(isPast)) void this.periods.remove(key);
    });
  }

  /** What could not be committed is not counted. */
  private async committed(): Promise<void> {
    await this.root.committed.then(undefined, () => undefined);
  }

  private usageOn(today: string, scope: BudgetScope): BudgetUsage {
    return Object.assign(this.countsOn(today, scope), this.budgets.get(scope));
  }

  private countsOn(today: string, scope: BudgetScope): PeriodCounts {
    const month = this.countsOf(monthOf(today), scope);
    return { today, day: this.countsOf(today, scope), month };
  }

  private notify(scope: BudgetScope, usage: BudgetUsage): void {
    const { today } = usage;
    if (this.notified.day !== today) {
      const isSameMonth = monthOf(this.notified.day) === monthOf(today);
      const ofMonth = [...this.notified.limits].filter((limit) => limit.includes(' month '));
      this.notified = { day: today, limits: new Set(isSameMonth ? ofMonth : []) };
    }
    const reached = new Map<string, SpentShare>();
    for (const spent of sharesOf(usage)) {
      const limit = `${scope} ${spent.period} ${spent.unit} ${spent.limit}`;
      const own = `${limit} ${spent.share}`;
      if (!this.notified.limits.has(own)) reached.set(limit, spent);
      this.notified.limits.add(own);
    }
    for (const spent of reached.values()) this.onShareSpent(scope, spent);
  }

  private change(
    scope: BudgetScope,
    { today, day, month }: PeriodCounts,
    by: CallCounts,
  ): PeriodCounts {
    const changed = { today, day: sumOf(day, by), month: sumOf(month, by) };
    void this.periods.put([today, scope], changed.day);
    void this.periods.put([monthOf(today), scope], changed.month);
    return changed;
  }

  private countsOf(period: string, scope: BudgetScope): CallCounts {
    return this.periods.get([period, scope]) ?? NO_CALLS;
  }

  /** A day never goes back: each would have a budget of its own. */
  private today(): string {
    const today = this.calendar.dayOf(this.now());
    const latest = this.latest.get('day') ?? today;
    return latest > today ? latest : today;
  }

  /** The clock is wrong now, or was when the latest call was reserved. */
  private get isFarAhead(): boolean {
    const latest = this.latest.get('day');
    return latest !== undefined && latest > this.calendar.dayOf(this.now() + DAY_MS);
  }
}

function sumOf(counts: CallCounts, by: CallCounts): CallCounts {
  return {
    charged: counts.charged + by.charged,
    booked: counts.booked + by.booked,
    reserved: counts.reserved + by.reserved,
    price: counts.price + by.price,
    reservedPrice: counts.reservedPrice + by.reservedPrice,
  };
}

function monthOf(day: string): string {
  return day.slice(0, 7);
}
