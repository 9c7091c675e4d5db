import type { Accounts } from '../account';
import type { RefusedCall } from '../admission';
import { makeCall } from './call';
import type { CallCompletion } from './call-completion';
import type { CircuitBreaker } from '../limits/circuit-breaker';
import type { TakenClaim } from '../claims';
import { Clearance, UNSENT } from './call-permit';
import type { ClearedCall } from './call-permit';
import type { Deadlines } from './deadlines';
import type { CompleteEngineOptions } from '../engine-options';
import type { Gate, HeldPlan, QueuedCalls } from '../limits/admission-control';
import type { Ticket } from '../limits/adaptive-rate-limiter';
import type { NameIsolation } from './name-isolation';
import type { Pause } from '../pause';
import { storeKey } from '../cache/tier-reader';
import { isFree } from './retry';
import type { Settlement } from './question-completion';
import type { CallKind, SourceFailure } from '../source';
import { alone, membersOf } from './split';
import type { Part } from './split';
import { isCurrent } from '../question-target';
import type { Subject } from './call-target';
import type { Tally } from '../activity-counter';
import type { Waiting } from './pending-question';

export interface DispatcherParts {
  readonly options: CompleteEngineOptions;
  readonly kind: CallKind;
  readonly gate: Gate;
  readonly pause: Pause;
  readonly settlement: Settlement;
  readonly tally: Tally;
  readonly breaker: CircuitBreaker;
  readonly accounts: Accounts;
  readonly deadlines: Deadlines;
  readonly isolation: NameIsolation;
  readonly completion: CallCompletion;
  /** What is queued may not go unasked: held for a person's word. */
  onHeld(reason: HeldPlan['reason']): void;
  /** Calls queued in all lanes. */
  queued(): QueuedCalls;
  /** Ends what has been answered meanwhile otherwise than by a call of ours. */
  onLearnt(subject: Subject): void;
  /** The next call may go. */
  onSlotFree(): void;
}

/** Sends what has been taken from the queue. */
export class Dispatcher {
  private readonly clearance: Clearance;

  constructor(private readonly parts: DispatcherParts) {
    this.clearance = new Clearance(parts.options);
  }

  /** Takes a slot, and sends the part unless there is something against it. */
  dispatch(subject: Subject, part: Part<Waiting>, now: number): void {
    const { options, gate } = this.parts;
    const { isolation } = this.parts;
    const batch = this.worthSending(subject, part.batch, now);
    if (part.isRefused === true) {
      // Without a name that is refused everywhere it may well be accepted as a whole.
      if (batch.length === part.batch.length) isolation.split(subject, batch);
      else isolation.askInParts(subject, [alone(batch)]);
      return;
    }
    if (batch.length === 0) {
      isolation.dropped(subject, part);
      return;
    }
    const isNew = batch.some(({ dueAt }) => dueAt < 0);
    const reserved = gate.reserve(subject, isNew);
    const ticket = this.parts.accounts.of(subject).pace.started(now);
    const sought: SoughtCall = { ticket, subject, part: { ...part, batch } };
    const { standing } = reserved;
    // What is approved is not measured by the threshold.
    const queued = gate.isApproving ? 0 : this.parts.queued().atLeast;
    const timeoutMs = Math.min(options.callTimeoutMs, this.leftMs(sought));
    const call = { kind: this.parts.kind, standing, queued };
    let isAtOnce = true;
    this.clearance.seek(call, storeKey(subject), timeoutMs, (cleared) => {
      if (cleared.kind === 'cleared') {
        const settle: ClearedCall['settle'] = (use) => {
          reserved.settle(use);
          cleared.settle(use);
        };
        const departing = { ...sought, settle, release: cleared.release };
        if (isAtOnce || this.mayStillLeave(subject)) this.send(departing);
        else this.putBack(departing);
      } else {
        reserved.settle('unsent');
        this.parts.accounts.of(subject).pace.unsent(ticket);
        if (cleared.kind === 'refused') this.refuse(sought, cleared);
        else if (cleared.kind === 'taken') this.awaitOther(sought, cleared);
        else this.end(sought);
      }
      if (!isAtOnce) this.parts.onSlotFree();
    });
    isAtOnce = false;
  }

  /** Nothing has happened to forbid it while it was waited for. */
  private mayStillLeave(subject: Subject): boolean {
    const { options, tally, pause, breaker } = this.parts;
    if (!breaker.mayStart) return false;
    const { source } = options;
    const isRefused = (tally.stoppedBy ?? source.refusal(this.parts.kind)) !== undefined;
    return (
      !isRefused && !pause.isOn && isCurrent(subject, source.scope(this.parts.kind), options.clock)
    );
  }

  private send({ ticket, subject, part, settle, release }: DepartingCall): void {
    const { options, settlement, tally, breaker } = this.parts;
    const { batch } = part;
    const isLook = breaker.started();
    // It may have waited for its clearance.
    ticket.startedAt = options.clock.elapsed();
    const timeoutMs = Math.min(options.callTimeoutMs, this.parts.deadlines.sent(part));
    tally.callStarted(batch.length);
    const names = settlement.textsOf(batch);
    makeCall(options.source, options.clock, subject, names, timeoutMs, (end) => {
      const wasFree = end.kind === 'failed' && isFree(end.code);
      tally.callEnded(batch.length, wasFree);
      settle(wasFree ? 'free' : 'spent');
      this.parts.completion.ended({ subject, part, ticket, isLook }, end);
      release(end);
      this.parts.onSlotFree();
    });
  }

  /** The call is not made: it waits again, just so. */
  private putBack({ ticket, subject, part, settle, release }: DepartingCall): void {
    settle('unsent');
    release(UNSENT);
    this.parts.accounts.of(subject).pace.unsent(ticket);
    this.parts.isolation.askInParts(subject, [part]);
  }

  private refuse({ subject, part }: SoughtCall, { code, isForAll }: RefusedCall): void {
    const { settlement, gate, onHeld } = this.parts;
    const all = membersOf(part);
    settlement.turnAway(all, code, ({ name }) => {
      if (isForAll) gate.hold(subject, settlement.textOf(name), code);
    });
    if (isForAll) onHeld(code);
  }

  /** Somebody else is asking: no slot is taken up meanwhile, and no deadline passes. */
  private awaitOther(sought: SoughtCall, { whenOver }: TakenClaim): void {
    const { clock } = this.parts.options;
    let isOver = false;
    const once = (run: () => void): void => {
      if (isOver) return;
      isOver = true;
      cancel();
      run();
    };
    const cancel = clock.schedule(this.leftMs(sought), () => once(() => this.end(sought)));
    const goOn = (failure?: SourceFailure): void => once(() => this.goOn(sought, failure));
    whenOver.then(goOn, () => goOn());
  }

  /** The other is done: its answers have been learnt, and the rest is asked for if it may be. */
  private goOn({ subject, part }: SoughtCall, failure: SourceFailure | undefined): void {
    const { isolation, settlement, onLearnt, onSlotFree } = this.parts;
    if (failure === undefined) {
      isolation.askInParts(subject, [part]);
      onLearnt(subject);
      onSlotFree();
    } else {
      subject.giveBack(part.batch);
      onLearnt(subject);
      settlement.fail(subject.takeAll(), failure);
    }
  }

  /** There is no time left for it. */
  private end({ part }: SoughtCall): void {
    const { deadlines, options } = this.parts;
    deadlines.end(membersOf(part), options.clock.elapsed());
  }

  private leftMs({ part }: SoughtCall): number {
    return this.parts.deadlines.leftMs(membersOf(part));
  }

  /** Ends what the service refuses wherever it is asked, and what an answer would reach too late. */
  private worthSending(
    subject: Subject,
    batch: readonly Waiting[],
    now: number,
  ): readonly Waiting[] {
    const { settlement, accounts } = this.parts;
    const { verdicts } = accounts.of(subject);
    const isCondemned = (waiting: Waiting): boolean => verdicts.isCondemned(waiting.name);
    const isLate = this.parts.deadlines.dueIn(0);
    if (!batch.some((waiting) => isCondemned(waiting) || isLate(waiting))) return batch;
    const asked = batch.filter((waiting) => !isCondemned(waiting));
    settlement.fail(batch.filter(isCondemned), REJECTED);
    this.parts.deadlines.end(asked.filter(isLate), now);
    return asked.filter((waiting) => !isLate(waiting));
  }
}

/** Taken from the queue, with a slot; not sent yet. */
interface SoughtCall {
  readonly ticket: Ticket;
  readonly subject: Subject;
  readonly part: Part<Waiting>;
}

type DepartingCall = SoughtCall & Pick<ClearedCall, 'settle' | 'release'>;

const REJECTED = { code: 'rejected', status: 400 } as const;
