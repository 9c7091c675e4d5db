import type { LookupErrorCode } from './lookup-error';
import type { Origin } from './outcome';

/** What the engine is doing, for people to see. Listeners are notified at most 10 times a second. */
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
  /** Ended with a value or a definite "no value", by origin. Every asking counts. */
  readonly done: number;
  readonly doneByOrigin: Readonly<Record<Origin, number>>;
  /** Questions that failed or were refused when last asked. Asking one again removes it. */
  readonly failed: number;
  readonly failedByCode: Readonly<Partial<Record<LookupErrorCode, number>>>;
  /** Calls sent, except those that certainly never reached the service. */
  readonly callsMade: number;
  readonly callsInFlight: number;
  /** Calls that have ended with a reply, except those that the service certainly did not take. */
  readonly callsSpent: number;
  /** Calls that have ended without a reply: they may have reached the service and been charged. */
  readonly callsUnanswered: number;
  /**
   * Answers that the service gave, "no value here" included. Each counts once, however many cells
   * asked.
   */
  readonly valuesReceived: number;
  /** Calls saved against one call per cell. Calls that the service did not take cost nothing. */
  readonly callsSaved: number;
  /** Estimated from the rate so far; undefined without one, and while idle, paused or stalled. */
  readonly timeLeftMs: number | undefined;
  /** For several seconds, the service has taken no call; waiting questions are asked again. */
  readonly isStalled: boolean;
  /** What stops all calls until a person acts, if anything does. */
  readonly stoppedBy: 'key-refused' | 'out-of-credits' | undefined;
  /** The service can't be reached; waiting questions continue when it can. */
  readonly isUnreachable: boolean;
  /** The status that every call fails with, if that is why the service counts as unreachable. */
  readonly failingStatus: number | undefined;
  /** A person has paused the engine: nothing is sent until they resume. */
  readonly isPaused: boolean;
}
