import type { LookupErrorCode } from './lookup-error';
import type { Origin } from './outcome';

/** What the engine is doing, for people to see. Told at most 10 times a second. */
export interface Activity {
  snapshot(): ActivitySnapshot;
  /** Returns the way to stop listening. */
  subscribe(listener: (snapshot: ActivitySnapshot) => void): () => void;
}

/** Counts of questions, except where a name says calls. */
export interface ActivitySnapshot {
  /** Not yet sent. */
  readonly waiting: number;
  /** Sent, no reply yet. */
  readonly inFlight: number;
  /** Ended with a value or a certain "no value", by where it came from; counted per asking. */
  readonly done: number;
  readonly doneByOrigin: Readonly<Record<Origin, number>>;
  /** Questions whose last asking failed or was refused; asking again takes them out. */
  readonly failed: number;
  readonly failedByCode: Readonly<Partial<Record<LookupErrorCode, number>>>;
  readonly callsMade: number;
  readonly callsInFlight: number;
  /** Calls that have ended, but for those that the service certainly would not take. */
  readonly callsSpent: number;
  /** Values that the service gave, and its "no value here"; each once, whoever wanted it. */
  readonly valuesReceived: number;
  /** Calls that one call a cell would have made beyond ours. */
  readonly callsSaved: number;
  /** A guess from the pace so far; undefined while there is nothing to go by. */
  readonly timeLeftMs: number | undefined;
  /** Set while nothing is sent until a person acts. */
  readonly stoppedBy: 'key-refused' | 'out-of-credits' | undefined;
  /** A person's pause: nothing is sent until they go on. */
  readonly isPaused: boolean;
}
