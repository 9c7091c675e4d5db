import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../lookup';

/** What commands need from outside. */
export interface CommandPorts {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable;
  /** Called when the result goes to a file: closing the standard output then ends nothing. */
  readonly onResultElsewhere?: () => void;
  /** For people: progress, prompts and errors. */
  readonly messages: Writable & { readonly isTTY?: boolean };
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** Aborted when a person presses Ctrl+C. */
  readonly interrupted: AbortSignal;
}

/** A person has pressed Ctrl+C. */
export class Interrupted extends Error {}
