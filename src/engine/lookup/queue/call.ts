import { createCancellation } from '../../async/cancellation';
import type { CallUse, RefusedCall, ReservedCall } from '../admission';
import type { ClaimEnd, OwnClaim, OtherClaim } from '../claims';
import { storeKey } from '../cache/tier-reader';
import type { EngineOptions } from '../engine-options';
import type { LocalReservation } from '../limits/admission-control';
import type { CallLimiter, Ticket } from '../limits/call-limiter';
import type { KeptSince, LookupReply, ScoreReply, Source, SourceFailure } from '../source';
import { NOBODY } from './askers';
import type { CallTarget, PendingQuestion } from './pending-questions';
import type { Part } from './call-part';
import { isSlowDown, UNREACHED } from './retry';

/**
 * How a call ended: values by name (a score's value under an empty name), or why there are none.
 */
export type CallEnd = CallAnswer | SourceFailure;

export interface CallAnswer {
  readonly kind: 'answered';
  readonly valueOf: (name: string) => number | null;
  /** The names that failed alone. */
  readonly failures?: ReadonlyMap<string, SourceFailure> | undefined;
  readonly kept?: KeptSince | undefined;
}

const UNREADABLE: SourceFailure = { kind: 'failed', code: 'unreadable-reply' };

/** What the others say to a call that is about to leave. `late`: it has no permits in time. */
export type PermitOutcome = 'permitted' | 'late' | RefusedCall | OtherClaim;

/**
 * A call that was taken from the queue and has a slot. It may still have to wait for its permits.
 */
export class Call {
  /** The trial call with a key that was refused. */
  isProbe = false;
  /** When it must have ended, in elapsed milliseconds. */
  endsAt = Number.POSITIVE_INFINITY;
  /** When to look whether it takes too long, in elapsed milliseconds. */
  checkAt = 0;
  private isGivenUp = false;
  private claim: OwnClaim | undefined = undefined;
  private booking: ReservedCall | undefined = undefined;
  private readonly cancellation = createCancellation();
  /** Undefined before it is sent and once it has ended. */
  private onEnd: ((call: Call, end: CallEnd) => void) | undefined = undefined;

  constructor(
    readonly target: CallTarget,
    readonly part: Part<PendingQuestion>,
    /** The limiter that gave the call its slot. */
    readonly limiter: CallLimiter,
    readonly ticket: Ticket,
    private readonly reserved: LocalReservation,
  ) {}

  get isSent(): boolean {
    return this.onEnd !== undefined;
  }

  /** Part of it is a renewal, for which no earlier answer counts; 0 if none is. */
  private get newerThan(): number {
    return this.part.batch.reduce((latest, { newerThan }) => Math.max(latest, newerThan), 0);
  }

  /** Everyone known who asked part of it, the first asker first. */
  private get askers(): readonly unknown[] {
    let all: Set<unknown> | undefined;
    for (const { askers } of this.part.batch) {
      for (const asker of askers) all = (all ?? new Set()).add(asker);
    }
    // Cells are not known by an asker: a set for each of their calls would be a tenth of its cost.
    return all === undefined ? NOBODY : [...all];
  }

  /**
   * Gets its permits: no other window asks the same, and the call is within the shared budget. May
   * take for ever. A port that throws or rejects breaks its promise: the call was not booked, so it
   * is not sent.
   *
   * @param queued new calls that wait behind it.
   */
  async seekPermits(
    { claims, admission }: Pick<EngineOptions, 'claims' | 'admission'>,
    queued: number,
  ): Promise<PermitOutcome> {
    const { kind } = this.target;
    const target = storeKey(this.target);
    const { askers } = this;
    const { countsAs } = this.reserved;
    try {
      const claim = await claims?.claim(kind, target, this.newerThan);
      if (claim?.kind === 'taken') return claim;
      this.claim = claim;
      const reservation = await admission?.reserve({ kind, target, countsAs, queued, askers });
      if (reservation?.kind === 'refused') return reservation;
      this.booking = reservation;
      return 'permitted';
    } catch {
      return 'late';
    }
  }

  /** It is not made: its slot and its permits are free. */
  giveUp(): void {
    if (!this.isGivenUp) {
      this.isGivenUp = true;
      this.reserved.settle('unsent');
      this.limiter.unsent(this.ticket);
    }
    // A permit may come after the call was given up.
    this.settlePermits('unsent');
    this.release({ kind: 'unsent' });
  }

  /** Settles the call's use: it counts towards the budget from now on, or no longer. */
  settle(use: CallUse, isAnswered: boolean): void {
    this.reserved.settle(use);
    this.settlePermits(use, isAnswered);
  }

  /** Frees the slot of a failed call. How it failed may be evidence about the rate. */
  reportToLimiter(
    code: SourceFailure['code'],
    now: number,
    retryAfterMs: number | undefined,
  ): void {
    const { limiter, ticket } = this;
    if (isSlowDown(code) || UNREACHED.has(code)) {
      limiter.throttled(ticket, now, retryAfterMs, code !== 'throttled');
    } else if (code === 'rejected') limiter.accepted(ticket, now);
    else limiter.unsent(ticket);
  }

  /** Others may ask the same again. */
  release(end: ClaimEnd): void {
    const { claim } = this;
    this.claim = undefined;
    attempt(() => claim?.release(end));
  }

  /**
   * Sends it. It ends exactly once, whatever the source does: throw, hang, answer twice or answer
   * nonsense.
   */
  send(source: Source, names: readonly string[], onEnd: (call: Call, end: CallEnd) => void): void {
    this.onEnd = onEnd;
    const isScore = this.target.model !== undefined;
    this.replyOf(source, names).then(
      (reply) => this.end(read(reply, isScore)),
      // A source promises values, not exceptions, so this is a bug of the source. The call may have
      // been sent.
      () => this.end({ kind: 'failed', code: 'service-failed' }),
    );
  }

  /** Nobody waits for its reply any longer. */
  abort(): void {
    // First, so that the slot is free before the next call takes it.
    this.cancellation.cancel();
    this.end({ kind: 'failed', code: 'timed-out' });
  }

  private settlePermits(use: CallUse, isAnswered = false): void {
    const { booking } = this;
    this.booking = undefined;
    attempt(() => booking?.settle(use, isAnswered));
  }

  private end(result: CallEnd): void {
    const { onEnd } = this;
    this.onEnd = undefined;
    onEnd?.(this, result);
  }

  /**
   * A source that throws, or returns no promise, is treated like one that rejects or replies so.
   */
  private replyOf(source: Source, names: readonly string[]): Promise<LookupReply | ScoreReply> {
    const { place, model } = this.target;
    const { signal } = this.cancellation;
    const { askers } = this;
    const known = askers.length > 0;
    const renewal = this.newerThan > 0 ? { isRenewal: true } : {};
    try {
      if (model === undefined) {
        const call = { place, names, ...(known && { askers }), ...renewal };
        return Promise.resolve(source.lookup(call, signal));
      }
      const { date, customVariables } = model;
      const question = {
        place,
        model: model.model,
        ...(known ? { askers } : {}),
        ...renewal,
        ...(date === undefined ? {} : { date }),
        ...(customVariables === undefined ? {} : { customVariables }),
      };
      return Promise.resolve(source.score(question, signal));
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error('The source threw.'));
    }
  }
}

/** Bookkeeping is the port's duty: no cell may hang if it fails. */
function attempt(run: () => void): void {
  try {
    run();
  } catch {
    // There is nobody to report it to.
  }
}

function read(reply: LookupReply | ScoreReply, isScore: boolean): CallEnd {
  // Typed, but it comes from outside: each field is checked.
  if (reply?.kind === 'failed') return typeof reply.code === 'string' ? reply : UNREADABLE;
  if (reply?.kind !== 'answered') return UNREADABLE;
  if (isScore) {
    // A number, or null for a definite "no value"; a reply without either is unreadable.
    const value = 'value' in reply ? reply.value : undefined;
    if (value === undefined) return UNREADABLE;
    return { kind: 'answered', valueOf: () => finite(value), kept: reply.kept };
  }
  const { values, failures } = reply as Partial<Extract<LookupReply, { kind: 'answered' }>>;
  if (!(values instanceof Map)) return UNREADABLE;
  return {
    kind: 'answered',
    valueOf: (name) => finite(values.get(name)),
    failures,
    kept: reply.kept,
  };
}

function finite(value: unknown): number | null {
  return Number.isFinite(value) ? (value as number) : null;
}
