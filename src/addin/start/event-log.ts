import type { LookupErrorCode, SourceFailureCode } from '../../engine/lookup';

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
