import type { CallUse, ReservedCall } from './admission';
import { makeCall } from './call';
import type { CallCompletion } from './call-completion';
import { Clearance } from './clearance';
import type { Cleared } from './clearance';
import type { Deadlines } from './deadlines';
import type { CompleteEngineOptions } from './engine-options';
import type { Gate, HeldPlan, QueuedCalls } from './gate';
import type { AdaptiveRateLimiter, Ticket } from './limits/adaptive-rate-limiter';
import type { NameIsolation } from './name-isolation';
import type { Pause } from './pause';
import { isFree } from './retry';
import type { Settlement } from './settlement';
import type { CallKind } from './source';
import { halves } from './split';
import type { Part } from './split';
import { isCurrent } from './subject';
import type { Subject } from './subject';
import type { Tally } from './tally';
import type { Verdicts } from './verdicts';
import type { Waiting } from './waiting';

export interface DispatcherParts {
  readonly options: CompleteEngineOptions;
  readonly kind: CallKind;
  readonly gate: Gate;
  readonly pause: Pause;
  readonly settlement: Settlement;
  readonly tally: Tally;
  readonly verdicts: Verdicts;
  readonly pace: AdaptiveRateLimiter;
  readonly deadlines: Deadlines;
  readonly isolation: NameIsolation;
  readonly completion: CallCompletion;
  /** What is queued may not go unasked: held for a person's word. */
  onHeld(reason: HeldPlan['reason']): void;
  /** Calls queued in all lanes. */
  queued(): QueuedCalls;
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
    const { heldBack } = part;
    const batch = this.worthSending(part.batch, now);
    if (batch.length === 0) {
      this.parts.isolation.askInParts(subject, halves(heldBack));
      return;
    }
    const isNew = batch.some(({ dueAt }) => dueAt < 0);
    const reserved = gate.reserve(subject, isNew);
    const call: DepartingCall = {
      ticket: this.parts.pace.started(now),
      subject,
      part: { batch, heldBack },
      settle: (use) => reserved.settle(use),
    };
    const { standing } = reserved;
    const queued = this.parts.queued().atLeast;
    const timeoutMs = Math.min(
      options.callTimeoutMs,
      this.parts.deadlines.leftMs([...batch, ...heldBack]),
    );
    let isAtOnce = true;
    this.clearance.seek({ kind: this.parts.kind, standing, queued }, timeoutMs, (cleared) => {
      if (cleared.kind === 'reserved') {
        const settle = (use: CallUse): void => {
          reserved.settle(use);
          cleared.settle(use);
        };
        if (isAtOnce || this.mayStillLeave(subject)) this.send({ ...call, settle });
        else this.putBack({ ...call, settle });
      } else {
        this.stay(call, cleared);
      }
      if (!isAtOnce) this.parts.onSlotFree();
    });
    isAtOnce = false;
  }

  /** Nothing has happened to forbid it while it was waited for. */
  private mayStillLeave(subject: Subject): boolean {
    const { options, tally, pause } = this.parts;
    const { source } = options;
    const isRefused = (tally.stoppedBy ?? source.refusal(this.parts.kind)) !== undefined;
    return (
      !isRefused && !pause.isOn && isCurrent(subject, source.scope(this.parts.kind), options.clock)
    );
  }

  private send({ ticket, subject, part, settle }: DepartingCall): void {
    const { options, settlement, tally } = this.parts;
    const { batch } = part;
    // It may have waited for its clearance.
    ticket.startedAt = options.clock.elapsed();
    const timeoutMs = Math.min(options.callTimeoutMs, this.parts.deadlines.sent(part));
    tally.callStarted(batch.length);
    const names = settlement.textsOf(batch);
    makeCall(options.source, options.clock, subject, names, timeoutMs, (end) => {
      const wasFree = end.kind === 'failed' && isFree(end.code);
      tally.callEnded(batch.length, wasFree);
      settle(wasFree ? 'free' : 'spent');
      this.parts.completion.ended({ subject, part, ticket }, end);
      this.parts.onSlotFree();
    });
  }

  /** The call is not made: it waits again, just so. */
  private putBack({ ticket, subject, part, settle }: DepartingCall): void {
    settle('unsent');
    this.parts.pace.unsent(ticket);
    this.parts.isolation.askInParts(subject, [part]);
  }

  /** The call may not be made. */
  private stay(
    { ticket, subject, part, settle }: DepartingCall,
    cleared: Exclude<Cleared, ReservedCall>,
  ): void {
    const { options, settlement, gate, onHeld } = this.parts;
    settle('unsent');
    this.parts.pace.unsent(ticket);
    const all = [...part.batch, ...part.heldBack];
    if (cleared.kind === 'late') {
      this.parts.deadlines.end(all, options.clock.elapsed());
      return;
    }
    const { code, isForAll } = cleared;
    settlement.turnAway(all, code, ({ name }) => {
      if (isForAll) gate.hold(subject, settlement.textOf(name), code);
    });
    if (isForAll) onHeld(code);
  }

  /** Ends what the service refuses wherever it is asked, and what an answer would reach too late. */
  private worthSending(batch: readonly Waiting[], now: number): readonly Waiting[] {
    const { settlement, verdicts } = this.parts;
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
interface DepartingCall {
  readonly ticket: Ticket;
  readonly subject: Subject;
  readonly part: Part<Waiting>;
  settle(use: CallUse): void;
}

const REJECTED = { code: 'rejected', status: 400 } as const;
