import { createCancellation } from '../cancellation';
import type { CancelSignal } from '../cancellation';
import type { Clock } from '../clock';
import type { LookupReply, ScoreReply, Source, SourceFailure } from '../source';
import type { CallTarget } from './call-target';

/** How a call ended: values by name (a score's single value by an empty name), or why not. */
export type CallEnd =
  | {
      readonly kind: 'answered';
      readonly valueOf: (name: string) => number | null;
      readonly unreadable?: ReadonlySet<string> | undefined;
    }
  | SourceFailure;

/**
 * Makes one call. It ends exactly once and in time, whatever the source does: throw, hang, answer
 * twice, answer nonsense.
 *
 * @param leftMs asked at once, and again when so much time has passed; at 0 the call is given up.
 * @param names of a lookup; ignored for a score.
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
    // First, so that the slot is free before the next call takes it.
    cancellation.cancel();
    end({ kind: 'failed', code: 'timed-out' });
  };
  let cancelTimeout = clock.schedule(leftMs(), look);
  send(source, target, names, cancellation.signal).then(
    (reply) => end(read(reply, target.model !== undefined)),
    // A source promises values, not exceptions: this is its defect, and the call may have left.
    () => end({ kind: 'failed', code: 'service-failed' }),
  );
}

/** Async, so that a source that throws at once is like one that rejects. */
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
  // Typed, yet it comes from outside: what does not fit is told apart, not trusted.
  if (reply?.kind === 'failed') return typeof reply.code === 'string' ? reply : UNREADABLE;
  if (reply?.kind !== 'answered') return UNREADABLE;
  if (isScore) {
    // The number or its certain absence: a reply without either says nothing.
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
