import { createSerialQueue } from '../../engine/lookup';
import { createId } from '../token-format';
import {
  modelScope,
  NO_CALLS,
  scopesOf,
  type BudgetScope,
  type BudgetUsage,
  type CallBudget,
  type CallCounts,
  type CallLedger,
  type CallSettlement,
  type OnShareSpent,
  type Payer,
  type SpentShare,
} from '../state/call-ledger';
import { isUnsent, NoSlot, StoreDown } from '../state/shared-state';
import {
  COUNT_SCORE,
  COUNTS,
  RENEW_CALLS,
  RESERVE,
  REST,
  SET_BUDGET,
  SETTLE,
  USAGES,
  SWEEP_COUNTS,
} from './ledger-scripts';
import type { Outbox } from './outbox';
import { type RedisConnection, type RedisReply, Waiters } from './redis-connection';
import type { RedisMark } from './redis-mark';
import type { Calendar } from '../../node/calendar';

export interface RedisLedgerParts {
  readonly connection: RedisConnection;
  readonly outbox: Outbox;
  readonly mark: RedisMark;
  readonly calendar: Calendar;
  readonly maxConcurrency: number | undefined;
  readonly random: () => number;
  readonly onShareSpent: OnShareSpent;
  /**
   * The store's time, as far as it can be known without asking. Undefined: any time is accepted.
   */
  readonly expectedNow: (() => number) | undefined;
  /** Called when the store's time differs from that by a day or more. */
  readonly onJump: (byMs: number) => void;
}

/**
 * The ledger in Redis. Each step is one script in one slot. The holder of a reservation renews its
 * lease, and when a lease ends, the call is booked. The ledger knows how many calls are in flight,
 * so it also limits the concurrent calls of all gateways.
 */
export class RedisLedger implements CallLedger {
  readonly calendar: Calendar;
  /** This process's reserved calls, each with the record to settle if the server lost its own. */
  private readonly open = new Map<string, string>();
  private readonly renewing: NodeJS.Timeout;
  private readonly gateway = createId('g');
  /** While no slot is free, one call of each team tries at a time. */
  private readonly lines = new Map<string, Line>();
  /** The calls that pause before they try again. */
  private readonly waiters = new Waiters();
  private hasJumped = false;

  constructor(private readonly parts: RedisLedgerParts) {
    this.calendar = parts.calendar;
    this.renewing = setInterval(() => void this.renew(), LEASE_MS / 4).unref();
  }

  async reserve(call: string, payers: readonly Payer[], price: number): Promise<Payer | undefined> {
    const team = payers[0]?.team ?? '';
    const tryNow = (): Promise<readonly RedisReply[]> => this.tryToReserve(call, payers, price);
    let reply = this.lines.has(team) ? BUSY : await tryNow();
    if (reply[0] === 'busy') reply = await this.standInLine(team, tryNow);
    const [word, day, scopes, mark, ...spent] = reply;
    if (word === 'forgot') this.parts.mark.demand(word);
    if (word === 'jump') {
      if (!this.hasJumped) this.parts.onJump(Number(day));
      this.hasJumped = true;
      throw new StoreDown('its clock has jumped', true);
    }
    this.hasJumped = false;
    if (word === 'none') return undefined;
    const lost = { day, scopes: JSON.parse(String(scopes)) as unknown, price, state: 'lost' };
    this.open.set(this.idOf(call), JSON.stringify(lost));
    this.parts.mark.risen(String(mark));
    for (const each of spent) this.notify(String(each));
    return payers.find((payer) => JSON.stringify(scopesOf(payer)) === scopes);
  }

  async settle(call: string, settlement: CallSettlement): Promise<void> {
    const { outbox } = this.parts;
    const id = this.idOf(call);
    const lost = this.open.get(id) ?? '';
    // Nobody will settle the call, so its lease ends, which books it.
    if (outbox.isFull) this.open.delete(id);
    await outbox
      .take(id, async () => {
        await this.parts.connection.runShared(SETTLE, id, settlement, lost);
        this.open.delete(id);
      })
      .finally(() => this.waiters.wake(ANY_SLOT));
  }

  async countScore(model: string, settlement: 'charged' | 'booked', price: number): Promise<void> {
    await this.parts.connection.runShared(COUNT_SCORE, modelScope(model), settlement, price);
  }

  async setBudget(scope: BudgetScope, budget: CallBudget): Promise<void> {
    this.parts.mark.risen(
      String(await this.parts.connection.runShared(SET_BUDGET, scope, JSON.stringify(budget))),
    );
  }

  async usages(scopes: readonly BudgetScope[]): Promise<readonly BudgetUsage[]> {
    const found: BudgetUsage[] = [];
    // In pieces, because the server does nothing else while a script runs.
    for (let index = 0; index < scopes.length; index += AT_ONCE) {
      const reply = await this.parts.connection.runShared(
        USAGES,
        ...scopes.slice(index, index + AT_ONCE),
      );
      const [today, ...usages] = reply as [string, ...RedisReply[][]];
      for (const [budget, day, month] of usages) {
        const limits = JSON.parse(String(budget)) as CallBudget;
        found.push({ ...limits, today, day: toCounts(day), month: toCounts(month) });
      }
    }
    return found;
  }

  async counts(
    period: string,
    scopes: readonly BudgetScope[],
  ): Promise<ReadonlyMap<BudgetScope, CallCounts>> {
    const reply = (await this.parts.connection.runShared(
      COUNTS,
      period,
      ...scopes,
    )) as readonly string[];
    const found = new Map<BudgetScope, CallCounts>();
    for (let index = 0; index + 1 < reply.length; index += 2) {
      const field = reply[index] as string;
      const scope = field.slice(0, -2);
      const name = COUNT_NAMES[field.slice(-1) as keyof typeof COUNT_NAMES];
      const counts = found.get(scope) ?? NO_CALLS;
      found.set(scope, { ...counts, [name]: Number(reply[index + 1]) });
    }
    return found;
  }

  /** Drops the counts of days before `before`, and of months that ended before it. */
  async sweep(before: number): Promise<void> {
    await this.parts.connection.runShared(SWEEP_COUNTS, this.calendar.dayOf(before));
  }

  rest(ms: number): void {
    void this.parts.connection
      .runShared(REST, Math.min(Math.ceil(ms), LONGEST_REST_MS))
      .catch(() => undefined);
  }

  stop(): void {
    clearInterval(this.renewing);
  }

  private async tryToReserve(
    call: string,
    payers: readonly Payer[],
    price: number,
  ): Promise<readonly RedisReply[]> {
    const scopes = JSON.stringify(payers.map(scopesOf));
    const { team = '', weight = 1 } = payers[0] ?? {};
    const { maxConcurrency = 0, outbox } = this.parts;
    const id = this.idOf(call);
    try {
      return (await this.parts.connection.runShared(
        RESERVE,
        id,
        LEASE_MS,
        maxConcurrency,
        price,
        scopes,
        this.parts.mark.known,
        this.gateway,
        Math.round(this.parts.expectedNow?.() ?? 0),
        team,
        weight,
        this.lines.get(team)?.length ?? 1,
      )) as RedisReply[];
    } catch (error) {
      // The call may have been reserved all the same, although it will not be sent.
      if (!isUnsent(error)) {
        outbox
          .take(id, () => this.parts.connection.runShared(SETTLE, id, 'released', ''))
          .catch(() => undefined);
      }
      throw error;
    }
  }

  private async standInLine(
    team: string,
    tryNow: () => Promise<readonly RedisReply[]>,
  ): Promise<readonly RedisReply[]> {
    const line = this.lines.get(team) ?? { inTurn: createSerialQueue(), length: 0 };
    this.lines.set(team, line);
    line.length += 1;
    const until = performance.now() + PATIENCE_MS;
    try {
      return await line.inTurn(() => this.tryUntil(until, tryNow));
    } finally {
      line.length -= 1;
      if (line.length === 0) this.lines.delete(team);
    }
  }

  private async tryUntil(
    until: number,
    tryNow: () => Promise<readonly RedisReply[]>,
  ): Promise<readonly RedisReply[]> {
    for (;;) {
      const reply = await tryNow();
      const [word, restMs, isNext] = reply;
      if (word !== 'busy') return reply;
      if (performance.now() > until) throw new NoSlot('no call may leave');
      const lookMs = (isNext === 1 ? NEXT_LOOK_MS : LOOK_MS) * (0.5 + this.parts.random());
      const waitMs = Math.max(lookMs, Math.min(Number(restMs), 1000));
      await this.waiters.wait(ANY_SLOT, waitMs).whenOver;
    }
  }

  private idOf(call: string): string {
    return `${this.gateway} ${call}`;
  }

  private async renew(): Promise<void> {
    const calls = [...this.open.keys()];
    for (let index = 0; index < calls.length; index += AT_ONCE) {
      const some = calls.slice(index, index + AT_ONCE);
      await this.parts.connection.runShared(RENEW_CALLS, LEASE_MS, ...some).catch(() => undefined);
    }
  }

  private notify(text: string): void {
    const { scope, ...spent } = JSON.parse(text) as SpentShare & { scope: BudgetScope };
    this.parts.onShareSpent(scope, spent);
  }
}

/** The calls of one team for which no slot was free. */
interface Line {
  readonly inTurn: ReturnType<typeof createSerialQueue>;
  length: number;
}

function toCounts(reply: RedisReply | undefined): CallCounts {
  const [charged = 0, booked = 0, reserved = 0, price = 0, reservedPrice = 0] = (reply ??
    []) as readonly number[];
  return { charged, booked, reserved, price, reservedPrice };
}

const COUNT_NAMES = {
  c: 'charged',
  b: 'booked',
  r: 'reserved',
  p: 'price',
  q: 'reservedPrice',
} as const;
/** A call is booked once its holder has been silent for this long. */
const LEASE_MS = 5000;
/** The same as an engine's `maxRetryAfterMs`. */
const LONGEST_REST_MS = 60_000;
/** The engine gives up on a call sooner than this. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 30;
/** The call that is next keeps others waiting, so it looks more often. */
const NEXT_LOOK_MS = 8;
const BUSY = ['busy'] as const;
/** All calls wait for the same thing: that this process settles a call. */
const ANY_SLOT = '';
const AT_ONCE = 500;
