import type { QueuedCalls } from '../limits/admission-control';
import { callsFor } from '../spending';
import type { CallTarget, Tenant, PendingQuestion } from './pending-questions';

/**
 * The targets that wait for a call. A target is bound to a call only when a slot takes it, so names
 * that arrive while the slots are busy travel along.
 *
 * Tenants take turns. A group's turn is as many calls as its weight, which is a deficit round robin
 * since each call costs one: beside a group of weight 1, one of weight 3 makes three calls of four.
 * In its own turn a tenant's urgent targets (a retry that is due, parts of a rejected call) go
 * first. The others follow in the order in which they began to wait, once their windows have
 * closed.
 */
export class Queue {
  /** In the order of their turns. A tenant is here while something waits in it. */
  private readonly groups = new Map<string, Group>();
  private readonly delayed = new Set<CallTarget>();
  private readonly lengths = { urgent: 0, queued: 0 };

  constructor(
    private readonly windowMs: number,
    private readonly maxWindowMs: number,
  ) {}

  /** Targets waiting: the minimum number of calls still to be made. */
  get length(): number {
    return this.lengths.urgent + this.lengths.queued + this.delayed.size;
  }

  /** A name of this target has started to wait. */
  add(target: CallTarget): void {
    if (target.queueState === 'idle') this.enter(target, 'queued');
  }

  addUrgent(target: CallTarget): void {
    if (target.queueState === 'urgent') return;
    this.remove(target);
    this.enter(target, 'urgent');
  }

  /** Puts a target behind all others that wait in its tenant. */
  addLast(target: CallTarget): void {
    this.remove(target);
    this.add(target);
  }

  /** Holds a target back until it is made urgent; an urgent one stays urgent. */
  delay(target: CallTarget): void {
    if (target.queueState === 'urgent') return;
    this.remove(target);
    target.queueState = 'delayed';
    this.delayed.add(target);
  }

  /** Takes a target out, wherever it stands. */
  remove(target: CallTarget): void {
    const { queueState, tenant } = target;
    target.queueState = 'idle';
    this.delayed.delete(target);
    if (queueState !== 'queued' && queueState !== 'urgent') return;
    this.lengths[queueState] -= 1;
    const members = this.groups.get(tenant.group)?.members;
    const waiting = members?.get(tenant.member);
    waiting?.[queueState].remove(target);
    if (waiting === undefined || lengthOf(waiting) > 0) return;
    members?.delete(tenant.member);
    if (members?.size === 0) this.groups.delete(tenant.group);
  }

  /** Takes a target out if nothing of it is left to send. */
  drop(target: CallTarget): void {
    if (!target.hasUnsent) this.remove(target);
  }

  /**
   * Somebody of this tenant waits for the target, too: it goes with the tenant who has less
   * waiting.
   */
  share(target: CallTarget, tenant: Tenant): void {
    if (target.tenant === tenant) return;
    if (target.hasUnsent && this.lengthOf(tenant) >= this.lengthOf(target.tenant)) return;
    const { queueState } = target;
    const isWaiting = queueState === 'queued' || queueState === 'urgent';
    if (isWaiting) this.remove(target);
    target.tenant = tenant;
    if (isWaiting) this.enter(target, queueState);
  }

  /**
   * Something of this target has been taken: its member's next turn comes after all others' of the
   * group, and the group's after all other groups', once this turn has had as many calls as it may.
   */
  dispatched(target: CallTarget): void {
    const { group: id, member, weight = 1 } = target.tenant;
    this.drop(target);
    const group = this.groups.get(id);
    if (group === undefined) return;
    moveToEnd(group.members, member);
    group.taken += 1;
    if (group.taken < weight) return;
    group.taken = 0;
    moveToEnd(this.groups, id);
  }

  /**
   * The target whose turn it is, still in the queue; or milliseconds until it is worth looking
   * again.
   *
   * @param isBlocked whether a target must wait for something else.
   */
  next(now: number, isBlocked: (target: CallTarget) => boolean = () => false): CallTarget | number {
    let soonest = Number.POSITIVE_INFINITY;
    for (const { members } of this.groups.values()) {
      for (const { urgent, queued } of members.values()) {
        const first = urgent.find((target) => !isBlocked(target));
        if (first !== undefined) return first;
        if (urgent.length > 0) soonest = Math.min(soonest, BLOCKED_MS);
        const next = this.nextOf(queued, now, isBlocked);
        if (typeof next !== 'number') return next;
        soonest = Math.min(soonest, next);
      }
    }
    return soonest;
  }

  /** Targets of which nothing has been sent yet. */
  get newSubjects(): number {
    return this.lengths.queued;
  }

  newCalls(isCounted: (target: CallTarget) => boolean): number {
    const counted = this.all('queued').filter(isCounted);
    return counted.reduce((calls, target) => calls + target.callsNeeded, 0);
  }

  /** Calls needed to send all that waits. */
  get callsNeeded(): number {
    let calls = 0;
    for (const target of this.items()) calls += target.callsNeeded;
    return calls;
  }

  /** Takes out all targets, or those that `isMeant` selects. */
  drain(isMeant: (target: CallTarget) => boolean = () => true): CallTarget[] {
    const meant = this.items().filter(isMeant);
    for (const target of meant) this.remove(target);
    return meant;
  }

  /** Takes out the questions of all targets, or of those that `isMeant` selects. */
  takeAll(isMeant?: (target: CallTarget) => boolean): PendingQuestion[] {
    return this.drain(isMeant).flatMap((target) => target.takeAll());
  }

  /** A copy of all targets. */
  items(): CallTarget[] {
    return [...this.all('urgent'), ...this.all('queued'), ...this.delayed];
  }

  private nextOf(
    queued: Deque<CallTarget>,
    now: number,
    isBlocked: (target: CallTarget) => boolean,
  ): CallTarget | number {
    let soonest = Number.POSITIVE_INFINITY;
    for (let position = 0; position < SCAN; position += 1) {
      const target = queued.behindFirst(position);
      if (target === undefined) continue;
      const ripeAt = Math.min(
        target.lastJoinedAt + this.windowMs,
        target.waitingSince + this.maxWindowMs,
      );
      if (ripeAt > now) soonest = Math.min(soonest, ripeAt - now);
      else if (isBlocked(target)) soonest = Math.min(soonest, BLOCKED_MS);
      else return target;
    }
    return soonest;
  }

  private all(state: keyof Waiting): CallTarget[] {
    return [...this.groups.values()].flatMap(({ members }) =>
      [...members.values()].flatMap((waiting) => waiting[state].items()),
    );
  }

  private enter(target: CallTarget, state: keyof Waiting): void {
    target.queueState = state;
    this.lengths[state] += 1;
    this.waitingOf(target.tenant)[state].push(target);
  }

  private lengthOf({ group, member }: Tenant): number {
    const waiting = this.groups.get(group)?.members.get(member);
    return waiting === undefined ? 0 : lengthOf(waiting);
  }

  private waitingOf({ group: id, member }: Tenant): Waiting {
    let group = this.groups.get(id);
    if (group === undefined) this.groups.set(id, (group = { members: new Map(), taken: 0 }));
    let waiting = group.members.get(member);
    if (waiting === undefined) {
      group.members.set(member, (waiting = { urgent: new Deque(), queued: new Deque() }));
    }
    return waiting;
  }
}

interface Group {
  /** In the order of their turns. */
  readonly members: Map<string, Waiting>;
  /** How many calls it has made in this turn. */
  taken: number;
}

/** What waits for one tenant. */
interface Waiting {
  readonly urgent: Deque<CallTarget>;
  readonly queued: Deque<CallTarget>;
}

function lengthOf({ urgent, queued }: Waiting): number {
  return urgent.length + queued.length;
}

function moveToEnd<V>(map: Map<string, V>, key: string): void {
  const value = map.get(key);
  if (value === undefined || map.size === 1) return;
  map.delete(key);
  map.set(key, value);
}

/** Whatever blocks a target wakes the queue when it is over. If it does not, this poll does. */
const BLOCKED_MS = 250;

/** How far past open windows to look for a target that is ready. */
const SCAN = 64;

/** An item that knows its position in a list. */
export interface Positioned {
  /** Set by the list. */
  position: number;
}

/**
 * A first-in-first-out list that can remove an item from its middle at once: the item leaves an
 * empty position behind.
 */
export class Deque<T extends Positioned> {
  /** Items in the list. */
  length = 0;
  private list: (T | undefined)[] = [];
  private head = 0;

  find(isMeant: (item: T) => boolean): T | undefined {
    for (let position = this.head; position < this.list.length; position += 1) {
      const item = this.list[position];
      if (item !== undefined && isMeant(item)) return item;
    }
    return undefined;
  }

  /** The item that many positions behind the first, or undefined if that position is empty. */
  behindFirst(seats: number): T | undefined {
    return this.list[this.head + seats];
  }

  push(item: T): void {
    item.position = this.list.length;
    this.list.push(item);
    this.length += 1;
  }

  /** @param item must be in this list. */
  remove(item: T): void {
    this.list[item.position] = undefined;
    this.length -= 1;
    while (this.head < this.list.length && this.list[this.head] === undefined) this.head += 1;
    // Compacts the list when half of it is empty, which is rare enough to cost nothing.
    if (this.length * 2 < this.list.length) {
      const items = this.items();
      this.clear();
      for (const each of items) this.push(each);
    }
  }

  items(): T[] {
    return this.list.slice(this.head).filter((item) => item !== undefined);
  }

  clear(): void {
    this.list = [];
    this.head = this.length = 0;
  }
}

/** The calls that wait in all schedulers, counted when someone looks. */
export class AllQueuedCalls implements QueuedCalls {
  constructor(
    private readonly engine: {
      readonly eachScheduler: readonly { readonly queue: Queue }[];
      readonly counter: { readonly waiting: number };
      readonly tierReader: { readonly recalling: number };
    },
  ) {}

  get atLeast(): number {
    return this.engine.eachScheduler.reduce((sum, { queue }) => sum + queue.newSubjects, 0);
  }

  /** Full calls take 50 of the waiting names each, and every target needs at most one more. */
  get atMost(): number {
    return this.atLeast + this.recalling + callsFor(this.engine.counter.waiting);
  }

  get recalling(): number {
    return this.engine.tierReader.recalling;
  }

  count(isCounted: (target: CallTarget) => boolean): number {
    return this.engine.eachScheduler.reduce((sum, { queue }) => sum + queue.newCalls(isCounted), 0);
  }
}
