import { Deque } from './deque';
import type { CallTarget } from './call-target';

/**
 * The targets that wait for a call. A target is bound to a call only when a slot takes it, so names
 * that arrive while the slots are busy travel along.
 *
 * Urgent targets (a retry that is due, parts of a refused call) go first. The others follow in the
 * order in which they began to wait, once their windows have closed.
 */
export class Queue {
  private readonly urgent = new Deque<CallTarget>();
  private readonly queued = new Deque<CallTarget>();
  private readonly delayed = new Set<CallTarget>();

  constructor(
    private readonly windowMs: number,
    private readonly maxWindowMs: number,
  ) {}

  /** Targets waiting: the minimum number of calls still to be made. */
  get length(): number {
    return this.urgent.length + this.queued.length + this.delayed.size;
  }

  /** A name of this target has started to wait. */
  add(target: CallTarget): void {
    if (target.queueState !== 'idle') return;
    target.queueState = 'queued';
    this.queued.push(target);
  }

  addUrgent(target: CallTarget): void {
    if (target.queueState === 'urgent') return;
    this.remove(target);
    target.queueState = 'urgent';
    this.urgent.push(target);
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
    if (target.queueState === 'queued') this.queued.remove(target);
    else if (target.queueState === 'urgent') this.urgent.remove(target);
    else this.delayed.delete(target);
    target.queueState = 'idle';
  }

  /**
   * The target whose turn it is, still in the queue; or milliseconds until it is worth looking
   * again.
   *
   * @param isBlocked whether a target must wait for something else.
   */
  next(now: number, isBlocked: (target: CallTarget) => boolean = () => false): CallTarget | number {
    const urgent = this.urgent.first;
    if (urgent !== undefined) return urgent;
    let soonest = Number.POSITIVE_INFINITY;
    for (let position = 0; position < SCAN; position += 1) {
      const target = this.queued.behindFirst(position);
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

  /** Targets of which nothing has been sent yet. */
  get newSubjects(): number {
    return this.queued.length;
  }

  newCalls(isCounted: (target: CallTarget) => boolean = () => true): number {
    const counted = this.queued.items().filter(isCounted);
    return counted.reduce((calls, target) => calls + target.callsNeeded, 0);
  }

  /** Calls needed to send all that waits. */
  get callsNeeded(): number {
    let calls = 0;
    for (const target of this.items()) calls += target.callsNeeded;
    return calls;
  }

  /** Takes out all targets, or those that `isMeant` selects. */
  drain(isMeant?: (target: CallTarget) => boolean): CallTarget[] {
    if (isMeant !== undefined) {
      const meant = this.items().filter(isMeant);
      for (const target of meant) this.remove(target);
      return meant;
    }
    const all = this.items();
    this.urgent.clear();
    this.queued.clear();
    this.delayed.clear();
    for (const target of all) target.queueState = 'idle';
    return all;
  }

  /** A copy of all targets. */
  items(): CallTarget[] {
    return [...this.urgent.items(), ...this.queued.items(), ...this.delayed];
  }
}

/** Whatever blocks a target wakes the queue when it is over. If it does not, this poll does. */
const BLOCKED_MS = 250;

/** How far past open windows to look for a target that is ready. */
const SCAN = 64;
