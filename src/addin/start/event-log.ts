import type {
  LookupErrorCode,
  SourceFailureCode,
  CallKind,
  Clock,
  Source,
  SourceFailure,
} from '../../engine/lookup';

/**
 * The last events, for a person to send to support. An event consists of fixed words and numbers,
 * so no key, address or name can get into the log.
 */
export interface EventLog {
  note(event: LoggedEvent): void;
  /** Oldest first; `at` in epoch milliseconds. */
  events(): readonly TimedEvent[];
}

export type LoggedEvent =
  | {
      readonly what: 'lookup' | 'score';
      /** Names asked for; 1 for a score. */
      readonly names: number;
      readonly tookMs: number;
      readonly outcome: 'answered' | 'broken' | SourceFailureCode;
      readonly status: number | undefined;
    }
  | { readonly what: 'stopped'; readonly outcome: LookupErrorCode }
  | {
      readonly what:
        | 'started'
        | 'connection changed'
        | 'settings changed'
        | 'asked again'
        | 'cancelled'
        | 'pane shown'
        | 'page hidden';
    };

export interface TimedEvent {
  readonly at: number;
  readonly event: LoggedEvent;
}

/** Enough to show what led up to a problem, and few enough to read. */
const MAX_EVENTS = 200;

export function createEventLog(now: () => number): EventLog {
  const events: TimedEvent[] = [];
  return {
    note(event) {
      events.push({ at: now(), event });
      if (events.length > MAX_EVENTS) events.shift();
    },
    events: () => [...events],
  };
}

/** The same source, with a log entry for each call: its duration, number of names and outcome. */
export function recordedSource(
  source: Source,
  log: EventLog,
  clock: Pick<Clock, 'elapsed'>,
): Source {
  async function recorded<Reply extends { readonly kind: 'answered' } | SourceFailure>(
    what: CallKind,
    names: number,
    call: () => Promise<Reply>,
  ): Promise<Reply> {
    const startedAt = clock.elapsed();
    const note = (outcome: SourceFailure['code'] | 'answered' | 'broken', status?: number): void =>
      log.note({ what, names, tookMs: clock.elapsed() - startedAt, outcome, status });
    try {
      const reply = await call();
      if (reply.kind === 'answered') note('answered');
      else note(reply.code, reply.status);
      return reply;
    } catch (error) {
      note('broken');
      throw error;
    }
  }

  return {
    scope: (kind) => source.scope(kind),
    refusal: (kind) => source.refusal(kind),
    ...(source.reachability !== undefined && { reachability: source.reachability }),
    limiter: (kind) => source.limiter?.(kind),
    lookup: (call, signal) =>
      recorded('lookup', call.names.length, () => source.lookup(call, signal)),
    score: (call, signal) => recorded('score', 1, () => source.score(call, signal)),
  };
}
