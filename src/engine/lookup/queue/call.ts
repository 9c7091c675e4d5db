import { createCancellation } from '../../async/cancellation';
import type { CallUse } from '../admission';
import type { ClaimEnd } from '../claims';
import type { LocalReservation } from '../limits/admission-control';
import type { CallLimiter, Ticket } from '../limits/call-limiter';
import type { LookupReply, ScoreReply, Source, SourceFailure } from '../source';
import { UNLIMITED, UNSENT, type PermittedCall } from './call-permits';
import type { CallTarget, PendingQuestion } from './pending-questions';
import type { Part } from './call-part';

/**
 * How a call ended: values by name (a score's value under an empty name), or why there are none.
 */
export type CallEnd =
  | {
      readonly kind: 'answered';
      readonly valueOf: (name: string) => number | null;
      readonly unreadable?: ReadonlySet<string> | undefined;
    }
  | SourceFailure;

export const UNREADABLE: SourceFailure = { kind: 'failed', code: 'unreadable-reply' };

/** A call that was taken from the queue and has a slot. It may still have to wait for its permits. */
export class Call {
  /** The trial call with a key that was refused. */
  isProbe = false;
  /** When it must have ended, in elapsed milliseconds; set when it is sent. */
  endsAt = Number.POSITIVE_INFINITY;
  /** When to look whether it takes too long, in elapsed milliseconds. */
  checkAt = 0;
  permit: PermittedCall = UNLIMITED;
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

  get novelty(): LocalReservation['novelty'] {
    return this.reserved.novelty;
  }

  /** Everyone known who asked part of it, the first asker first. */
  get askers(): readonly unknown[] {
    return [...new Set(this.part.batch.flatMap(({ askers }) => askers))];
  }

  /** Its use is known: it counts towards the budget, or no longer. */
  settle(use: CallUse, isAnswered = false): void {
    this.reserved.settle(use);
    this.permit.settle(use, isAnswered);
  }

  /** Others may ask the same again. */
  release(end: ClaimEnd): void {
    this.permit.release(end);
  }

  /** It is not made. */
  giveUp(): void {
    this.settle('unsent');
    this.release(UNSENT);
    this.limiter.unsent(this.ticket);
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

  private end(result: CallEnd): void {
    const { onEnd } = this;
    this.onEnd = undefined;
    onEnd?.(this, result);
  }

  /** A source that throws, or returns no promise, is treated like one that rejects or replies so. */
  private replyOf(source: Source, names: readonly string[]): Promise<LookupReply | ScoreReply> {
    const { place, model } = this.target;
    const { signal } = this.cancellation;
    const { askers } = this;
    const known = askers.length === 0 ? {} : { askers };
    try {
      if (model === undefined) {
        return Promise.resolve(source.lookup({ place, names, ...known }, signal));
      }
      const { date, customVariables } = model;
      const question = {
        place,
        model: model.model,
        ...known,
        ...(date === undefined ? {} : { date }),
        ...(customVariables === undefined ? {} : { customVariables }),
      };
      return Promise.resolve(source.score(question, signal));
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error('The source threw.'));
    }
  }
}

function read(reply: LookupReply | ScoreReply, isScore: boolean): CallEnd {
  // Typed, but it comes from outside: each field is checked.
  if (reply?.kind === 'failed') return typeof reply.code === 'string' ? reply : UNREADABLE;
  if (reply?.kind !== 'answered') return UNREADABLE;
  if (isScore) {
    // A number, or null for a definite "no value"; a reply without either is unreadable.
    const value = 'value' in reply ? reply.value : undefined;
    return value === undefined ? UNREADABLE : { kind: 'answered', valueOf: () => finite(value) };
  }
  const { values, unreadable } = reply as Partial<Extract<LookupReply, { kind: 'answered' }>>;
  if (!(values instanceof Map)) return UNREADABLE;
  return { kind: 'answered', valueOf: (name) => finite(values.get(name)), unreadable };
}

function finite(value: unknown): number | null {
  return Number.isFinite(value) ? (value as number) : null;
}
