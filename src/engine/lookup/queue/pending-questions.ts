import type { CancelSignal } from '../../async/cancellation';
import type { CacheEntry } from '../cache/cache-entry';
import type { Outcome } from '../outcome';
import type { Place } from '../place';
import type { CustomVariables } from '../question';
import { NameEntries } from '../cache/name-entries';
import { callsFor } from '../spending';
import type { CallKind } from '../source';
import { NOBODY, notify, OtherAskers, WITHDRAWN, type Asking, type WhenEnded } from './askers';
import { membersOf, type Part } from './call-part';

/**
 * Whose turn a question takes. Groups take turns, and within a group its members do: however much
 * waits for one of them, another's question is next but a few.
 */
export interface Tenant {
  readonly group: string;
  readonly member: string;
  /** How many calls the group may make in one turn: 1 if it is left out. */
  readonly weight?: number | undefined;
}

/** The tenant of everybody who has no team. */
export const ONE_TENANT: Tenant = { group: '', member: '' };

/**
 * What one call can be about, with its known answers and pending questions: a place with its
 * attribute names, or one model's score of a place (a single name).
 *
 * It belongs to one service and account: answers never cross from one to another.
 */
export class CallTarget extends NameEntries<CacheEntry | PendingQuestion> {
  readonly place: Place;
  readonly model: ModelQuestion | undefined;
  /** How many of the tiers have been asked for it. */
  tiersAsked = 0;
  /** Names wanted and not sent. */
  unsent = 0;
  /** Parts of a rejected call, each to be sent unchanged. */
  pinned: Part<PendingQuestion>[] | undefined = undefined;
  /** When the oldest unsent name was asked and the last one joined, in elapsed milliseconds. */
  waitingSince = 0;
  lastJoinedAt = 0;
  /** Whose turn it takes. */
  tenant: Tenant = ONE_TENANT;
  queueState: QueueState = 'idle';
  position = 0;
  /** Neighbours in the memory's order of use. */
  newer: CallTarget | undefined = undefined;
  older: CallTarget | undefined = undefined;
  /** How many of the entries are answers. */
  knownCount = 0;

  private readonly owner: CallTargetOwner;

  constructor(
    readonly scope: string,
    readonly key: string,
    place: Place,
    model: ModelQuestion | undefined,
    owner: CallTargetOwner,
  ) {
    super();
    this.place = place;
    this.model = model;
    this.owner = owner;
  }

  /** The service has answered something here, so a rejection is not the place's fault. */
  get isSound(): boolean {
    return this.knownCount > 0;
  }

  get kind(): CallKind {
    return this.model === undefined ? 'lookup' : 'score';
  }

  addNamesTo(set: Set<number>): void {
    for (const name of this.names) set.add(name);
  }

  /**
   * Creates the pending question.
   *
   * @param stale what `find` returns for the name: a stale answer, never a pending question.
   */
  want(name: number, stale: CacheEntry | undefined, now: number, asking: Asking): void {
    this.put(name, new PendingQuestion(this, name, now, stale, asking));
    if (this.unsent === 0) this.waitingSince = now;
    this.lastJoinedAt = now;
    this.unsent += 1;
  }

  /** Takes at most that many names for the next call; they are in flight from now on. */
  take(most: number): Part<PendingQuestion> {
    const part = this.pinned?.shift();
    if (part === undefined) return { batch: this.takeUnsent(most), deferred: [] };
    if (this.pinned?.length === 0) this.pinned = undefined;
    const { batch, deferred, rest = [] } = part;
    return {
      ...part,
      batch: departing(batch),
      deferred: departing(deferred),
      rest: departing(rest),
    };
  }

  /** The names wait again, to be sent with any that have joined since. */
  giveBack(batch: readonly PendingQuestion[]): void {
    for (const pending of batch) {
      if (this.unsent === 0 || pending.askedAt < this.waitingSince) {
        this.waitingSince = pending.askedAt;
      }
      pending.state = 'unsent';
      this.unsent += 1;
    }
  }

  /** The names wait again, to be sent in exactly this part, without those that have ended. */
  pin(part: Part<PendingQuestion>): void {
    for (const pending of membersOf(part)) if (!pending.isAbandoned) pending.state = 'pinned';
    (this.pinned ??= []).push(part);
  }

  /** Takes out every question that is not in flight, so that the caller can settle it. */
  takeAll(): PendingQuestion[] {
    const unsent = this.takeUnsent(Number.POSITIVE_INFINITY);
    if (this.pinned === undefined) return unsent;
    const pinned = this.pinned.flatMap(membersOf);
    this.pinned = undefined;
    return [...departing(pinned), ...unsent];
  }

  /** Calls needed to send what is unsent. */
  get callsNeeded(): number {
    return callsFor(this.unsent) + (this.pinned?.length ?? 0);
  }

  get hasUnsent(): boolean {
    return this.unsent > 0 || this.pinned !== undefined;
  }

  /** The questions that have not been sent, or wait to be sent again. */
  get notSent(): PendingQuestion[] {
    return this.entries.filter(
      (entry): entry is PendingQuestion =>
        entry instanceof PendingQuestion && (entry.state === 'unsent' || entry.state === 'pinned'),
    );
  }

  /** Ends the question and stores its answer, if there is one. */
  conclude(pending: PendingQuestion, entry: CacheEntry | undefined): void {
    const kept = entry ?? pending.stale;
    if (kept !== undefined) this.put(pending.name, kept);
    else this.drop(pending.name);
  }

  /** Learns an answer from a tier; of two, the later stays. */
  learn(name: number, learnt: CacheEntry): void {
    const entry = this.find(name);
    if (entry instanceof PendingQuestion) {
      if (entry.stale === undefined || entry.stale.at < learnt.at) entry.stale = learnt;
    } else if (entry === undefined || entry.at < learnt.at) {
      this.put(name, learnt);
    }
  }

  /** Takes out the unsent questions for which a good enough answer has been learnt. */
  takeAnswered(isGood: (entry: CacheEntry) => boolean): Answered[] {
    return this.entries.flatMap((entry) => {
      if (!(entry instanceof PendingQuestion) || entry.stale === undefined) return [];
      const answered = { pending: entry, entry: entry.stale };
      const isNew = entry.stale.at >= entry.newerThan && isGood(entry.stale);
      return isNew && this.takeOut(entry) ? [answered] : [];
    });
  }

  /** Whether an unsent question still lacks a good enough answer. */
  lacksAnswer(isGood: (entry: CacheEntry) => boolean): boolean {
    return this.entries.some(
      (entry) =>
        entry instanceof PendingQuestion &&
        entry.state === 'unsent' &&
        (entry.stale === undefined || entry.stale.at < entry.newerThan || !isGood(entry.stale)),
    );
  }

  forget(isForGood = false): void {
    for (const name of this.names) {
      const entry = this.find(name);
      if (entry instanceof PendingQuestion) {
        entry.stale = undefined;
        if (isForGood && entry.state === 'in-flight') entry.state = 'forgotten';
      } else {
        this.drop(name);
      }
    }
  }

  forgetWhere(isGone: (name: number, answer: CacheEntry) => boolean): number {
    let forgotten = 0;
    for (const name of [...this.names]) {
      const entry = this.find(name);
      const answer = entry instanceof PendingQuestion ? entry.stale : entry;
      if (answer === undefined || !isGone(name, answer)) continue;
      forgotten += 1;
      if (entry instanceof PendingQuestion) entry.stale = undefined;
      else this.drop(name);
    }
    return forgotten;
  }

  /** Takes out a question unless it was sent or settled; returns whether it did. */
  takeOut(pending: PendingQuestion): boolean {
    const isOut = pending.state === 'in-flight' || pending.state === 'forgotten';
    if (isOut) return false;
    if (pending.state === 'unsent') this.unsent -= 1;
    pending.state = 'in-flight';
    return true;
  }

  /**
   * Nobody waits for the question any longer. If it is unsent, it is dropped; if it is in flight,
   * it is still answered.
   */
  abandoned(pending: PendingQuestion): void {
    if (!this.takeOut(pending)) return;
    this.conclude(pending, undefined);
    this.owner.onAbandoned(pending);
  }

  private takeUnsent(most: number): PendingQuestion[] {
    const batch: PendingQuestion[] = [];
    let since = Number.POSITIVE_INFINITY;
    for (const entry of this.entries) {
      if (!(entry instanceof PendingQuestion) || entry.state !== 'unsent') continue;
      if (batch.length < most) {
        entry.state = 'in-flight';
        batch.push(entry);
      } else if (entry.askedAt < since) {
        since = entry.askedAt;
      }
    }
    this.unsent -= batch.length;
    if (this.unsent > 0) this.waitingSince = since;
    return batch;
  }

  private put(name: number, entry: CacheEntry | PendingQuestion): void {
    this.count(Number(isKnown(entry)) - Number(isKnown(this.find(name))));
    this.set(name, entry);
  }

  private drop(name: number): void {
    this.count(-Number(isKnown(this.find(name))));
    this.delete(name);
    if (this.size === 0) this.owner.onEmpty(this);
  }

  private count(change: number): void {
    if (change === 0) return;
    this.knownCount += change;
    this.owner.onKnownChanged(change);
  }
}

function isKnown(entry: CacheEntry | PendingQuestion | undefined): boolean {
  return entry !== undefined && !(entry instanceof PendingQuestion);
}

/** Marks those that are still pinned as in flight, and returns them. */
function departing(pinned: readonly PendingQuestion[]): PendingQuestion[] {
  const still = pinned.filter(({ state }) => state === 'pinned');
  for (const pending of still) pending.state = 'in-flight';
  return still;
}

/** A question, with the answer learnt for it while it waited. */
export interface Answered {
  readonly pending: PendingQuestion;
  readonly entry: CacheEntry;
}

/** Where a target stands in its queue. */
export type QueueState = 'idle' | 'recalling' | 'queued' | 'urgent' | 'delayed';

/** What a score question holds besides its place. */
export interface ModelQuestion {
  readonly model: string;
  readonly date: string | undefined;
  /** The day of asking, if the question has no date. */
  readonly day: string | undefined;
  readonly customVariables: CustomVariables | undefined;
}

export interface CallTargetOwner {
  /** The target has dropped a question that nobody waits for any longer. */
  onAbandoned(pending: PendingQuestion): void;
  onKnownChanged(change: number): void;
  /** The target has neither answers nor questions left. */
  onEmpty(target: CallTarget): void;
}

/** What is known of a question that has been sent. */
export interface Sending {
  /** Its deadline in elapsed milliseconds. */
  dueAt: number;
  /** How often it was sent; a call that the service did not take does not count. */
  attempts: number;
  /** It is being asked once more, because the first reply could not be read. */
  isAskedAnew: boolean;
}

/**
 * One question without an answer yet, and everyone who waits for it.
 *
 * There may be 100,000 of these at once. So the first asker lives in the object itself, the object
 * is its own cancel listener, and times are whole milliseconds (small integers, not boxed).
 */
export class PendingQuestion {
  readonly target: CallTarget;
  /** An id in the engine's Names. */
  readonly name: number;
  /** Elapsed milliseconds when it was first asked. */
  askedAt: number;
  /** Undefined until it is sent for the first time. */
  sending: Sending | undefined = undefined;
  /**
   * `in-flight`: sent, or taken out to be settled · `pinned`: part of a rejected call, to be sent
   * only with the same companions · `forgotten`: in flight when everything was forgotten for good;
   * its answer is given but not kept.
   */
  state: 'unsent' | 'pinned' | 'in-flight' | 'forgotten' = 'unsent';
  /** The last good answer, too old to be given without asking. */
  stale: CacheEntry | undefined;
  /** The first asker, unless it has withdrawn. */
  private whenEnded: WhenEnded | undefined;
  private signal: CancelSignal | undefined;
  private others: OtherAskers | undefined = undefined;

  constructor(
    target: CallTarget,
    name: number,
    askedAt: number,
    stale: CacheEntry | undefined,
    { whenEnded, signal, asker, newerThan }: Asking,
  ) {
    this.target = target;
    this.name = name;
    this.askedAt = askedAt;
    this.stale = stale;
    this.whenEnded = whenEnded;
    this.signal = signal;
    signal?.addEventListener('abort', this);
    if (asker !== undefined) this.andOthers.identify(asker);
    this.renew(newerThan);
  }

  /** The known askers, the first to ask first. */
  get askers(): readonly unknown[] {
    return this.others?.identified ?? NOBODY;
  }

  get isAbandoned(): boolean {
    return this.whenEnded === undefined && (this.others?.living ?? 0) === 0;
  }

  /** An answer from before this time does not count, in epoch milliseconds; 0 for any. */
  get newerThan(): number {
    return this.others?.newerThan ?? 0;
  }

  private renew(newerThan: number | undefined): void {
    if (newerThan === undefined || newerThan <= this.newerThan) return;
    this.andOthers.newerThan = newerThan;
  }

  /** Someone else asks the same. */
  join(asking: Asking): void {
    this.andOthers.add(asking);
    this.renew(asking.newerThan);
  }

  /** The first asker withdrew. */
  handleEvent(): void {
    const { whenEnded } = this;
    this.whenEnded = undefined;
    this.signal = undefined;
    if (whenEnded !== undefined) notify(whenEnded, WITHDRAWN);
    this.onWithdrawn();
  }

  onWithdrawn(): void {
    if (this.isAbandoned) this.target.abandoned(this);
  }

  /**
   * Ends the question for everyone. Askers beyond the first slice are notified `later`, so that a
   * value wanted by a whole sheet does not block the page.
   *
   * @returns how many askers it had.
   */
  settle(outcome: Outcome, later: (run: () => void) => void): number {
    // An asker who withdraws from now on finds nothing to take out.
    if (this.state !== 'forgotten') this.state = 'in-flight';
    const { whenEnded, signal, others } = this;
    this.whenEnded = undefined;
    this.signal = undefined;
    this.others = undefined;
    signal?.removeEventListener('abort', this);
    if (whenEnded !== undefined) notify(whenEnded, outcome);
    return Number(whenEnded !== undefined) + (others?.settle(outcome, later) ?? 0);
  }

  private get andOthers(): OtherAskers {
    return (this.others ??= new OtherAskers(this));
  }
}

/** How often the question that was sent most often has been sent. */
export function attemptsOf(batch: readonly PendingQuestion[]): number {
  let most = 0;
  for (const { sending } of batch) most = Math.max(most, sending?.attempts ?? 0);
  return most;
}
