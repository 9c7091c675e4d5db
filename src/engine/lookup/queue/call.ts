import { createCancellation } from '../../async/cancellation';
import type { CancelSignal } from '../../async/cancellation';
import type { Clock } from '../../async/clock';
import type { LookupReply, ScoreReply, Source, SourceFailure } from '../source';
import type { CallTarget } from './call-target';

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

/**
 * Makes one call. It ends exactly once and in time, whatever the source does: throw, hang, answer
 * twice or answer nonsense.
 *
 * @param leftMs how long the call may still take; asked at the start, and again each time that long
 * has passed. 0 gives up the call.
 * @param names for a lookup; ignored for a score.
 */
export function makeCall(
  source: Source,
  clock: Clock,
  target: CallTarget,
  names: readonly string[],
  leftMs: () => number,
  onEnd: (end: CallEnd) => void,
): void {
  const cancellation = createCancellation();
  let hasEnded = false;
  const end = (result: CallEnd): void => {
    if (hasEnded) return;
    hasEnded = true;
    cancelTimeout();
    onEnd(result);
  };
  const look = (): void => {
    const ms = leftMs();
    if (ms > 0) {
      cancelTimeout = clock.schedule(ms, look);
      return;
    }
    // Aborts first, so that the slot is free before the next call takes it.
    cancellation.cancel();
    end({ kind: 'failed', code: 'timed-out' });
  };
  let cancelTimeout = clock.schedule(leftMs(), look);
  send(source, target, names, cancellation.signal).then(
    (reply) => end(read(reply, target.model !== undefined)),
    // A source promises values, not exceptions, so this is a bug of the source. The call may have
    // been sent.
    () => end({ kind: 'failed', code: 'service-failed' }),
  );
}

/** Async, so that a source that throws synchronously is treated like one that rejects. */
async function send(
  source: Source,
  { place, model }: CallTarget,
  names: readonly string[],
  signal: CancelSignal,
): Promise<LookupReply | ScoreReply> {
  if (model === undefined) return source.lookup({ place, names }, signal);
  const { date, customVariables } = model;
  return source.score(
    {
      place,
      model: model.model,
      ...(date === undefined ? {} : { date }),
      ...(customVariables === undefined ? {} : { customVariables }),
    },
    signal,
  );
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

export const UNREADABLE: SourceFailure = { kind: 'failed', code: 'unreadable-reply' };
