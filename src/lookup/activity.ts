import type { LookupErrorCode } from './lookup-error';
import type { Origin } from './outcome';

/** What the engine is doing, for people to see. Listeners are told at most 10 times a second. */
export interface Activity {
  snapshot(): ActivitySnapshot;
  /** @returns a function that stops listening. */
  subscribe(listener: (snapshot: ActivitySnapshot) => void): () => void;
}

/** Counts of questions, except where a name says calls. */
export interface ActivitySnapshot {
  /** Not yet sent. */
  readonly waiting: number;
  /** Sent, no reply yet. */
  readonly inFlight: number;
  /** Ended with a value or a certain "no value", by origin. Every asking counts. */
  readonly done: number;
  readonly doneByOrigin: Readonly<Record<Origin, number>>;
  /** Questions that failed or were refused when last asked. Asking one again takes it out. */
  readonly failed: number;
  readonly failedByCode: Readonly<Partial<Record<LookupErrorCode, number>>>;
  /** Without those that certainly never reached the service. */
  readonly callsMade: number;
  readonly callsInFlight: number;
  /** Calls that have ended with a reply, except those that the service certainly did not take. */
  readonly callsSpent: number;
  /** Calls that have ended without a reply: they may have reached the service, and cost. */
  readonly callsUnanswered: number;
  /**
   * Values, and "no value here", that the service gave. Each counts once, however many cells asked.
   */
  readonly valuesReceived: number;
  /** Calls saved, compared with one call for every cell. What the service did not take cost none. */
  readonly callsSaved: number;
  /** An estimate from the rate so far; undefined until there is one, and while it is stalled. */
  readonly timeLeftMs: number | undefined;
  /** The service has taken none of the last calls, for seconds; what waits is asked again. */
  readonly isStalled: boolean;
  /** Set while nothing is sent until a person acts. */
  readonly stoppedBy: 'key-refused' | 'out-of-credits' | undefined;
  /** The service can't be reached; what waits goes on by itself when it can. */
  readonly isUnreachable: boolean;
  /** A person has paused: nothing is sent until they resume. */
  readonly isPaused: boolean;
}
