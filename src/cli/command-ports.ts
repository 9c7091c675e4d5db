import type { Readable, Writable } from 'node:stream';
import { visibleText } from '../engine/language/visible-text';
import type { Clock } from '../engine/lookup';

/** What commands need from outside. */
export interface CommandPorts {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean };
  /** Called when the result goes to a file: closing the standard output then ends nothing. */
  readonly onResultElsewhere?: () => void;
  /** For people: progress, prompts and errors. */
  readonly messages: Writable & { readonly isTTY?: boolean };
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** Aborted when a person presses Ctrl+C. */
  readonly interrupted: AbortSignal;
}

/**
 * A stream that shows what would steer a terminal: a file or a service may hold anything.
 *
 * @param stream written to with whole characters.
 */
export function visibleStream<T extends Writable>(stream: T): T {
  const write = (chunk: string | Uint8Array, ...rest: readonly never[]): boolean => {
    const text = typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk);
    return stream.write(visibleText(text), ...rest);
  };
  return Object.create(stream, { write: { value: write } }) as T;
}

/** A person has pressed Ctrl+C. */
export class Interrupted extends Error {}
