import { Deque } from './deque';
import type { Subject } from './call-target';

/**
 * The subjects that wait for a call. A subject is bound to a call only when a slot takes it, so
 * whatever drips in while the slots are busy rides along.
 *
 * Urgent ones (a retry whose time has come, parts of a refused call) go first; the others in the
 * order in which they began to wait, each once its window has closed.
 */
export class Queue {
  private readonly urgent = new Deque<Subject>();
  private readonly queued = new Deque<Subject>();
  private readonly delayed = new Set<Subject>();

  constructor(
    private readonly windowMs: number,
    private readonly maxWindowMs: number,
  ) {}

  /** Subjects waiting: the calls still to be made, at the least, if nobody else comes. */
  get length(): number {
    return this.urgent.length + this.queued.length + this.delayed.size;
  }

  /** A name has come to wait at this subject. */
  add(subject: Subject): void {
    if (subject.standing !== 'idle') return;
    subject.standing = 'queued';
    this.queued.push(subject);
  }

  addUrgent(subject: Subject): void {
    if (subject.standing === 'urgent') return;
    this.remove(subject);
    subject.standing = 'urgent';
    this.urgent.push(subject);
  }

  /** Keeps a subject back until it is made urgent; one that is urgent already stays so. */
  delay(subject: Subject): void {
    if (subject.standing === 'urgent') return;
    this.remove(subject);
    subject.standing = 'delayed';
    this.delayed.add(subject);
  }

  /** Takes a subject out of wherever it stands. */
  remove(subject: Subject): void {
    if (subject.standing === 'queued') this.queued.remove(subject);
    else if (subject.standing === 'urgent') this.urgent.remove(subject);
    else this.delayed.delete(subject);
    subject.standing = 'idle';
  }

  /**
   * The subject whose turn it is, still in its place; or in how many milliseconds to look again.
   *
   * @param isBlocked one that is to wait for something else.
   */
  next(now: number, isBlocked: (subject: Subject) => boolean = () => false): Subject | number {
    const urgent = this.urgent.first;
    if (urgent !== undefined) return urgent;
    let soonest = Number.POSITIVE_INFINITY;
    for (let seat = 0; seat < SCAN; seat += 1) {
      const subject = this.queued.behindFirst(seat);
      if (subject === undefined) continue;
      const ripeAt = Math.min(
        subject.lastJoinedAt + this.windowMs,
        subject.waitingSince + this.maxWindowMs,
      );
      if (ripeAt > now) soonest = Math.min(soonest, ripeAt - now);
      else if (isBlocked(subject)) soonest = Math.min(soonest, BLOCKED_MS);
      else return subject;
    }
    return soonest;
  }

  /** Subjects of which nothing has been sent yet, and the calls that they take. */
  get newSubjects(): number {
    return this.queued.length;
  }

  newCalls(isCounted: (subject: Subject) => boolean = () => true): number {
    const counted = this.queued.items().filter(isCounted);
    return counted.reduce((calls, subject) => calls + subject.callsNeeded, 0);
  }

  /** Calls that it takes to send all that waits. */
  get callsNeeded(): number {
    let calls = 0;
    for (const subject of this.items()) calls += subject.callsNeeded;
    return calls;
  }

  /** Takes out all, or those that are meant. */
  drain(isMeant?: (subject: Subject) => boolean): Subject[] {
    if (isMeant !== undefined) {
      const meant = this.items().filter(isMeant);
      for (const subject of meant) this.remove(subject);
      return meant;
    }
    const all = this.items();
    this.urgent.clear();
    this.queued.clear();
    this.delayed.clear();
    for (const subject of all) subject.standing = 'idle';
    return all;
  }

  /** Every subject, as they stand now. */
  items(): Subject[] {
    return [...this.urgent.items(), ...this.queued.items(), ...this.delayed];
  }
}

/** Whatever keeps a subject back tells when it is over; if it should not, nothing stands still. */
const BLOCKED_MS = 250;

/** How far past open windows the next ripe subject is looked for. */
const SCAN = 64;
